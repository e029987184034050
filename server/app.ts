/** The server, put together from its parts. A value: tests send it requests without a port. */
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { PATHS_FOR_OTHERS } from '#contract/for-others.ts'
import { clientAddress } from './client-address.ts'
import { isDatabaseUnavailable } from './db/availability.ts'
import type { Database } from './db/open.ts'
import {
  refusal,
  troubleAnswer,
  UNAVAILABLE,
  type Shop,
  type ShopContext,
  type ShopVariables,
} from './http.ts'
import { factsOf, loggedPath, type Log } from './log.ts'
import type { Pages } from './pages.ts'
import { oneRequestAtATime } from './pipelining.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { commonHeaders, type Outsiders } from './security.ts'

export interface AppParts {
  readonly db: Database
  /** Omitted where the server is never stopped. */
  readonly readiness?: Readiness
  readonly log: Log
  readonly outsiders: Outsiders
  /** Proxies of ours in front of the server. */
  readonly proxyHops: number
  /** The areas under /api, each with its own routes. */
  readonly areas: readonly Shop[]
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
}: AppParts): Shop {
  const shop = new Hono<ShopVariables>()
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
      path: loggedPath(path),
      status: context.res.status,
      ms: Math.round(performance.now() - startedAt),
    })
  })

  shop.get(PATHS_FOR_OTHERS.health, (context) => context.json({ ok: true }))
  shop.get(PATHS_FOR_OTHERS.readiness, async (context) => {
    const isReady = await readiness.check()
    return context.json({ ok: isReady }, isReady ? 200 : 503)
  })

  const tooLarge = (context: ShopContext) =>
    troubleAnswer(context, refusal('too-large', 'The request is too large.'))
  const limits = {
    webhook: bodyLimit({ maxSize: WEBHOOK_BODY_MAX, onError: tooLarge }),
    call: bodyLimit({ maxSize: BODY_MAX, onError: tooLarge }),
  }
  shop.use('/api/*', (context, next) =>
    context.req.path === PATHS_FOR_OTHERS.razorpayWebhook
      ? limits.webhook(context, next)
      : limits.call(context, next),
  )
  shop.use(compress())
  shop.use('/api/*', async (context, next) => {
    await next()
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store')
  })
  for (const area of areas) shop.route('/', area)
  shop.all('/api/*', (context) => troubleAnswer(context, refusal('not-found', 'There is nothing here.')))

  if (pages) shop.all('*', (context) => pages(context.req.raw))

  shop.onError((error, context) => {
    if (isDatabaseUnavailable(error)) {
      log.warn('database unavailable', {
        requestId: context.get('requestId'),
        path: loggedPath(context.req.path),
        ...factsOf(error),
      })
      return troubleAnswer(context, UNAVAILABLE)
    }
    log.error('unexpected error', {
      requestId: context.get('requestId'),
      path: loggedPath(context.req.path),
      ...factsOf(error),
    })
    return context.json(
      { success: false, code: 'unexpected', message: 'Something went wrong on our side. Please try again.' },
      500,
    )
  })
  return shop
}

function visitorsAddress(context: ShopContext, proxyHops: number): string {
  // A request that a test hands over without a connection has no peer.
  const connection: object = Object(context.env)
  const peer = 'incoming' in connection ? getConnInfo(context).remote.address : undefined
  return clientAddress({ peer, forwardedFor: context.req.header('x-forwarded-for'), proxyHops })
}
