/** Staff sign-in: password and second factor together, so that neither is confirmed alone. */
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { PasswordGuard } from '#server/accounts/password-guard.ts'
import type { Result } from '#domain/result.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Database } from '#server/db/open.ts'
import { errorResponse, type AppContext, type ErrorResponse } from '#server/http.ts'
import { checkRateLimit, clientKey, limitKey, uncountRequest } from '#server/rate-limit.ts'
import { withAuditLog } from './audit-log.ts'
import { findStaff } from './staff-members.ts'
import type { SecondFactor } from './second-factor.ts'
import { createSession } from './sessions.ts'

export interface SignInDeps {
  readonly db: Database
  readonly now: () => Date
  readonly limitScale: number
  readonly secondFactor: SecondFactor
  readonly guard: PasswordGuard
}

const WRONG_SIGN_IN = errorResponse('wrong-sign-in', 'E-mail, password or code is incorrect.')

/** Wrong codes per staff member whose password is known: half of all codes take a year of guessing. */
const WRONG_CODES = { limit: 5, windowMs: 15 * MINUTE_MS }

interface Credentials {
  readonly email: string
  readonly password: string
  readonly code: string
}

interface SignedIn {
  readonly staffId: string
  readonly token: string
}

export async function signInStaff(
  deps: SignInDeps,
  { email, password, code }: Credentials,
  context: AppContext,
): Promise<Result<SignedIn, ErrorResponse>> {
  const { db, now, guard, secondFactor } = deps
  const ip = context.get('clientAddress')
  // Separate from a customer with the same address.
  const allowed = await guard.allow({ email: `desk ${email}`, client: clientKey(ip), device: null })
  if (!allowed.ok) return allowed
  const staffMember = await findStaff(db, email)
  const isPassword = await verifyPassword({
    hash: staffMember?.passwordHash ?? (await dummyHash()),
    password,
  })
  if (!staffMember || !isPassword || staffMember.disabledAt !== null)
    return { ok: false, error: WRONG_SIGN_IN }

  const checked = await withCodeLimit(deps, staffMember.id, () => {
    const actor = { staffId: staffMember.id, name: staffMember.email, ip }
    return withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      const isTotp = await secondFactor.acceptTotp(tx, staffMember, code, now())
      if (!isTotp && !(await secondFactor.acceptBackupCode(tx, staffMember.id, code))) return null
      await record({ act: isTotp ? 'signed in' : 'signed in by backup code', subject: staffMember.email })
      return createSession(tx, { staffId: staffMember.id, context, now: now(), hasFreshCode: isTotp })
    })
  })
  if (!checked.ok) return checked
  if (checked.value === null) return { ok: false, error: WRONG_SIGN_IN }
  await allowed.value.succeeded()
  return { ok: true, value: { staffId: staffMember.id, token: checked.value } }
}

/** Counts before the code is compared, so that concurrent guesses cannot bypass the limit. Null: a wrong code. */
export async function withCodeLimit<Value>(
  { db, now, limitScale }: Pick<SignInDeps, 'db' | 'now' | 'limitScale'>,
  staffId: string,
  check: () => Promise<Value | null>,
): Promise<Result<Value | null, ErrorResponse>> {
  const key = limitKey('staff-code', staffId)
  const { limit, windowMs } = WRONG_CODES
  const error = await checkRateLimit(db, key, { limit: limit * limitScale, windowMs, now: now() })
  if (error) return { ok: false, error }
  const value = await check()
  if (value !== null) await uncountRequest(db, key)
  return { ok: true, value }
}

let hash: Promise<string> | undefined

/** An unknown address takes as long as a known one. */
function dummyHash(): Promise<string> {
  hash ??= hashPassword('the password of nobody')
  return hash
}
