/**
 * Limits how often passwords are guessed without locking anybody out of their own account. Only failures count.
 *
 * - A device on which the account was signed in before has an allowance of its own, which nobody else can use up. All such
 *   devices together have 100 failures a day, as whoever once knew the password may have made any number of them; beyond
 *   that a known device counts as any other.
 * - From one visitor, one account takes 10 failures in ten minutes.
 * - From all other visitors together, an account takes 20 failures a day at once. Further tries wait for their turn,
 *   longer with each failure, up to 20 seconds; a try that would wait longer is refused.
 *
 * So guessing from any number of addresses comes to 180 an hour for an account, 4,340 a day (100 more for someone who once
 * knew its password). Half of all passwords of six small letters and digits (36^6 / 2) take 690 years.
 */
import { setTimeout } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import type { ErrorResponse } from '#server/http.ts'
import {
  counted,
  forgetCounts,
  limitKey,
  nextTurn,
  refusedByLimit,
  uncount,
  type Limit,
} from '#server/rate-limit.ts'

const FAILURES_OF_DEVICE: Limit = { limit: 10, windowMs: 10 * MINUTE_MS }
/** Also those that succeed: each costs a hash. */
const TRIES_OF_DEVICE: Limit = { limit: 60, windowMs: 10 * MINUTE_MS }
const FAILURES_OF_ALL_DEVICES: Limit = { limit: 100, windowMs: DAY_MS }
const FAILURES_OF_VISITOR: Limit = { limit: 10, windowMs: 10 * MINUTE_MS }
/** Of an office or a family that shares an address: also those that succeed. */
const TRIES_OF_VISITOR: Limit = { limit: 120, windowMs: 10 * MINUTE_MS }
const FAILURES_AT_ONCE = 20
const SLOWER_BY_MS = 1000
const INTERVAL_MAX_MS = 20_000

interface GuardParts {
  readonly db: Db
  readonly now: () => Date
  /** Multiplies what is allowed, for tests that try a lot from one machine. */
  readonly limitScale: number
  readonly wait?: (ms: number) => Promise<void>
}

export interface Try {
  readonly email: string
  readonly visitor: string
  /** Null for a device on which this account was never signed in. */
  readonly device: string | null
}

export interface AllowedTry {
  /** The password was right: the try does not count. */
  succeeded(): Promise<void>
}

export interface PasswordGuard {
  /** Counts a try before the password is compared, so that tries at the same time cannot pass by the limit. */
  allow(tried: Try): Promise<AllowedTry | ErrorResponse>
}

export function createPasswordGuard({ db, now, limitScale, wait = setTimeout }: GuardParts): PasswordGuard {
  const refusedBy = (key: string, { limit, windowMs }: Limit) =>
    refusedByLimit(db, key, { limit: limit * limitScale, windowMs, now: now() })
  const allowedTry = (...keys: readonly string[]): AllowedTry => ({
    async succeeded() {
      for (const key of keys) await uncount(db, key)
    },
  })

  /** Null where the known devices of the account have used up what they are trusted with. */
  async function allowFromDevice(email: string, device: string): Promise<AllowedTry | ErrorResponse | null> {
    const ofDevice = limitKey('sign-in-device', device, email)
    const { ofAllDevices } = keysOfAccount(email)
    const refused =
      (await refusedBy(limitKey('sign-in-device-tries', device, email), TRIES_OF_DEVICE)) ??
      (await refusedBy(ofDevice, FAILURES_OF_DEVICE))
    if (refused) return refused
    const isSpent = await refusedBy(ofAllDevices, FAILURES_OF_ALL_DEVICES)
    return isSpent ? null : allowedTry(ofDevice, ofAllDevices)
  }

  async function allowFromAnywhere(email: string, visitor: string): Promise<AllowedTry | ErrorResponse> {
    const ofVisitor = limitKey('sign-in-visitor', visitor, email)
    const refused =
      (await refusedBy(limitKey('sign-in', visitor), TRIES_OF_VISITOR)) ??
      (await refusedBy(ofVisitor, FAILURES_OF_VISITOR))
    if (refused) return refused
    const { failures, turns } = keysOfAccount(email)
    const atOnce = FAILURES_AT_ONCE * limitScale
    // Counts on beyond the limit, until tries are as slow as they become.
    const limit = atOnce + INTERVAL_MAX_MS / SLOWER_BY_MS
    const { count } = await counted(db, failures, { limit, windowMs: DAY_MS, now: now() })
    const intervalMs = Math.min((count - atOnce) * SLOWER_BY_MS, INTERVAL_MAX_MS)
    if (intervalMs > 0) {
      const turn = await nextTurn(db, turns, { intervalMs, waitMaxMs: INTERVAL_MAX_MS, now: now() })
      if (typeof turn !== 'number') return turn
      await wait(turn)
    }
    return allowedTry(ofVisitor, failures)
  }

  return {
    async allow({ email, visitor, device }) {
      const allowed = device === null ? null : await allowFromDevice(email, device)
      return allowed ?? allowFromAnywhere(email, visitor)
    },
  }
}

/** With a new password, guesses of the old one count no more. */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await forgetCounts(db, Object.values(keysOfAccount(email)))
}

function keysOfAccount(email: string) {
  return {
    failures: limitKey('sign-in-failures', email),
    turns: limitKey('sign-in-turns', email),
    ofAllDevices: limitKey('sign-in-failures-of-devices', email),
  }
}
