/** Refuses to start with unsafe settings, before anything is opened or written. */
import type { BuildSettings } from '#contract/build.ts'
import { isPublicAddress, isTestKey, type Environment } from './env.ts'

/** An error that only the operator can fix; printed in one line, without a stack. */
export class StartupError extends Error {}

/** Throws StartupError. `buildSettings` is null if no pages are served, or none are built. */
export function checkStartup(env: Environment, buildSettings: BuildSettings | null): void {
  if (env.isProduction) {
    checkProviders(env)
    checkTestPayments(env)
    if (env.authSecret === null)
      throw new StartupError('In production AUTH_SECRET must be set (32 characters or more).')
    checkPanEncryptionKey(env)
    checkSiteUrl(env)
    if (buildSettings) checkBuildMatchesSettings(env, buildSettings)
  }
  if (env.razorpay?.keyId.startsWith('rzp_live_')) checkLivePaymentSettings(env)
}

function checkProviders({ razorpay, shiprocket, mail }: Environment): void {
  // Google is optional; without it the login page has no button for it.
  const required = Object.entries({ razorpay, shiprocket, mail })
  const missing = required.flatMap(([name, settings]) => (settings === null ? name : []))
  if (missing.length > 0)
    throw new StartupError(`In production these must be configured: ${missing.join(', ')}. See .env.example.`)
}

/** Orders paid under test keys look paid, and their products would be shipped for free. */
function checkTestPayments({ razorpay, allowsTestPaymentsInProduction }: Environment): void {
  if (razorpay && isTestKey(razorpay.keyId) && !allowsTestPaymentsInProduction)
    throw new StartupError(
      'Test payment keys (rzp_test_…) take no money: set live keys, or ALLOW_TEST_PAYMENTS_IN_PRODUCTION=true for a test run.',
    )
}

/** PANs are kept for years, while AUTH_SECRET may be rotated at any time. */
function checkPanEncryptionKey({ panEncryptionKey, authSecret }: Environment): void {
  if (panEncryptionKey === null || panEncryptionKey === authSecret)
    throw new StartupError(
      'In production PAN_ENCRYPTION_KEY must be set (32 characters or more, not those of AUTH_SECRET).',
    )
}

/** E-mails, sign-in and canonical links point to SITE_URL; cookies are secure only over TLS. */
function checkSiteUrl({ siteUrl }: Environment): void {
  if (!isPublicAddress(siteUrl))
    throw new StartupError(
      'In production SITE_URL must be the public address of the shop (https://…): letters and search engines name it.',
    )
}

/** Pages contain the analytics script; the headers of this server contain the policy that allows it. */
function checkBuildMatchesSettings(env: Environment, buildSettings: BuildSettings): void {
  const settings = [
    ['SITE_URL', buildSettings.siteUrl, env.siteUrl],
    ['ANALYTICS_URL', buildSettings.analyticsUrl, env.analyticsUrl],
  ] as const
  for (const [name, atBuild, now] of settings)
    if (atBuild !== now)
      throw new StartupError(
        `The pages were built with ${name}=${atBuild ?? ''}, which now is ${now ?? 'empty'}. Build them again: npm run build.`,
      )
}

/** Real payments need real e-mails, real couriers and a durable database. */
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

/** StartupError if the disk is full or the folder is not writable; other errors unchanged. */
export function toStorageError(error: unknown, folder: string): unknown {
  const code = errorCodeOf(error)
  if (FULL.test(code))
    return new StartupError(
      `The disk of the data folder ${folder} is full. Free some space, or set DATA_DIR.`,
    )
  if (NOT_WRITABLE.test(code))
    return new StartupError(
      `The data folder ${folder} cannot be written. Give this user the right to, or set DATA_DIR.`,
    )
  return error
}

/** Node, SQLite and PGlite (Emscripten) each have their own error codes; PGlite's errors have no message. */
function errorCodeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('syscall' in error && error.syscall === 'listen') return ''
  if ('errcode' in error) return `sqlite ${Number(error.errcode) & 0xff}`
  if ('code' in error) return String(error.code)
  return 'errno' in error
    ? `emscripten ${String(error.errno)}`
    : errorCodeOf('cause' in error ? error.cause : null)
}
