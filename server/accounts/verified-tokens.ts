/** Claims of tokens whose signature was verified a moment ago: a page makes several calls with one token. */
import { MINUTE_MS } from '#domain/time.ts'

export interface TokenClaims {
  readonly userId: string
  readonly sessionId: string
  readonly expiresAt: number
}

/** As long as signing keys are cached (signing-keys.ts). */
const CACHED_MS = MINUTE_MS
const CACHED_MAX = 10_000

type VerifyToken = (token: string) => Promise<TokenClaims | null>

/** Verifies a token once a minute. */
export function cachedVerification(verify: VerifyToken, now: () => Date): VerifyToken {
  const cache = new Map<
    string,
    { readonly claims: TokenClaims; readonly from: number; readonly until: number }
  >()
  return async (token) => {
    const at = now().getTime()
    const cached = cache.get(token)
    if (cached && cached.from <= at && at < cached.until) return cached.claims
    cache.delete(token)
    const claims = await verify(token)
    if (!claims) return null
    cache.set(token, { claims, from: at, until: Math.min(claims.expiresAt, at + CACHED_MS) })
    // A map iterates in insertion order: the first entry is the oldest.
    const [oldest] = cache.keys()
    if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest)
    return claims
  }
}
