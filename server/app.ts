/** Assembles the server from its parts. Tests send it requests without a port. */
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { routePath } from 'hono/route'
import { VERSION_HEADER } from '#contract/edition.ts'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import { versionOf } from '#domain/collection.ts'
import { clientAddress } from './client-address.ts'
import type { CurrentCollection } from './collection/current.ts'
import { isDatabaseUnavailable } from './db/availability.ts'
import type { Database } from './db/open.ts'
import { errorResponse, sendError, UNAVAILABLE, type App, type AppContext, type AppEnv } from './http.ts'
import { errorFields, logRequest, redactPath, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Pages } from './pages.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { commonHeaders, PERMISSIONS_POLICY, type ExternalOrigins } from './security.ts'
import { currentSpan, inSpan, requestSpan } from './tracing.ts'

export interface AppDeps {
  readonly db: Database
  /** Omitted in tests, which never stop the server. */
  readonly readiness?: Readiness
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'observeRequest'> | undefined
  readonly externalOrigins: ExternalOrigins
  /** The number of our own proxies in front of the server. */
  readonly proxyHops: number
  readonly areas: readonly App[]
  /** Omitted in tests, whose collection stays the same. */
  readonly collection?: Pick<CurrentCollection, 'get' | 'pinned'>
  /** Null for the API alone (development, tests). */
  readonly pages: Pick<Pages, 'respond'> | null
}

const KB = 1024
const BODY_MAX = 64 * KB
const WEBHOOK_BODY_MAX = 256 * KB
/** Ten thousand products. */
const IMPORT_BODY_MAX = 6 * 1024 * KB
/**
 * Limits its own body while it streams it to a file, once the sender is known; a limit here would buffer it in memory.
 */
const UPLOAD_PATH = '/api/desk/pictures'
const IMPORT_PATHS = /^\/api\/desk\/collection\/import(?:\/preview)?$/
const WEBHOOK_PATHS: ReadonlySet<string> = new Set([
  EXTERNAL_PATHS.razorpayWebhook,
  EXTERNAL_PATHS.parcelWebhook,
])

export function createApp({
  db,
  readiness = createReadiness(db),
  log,
  metrics,
  externalOrigins,
  proxyHops,
  areas,
  collection,
  pages,
}: AppDeps): App {
  const app = new Hono<AppEnv>()
  const headers = Object.entries(commonHeaders(externalOrigins))

  app.use(async (context, next) => {
    context.set('requestId', crypto.randomUUID())
    context.set('clientAddress', visitorAddress(context, proxyHops))
    await next()
    for (const [name, value] of headers)
      if (name !== PERMISSIONS_POLICY || !context.res.headers.has(name)) context.header(name, value)
    context.header('x-request-id', context.get('requestId'))
    // A kept-alive connection would tie its browser or proxy to a server that is about to stop.
    if (readiness.isStopping()) context.header('connection', 'close')
  })
  app.use(traceRequests)
  app.use(logRequests(log, metrics))

  app.get(EXTERNAL_PATHS.health, (context) => context.json({ ok: true }))
  app.get(EXTERNAL_PATHS.readiness, async (context) => {
    const isReady = await readiness.check()
    const status = readiness.isStopping() ? 'draining' : isReady ? 'ready' : 'no database'
    return context.json({ ok: isReady, status }, isReady ? 200 : 503)
  })

  if (collection) app.use(pinCollection(collection))
  app.use('/api/*', limitBodies())
  app.use(compress())
  app.use('/api/*', async (context, next) => {
    await next()
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store')
  })
  for (const area of areas) app.route('/', area)
  app.all('/api/*', (context) => sendError(context, errorResponse('not-found', 'There is nothing here.')))

  if (pages) app.all('*', (context) => pages.respond(context.req.raw))
  app.onError((error, context) => handleError(error, context, log))
  return app
}

/** Each response reads one edition and names it, whatever is published meanwhile. Pages name theirs themselves. */
function pinCollection(collection: Pick<CurrentCollection, 'get' | 'pinned'>): MiddlewareHandler<AppEnv> {
  return (context, next) =>
    collection.pinned(async () => {
      const version = versionOf(collection.get())
      await next()
      if (context.req.path.startsWith('/api/')) context.header(VERSION_HEADER, version)
    })
}

const PROBES: ReadonlySet<string> = new Set([EXTERNAL_PATHS.health, EXTERNAL_PATHS.readiness])

const traceRequests: MiddlewareHandler<AppEnv> = (context, next) => {
  // Load balancers probe every few seconds.
  if (PROBES.has(context.req.path)) return next()
  const parent = context.req.header('traceparent')
  return inSpan(
    () => ({ name: context.req.method, kind: 'server', parent }),
    async (span) => {
      await next()
      const { method, path } = context.req
      const { status, headers } = context.res
      const { name, attributes } = requestSpan({ method, route: routePath(context), status })
      span.rename(name)
      span.set({ ...attributes, 'shop.request_id': context.get('requestId') })
      if (status >= 500) span.fail(String(status))
      const running = currentSpan()
      // Pages send it with their next calls, so that a visit is one trace (app/api.ts). The desk stays open for days.
      if (running && headers.get('cache-control') === 'no-store' && !path.startsWith('/api/desk/'))
        context.header('traceparent', parent?.includes(running.traceId) ? parent : running.traceparent)
    },
  )
}

function logRequests(log: Log, metrics: AppDeps['metrics']): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const startedAt = performance.now()
    await next()
    const { method, path } = context.req
    const { status } = context.res
    logRequest(log, { requestId: context.get('requestId'), method, path, status, startedAt })
    metrics?.observeRequest({ method, route: routePath(context), status, startedAt })
  }
}

function limitBodies(): MiddlewareHandler<AppEnv> {
  const onError = (context: AppContext) =>
    sendError(context, errorResponse('too-large', 'The request is too large.'))
  const forWebhooks = bodyLimit({ maxSize: WEBHOOK_BODY_MAX, onError })
  const forCalls = bodyLimit({ maxSize: BODY_MAX, onError })
  const forImports = bodyLimit({ maxSize: IMPORT_BODY_MAX, onError })
  return (context, next) => {
    const { path } = context.req
    if (WEBHOOK_PATHS.has(path)) return forWebhooks(context, next)
    if (path === UPLOAD_PATH) return next()
    return IMPORT_PATHS.test(path) ? forImports(context, next) : forCalls(context, next)
  }
}

function handleError(error: Error, context: AppContext, log: Log): Response {
  const fields = {
    requestId: context.get('requestId'),
    path: redactPath(context.req.path),
    ...errorFields(error),
  }
  if (isDatabaseUnavailable(error)) {
    log.warn('database unavailable', fields)
    return sendError(context, UNAVAILABLE)
  }
  log.error('unexpected error', fields)
  const message = 'Something went wrong on our side. Please try again.'
  return context.json({ success: false, code: 'unexpected', message }, 500)
}

function visitorAddress(context: AppContext, proxyHops: number): string {
  // A request that a test sends without a connection has no peer.
  const connection: object = Object(context.env)
  const peer = 'incoming' in connection ? getConnInfo(context).remote.address : undefined
  return clientAddress({ peer, forwardedFor: context.req.header('x-forwarded-for'), proxyHops })
}
