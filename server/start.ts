/** Starts and stops the server: database, providers, HTTP and background jobs. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PublicConfig } from '#contract/config.ts'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { createAuth, type Auth } from './accounts/auth.ts'
import { authRoutes } from './accounts/auth-routes.ts'
import { createTokenAuthenticator } from './accounts/token-authenticator.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createApp } from './app.ts'
import { createRazorpay } from '#server/gateway/razorpay.ts'
import { checkoutRoutes, type CheckoutDeps } from './checkout/routes.ts'
import { followCollection, type CurrentCollection } from './collection/current.ts'
import { seedOpeningCollection } from './collection/editions.ts'
import { collectionRoutes } from './collection/routes.ts'
import { createQuoteSigner } from './collection/signed-quotes.ts'
import { configRoutes } from './config-routes.ts'
import { DatabaseEncodingError, openDatabase, type OpenDatabase } from './db/open.ts'
import type { ReplicaState } from './db/replica-watch.ts'
import { firstOwnerLink } from './desk/staff-members.ts'
import { deskRoutes } from './desk/routes.ts'
import type { Encryption } from './encryption.ts'
import { isTestKey, type Environment } from './env.ts'
import { createEmailSender } from './email/outbox.ts'
import { cancellationRoutes } from './fulfilment/cancellation-routes.ts'
import { courierWebhook } from './fulfilment/courier-webhook.ts'
import { offerRoutes } from '#server/offers/routes.ts'
import { returnRoutes } from './fulfilment/return-routes.ts'
import type { Worker } from './jobs/loops.ts'
import { createWorker } from './jobs/worker.ts'
import { messageRoutes } from './messages/routes.ts'
import { subscriptionRoutes } from './newsletters/subscription-routes.ts'
import { listRoutes } from './lists/routes.ts'
import type { App } from './http.ts'
import type { Log } from './log.ts'
import type { MetricsDeps } from './metrics.ts'
import { createNodeServer, type NodeServer } from './node-server.ts'
import { createDocumentSigner } from './documents/signer.ts'
import { createPanEncryption } from './orders/pans.ts'
import { orderRoutes } from './account-orders/routes.ts'
import { paymentWebhook } from './payments/webhooks.ts'
import { pictureRoutes } from './pictures/files.ts'
import { openPictures } from './pictures/open.ts'
import { createPictureUploads } from './pictures/uploads.ts'
import { readBuildSettings, createPages } from './pages.ts'
import { createRenderer } from './renderer.ts'
import { createCachedResponder } from './cached-responses.ts'
import { createReadiness } from './readiness.ts'
import { StartupError, checkStartup, toStorageError } from './startup-checks.ts'
import { cachedRates } from './shipping/cached-rates.ts'
import type { Courier, ParcelCourier } from './shipping/courier.ts'
import { shippingRoutes } from './shipping/routes.ts'
import { createShiprocket } from './shipping/shiprocket.ts'
import { seedOpeningStock } from './stock/levels.ts'
import { createStockLoader } from './stock/out-of-stock.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface StartOptions {
  readonly env: Environment
  readonly log: Log
  /** Accelerated in chaos runs. */
  readonly now?: () => Date
}

export interface RunningServer {
  /** Middleware has the method ALL. */
  readonly routes: App['routes']
  /** The link that was printed for the first owner; null once staff exist. */
  readonly ownerLink: string | null
  /**
   * `/readyz` returns 503 at once; the port stays open for `drainMs`, in which load balancers redirect new requests.
   * Then requests in progress have five seconds, and the database is closed.
   */
  close(drainMs?: number): Promise<void>
}

/** Rejects with StartupError or DataFolderInUseError if only the operator can help. */
export async function startServer({
  env,
  log,
  now = () => new Date(),
}: StartOptions): Promise<RunningServer> {
  const startedAt = performance.now()
  checkStartup(env, env.servesPages ? readBuildSettings(ROOT) : null)

  const database = await openConfiguredDatabase(env, log)
  const { db, fromReplica } = database
  const collection = await openCollection(database, { env, log, now })
  const providers = await connectProviders(env)
  const { siteUrl, analyticsUrl, isProduction, newslettersPerMinute } = env
  const secret = env.authSecret ?? readOrCreateSecret(env)
  const auth = createAuth({ db, secret, siteUrl, isProduction, google: providers.google, log, now })
  const deps = {
    db,
    fromReplica,
    authenticate: createTokenAuthenticator({ auth, db, now }),
    log,
    now,
    collection: collection.get,
    siteUrl,
    newslettersPerMinute,
    quotes: createQuoteSigner(secret),
    pans: pansFrom(env, secret),
  }
  const gateway = createRazorpay(providers.razorpay)
  const mailer = createEmailSender(providers.mail)
  const shiprocket = createShiprocket(providers.shiprocket, now)
  const metrics = await openMetrics(env, { database, collection, log, now })
  const pictures = openPictures(env, log)
  const adapters = { gateway, mailer, parcelCourier: shiprocket, pictureStorage: pictures.storage }
  const worker = createWorker({ ...deps, ...adapters, metrics, isEmbedded: database.kind === 'embedded' })
  const readiness = createReadiness(db)
  const externalOrigins = { checkoutScriptUrl: providers.razorpay.checkoutScriptUrl, analyticsUrl, siteUrl }
  const shared = { collection, externalOrigins, log, metrics }
  const { renderer, pages } = await openPages(env, { ...shared, pictures: pictures.files })
  const areas = createAreas(env, providers, { ...deps, auth, secret, worker, gateway, shiprocket, pictures })
  const app = createApp({ ...shared, db, readiness, proxyHops: env.proxyHops, areas, pages })

  const sendCached = pages && createCachedResponder({ pages, readiness, externalOrigins, log, metrics })
  const server = createNodeServer(app, { sendCached })
  await listen(server, env, 'PORT')
  worker.start()
  const ownerLink = await firstOwnerLink(db, siteUrl, now())
  printStartup(env, providers, { kind: database.kind, startedAt, ownerLink })

  return {
    routes: app.routes,
    ownerLink,
    async close(drainMs = 0) {
      readiness.stop()
      await wait(drainMs)
      await server.close()
      pictures.encoder.close()
      await worker.stop()
      await metrics?.close()
      await renderer?.close()
      await collection.close()
      mailer.close()
      await providers.close()
      await database.close()
    },
  }
}

/** Without a key of their own, the PANs' key derives from AUTH_SECRET, and changes with it. */
function pansFrom(env: Environment, secret: string): Encryption {
  const { panEncryptionKey, previousPanEncryptionKey, previousAuthSecret } = env
  return panEncryptionKey === null
    ? createPanEncryption(secret, previousAuthSecret)
    : createPanEncryption(panEncryptionKey, previousPanEncryptionKey)
}

/** Null if only the API is served. */
async function openPages(
  { servesPages }: Environment,
  options: Omit<Parameters<typeof createPages>[1], 'renderer'>,
) {
  if (!servesPages) return { renderer: null, pages: null }
  const renderer = createRenderer(ROOT, options)
  return { renderer, pages: await createPages(ROOT, { ...options, renderer }) }
}

/** Loaded only if they are configured. */
async function openMetrics({ metricsPort, host }: Environment, deps: MetricsDeps) {
  if (metricsPort === null) return undefined
  const { createMetrics } = await import('./metrics.ts')
  const metrics = createMetrics(deps)
  await listen(metrics, { port: metricsPort, host }, 'METRICS_PORT')
  return metrics
}

function listen(
  server: Pick<NodeServer, 'listen'>,
  { port, host }: Pick<Environment, 'port' | 'host'>,
  setting: string,
): Promise<void> {
  return server.listen(port, host).catch((error: unknown) => {
    throw toPortError(error, port, setting)
  })
}

/** An empty database begins with the opening collection and its stock. */
async function openCollection(
  database: OpenDatabase,
  { env, log, now }: Required<StartOptions>,
): Promise<CurrentCollection> {
  const { db } = database
  await seedOpeningCollection(db, now())
  await seedOpeningStock(db, { products: OPENING_CONTENT.products, each: env.openingStock, now: now() })
  return followCollection({ database, log, loadOutOfStock: createStockLoader(db, now) })
}

interface AreaDeps extends Omit<CheckoutDeps, 'courier'> {
  readonly worker: Pick<Worker, 'wake'>
  readonly auth: Auth
  readonly secret: string
  readonly shiprocket: Courier & ParcelCourier
  readonly pictures: ReturnType<typeof openPictures>
}

function createAreas(env: Environment, providers: Providers, deps: AreaDeps): readonly App[] {
  const { auth, db, fromReplica, now, siteUrl, secret, shiprocket, worker, pictures } = deps
  const signer = createDocumentSigner({ db, secret, previousSecret: env.previousAuthSecret, siteUrl, now })
  const { razorpay, google, sandboxed, mailboxUrl } = providers
  const { rateLimitScale: limitScale } = env
  const courier = cachedRates(shiprocket, now)
  const estimateCourier = cachedRates(shiprocket, now)
  const config: PublicConfig = {
    sandboxed: [...sandboxed],
    mailboxUrl,
    checkoutScriptUrl: razorpay.checkoutScriptUrl,
    paymentKey: razorpay.keyId,
    hasTestPayments: env.razorpay !== null && isTestKey(env.razorpay.keyId),
    googleSignIn: google !== null,
  }
  return [
    configRoutes(config, siteUrl, now),
    authRoutes({ auth, db, now, siteUrl, limitScale }),
    accountRoutes(deps),
    collectionRoutes(deps, { limitScale }),
    listRoutes(deps),
    messageRoutes(deps, { limitScale }),
    subscriptionRoutes(deps, { limitScale }),
    shippingRoutes({ ...deps, courier, estimateCourier }, { limitScale }),
    checkoutRoutes({ ...deps, courier }),
    paymentWebhook(deps),
    orderRoutes(deps, signer),
    cancellationRoutes(deps),
    returnRoutes(deps),
    offerRoutes(deps),
    courierWebhook(deps, providers.shiprocket),
    pictureRoutes(pictures.files),
    deskRoutes({
      collection: deps.collection,
      newslettersPerMinute: env.newslettersPerMinute,
      signer,
      uploads: createPictureUploads({ ...deps, ...pictures }),
      setup: {
        hasLivePayments: env.razorpay !== null && !isTestKey(env.razorpay.keyId),
        hasCourier: env.shiprocket !== null,
        hasMail: env.mail !== null,
      },
      db,
      fromReplica,
      now,
      siteUrl,
      pans: deps.pans,
      secret,
      previousSecret: env.previousAuthSecret,
      limitScale,
      worker,
      parcelCourier: shiprocket,
      sendsTestOrders: env.shiprocket === null,
      refundApprovalAbove: env.refundApprovalAbove,
    }),
  ]
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

/** The sandbox replaces providers that are not configured; in production the startup checks reject that. */
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
  const folderCreated = mkdir(env.dataFolder, { recursive: true })
  const sandboxStarted = folderCreated.then(() =>
    startSandbox({
      port: env.sandboxPort,
      host: env.host,
      publicUrl: `${protocol}//${hostname}:${env.sandboxPort}`,
      storeFile: join(env.dataFolder, 'sandbox.sqlite'),
      shopUrl: env.siteUrl,
      providers: missing,
    }),
  )
  const sandbox = await sandboxStarted.catch((error: unknown) => {
    throw toPortError(toStorageError(error, env.dataFolder), env.sandboxPort, 'SANDBOX_PORT')
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

function openConfiguredDatabase(env: Environment, log: Log): Promise<OpenDatabase> {
  const { databaseUrl, databaseReplicaUrl, dataFolder } = env
  const replica = databaseReplicaUrl === null ? null : { url: databaseReplicaUrl, onState: logReplica(log) }
  return openDatabase({ url: databaseUrl, folder: join(dataFolder, 'database'), replica }).catch(
    (error: unknown) => {
      throw databaseUrl === null ? toStorageError(error, dataFolder) : toDatabaseError(error)
    },
  )
}

function logReplica(log: Log) {
  return (state: ReplicaState) =>
    state === 'in use' ? log.info('replica in use', {}) : log.warn('replica not in use', { state })
}

/** Does not quote the address, which contains a password. */
function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseEncodingError) return new StartupError(error.message)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isConnectionError = /^(ECONN|ENOTFOUND|ETIMEDOUT|EHOST|EAI_|08|28|3D|53|57P)/.test(code)
  return isConnectionError
    ? new StartupError(`The database of DATABASE_URL cannot be opened (${code}).`)
    : error
}

/** Outside production the secret is generated once and stored beside the data, so that sessions survive a restart. */
function readOrCreateSecret(env: Environment): string {
  const file = join(env.dataFolder, 'auth-secret')
  try {
    if (!existsSync(file)) {
      mkdirSync(env.dataFolder, { recursive: true })
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
    }
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw toStorageError(error, env.dataFolder)
  }
}

function toPortError(error: unknown, port: number, setting: string): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return isTaken ? new StartupError(`Port ${port} is taken. Set ${setting} to a free one.`) : error
}

interface Startup {
  readonly kind: 'embedded' | 'server'
  readonly startedAt: number
  /** Null once staff exist. */
  readonly ownerLink: string | null
}

function printStartup(env: Environment, providers: Providers, { kind, startedAt, ownerLink }: Startup): void {
  const lines = [
    `Swarnika Jewellers is open at ${env.siteUrl} (started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s).`,
    kind === 'embedded'
      ? `Database: embedded, in ${env.dataFolder}. It survives a killed process, not a power cut.`
      : 'Database: PostgreSQL server.',
  ]
  if (providers.sandboxed.length > 0)
    lines.push(
      `Test mode, no money moves: ${providers.sandboxed.join(', ')} are emulated by the sandbox at ${providers.sandboxUrl}.`,
    )
  if (providers.mailboxUrl) lines.push(`Read the shop’s e-mail at ${providers.mailboxUrl}.`)
  if (ownerLink !== null)
    lines.push(`The desk has no staff yet. The owner enrols here (one use, valid for 24 hours): ${ownerLink}`)
  process.stderr.write(`${lines.join('\n')}\n`)
}
