/** Razorpay's server API: orders, payments, refunds. Basic authentication, JSON in and out. */
import { timingSafeEqual } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { RAZORPAY_CREDENTIALS } from '#sandbox/credentials.ts'
import type { Faults } from '#sandbox/faults.ts'
import { after, jsonOf, type Env } from '#sandbox/http.ts'
import { Refusal } from './entities.ts'
import type { Gateway } from './gateway.ts'
import {
  captureRequest,
  idempotencyKey,
  notesRequest,
  orderRequest,
  pageRequest,
  refundRequest,
} from './rules.ts'

export function razorpayApi({ ledger, faults }: { ledger: Gateway; faults: Faults }): Hono<Env> {
  const api = new Hono<Env>()

  api.onError((trouble, c) => {
    if (trouble instanceof Refusal) return c.json({ error: trouble.error }, trouble.status)
    throw trouble
  })

  api.use(async (c, next) => {
    if (!authenticated(c.req.header('authorization'))) {
      return c.json({ error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } }, 401)
    }
    const names = await namesOf(c, ledger)
    if (faults.strikes('api-5xx', names)) return apiError(c, faults.counts()['api-5xx'])
    await next()
    if (faults.strikes('api-timeout', names)) {
      await after(faults.settings().timing.hangMs)
      c.env.incoming.socket.destroy()
    } else if (faults.strikes('api-dropped', names)) {
      c.env.incoming.socket.destroy()
    }
  })

  api.post('/orders', async (c) => c.json(ledger.createOrder(orderRequest(await jsonOf(c)))))
  api.get('/orders', (c) =>
    c.json(collection(ledger.orders(pageRequest(c.req.query()), c.req.query('receipt') ?? null))),
  )
  api.get('/orders/:id', (c) => c.json(ledger.order(c.req.param('id'))))
  api.patch('/orders/:id', async (c) =>
    c.json(ledger.setNotes(c.req.param('id'), notesRequest(await jsonOf(c)))),
  )
  api.get('/orders/:id/payments', (c) => c.json(collection(ledger.paymentsOf(c.req.param('id')))))

  api.get('/payments', (c) => c.json(collection(ledger.payments(pageRequest(c.req.query())))))
  api.get('/payments/:id', (c) => c.json(ledger.payment(c.req.param('id'))))
  api.post('/payments/:id/capture', async (c) =>
    c.json(ledger.capture(c.req.param('id'), captureRequest(await jsonOf(c)))),
  )
  api.post('/payments/:id/refund', async (c) => {
    const body = (await c.req.text()) === '' ? {} : await jsonOf(c)
    const key = idempotencyKey(c.req.header('x-refund-idempotency'))
    return c.json(ledger.refund(c.req.param('id'), refundRequest(body), key))
  })
  api.get('/payments/:id/refunds', (c) => c.json(collection(ledger.refundsOf(c.req.param('id')))))
  api.get('/payments/:id/refunds/:refund', (c) => {
    const refund = ledger.refundById(c.req.param('refund'))
    if (refund.payment_id !== c.req.param('id')) throw new Refusal('The id provided does not exist')
    return c.json(refund)
  })
  api.get('/refunds', (c) => c.json(collection(ledger.refunds(pageRequest(c.req.query())))))
  api.get('/refunds/:id', (c) => c.json(ledger.refundById(c.req.param('id'))))
  api.all('*', () => {
    throw new Refusal('The requested URL was not found on the server.', { status: 404 })
  })

  return api
}

/** The word of the scheme must be exactly `Basic`, as at Razorpay. */
function authenticated(header: string | undefined): boolean {
  if (!header?.startsWith('Basic ')) return false
  const given = Buffer.from(header.slice('Basic '.length), 'base64')
  const wanted = Buffer.from(`${RAZORPAY_CREDENTIALS.keyId}:${RAZORPAY_CREDENTIALS.keySecret}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function collection<Item>(items: Item[]) {
  return { entity: 'collection', count: items.length, items }
}

/** The order a request is about, by the names that faults are aimed at. */
async function namesOf(c: Context<Env>, ledger: Gateway): Promise<string[]> {
  const id = /\/(?:orders|payments|refunds)\/([^/]+)/.exec(c.req.path)?.[1]
  if (id) return ledger.namesOf(id)
  if (c.req.method === 'GET') return [c.req.query('receipt') ?? '']
  const body = await jsonOf(c)
  const receipt = body !== null && typeof body === 'object' && 'receipt' in body ? body.receipt : ''
  return [String(receipt)]
}

/** A gateway in trouble speaks JSON, or its proxy speaks HTML: by turns. */
function apiError(c: Context<Env>, turn: number): Response {
  if (turn % 3 === 1) {
    const description = 'The server encountered an error. The incident has been reported to admins.'
    return c.json({ error: { code: 'SERVER_ERROR', description } }, 500)
  }
  return c.html('<html><body><h1>The service is unavailable</h1></body></html>', turn % 3 === 2 ? 502 : 503)
}
