/** The server, put together from its parts. A value: tests send it requests without a port. */
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import { clientAddress } from './client-address.ts'
import { isDatabaseUnavailable } from './db/availability.ts'
import type { Database } from './db/open.ts'
import { errorResponse, sendError, UNAVAILABLE, type App, type AppContext, type AppEnv } from './http.ts'
import { errorFields, redactPath, type Log } from './log.ts'
import type { Pages } from './pages.ts'
import { oneRequestAtATime } from './pipelining.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { commonHeaders, type ExternalOrigins } from './security.ts'

export interface AppParts {
  readonly db: Database
  /** Omitted where the server is never stopped. */
  readonly readiness?: Readiness
  readonly log: Log
  readonly outsiders: ExternalOrigins
  /** Proxies of ours in front of the server. */
  readonly proxyHops: number
  /** The areas under /api, each with its own routes. */
  readonly areas: readonly App[]
  /** Null where only the interface is wanted (development, tests). */
  readonly pages: Pages | null
}

const KB = 1024
const BODY_MAX = 64 * KB
const WEBHOOK_BODY_MAX = 256 * KB

export function createApp({
  db,
  readiness = createReadiness(db),
  log,
  outsiders,
  proxyHops,
  areas,
  pages,
}: AppParts): App {
  const shop = new Hono<AppEnv>()
  const headers = commonHeaders(outsiders)

  shop.use(oneRequestAtATime())
  shop.use(async (context, next) => {
    const startedAt = performance.now()
    const requestId = crypto.randomUUID()
    context.set('requestId', requestId)
    context.set('clientAddress', visitorsAddress(context, proxyHops))
    await next()
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    context.header('x-request-id', requestId)
    // A connection that is kept alive would keep its browser or proxy with a server that is about to stop.
    if (readiness.isStopping()) context.header('connection', 'close')
    const { method, path } = context.req
    const isNoteworthy = path.startsWith('/api/') || context.res.status >= 400
    log[isNoteworthy ? 'info' : 'debug']('request', {
      requestId,
      method,
      path: redactPath(path),
      status: context.res.status,
      ms: Math.round(performance.now() - startedAt),
    })
  })

  shop.get(EXTERNAL_PATHS.health, (context) => context.json({ ok: true }))
  shop.get(EXTERNAL_PATHS.readiness, async (context) => {
    const isReady = await readiness.check()
    return context.json({ ok: isReady }, isReady ? 200 : 503)
  })

  const tooLarge = (context: AppContext) =>
    sendError(context, errorResponse('too-large', 'The request is too large.'))
  const limits = {
    webhook: bodyLimit({ maxSize: WEBHOOK_BODY_MAX, onError: tooLarge }),
    call: bodyLimit({ maxSize: BODY_MAX, onError: tooLarge }),
  }
  shop.use('/api/*', (context, next) =>
    context.req.path === EXTERNAL_PATHS.razorpayWebhook
      ? limits.webhook(context, next)
      : limits.call(context, next),
  )
  shop.use(compress())
  shop.use('/api/*', async (context, next) => {
    await next()
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store')
  })
  for (const area of areas) shop.route('/', area)
  shop.all('/api/*', (context) => sendError(context, errorResponse('not-found', 'There is nothing here.')))

  if (pages) shop.all('*', (context) => pages(context.req.raw))

  shop.onError((error, context) => {
    if (isDatabaseUnavailable(error)) {
      log.warn('database unavailable', {
        requestId: context.get('requestId'),
        path: redactPath(context.req.path),
        ...errorFields(error),
      })
      return sendError(context, UNAVAILABLE)
    }
    log.error('unexpected error', {
      requestId: context.get('requestId'),
      path: redactPath(context.req.path),
      ...errorFields(error),
    })
    return context.json(
      { success: false, code: 'unexpected', message: 'Something went wrong on our side. Please try again.' },
      500,
    )
  })
  return shop
}

function visitorsAddress(context: AppContext, proxyHops: number): string {
  // A request that a test hands over without a connection has no peer.
  const connection: object = Object(context.env)
  const peer = 'incoming' in connection ? getConnInfo(context).remote.address : undefined
  return clientAddress({ peer, forwardedFor: context.req.header('x-forwarded-for'), proxyHops })
}
