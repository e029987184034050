/** Resolves bearer tokens to users. */
import { and, eq, gt, sql } from 'drizzle-orm'
import { rejectIfUnavailable } from '#server/db/availability.ts'
import { session, user } from '#server/db/account-schema.ts'
import { NOT_AUTHENTICATED, type AuthenticateToken, type User, type UserLimit } from '#server/http.ts'
import type { Deps } from '#server/context.ts'
import { countStatement, limitError, limitKey, toRequestCount, type CountedRow } from '#server/rate-limit.ts'
import type { Auth } from './auth.ts'
import type { TokenClaims } from './verified-tokens.ts'

type TokenDeps = Pick<Deps, 'db' | 'now'>
interface IdentifyDeps extends TokenDeps {
  readonly auth: Auth
}

/** A token is valid only while its session exists: a sign-out or a password reset revokes it. */
export function createTokenAuthenticator({ auth, ...deps }: IdentifyDeps): AuthenticateToken {
  return async (token, limit) => {
    // The library reads its keys from the database, and reports a token as invalid if it cannot.
    const claims = await rejectIfUnavailable(() => auth.readToken(token))
    if (!claims) return NOT_AUTHENTICATED
    if (limit) return findCounted(deps, claims, limit)
    const [value] = await selectUser(deps, claims)
    return value ? { ok: true, value } : NOT_AUTHENTICATED
  }
}

function selectUser({ db, now }: TokenDeps, { userId, sessionId }: TokenClaims) {
  return db
    .select({ id: user.id, name: user.name, email: user.email })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(eq(session.id, sessionId), eq(session.userId, userId), gt(session.expiresAt, now())))
}

/** Finds the user and counts the request in one statement. */
async function findCounted(
  deps: TokenDeps,
  claims: TokenClaims,
  { name, ...limit }: UserLimit,
): ReturnType<AuthenticateToken> {
  const counting = { ...limit, now: deps.now() }
  const count = countStatement(limitKey(name, claims.userId), counting, sql`from signed_in`)
  const { rows } = await deps.db.execute<User & CountedRow & Record<string, unknown>>(sql`
    with signed_in as ${selectUser(deps, claims)}, counted as (${count})
    select * from signed_in, counted`)
  const [found] = rows
  if (!found) return NOT_AUTHENTICATED
  const error = limitError(toRequestCount(found, counting), counting)
  const { id, name: userName, email } = found
  return error ? { ok: false, error } : { ok: true, value: { id, name: userName, email } }
}
