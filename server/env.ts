/** Settings of the server, read and checked once at start. `.env.example` lists each with its default. */
import { resolve } from 'node:path'
import * as z from 'zod/mini'

const blankIsAbsent = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    z.optional(schema),
  )
const text = blankIsAbsent(z.string())
const url = blankIsAbsent(z.url({ protocol: /^https?$/ }))
const port = blankIsAbsent(z.coerce.number().check(z.int(), z.gte(1), z.lte(65_535)))
const flag = blankIsAbsent(z.stringbool())
/** A number of proxies; true is one. */
const hops = blankIsAbsent(
  z.union([
    z.pipe(z.stringbool(), z.transform(Number)),
    z.coerce.number().check(z.int(), z.gte(0), z.lte(10)),
  ]),
)

const Settings = z.object({
  NODE_ENV: blankIsAbsent(z.enum(['development', 'test', 'production'])),
  PORT: port,
  HOST: text,
  SITE_URL: url,
  TRUST_PROXY: hops,
  LOG_LEVEL: blankIsAbsent(z.enum(['debug', 'info', 'warn', 'error', 'silent'])),
  DATABASE_URL: blankIsAbsent(z.url({ protocol: /^postgres(ql)?$/ })),
  DATA_DIR: text,
  AUTH_SECRET: blankIsAbsent(z.string().check(z.minLength(32))),
  RAZORPAY_KEY_ID: text,
  RAZORPAY_KEY_SECRET: text,
  RAZORPAY_WEBHOOK_SECRET: text,
  RAZORPAY_API_URL: url,
  RAZORPAY_CHECKOUT_URL: url,
  SHIPROCKET_EMAIL: text,
  SHIPROCKET_PASSWORD: text,
  SHIPROCKET_API_URL: url,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_DISCOVERY_URL: url,
  SMTP_URL: blankIsAbsent(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: text,
  ANALYTICS_URL: url,
  SERVE_PAGES: flag,
  RATE_LIMIT_SCALE: blankIsAbsent(z.coerce.number().check(z.gte(1), z.lte(1_000_000))),
  ALLOW_LIVE_PAYMENTS_ON_EMBEDDED: flag,
  ALLOW_TEST_PAYMENTS_IN_PRODUCTION: flag,
  SANDBOX_PORT: port,
  DRAIN_SECONDS: blankIsAbsent(z.coerce.number().check(z.gte(0), z.lte(300))),
})

export interface RazorpaySettings {
  readonly apiUrl: string
  readonly checkoutScriptUrl: string
  readonly keyId: string
  readonly keySecret: string
  readonly webhookSecret: string
}
export interface ShiprocketSettings {
  readonly apiUrl: string
  readonly email: string
  readonly password: string
}
export interface GoogleSettings {
  readonly discoveryUrl: string
  readonly clientId: string
  readonly clientSecret: string
}
export interface MailSettings {
  /** smtp:// or smtps:// with user and password where needed. */
  readonly smtpUrl: string
  readonly from: string
}

/** What the environment says. A provider that is not configured is null: the sandbox plays it, or production refuses to start. */
export interface Environment {
  readonly isProduction: boolean
  readonly port: number
  readonly host: string | undefined
  /** The shop's public address, without a slash at the end. */
  readonly siteUrl: string
  /** Proxies of ours in front of the server, each of which adds to X-Forwarded-For. */
  readonly proxyHops: number
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly databaseUrl: string | null
  readonly dataFolder: string
  readonly authSecret: string | null
  readonly razorpay: RazorpaySettings | null
  readonly shiprocket: ShiprocketSettings | null
  readonly google: GoogleSettings | null
  readonly mail: MailSettings | null
  readonly mailFrom: string
  readonly analyticsUrl: string | null
  /** False in development, where Vite serves the pages. */
  readonly servesPages: boolean
  /** Multiplies how often a visitor may try; above 1 for tests that try a lot from one machine. */
  readonly rateLimitScale: number
  readonly allowsLivePaymentsOnEmbedded: boolean
  readonly allowsTestPaymentsInProduction: boolean
  readonly sandboxPort: number
  /** How long the port stays open after the server was told to stop. */
  readonly drainMs: number
}

/** Razorpay's keys say what they are for; payments under a test key move no money. */
export function isTestKey(keyId: string): boolean {
  return keyId.startsWith('rzp_test_')
}

/** A setting that cannot be right, in one line for the person who starts the server. */
export class InvalidSettingError extends Error {}

/** Throws WrongSetting. A provider is configured by all of its settings or by none. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const parsed = Settings.safeParse(env)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    throw new InvalidSettingError(`Wrong setting: ${names.join(', ')}. See .env.example for what each takes.`)
  }
  const set = parsed.data
  const sitePort = set.PORT ?? 3000
  const razorpay = together(set, ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'])
  const shiprocket = together(set, ['SHIPROCKET_EMAIL', 'SHIPROCKET_PASSWORD'])
  const google = together(set, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const mailFrom = set.MAIL_FROM ?? 'Swarnika Jewellers <care@swarnika.example>'
  const isProduction = set.NODE_ENV === 'production'
  return {
    isProduction,
    port: sitePort,
    host: set.HOST,
    siteUrl: (set.SITE_URL ?? `http://localhost:${sitePort}`).replace(/\/$/, ''),
    proxyHops: set.TRUST_PROXY ?? 0,
    logLevel: set.LOG_LEVEL ?? 'info',
    databaseUrl: set.DATABASE_URL ?? null,
    dataFolder: resolve(set.DATA_DIR ?? 'data'),
    authSecret: set.AUTH_SECRET ?? null,
    razorpay: razorpay && {
      apiUrl: set.RAZORPAY_API_URL ?? 'https://api.razorpay.com/v1',
      checkoutScriptUrl: set.RAZORPAY_CHECKOUT_URL ?? 'https://checkout.razorpay.com/v1/checkout.js',
      keyId: razorpay.RAZORPAY_KEY_ID,
      keySecret: razorpay.RAZORPAY_KEY_SECRET,
      webhookSecret: razorpay.RAZORPAY_WEBHOOK_SECRET,
    },
    shiprocket: shiprocket && {
      apiUrl: set.SHIPROCKET_API_URL ?? 'https://apiv2.shiprocket.in/v1/external',
      email: shiprocket.SHIPROCKET_EMAIL,
      password: shiprocket.SHIPROCKET_PASSWORD,
    },
    google: google && {
      discoveryUrl:
        set.GOOGLE_DISCOVERY_URL ?? 'https://accounts.google.com/.well-known/openid-configuration',
      clientId: google.GOOGLE_CLIENT_ID,
      clientSecret: google.GOOGLE_CLIENT_SECRET,
    },
    mail: set.SMTP_URL === undefined ? null : { smtpUrl: set.SMTP_URL, from: mailFrom },
    mailFrom,
    analyticsUrl: set.ANALYTICS_URL ?? null,
    servesPages: set.SERVE_PAGES ?? true,
    rateLimitScale: set.RATE_LIMIT_SCALE ?? 1,
    allowsLivePaymentsOnEmbedded: set.ALLOW_LIVE_PAYMENTS_ON_EMBEDDED ?? false,
    allowsTestPaymentsInProduction: set.ALLOW_TEST_PAYMENTS_IN_PRODUCTION ?? false,
    sandboxPort: set.SANDBOX_PORT ?? sitePort + 1,
    drainMs: 1000 * (set.DRAIN_SECONDS ?? (isProduction ? 5 : 0)),
  }
}

function together<Name extends string>(
  set: { readonly [Setting in Name]?: string | undefined },
  names: readonly Name[],
): Record<Name, string> | null {
  const missing = names.filter((name) => set[name] === undefined)
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new InvalidSettingError(`Missing setting: ${missing.join(', ')} (needed beside ${names[0]}).`)
  return Object.fromEntries(names.map((name) => [name, set[name]])) as Record<Name, string> // all present by the check above
}
