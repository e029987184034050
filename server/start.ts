/** The shop as a whole: opens the database, connects the outside world, listens, and closes again. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import type { PublicConfig } from '#contract/config.ts'
import { createAuth } from './accounts/auth.ts'
import { authRoutes } from './accounts/auth-routes.ts'
import { createTokenAuthenticator } from './accounts/identify.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createApp } from './app.ts'
import { createRazorpay } from './checkout/razorpay.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { configRoutes } from './config-routes.ts'
import { openDatabase } from './db/open.ts'
import { isTestKey, type Environment } from './env.ts'
import { createEmailSender } from './email/outbox.ts'
import { createWorker } from './jobs/worker.ts'
import { messageRoutes } from './messages/routes.ts'
import { listRoutes } from './lists/routes.ts'
import type { App } from './http.ts'
import type { Log } from './log.ts'
import { orderRoutes } from './orders/routes.ts'
import { builtSettings, createPages } from './pages.ts'
import { createReadiness } from './readiness.ts'
import { StartupError, checkStartup, storageTrouble } from './startup-checks.ts'
import { cachedRates } from './shipping/cached-rates.ts'
import { shippingRoutes } from './shipping/routes.ts'
import { createShiprocket } from './shipping/shiprocket.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface StartOptions {
  readonly env: Environment
  readonly log: Log
  /** The shop's clock; a rehearsal may let it run faster. */
  readonly now?: () => Date
}

export interface RunningServer {
  /** Everything that is mounted; a method ALL is no call of its own. */
  readonly routes: App['routes']
  /**
   * `/readyz` answers 503 at once; the port stays open for `drainMs`, in which load balancers send new requests
   * elsewhere. Then no new requests are taken, those under way have five seconds, and the database is closed.
   */
  close(drainMs?: number): Promise<void>
}

/** Rejects with CannotStart or DataFolderInUse where only the person who starts the shop can help. */
export async function startServer({
  env,
  log,
  now = () => new Date(),
}: StartOptions): Promise<RunningServer> {
  const startedAt = performance.now()
  checkStartup(env, env.servesPages ? builtSettings(ROOT) : null)

  const database = await openDatabase({
    url: env.databaseUrl,
    folder: join(env.dataFolder, 'database'),
  }).catch((error: unknown) => {
    throw env.databaseUrl === null ? storageTrouble(error, env.dataFolder) : databaseUnreachable(error)
  })
  const outside = await connectProviders(env)
  const { db } = database
  const { siteUrl, rateLimitScale: limitScale } = env

  const auth = createAuth({
    db,
    secret: env.authSecret ?? generatedSecret(env),
    siteUrl,
    isProduction: env.isProduction,
    google: outside.google,
    log,
    now,
  })
  const parts = { db, identify: createTokenAuthenticator({ auth, db, now }), log, now, siteUrl }
  const gateway = createRazorpay(outside.razorpay)
  const shiprocket = createShiprocket(outside.shiprocket, now)
  const courier = cachedRates(shiprocket, now)
  // Of its own memory: however much visitors ask, no offer that a shopper was shown is pushed out, or older than it looks.
  const visitorsCourier = cachedRates(shiprocket, now)
  const mailer = createEmailSender(outside.mail)
  const worker = createWorker({ ...parts, gateway, mailer })

  const config: PublicConfig = {
    sandboxed: [...outside.sandboxed],
    mailboxUrl: outside.mailboxUrl,
    checkoutScriptUrl: outside.razorpay.checkoutScriptUrl,
    paymentKey: outside.razorpay.keyId,
    hasTestPayments: env.razorpay !== null && isTestKey(env.razorpay.keyId),
    googleSignIn: outside.google !== null,
  }
  const readiness = createReadiness(db)
  const { checkoutScriptUrl } = config
  const outsiders = { checkoutScriptUrl, analyticsUrl: env.analyticsUrl, siteUrl }
  const shop = createApp({
    db,
    readiness,
    log,
    outsiders,
    proxyHops: env.proxyHops,
    areas: [
      configRoutes(config, siteUrl, now),
      authRoutes({ auth, db, now, siteUrl, limitScale }),
      accountRoutes(parts),
      listRoutes(parts),
      messageRoutes(parts, { limitScale }),
      shippingRoutes({ ...parts, courier, estimateCourier: visitorsCourier }, { limitScale }),
      checkoutRoutes({ ...parts, courier, gateway, worker }),
      orderRoutes(parts),
    ],
    pages: env.servesPages ? await createPages(ROOT, outsiders, log) : null,
  })

  const server = createAdaptorServer({ fetch: shop.fetch })
  const closeServer = closing(server)
  await listening(server, env)
  worker.start()
  logStarted(env, outside, database.kind, startedAt)

  return {
    routes: shop.routes,
    async close(drainMs = 0) {
      readiness.stop()
      await wait(drainMs)
      await closeServer()
      await worker.stop()
      mailer.close()
      await outside.close()
      await database.close()
    },
  }
}

interface Providers {
  readonly razorpay: NonNullable<Environment['razorpay']>
  readonly shiprocket: NonNullable<Environment['shiprocket']>
  readonly google: Environment['google']
  readonly mail: NonNullable<Environment['mail']>
  readonly sandboxed: PublicConfig['sandboxed']
  readonly sandboxUrl: string | null
  readonly mailboxUrl: string | null
  close(): Promise<void>
}

/** What is configured is used; for what is not, the sandbox answers, which production has refused by now. */
async function connectProviders(env: Environment): Promise<Providers> {
  const { razorpay, shiprocket, google, mail } = env
  const providers = { razorpay, shiprocket, google, mail }
  // The keys are these four names.
  const names = Object.keys(providers) as (keyof typeof providers)[]
  const missing = names.filter((name) => providers[name] === null)
  if (razorpay && shiprocket && mail && (google || env.isProduction))
    return {
      razorpay,
      shiprocket,
      google,
      mail,
      sandboxed: [],
      sandboxUrl: null,
      mailboxUrl: null,
      close: async () => {},
    }

  const { startSandbox } = await import('#sandbox/sandbox.ts')
  const { hostname, protocol } = new URL(env.siteUrl)
  const inFolder = mkdir(env.dataFolder, { recursive: true })
  const startedSandbox = inFolder.then(() =>
    startSandbox({
      port: env.sandboxPort,
      host: env.host,
      publicUrl: `${protocol}//${hostname}:${env.sandboxPort}`,
      storeFile: join(env.dataFolder, 'sandbox.sqlite'),
      shopUrl: env.siteUrl,
      providers: missing,
    }),
  )
  const sandbox = await startedSandbox.catch((error: unknown) => {
    throw portTaken(storageTrouble(error, env.dataFolder), env.sandboxPort, 'SANDBOX_PORT')
  })
  return {
    razorpay: razorpay ?? { ...sandbox.razorpay, checkoutScriptUrl: sandbox.razorpay.scriptUrl },
    shiprocket: shiprocket ?? sandbox.shiprocket,
    google: google ?? sandbox.google,
    mail: mail ?? { smtpUrl: `smtp://${sandbox.mail.host}:${sandbox.mail.port}`, from: env.mailFrom },
    sandboxed: missing,
    sandboxUrl: sandbox.url,
    mailboxUrl: mail ? null : sandbox.mail.mailboxUrl,
    close: () => sandbox.close(),
  }
}

/** The address holds a password and is not repeated. */
function databaseUnreachable(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isAboutConnecting = /^(ECONN|ENOTFOUND|ETIMEDOUT|EHOST|EAI_|08|28|3D|53|57P)/.test(code)
  return isAboutConnecting
    ? new StartupError(`The database of DATABASE_URL cannot be opened (${code}).`)
    : error
}

/** Outside production a secret is made once and kept beside the data, so that sessions outlive a restart. */
function generatedSecret(env: Environment): string {
  const file = join(env.dataFolder, 'auth-secret')
  try {
    if (!existsSync(file)) {
      mkdirSync(env.dataFolder, { recursive: true })
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
    }
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw storageTrouble(error, env.dataFolder)
  }
}

const FINISHING_MAX_MS = 5000

/**
 * Closes the server when the requests under way are answered. Node counts a connection on which nothing was sent yet as
 * busy for a minute, though browsers and load balancers open such in advance; and a client that stops reading or sending
 * must not keep the shop from closing in order.
 */
function closing(server: ReturnType<typeof createAdaptorServer>): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const late = setTimeout(() => sockets.forEach((socket) => socket.destroy()), FINISHING_MAX_MS)
    await closed
    clearTimeout(late)
  }
}

function listening(
  server: ReturnType<typeof createAdaptorServer>,
  { port, host }: Environment,
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portTaken(error, port, 'PORT')))
    // A server on a TCP port has an address with one.
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}

function portTaken(error: unknown, port: number, setting: string): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return isTaken ? new StartupError(`Port ${port} is taken. Set ${setting} to a free one.`) : error
}

function logStarted(
  env: Environment,
  outside: Providers,
  kind: 'embedded' | 'server',
  startedAt: number,
): void {
  const lines = [
    `Swarnika Jewellers is open at ${env.siteUrl} (started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s).`,
    kind === 'embedded'
      ? `Database: embedded, in ${env.dataFolder}. It survives a killed process, not a power cut.`
      : 'Database: PostgreSQL server.',
  ]
  if (outside.sandboxed.length > 0)
    lines.push(
      `Test mode, no money moves: ${outside.sandboxed.join(', ')} are played by the sandbox at ${outside.sandboxUrl}.`,
    )
  if (outside.mailboxUrl) lines.push(`Mail of the shop can be read at ${outside.mailboxUrl}.`)
  for (const line of lines) print(line)
}

function print(line: string): void {
  process.stderr.write(`${line}\n`)
}
