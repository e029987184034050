/** Traces by OTLP over HTTP, as a collector reads them. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  checkoutOf,
  createActions,
  orderPaid,
  pay,
  RING,
  setUpCheckout,
  webhook,
} from './checkout/testing.ts'
import { processDueWebhooks } from './payments/webhooks.ts'
import { sendDueEmails } from './email/outbox.ts'
import { createJobLoops } from './jobs/loops.ts'
import { createTracing } from './open-telemetry.ts'
import { portOf } from './testing.ts'
import { setTracing } from './tracing.ts'

const Value = z.object({
  stringValue: z.optional(z.string()),
  intValue: z.optional(z.union([z.string(), z.number()])),
  boolValue: z.optional(z.boolean()),
})
const Span = z.object({
  traceId: z.string().check(z.regex(/^[\da-f]{32}$/)),
  spanId: z.string().check(z.regex(/^[\da-f]{16}$/)),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: Value })),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })),
  status: z.object({ code: z.number() }),
})
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})

let exported: unknown[] = []
let statusToSend = 200
const collector = createServer((incoming, outgoing) => {
  void receive(incoming, outgoing)
})

async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await readJson(incoming)
  if (incoming.method === 'POST' && incoming.url === '/v1/traces') exported.push(body)
  outgoing.writeHead(statusToSend, { 'content-type': 'application/json' }).end('{}')
}

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { startCheckout, payAtGateway } = createActions(fixture)

let tracing: ReturnType<typeof createTracing>
beforeAll(() => new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve)))
afterAll(() => void collector.close())
beforeEach(() => startTracing())
afterEach(() => tracing.close())

function startTracing(ratio = 1) {
  exported = []
  statusToSend = 200
  tracing = createTracing({ endpoint: collectorUrl(), ratio }, fixture.server.deps.log)
  setTracing(tracing)
}

function collectorUrl(): string {
  return `http://127.0.0.1:${portOf(collector)}`
}

/** The remaining spans are sent as the server stops. */
async function spans() {
  await tracing.close()
  setTracing(null)
  return exported.flatMap((body) =>
    Export.parse(body).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
}

function calledFromPage() {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` }
}

function createOrder(traceparent: string): Promise<Response> {
  return post('/api/create-order', checkoutOf(fixture.asha), traceparent)
}

async function post(path: string, body: object, traceparent: string): Promise<Response> {
  const authorization = `Bearer ${fixture.asha.id}`
  const headers = { authorization, 'content-type': 'application/json', traceparent }
  return fixture.server.app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

describe('a purchase', () => {
  test('is one trace, from the calls of its page to the statements that store it', async () => {
    const page = calledFromPage()
    const response = await createOrder(page.traceparent)
    const ordered = z.object({ id: z.string(), amount: z.number() }).parse(await response.json())
    const proof = await pay(fixture.sandbox, ordered.id)
    const { amount, items } = checkoutOf(fixture.asha)
    // Pages send the traceparent that the last response named.
    const named = response.headers.get('traceparent') ?? ''
    expect((await post('/api/verify-payment', { ...proof, amount, items }, named)).status).toBe(200)
    const traced = (await spans()).filter(({ traceId }) => traceId === page.traceId)
    const calls = traced.filter(({ parentSpanId }) => parentSpanId === page.spanId)
    expect(calls.map(({ name }) => name)).toEqual(['POST /api/create-order', 'POST /api/verify-payment'])
    const ids = new Set([page.spanId, ...traced.map(({ spanId }) => spanId)])
    expect(traced.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))).toEqual([])
    const names = traced.map(({ name }) => name)
    for (const table of ['order', 'order_line', 'gateway_order', 'payment'])
      expect(names).toContainEqual(expect.stringMatching(new RegExp(`\\bINSERT ${table}\\b`)))
    expect(names).toContain('transaction')
    expect(names).toContain('razorpay POST /orders')
    for (const { startTimeUnixNano, endTimeUnixNano } of traced)
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  })

  test('leaves no personal data in its spans, nor an id of its order or payment', async () => {
    const checkout = checkoutOf(fixture.asha)
    const { id, number } = await startCheckout()
    const { verification } = await payAtGateway()
    const { request } = fixture.server
    expect((await request(fixture.asha, 'POST', '/api/verify-payment', verification)).status).toBe(200)
    await request(fixture.asha, 'GET', `/api/orders/${number}`)
    await request(fixture.asha, 'GET', '/api/orders?before=asha')
    const all = await spans()
    const sent = JSON.stringify(exported)
    const { address, ...proof } = { ...checkout.address, ...verification }
    const { name, city, phone, email } = checkout.address
    const ids = [id, number, fixture.asha.id, proof.razorpay_payment_id, proof.razorpay_order_id]
    for (const secret of [name, city, phone, email, address, '302003', 'before=asha', ...ids])
      expect(sent).not.toContain(secret)
    const named = all.map((span) => span.name)
    expect(named).toContain('GET /api/orders/:number')
    expect(named).toContain('razorpay GET /orders/:id/payments')
  })

  test('that fails at the gateway has a span with that error, and its log lines have the trace id', async () => {
    fixture.sandbox.faults.set({ rates: { 'api-5xx': 1 } })
    const page = calledFromPage()
    await createOrder(page.traceparent)
    const failed = (await spans()).filter(({ status }) => status.code === 2)
    expect(failed.map(({ name }) => name)).toContain('razorpay POST /orders')
    const lines = fixture.server.logged.map((line): unknown => JSON.parse(line))
    expect(lines).toContainEqual(expect.objectContaining({ message: 'request', trace_id: page.traceId }))
  })
})

describe('a job', () => {
  const deps = () => ({ ...fixture.server.deps, mailer: { send: async () => {}, close: () => {} } })

  /** Runs it until it finds no work. */
  async function run(name: string, work: () => Promise<number>) {
    const idle = Promise.withResolvers<void>()
    const job = {
      name,
      idleMs: 1,
      run: async () => {
        const done = await work()
        if (done === 0) idle.resolve()
        return done
      },
    }
    const loops = createJobLoops({ jobs: [job], log: fixture.server.deps.log })
    loops.start()
    await idle.promise
    await loops.stop()
  }

  test('is a separate trace, linked to the request that caused it', async () => {
    const { id } = await startCheckout()
    await pay(fixture.sandbox, id)
    const event = webhook(fixture.sandbox, orderPaid(id))
    const delivery = calledFromPage()
    await fixture.server.app.request('/api/webhooks/razorpay', {
      ...event,
      headers: { ...(event.headers as Record<string, string>), traceparent: delivery.traceparent },
    })
    await run('webhooks', () => processDueWebhooks(deps()))
    await run('emails', () => sendDueEmails(deps()))
    const all = await spans()
    const received = all.find(({ parentSpanId }) => parentSpanId === delivery.spanId)
    const processed = all.find(({ name }) => name === 'webhooks of an order')
    expect(processed?.links).toMatchObject([{ traceId: delivery.traceId, spanId: received?.spanId }])
    const job = all.find(({ spanId }) => spanId === processed?.parentSpanId)
    expect(job?.name).toBe('job webhooks')
    const emails = all.filter(({ name }) => name === 'email order-confirmation')
    expect(emails.flatMap(({ links }) => links)).toContainEqual(
      expect.objectContaining({ traceId: job?.traceId }),
    )
  })

  test('without work is not exported, nor are its statements', async () => {
    await run('webhooks', () => processDueWebhooks(deps()))
    exported = []
    await run('webhooks', () => processDueWebhooks(deps()))
    expect(await spans()).toEqual([])
  })
})

describe('a collector', () => {
  test('that rejects spans stops nothing, and is reported', async () => {
    statusToSend = 400
    expect((await createOrder(calledFromPage().traceparent)).status).toBe(200)
    await spans()
    const reported = fixture.server.logged.filter((line) => line.includes('traces not exported'))
    expect(reported).toHaveLength(1)
  })

  test('gets the configured share of traces, whatever the caller’s flag', async () => {
    await tracing.close()
    startTracing(0)
    const response = await createOrder(calledFromPage().traceparent)
    expect([response.status, response.headers.get('traceparent')]).toEqual([200, null])
    expect(await spans()).toEqual([])
  })
})

test('a malformed traceparent starts a new trace', async () => {
  for (const traceparent of ['00-zz', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, 'asha@example.in'])
    await createOrder(traceparent)
  const roots = (await spans()).filter(({ name }) => name === 'POST /api/create-order')
  expect(roots.map(({ parentSpanId }) => parentSpanId ?? '')).toEqual(['', '', ''])
})
