/**
 * Slows down password guessing without locking users out of their own account. Only failures count.
 *
 * - A known device (the account was signed in on it before) has a limit of its own, which nobody else can use up. All
 *   known devices of an account together have 100 failures a day, since someone who once knew the password may have
 *   created any number of them; beyond that a known device counts like any other.
 * - One client has 10 failures per account in ten minutes.
 * - All visitors together have 20 undelayed failures per account and day. Further attempts wait for their turn, longer
 *   with each failure, up to 20 seconds; an attempt that would wait longer is rejected.
 *
 * So guessing from any number of addresses is limited to 180 attempts per account and hour, 4,340 a day (100 more for
 * someone who once knew the password). Half of all passwords of six lower-case letters and digits (36^6 / 2) take 690
 * years.
 */
import { setTimeout } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Result } from '#domain/result.ts'
import type { Db } from '#server/db/open.ts'
import type { ErrorResponse } from '#server/http.ts'
import {
  countRequest,
  purgeCounts,
  limitKey,
  reserveTurn,
  checkRateLimit,
  uncountRequest,
  type Limit,
} from '#server/rate-limit.ts'

const FAILURES_OF_DEVICE: Limit = { limit: 10, windowMs: 10 * MINUTE_MS }
/** Successes count too: each costs a hash. */
const ATTEMPTS_OF_DEVICE: Limit = { limit: 60, windowMs: 10 * MINUTE_MS }
const FAILURES_OF_ALL_DEVICES: Limit = { limit: 100, windowMs: DAY_MS }
const FAILURES_OF_CLIENT: Limit = { limit: 10, windowMs: 10 * MINUTE_MS }
/** Successes count too. An office or a family shares an address. */
const ATTEMPTS_OF_CLIENT: Limit = { limit: 120, windowMs: 10 * MINUTE_MS }
const UNDELAYED_FAILURES = 20
const DELAY_PER_FAILURE_MS = 1000
const INTERVAL_MAX_MS = 20_000

interface GuardDeps {
  readonly db: Db
  readonly now: () => Date
  /** Multiplies the limits, for tests that send many requests from one machine. */
  readonly limitScale: number
  readonly wait?: (ms: number) => Promise<void>
}

export interface SignInAttempt {
  readonly email: string
  readonly client: string
  /** Null unless the account was signed in on it before. */
  readonly device: string | null
}

export interface AllowedAttempt {
  /** The attempt no longer counts. */
  succeeded(): Promise<void>
}

type AttemptResult = Result<AllowedAttempt, ErrorResponse>

export interface PasswordGuard {
  /** Counts an attempt before the password is compared, so that concurrent attempts cannot bypass the limit. */
  allow(attempt: SignInAttempt): Promise<AttemptResult>
}

export function createPasswordGuard({ db, now, limitScale, wait = setTimeout }: GuardDeps): PasswordGuard {
  const checkLimit = (key: string, { limit, windowMs }: Limit) =>
    checkRateLimit(db, key, { limit: limit * limitScale, windowMs, now: now() })
  const allowed = (...keys: readonly string[]): AttemptResult => {
    const succeeded = async () => {
      for (const key of keys) await uncountRequest(db, key)
    }
    return { ok: true, value: { succeeded } }
  }

  /** Null if the known devices of the account have used up their common limit. */
  async function allowFromDevice(email: string, device: string): Promise<AttemptResult | null> {
    const ofDevice = limitKey('sign-in-device', device, email)
    const { ofAllDevices } = keysOfAccount(email)
    const error =
      (await checkLimit(limitKey('sign-in-device-tries', device, email), ATTEMPTS_OF_DEVICE)) ??
      (await checkLimit(ofDevice, FAILURES_OF_DEVICE))
    if (error) return { ok: false, error }
    const isUsedUp = await checkLimit(ofAllDevices, FAILURES_OF_ALL_DEVICES)
    return isUsedUp ? null : allowed(ofDevice, ofAllDevices)
  }

  async function allowFromAnywhere(email: string, client: string): Promise<AttemptResult> {
    const ofClient = limitKey('sign-in-visitor', client, email)
    const error =
      (await checkLimit(limitKey('sign-in', client), ATTEMPTS_OF_CLIENT)) ??
      (await checkLimit(ofClient, FAILURES_OF_CLIENT))
    if (error) return { ok: false, error }
    const { failures, turns } = keysOfAccount(email)
    const undelayed = UNDELAYED_FAILURES * limitScale
    // Counts beyond the undelayed failures, up to the longest interval.
    const limit = undelayed + INTERVAL_MAX_MS / DELAY_PER_FAILURE_MS
    const { count } = await countRequest(db, failures, { limit, windowMs: DAY_MS, now: now() })
    const intervalMs = Math.min((count - undelayed) * DELAY_PER_FAILURE_MS, INTERVAL_MAX_MS)
    if (intervalMs > 0) {
      const turn = await reserveTurn(db, turns, { intervalMs, waitMaxMs: INTERVAL_MAX_MS, now: now() })
      if (!turn.ok) return turn
      await wait(turn.value)
    }
    return allowed(ofClient, failures)
  }

  return {
    async allow({ email, client, device }) {
      const fromDevice = device === null ? null : await allowFromDevice(email, device)
      return fromDevice ?? allowFromAnywhere(email, client)
    },
  }
}

/** To be called after a password reset. */
export async function purgeFailures(db: Db, email: string): Promise<void> {
  await purgeCounts(db, Object.values(keysOfAccount(email)))
}

function keysOfAccount(email: string) {
  return {
    failures: limitKey('sign-in-failures', email),
    turns: limitKey('sign-in-turns', email),
    ofAllDevices: limitKey('sign-in-failures-of-devices', email),
  }
}
