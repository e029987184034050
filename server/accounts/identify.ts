/** Who a bearer token belongs to. */
import { and, eq, gt } from 'drizzle-orm'
import { rejectingWhenUnavailable } from '#server/db/availability.ts'
import { session, user } from '#server/db/schema.ts'
import type { AuthenticateToken } from '#server/http.ts'
import type { Parts } from '#server/context.ts'
import type { Auth } from './auth.ts'

interface IdentifyParts extends Pick<Parts, 'db' | 'now'> {
  readonly auth: Auth
}

/** A token counts as long as its session lives: after a sign-out or a new password it is worth nothing. */
export function createTokenAuthenticator({ auth, db, now }: IdentifyParts): AuthenticateToken {
  return async (token) => {
    // The library reads its keys from the database, and takes a token for wrong when it cannot.
    const claimed = await rejectingWhenUnavailable(() => auth.readToken(token))
    if (!claimed) return null
    const [person] = await db
      .select({ id: user.id, name: user.name, email: user.email })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(
        and(
          eq(session.id, claimed.sessionId),
          eq(session.userId, claimed.userId),
          gt(session.expiresAt, now()),
        ),
      )
    return person ?? null
  }
}
