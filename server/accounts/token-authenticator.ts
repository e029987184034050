/** Resolves bearer tokens to users. */
import { and, eq, gt } from 'drizzle-orm'
import { rejectIfUnavailable } from '#server/db/availability.ts'
import { session, user } from '#server/db/account-schema.ts'
import type { AuthenticateToken } from '#server/http.ts'
import type { Deps } from '#server/context.ts'
import type { Auth } from './auth.ts'

interface IdentifyDeps extends Pick<Deps, 'db' | 'now'> {
  readonly auth: Auth
}

/** A token is valid only while its session exists: a sign-out or a password reset revokes it. */
export function createTokenAuthenticator({ auth, db, now }: IdentifyDeps): AuthenticateToken {
  return async (token) => {
    // The library reads its keys from the database, and reports a token as invalid if it cannot.
    const claims = await rejectIfUnavailable(() => auth.readToken(token))
    if (!claims) return null
    const [found] = await db
      .select({ id: user.id, name: user.name, email: user.email })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(
        and(
          eq(session.id, claims.sessionId),
          eq(session.userId, claims.userId),
          gt(session.expiresAt, now()),
        ),
      )
    return found ?? null
  }
}
