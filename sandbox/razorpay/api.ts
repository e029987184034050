/** Razorpay's server API: orders, payments, refunds, disputes, settlements. */
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { RAZORPAY_CREDENTIALS } from '#sandbox/credentials.ts'
import type { Faults } from '#sandbox/faults.ts'
import { isSameSecret, readJson, sleep, type Env } from '#sandbox/http.ts'
import { ApiError, idNotFound } from './entities.ts'
import type { Gateway } from './gateway.ts'
import {
  parseCaptureRequest,
  parseIdempotencyKey,
  parseNotesRequest,
  parseOrderRequest,
  parsePage,
  parseReconQuery,
  parseRefundRequest,
} from './validation.ts'

export function razorpayApi({ gateway, faults }: { gateway: Gateway; faults: Faults }): Hono<Env> {
  const api = new Hono<Env>()
  const { find } = gateway
  api.onError(respondWithError)

  api.use(async (c, next) => {
    if (!isAuthenticated(c.req.header('authorization'))) {
      return c.json({ error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } }, 401)
    }
    const targets = await faultTargetsOf(c, gateway)
    if (faults.shouldInject('api-5xx', targets)) return serverError(c, faults.counts()['api-5xx'])
    await next()
    if (faults.shouldInject('api-timeout', targets)) {
      await sleep(faults.settings().timing.hangMs)
      c.env.incoming.socket.destroy()
    } else if (faults.shouldInject('api-dropped', targets)) {
      c.env.incoming.socket.destroy()
    }
  })

  api.post('/orders', async (c) => c.json(gateway.createOrder(parseOrderRequest(await readJson(c)))))
  api.get('/orders', (c) =>
    c.json(collection(find.listOrders(parsePage(c.req.query()), c.req.query('receipt') ?? null))),
  )
  api.get('/orders/:id', (c) => c.json(find.findOrder(c.req.param('id')).order))
  api.patch('/orders/:id', async (c) =>
    c.json(gateway.updateNotes(c.req.param('id'), parseNotesRequest(await readJson(c)))),
  )
  api.get('/orders/:id/payments', (c) =>
    c.json(collection(find.paymentsOfOrder(find.findOrder(c.req.param('id')).order.id))),
  )

  api.get('/payments', (c) => c.json(collection(find.listPayments(parsePage(c.req.query())))))
  api.get('/payments/:id', (c) => c.json(find.findPayment(c.req.param('id'))))
  api.post('/payments/:id/capture', async (c) =>
    c.json(gateway.capture(c.req.param('id'), parseCaptureRequest(await readJson(c)))),
  )
  api.post('/payments/:id/refund', async (c) => {
    const body = (await c.req.text()) === '' ? {} : await readJson(c)
    const key = parseIdempotencyKey(c.req.header('x-refund-idempotency'))
    return c.json(gateway.refund(c.req.param('id'), parseRefundRequest(body), key))
  })
  api.get('/payments/:id/refunds', (c) =>
    c.json(collection(find.refundsOfPayment(find.findPayment(c.req.param('id')).id))),
  )
  api.get('/payments/:id/refunds/:refund', (c) => {
    const refund = find.findRefund(c.req.param('refund'))
    if (refund.payment_id !== c.req.param('id')) throw idNotFound()
    return c.json(refund)
  })
  api.get('/refunds', (c) => c.json(collection(find.listRefunds(parsePage(c.req.query())))))
  api.get('/disputes', (c) => c.json(collection(find.listDisputes(parsePage(c.req.query())))))
  api.get('/disputes/:id', (c) => c.json(find.findDispute(c.req.param('id'))))
  api.get('/settlements/recon/combined', (c) => {
    const query = parseReconQuery(c.req.query())
    gateway.settle()
    return c.json(collection(find.listSettlementItems(query)))
  })
  api.get('/refunds/:id', (c) => c.json(find.findRefund(c.req.param('id'))))
  api.all('*', () => {
    throw new ApiError('The requested URL was not found on the server.', { status: 404 })
  })

  return api
}

/** Responds to an invalid request; rethrows bugs. */
export function respondWithError(error: Error, c: Context): Response {
  if (error instanceof ApiError) return c.json({ error: error.error }, error.status)
  if (error instanceof z.ZodError) return c.json({ error: z.flattenError(error) }, 400)
  throw error
}

/** The scheme must be exactly `Basic`, as with Razorpay. */
function isAuthenticated(header: string | undefined): boolean {
  if (!header?.startsWith('Basic ')) return false
  const given = Buffer.from(header.slice('Basic '.length), 'base64')
  return isSameSecret(given, `${RAZORPAY_CREDENTIALS.keyId}:${RAZORPAY_CREDENTIALS.keySecret}`)
}

function collection<Item>(items: Item[]) {
  return { entity: 'collection', count: items.length, items }
}

async function faultTargetsOf(c: Context<Env>, { find }: Gateway): Promise<string[]> {
  const id = /\/(?:orders|payments|refunds)\/([^/]+)/.exec(c.req.path)?.[1]
  if (id) return find.faultTargets(id)
  if (c.req.method === 'GET') return [c.req.query('receipt') ?? '']
  const body = await readJson(c)
  const receipt = body !== null && typeof body === 'object' && 'receipt' in body ? body.receipt : ''
  return [String(receipt)]
}

/** Alternates between JSON of the gateway and, twice, HTML of its proxy. */
function serverError(c: Context<Env>, count: number): Response {
  if (count % 3 === 1) {
    const description = 'The server encountered an error. The incident has been reported to admins.'
    return c.json({ error: { code: 'SERVER_ERROR', description } }, 500)
  }
  return c.html('<html><body><h1>The service is unavailable</h1></body></html>', count % 3 === 2 ? 502 : 503)
}
