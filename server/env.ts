/** Settings of the server, read and validated once at startup. `.env.example` lists them with their defaults. */
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { rupees, type Paise } from '#domain/money.ts'
import { DEFAULT_OPENING_STOCK } from '#domain/shop.ts'

const blankIsAbsent = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    z.optional(schema),
  )
const text = blankIsAbsent(z.string())
const url = blankIsAbsent(z.url({ protocol: /^https?$/ }))
const databaseUrl = blankIsAbsent(z.url({ protocol: /^postgres(ql)?$/ }))
const port = blankIsAbsent(z.coerce.number().check(z.int(), z.gte(1), z.lte(65_535)))
const flag = blankIsAbsent(z.stringbool())
/** `true` is one proxy. */
const proxyCount = blankIsAbsent(
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
  TRUST_PROXY: proxyCount,
  LOG_LEVEL: blankIsAbsent(z.enum(['debug', 'info', 'warn', 'error', 'silent'])),
  DATABASE_URL: databaseUrl,
  DATABASE_REPLICA_URL: databaseUrl,
  DATA_DIR: text,
  PICTURES_DIR: text,
  PICTURES_BUCKET_URL: url,
  PICTURES_BUCKET_REGION: text,
  PICTURES_BUCKET_KEY_ID: text,
  PICTURES_BUCKET_SECRET: text,
  AUTH_SECRET: blankIsAbsent(z.string().check(z.minLength(32))),
  AUTH_SECRET_PREVIOUS: blankIsAbsent(z.string().check(z.minLength(32))),
  PAN_ENCRYPTION_KEY: blankIsAbsent(z.string().check(z.minLength(32))),
  PAN_ENCRYPTION_KEY_PREVIOUS: blankIsAbsent(z.string().check(z.minLength(32))),
  RAZORPAY_KEY_ID: text,
  RAZORPAY_KEY_SECRET: text,
  RAZORPAY_WEBHOOK_SECRET: text,
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: text,
  RAZORPAY_API_URL: url,
  RAZORPAY_CHECKOUT_URL: url,
  SHIPROCKET_EMAIL: text,
  SHIPROCKET_PASSWORD: text,
  SHIPROCKET_API_URL: url,
  SHIPROCKET_TRACKING_URL: blankIsAbsent(z.url({ protocol: /^https$/ })),
  SHIPROCKET_PICKUP_LOCATION: text,
  SHIPROCKET_WEBHOOK_TOKEN: blankIsAbsent(z.string().check(z.minLength(16))),
  SHIPROCKET_WEBHOOK_TOKEN_PREVIOUS: blankIsAbsent(z.string().check(z.minLength(16))),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_DISCOVERY_URL: url,
  SMTP_URL: blankIsAbsent(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: text,
  NEWSLETTERS_PER_MINUTE: blankIsAbsent(z.coerce.number().check(z.int(), z.gte(1), z.lte(6000))),
  ANALYTICS_URL: url,
  SERVE_PAGES: flag,
  OPENING_STOCK: blankIsAbsent(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
  REFUND_APPROVAL_ABOVE: blankIsAbsent(z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000_000))),
  RATE_LIMIT_SCALE: blankIsAbsent(z.coerce.number().check(z.gte(1), z.lte(1_000_000))),
  ALLOW_LIVE_PAYMENTS_ON_EMBEDDED: flag,
  ALLOW_TEST_PAYMENTS_IN_PRODUCTION: flag,
  SANDBOX_PORT: port,
  METRICS_PORT: port,
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_TRACES_SAMPLER_ARG: blankIsAbsent(z.coerce.number().check(z.gte(0), z.lte(1))),
  DRAIN_SECONDS: blankIsAbsent(z.coerce.number().check(z.gte(0), z.lte(300))),
})

export interface RazorpaySettings {
  readonly apiUrl: string
  readonly checkoutScriptUrl: string
  readonly keyId: string
  readonly keySecret: string
  readonly webhookSecret: string
  /** Also accepted during a rotation of the secret: deliveries that Razorpay repeats have its signature. */
  readonly previousWebhookSecret?: string | undefined
}
export interface ShiprocketSettings {
  readonly apiUrl: string
  /** The courier's tracking page, without the slash and the AWB that follow. */
  readonly trackingPage: string
  readonly email: string
  readonly password: string
  /** Nickname of the pickup address in Shiprocket. */
  readonly pickupLocation: string
  /** Sent by Shiprocket's webhooks; null: all are rejected, and tracking is only polled. */
  readonly webhookToken: string | null
  /** Also accepted during a rotation of the token. */
  readonly previousWebhookToken?: string | undefined
}
export interface GoogleSettings {
  readonly discoveryUrl: string
  readonly clientId: string
  readonly clientSecret: string
}
export interface MailSettings {
  /** smtp:// or smtps://, with user and password if needed. */
  readonly smtpUrl: string
  readonly from: string
}

export interface TracingSettings {
  /** Address of the collector, without the path of traces. */
  readonly endpoint: string
  /** The sampled share of traces. */
  readonly ratio: number
}

/** Endpoint and credentials of S3-compatible storage. */
export interface PictureBucket {
  /** With the bucket's name, without a trailing slash. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A provider that is not configured is null: the sandbox replaces it, or production refuses to start. */
export interface Environment {
  readonly isProduction: boolean
  readonly port: number
  readonly host: string | undefined
  /** The public address of the shop, without a trailing slash. */
  readonly siteUrl: string
  /** The number of our own proxies in front of the server, each of which appends to X-Forwarded-For. */
  readonly proxyHops: number
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly databaseUrl: string | null
  /** URL of a replica that answers some reads; null if there is none. */
  readonly databaseReplicaUrl: string | null
  readonly dataFolder: string
  /** Folder of uploaded pictures, unless there is a bucket. */
  readonly picturesFolder: string
  readonly pictureBucket: PictureBucket | null
  readonly authSecret: string | null
  /** Also accepted for second factors during a rotation of the secret. */
  readonly previousAuthSecret: string | null
  /** Encrypts the PANs of large orders; null outside production, where the key derives from the other secret. */
  readonly panEncryptionKey: string | null
  /** Also used to decrypt, during a rotation of the key. */
  readonly previousPanEncryptionKey: string | null
  readonly razorpay: RazorpaySettings | null
  readonly shiprocket: ShiprocketSettings | null
  readonly google: GoogleSettings | null
  readonly mail: MailSettings | null
  readonly mailFrom: string
  /** Newsletter e-mails sent per minute; other e-mails are not limited. */
  readonly newslettersPerMinute: number
  readonly analyticsUrl: string | null
  /** False in development, where Vite serves the pages. */
  readonly servesPages: boolean
  /** Multiplies the limits per client, for tests that send many requests from one machine. */
  readonly rateLimitScale: number
  /** Stock of each product in an empty database. */
  readonly openingStock: number
  /** A larger refund waits for the approval of a second person. */
  readonly refundApprovalAbove: Paise
  readonly allowsLivePaymentsOnEmbedded: boolean
  readonly allowsTestPaymentsInProduction: boolean
  readonly sandboxPort: number
  /** Port of the metrics for Prometheus; null if there are none. */
  readonly metricsPort: number | null
  /** Null: there are none. */
  readonly tracing: TracingSettings | null
  /** How long the port stays open after SIGTERM or SIGINT. */
  readonly drainMs: number
}

/** 50,000 in seven hours: below what common mail servers accept from a new sender. */
const DEFAULT_NEWSLETTERS_PER_MINUTE = 120
/** Rupees (D43). */
const DEFAULT_REFUND_APPROVAL_ABOVE = 25_000

/** Payments under a test key move no money. */
/** With TLS, and not on this machine. */
export function isPublicAddress(siteUrl: string): boolean {
  return /^https:\/\/(?!localhost|127\.|\[::1\])/.test(siteUrl)
}

export function isTestKey(keyId: string): boolean {
  return keyId.startsWith('rzp_test_')
}

/** An invalid setting; printed in one line, without a stack. */
export class InvalidSettingError extends Error {}

const SECRETS_IN_CHANGE = [
  ['AUTH_SECRET_PREVIOUS', 'AUTH_SECRET'],
  ['PAN_ENCRYPTION_KEY_PREVIOUS', 'PAN_ENCRYPTION_KEY'],
  ['RAZORPAY_WEBHOOK_SECRET_PREVIOUS', 'RAZORPAY_WEBHOOK_SECRET'],
  ['SHIPROCKET_WEBHOOK_TOKEN_PREVIOUS', 'SHIPROCKET_WEBHOOK_TOKEN'],
] as const

/** Throws InvalidSettingError. A provider needs all of its settings or none. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const parsed = Settings.safeParse(env)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    throw new InvalidSettingError(
      `Wrong setting: ${names.join(', ')}. See .env.example for the valid values.`,
    )
  }
  const settings = parsed.data
  checkSecretsInChange(settings)
  checkReplica(settings)
  const sitePort = settings.PORT ?? 3000
  const razorpay = providerSettings(settings, [
    'RAZORPAY_KEY_ID',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
  ])
  const shiprocket = providerSettings(settings, ['SHIPROCKET_EMAIL', 'SHIPROCKET_PASSWORD'])
  const mailFrom = settings.MAIL_FROM ?? 'Swarnika Jewellers <care@swarnika.example>'
  const isProduction = settings.NODE_ENV === 'production'
  return {
    isProduction,
    port: sitePort,
    host: settings.HOST,
    siteUrl: (settings.SITE_URL ?? `http://localhost:${sitePort}`).replace(/\/$/, ''),
    proxyHops: settings.TRUST_PROXY ?? 0,
    logLevel: settings.LOG_LEVEL ?? 'info',
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL ?? null,
    ...storageSettings(settings),
    authSecret: settings.AUTH_SECRET ?? null,
    previousAuthSecret: settings.AUTH_SECRET_PREVIOUS ?? null,
    panEncryptionKey: settings.PAN_ENCRYPTION_KEY ?? null,
    previousPanEncryptionKey: settings.PAN_ENCRYPTION_KEY_PREVIOUS ?? null,
    razorpay: razorpay && {
      apiUrl: settings.RAZORPAY_API_URL ?? 'https://api.razorpay.com/v1',
      checkoutScriptUrl: settings.RAZORPAY_CHECKOUT_URL ?? 'https://checkout.razorpay.com/v1/checkout.js',
      keyId: razorpay.RAZORPAY_KEY_ID,
      keySecret: razorpay.RAZORPAY_KEY_SECRET,
      webhookSecret: razorpay.RAZORPAY_WEBHOOK_SECRET,
      previousWebhookSecret: settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    },
    shiprocket: shiprocket && {
      apiUrl: settings.SHIPROCKET_API_URL ?? 'https://apiv2.shiprocket.in/v1/external',
      trackingPage: (settings.SHIPROCKET_TRACKING_URL ?? 'https://shiprocket.co/tracking').replace(/\/$/, ''),
      email: shiprocket.SHIPROCKET_EMAIL,
      password: shiprocket.SHIPROCKET_PASSWORD,
      pickupLocation: settings.SHIPROCKET_PICKUP_LOCATION ?? 'Primary',
      webhookToken: settings.SHIPROCKET_WEBHOOK_TOKEN ?? null,
      previousWebhookToken: settings.SHIPROCKET_WEBHOOK_TOKEN_PREVIOUS,
    },
    google: googleSettings(settings),
    mail: settings.SMTP_URL === undefined ? null : { smtpUrl: settings.SMTP_URL, from: mailFrom },
    mailFrom,
    newslettersPerMinute: settings.NEWSLETTERS_PER_MINUTE ?? DEFAULT_NEWSLETTERS_PER_MINUTE,
    analyticsUrl: settings.ANALYTICS_URL ?? null,
    servesPages: settings.SERVE_PAGES ?? true,
    rateLimitScale: settings.RATE_LIMIT_SCALE ?? 1,
    openingStock: settings.OPENING_STOCK ?? DEFAULT_OPENING_STOCK,
    refundApprovalAbove: rupees(settings.REFUND_APPROVAL_ABOVE ?? DEFAULT_REFUND_APPROVAL_ABOVE),
    allowsLivePaymentsOnEmbedded: settings.ALLOW_LIVE_PAYMENTS_ON_EMBEDDED ?? false,
    allowsTestPaymentsInProduction: settings.ALLOW_TEST_PAYMENTS_IN_PRODUCTION ?? false,
    sandboxPort: settings.SANDBOX_PORT ?? sitePort + 1,
    metricsPort: settings.METRICS_PORT ?? null,
    tracing: tracingSettings(settings),
    drainMs: 1000 * (settings.DRAIN_SECONDS ?? (isProduction ? 5 : 0)),
  }
}

function googleSettings(settings: z.output<typeof Settings>): Environment['google'] {
  const google = providerSettings(settings, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  return (
    google && {
      discoveryUrl:
        settings.GOOGLE_DISCOVERY_URL ?? 'https://accounts.google.com/.well-known/openid-configuration',
      clientId: google.GOOGLE_CLIENT_ID,
      clientSecret: google.GOOGLE_CLIENT_SECRET,
    }
  )
}

function tracingSettings(settings: z.output<typeof Settings>): TracingSettings | null {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT
  return endpoint === undefined ? null : { endpoint, ratio: settings.OTEL_TRACES_SAMPLER_ARG ?? 1 }
}

function storageSettings(settings: z.output<typeof Settings>) {
  const dataFolder = resolve(settings.DATA_DIR ?? 'data')
  const picturesFolder = resolve(settings.PICTURES_DIR ?? join(dataFolder, 'pictures'))
  return { dataFolder, picturesFolder, pictureBucket: bucketSettings(settings) }
}

function bucketSettings(settings: z.output<typeof Settings>): PictureBucket | null {
  const bucket = providerSettings(settings, [
    'PICTURES_BUCKET_URL',
    'PICTURES_BUCKET_REGION',
    'PICTURES_BUCKET_KEY_ID',
    'PICTURES_BUCKET_SECRET',
  ])
  return (
    bucket && {
      url: bucket.PICTURES_BUCKET_URL.replace(/\/$/, ''),
      region: bucket.PICTURES_BUCKET_REGION,
      accessKeyId: bucket.PICTURES_BUCKET_KEY_ID,
      secretAccessKey: bucket.PICTURES_BUCKET_SECRET,
    }
  )
}

function checkReplica({ DATABASE_URL, DATABASE_REPLICA_URL }: z.output<typeof Settings>): void {
  if (DATABASE_REPLICA_URL === undefined) return
  if (DATABASE_URL === undefined)
    throw new InvalidSettingError('DATABASE_REPLICA_URL is set without DATABASE_URL. See .env.example.')
  if (DATABASE_REPLICA_URL === DATABASE_URL)
    throw new InvalidSettingError('DATABASE_REPLICA_URL is the primary itself. See .env.example.')
}

function checkSecretsInChange(settings: z.output<typeof Settings>): void {
  for (const [previous, present] of SECRETS_IN_CHANGE)
    if (settings[previous] !== undefined && settings[present] === undefined)
      throw new InvalidSettingError(`${previous} is set without ${present}. See .env.example.`)
}

function providerSettings<Name extends string>(
  settings: { readonly [Setting in Name]?: string | undefined },
  names: readonly Name[],
): Record<Name, string> | null {
  const missing = names.filter((name) => settings[name] === undefined)
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new InvalidSettingError(`Missing setting: ${missing.join(', ')} (needed beside ${names[0]}).`)
  // All are present by the check above.
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Record<Name, string>
}
