/** Settings with which the shop must not open, each said in one line before anything is touched. */
import type { BuildSettings } from '#contract/build.ts'
import { isTestKey, type Environment } from './env.ts'

/** Something only the person who starts the shop can mend; said in one line, without a stack. */
export class StartupError extends Error {}

/** Throws CannotStart. `built` is null where no pages are served, or none are built. */
export function checkStartup(env: Environment, built: BuildSettings | null): void {
  if (env.isProduction) {
    refuseSandbox(env)
    refuseTestPayments(env)
    if (env.authSecret === null)
      throw new StartupError('In production AUTH_SECRET must be set (32 characters or more).')
    checkSiteUrl(env)
    if (built) checkBuildMatchesSettings(env, built)
  }
  if (env.razorpay?.keyId.startsWith('rzp_live_')) checkLivePaymentSettings(env)
}

function refuseSandbox({ razorpay, shiprocket, mail }: Environment): void {
  // A shop may do without Google; the page then offers no button.
  const needed = Object.entries({ razorpay, shiprocket, mail })
  const missing = needed.flatMap(([name, settings]) => (settings === null ? name : []))
  if (missing.length > 0)
    throw new StartupError(`In production these must be configured: ${missing.join(', ')}. See .env.example.`)
}

/** Orders paid under test keys look paid, and their pieces would be sent for nothing. */
function refuseTestPayments({ razorpay, allowsTestPaymentsInProduction }: Environment): void {
  if (razorpay && isTestKey(razorpay.keyId) && !allowsTestPaymentsInProduction)
    throw new StartupError(
      'Test payment keys (rzp_test_…) take no money: set live keys, or ALLOW_TEST_PAYMENTS_IN_PRODUCTION=true for a rehearsal.',
    )
}

/** Letters, the sign-in, canonical links and shared pictures all lead to SITE_URL; cookies are safe under TLS alone. */
function checkSiteUrl({ siteUrl }: Environment): void {
  if (!/^https:\/\/(?!localhost|127\.|\[::1\])/.test(siteUrl))
    throw new StartupError(
      'In production SITE_URL must be the public address of the shop (https://…): letters and search engines name it.',
    )
}

/** Of the analytics, the script is in the pages, and the leave to load it in the headers of this server. */
function checkBuildMatchesSettings(env: Environment, built: BuildSettings): void {
  const settings = [
    ['SITE_URL', built.siteUrl, env.siteUrl],
    ['ANALYTICS_URL', built.analyticsUrl, env.analyticsUrl],
  ] as const
  for (const [name, then, now] of settings)
    if (then !== now)
      throw new StartupError(
        `The pages were built with ${name}=${then ?? ''}, which now is ${now ?? 'empty'}. Build them again: npm run build.`,
      )
}

/** Who really pays is to have a real letter and a real courier, and an order that lasts. */
function checkLivePaymentSettings(env: Environment): void {
  if (!env.isProduction)
    throw new StartupError('Live payment keys are for production: set NODE_ENV=production.')
  if (env.databaseUrl !== null || env.allowsLivePaymentsOnEmbedded) return
  throw new StartupError(
    'Live payment keys need a database that survives a power cut: set DATABASE_URL, or ALLOW_LIVE_PAYMENTS_ON_EMBEDDED=true.',
  )
}

const FULL = /^(?:ENOSPC|EDQUOT|53100|sqlite 13|emscripten 51|emscripten 19)$/
const NOT_WRITABLE = /^(?:EROFS|EACCES|EPERM|ENOENT|ENOTDIR|sqlite (?:8|10|14)|emscripten (?:2|63|69))$/

/** CannotStart where the disk is full or the folder cannot be written; any other error as it is. */
export function storageTrouble(error: unknown, folder: string): unknown {
  const sign = signOf(error)
  if (FULL.test(sign))
    return new StartupError(
      `The disk of the data folder ${folder} is full. Free some space, or set DATA_DIR.`,
    )
  if (NOT_WRITABLE.test(sign))
    return new StartupError(
      `The data folder ${folder} cannot be written. Give this user the right to, or set DATA_DIR.`,
    )
  return error
}

/** The systems under the data folder each have numbers of their own; PGlite throws its errors without a message. */
function signOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('syscall' in error && error.syscall === 'listen') return ''
  if ('errcode' in error) return `sqlite ${Number(error.errcode) & 0xff}`
  if ('code' in error) return String(error.code)
  return 'errno' in error
    ? `emscripten ${String(error.errno)}`
    : signOf('cause' in error ? error.cause : null)
}
