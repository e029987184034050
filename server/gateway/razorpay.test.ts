import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { paise } from '#domain/money.ts'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { createRazorpay } from './razorpay.ts'
import { readGatewayState, dashboardRefund, pay, SITE_URL } from '#server/checkout/testing.ts'
import { listenOnFreePort } from '#server/testing.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['razorpay'] })
  sandbox.faults.set({ rates: { 'webhook-never': 1 } })
})
afterAll(() => sandbox.close())

const settings = {
  checkoutScriptUrl: 'https://checkout.example/checkout.js',
  keyId: 'rzp_test_Ab12Cd34Ef56Gh',
  keySecret: 'a-key-secret',
  webhookSecret: 'a-webhook-secret',
}
const real = () => createRazorpay({ ...settings, ...sandbox.razorpay })

const AMOUNT = paise(1_842_500)
let receipts = 0
const newReceipt = () => `SJ-0000000000000000-${(receipts += 1)}`

async function openedOrder(receipt = newReceipt()) {
  const result = await real().createOrder({ receipt, amount: AMOUNT, currency: 'INR' })
  if (!result.ok) throw new Error(result.error.detail)
  return result.value
}

describe('the Razorpay adapter against the sandbox', () => {
  // Shows 9.paise, D25.adapters
  test('creates an order in paise and finds it by its receipt', async () => {
    const receipt = newReceipt()
    const gatewayOrder = await openedOrder(receipt)
    expect(gatewayOrder).toEqual({
      id: expect.stringMatching(/^order_/),
      amount: AMOUNT,
      currency: 'INR',
      receipt,
    })
    expect(await real().findOrderByReceipt(receipt)).toEqual({ ok: true, value: gatewayOrder })
    expect(await real().fetchOrder(gatewayOrder.id)).toEqual({ ok: true, value: gatewayOrder })
  })

  test('lists all pages of a period', async () => {
    const from = new Date(Date.now() - MINUTE_MS)
    const ids: string[] = []
    for (let count = 0; count < 101; count += 1) ids.push((await openedOrder()).id)
    const [paid = ''] = ids
    const { razorpay_payment_id: paymentId } = await pay(sandbox, paid)
    const refund = await dashboardRefund(sandbox, paymentId, 500)
    const period = { from, to: new Date() }
    const orders = await real().listOrders(period)
    expect(orders.ok && orders.value.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    const payments = await real().listPayments(period)
    expect(payments).toMatchObject({
      value: expect.arrayContaining([
        expect.objectContaining({ id: paymentId, gatewayOrderId: paid, refunded: 500 }),
      ]),
    })
    const listed = {
      id: refund.id,
      paymentId,
      amount: 500,
      receipt: null,
      status: 'processed',
      createdAt: expect.any(Date),
    }
    expect(await real().listRefunds(period)).toMatchObject({ value: expect.arrayContaining([listed]) })
    expect(await real().fetchPaymentRefunds(paymentId)).toEqual({ ok: true, value: [listed] })
    const before = { from: new Date(0), to: new Date(from.getTime() - HOUR_MS) }
    expect(await real().listOrders(before)).toEqual({ ok: true, value: [] })
  })

  test('returns null for an unknown receipt', async () => {
    expect(await real().findOrderByReceipt('SJ-nobody')).toEqual({ ok: true, value: null })
  })

  test('fetches a payment with order, amount and status', async () => {
    const { id } = await openedOrder()
    const proof = await pay(sandbox, id)
    const payment = {
      id: proof.razorpay_payment_id,
      gatewayOrderId: id,
      amount: AMOUNT,
      currency: 'INR',
      status: 'captured',
      refunded: 0,
      failureReason: null,
      wasCaptured: true,
      createdAt: expect.any(Date),
    }
    expect(await real().fetchOrderPayments(id)).toEqual({ ok: true, value: [payment] })
    expect(await real().fetchPayment(proof.razorpay_payment_id)).toEqual({ ok: true, value: payment })
  })

  test('fetches the reason of a failed payment', async () => {
    const { id } = await openedOrder()
    await pay(sandbox, id, 'failure')
    const result = await real().fetchOrderPayments(id)
    expect(result).toMatchObject({ value: [{ status: 'failed', failureReason: 'payment_failed' }] })
  })

  test('reports a second capture as rejected', async () => {
    const { id } = await openedOrder()
    const { razorpay_payment_id } = await pay(sandbox, id)
    const result = await real().capture({ paymentId: razorpay_payment_id, amount: AMOUNT, currency: 'INR' })
    expect(result).toMatchObject({ ok: false, error: { kind: 'rejected' } })
  })

  test('refunds once for two requests with the same idempotency key', async () => {
    const { id } = await openedOrder()
    const { razorpay_payment_id: paymentId } = await pay(sandbox, id)
    const request = { paymentId, amount: AMOUNT, idempotencyKey: `refund-${paymentId}` }
    const first = await real().refund(request)
    expect(first).toMatchObject({ ok: true, value: { status: 'processed' } })
    expect(await real().refund(request)).toEqual(first)
    const { refunds } = await readGatewayState(sandbox)
    expect(refunds.filter(({ payment_id }) => payment_id === paymentId)).toHaveLength(1)
    expect(await real().fetchPayment(paymentId)).toMatchObject({
      value: { status: 'refunded', refunded: AMOUNT },
    })
  })

  test('verifies the signature of the dialog', async () => {
    const { id } = await openedOrder()
    const proof = await pay(sandbox, id)
    const result = {
      gatewayOrderId: id,
      paymentId: proof.razorpay_payment_id,
      signature: proof.razorpay_signature,
    }
    expect(real().verifyPaymentSignature(result)).toBe(true)
    expect(real().verifyPaymentSignature({ ...result, paymentId: 'pay_Other0000000000' })).toBe(false)
  })

  test('distinguishes wrong keys from a rejected request', async () => {
    const withWrongKeys = createRazorpay({ ...settings, apiUrl: sandbox.razorpay.apiUrl })
    expect(await withWrongKeys.fetchOrderPayments('order_Any00000000000')).toEqual({
      ok: false,
      error: { kind: 'unauthorized', detail: 'HTTP 401: BAD_REQUEST_ERROR' },
    })
    expect(await real().fetchOrderPayments('order_Any00000000000')).toMatchObject({
      ok: false,
      error: { kind: 'rejected' },
    })
  })

  test('reports a connection that is cut after the request as unreachable', async () => {
    const { id } = await openedOrder()
    sandbox.faults.set({ rates: { 'webhook-never': 1 }, targets: { [id]: { 'api-dropped': 1 } } })
    expect(await real().fetchOrderPayments(id)).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
    expect(await real().fetchOrderPayments(id)).toMatchObject({ ok: true })
  })
})

describe('signatures', () => {
  // Computed with `printf '%s' "$message" | openssl dgst -sha256 -hmac "$secret"`.
  const gateway = createRazorpay({ ...settings, apiUrl: 'http://127.0.0.1:1' })
  const proof = {
    gatewayOrderId: 'order_Qw3ErTy7Ui9OpA',
    paymentId: 'pay_Ab12Cd34Ef56Gh',
    signature: '21fc1c13b6deb68d7017d01f01592115871efea366d83b0b7ebd38f4d26b5100',
  }

  test('for payments cover gateway order and payment, with the key secret', () => {
    expect(gateway.verifyPaymentSignature(proof)).toBe(true)
  })

  test('for payments do not cover payment and gateway order in reverse', () => {
    const { gatewayOrderId, paymentId } = proof
    expect(
      gateway.verifyPaymentSignature({ ...proof, gatewayOrderId: paymentId, paymentId: gatewayOrderId }),
    ).toBe(false)
  })

  test.each([
    '',
    'none',
    '21fc1c13b6deb68d7017d01f01592115871efea366d83b0b7ebd38f4d26b51000',
    '21fc1c13b6deb68d7017d01f01592115871efea366d83b0b7ebd38f4d26b5100'.toUpperCase(),
    'é'.repeat(64),
  ])('reject “%s”', (signature) => {
    expect(gateway.verifyPaymentSignature({ ...proof, signature })).toBe(false)
  })

  test('for webhooks cover their bytes, with the webhook secret', () => {
    const body = new TextEncoder().encode('{"event":"order.paid","note":"₹"}')
    expect(
      gateway.verifyWebhookSignature(
        body,
        '6e282e48d73a8a18ad5b05e7c8e052055dd8a670993a26a36e068224408cf6c5',
      ),
    ).toBe(true)
    expect(
      gateway.verifyWebhookSignature(
        body.subarray(1),
        '6e282e48d73a8a18ad5b05e7c8e052055dd8a670993a26a36e068224408cf6c5',
      ),
    ).toBe(false)
  })

  test('for webhooks with the previous secret are accepted while it is set', () => {
    const body = new TextEncoder().encode('{"event":"order.paid","note":"₹"}')
    const signature = '6e282e48d73a8a18ad5b05e7c8e052055dd8a670993a26a36e068224408cf6c5'
    const accepts = (previousWebhookSecret?: string) =>
      createRazorpay({
        ...settings,
        apiUrl: 'http://127.0.0.1:1',
        webhookSecret: 'the-next-secret',
        previousWebhookSecret,
      }).verifyWebhookSignature(body, signature)
    expect([accepts(), accepts(settings.webhookSecret)]).toEqual([false, true])
  })
})

describe('the Razorpay adapter', () => {
  const requests: { request: IncomingMessage; body: string }[] = []
  let nextResponse: { status: number; body: string } = { status: 200, body: '{}' }
  let server: Server
  let gateway: ReturnType<typeof createRazorpay>

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        requests.push({ request, body })
        response.writeHead(nextResponse.status, { 'content-type': 'application/json' }).end(nextResponse.body)
      })
    })
    const port = await listenOnFreePort(server)
    gateway = createRazorpay({ ...settings, apiUrl: `http://127.0.0.1:${port}/v1` })
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  afterEach(() => requests.splice(0))

  const respondWith = (status: number, body: unknown) => {
    nextResponse = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
  }
  const payment = { id: 'pay_Ab12Cd34Ef56Gh', amount: 1_842_500, currency: 'INR', status: 'captured' }

  test('sends the keys, automatic capture, and no unknown fields', async () => {
    respondWith(200, { id: 'order_Qw3ErTy7Ui9OpA', amount: 1_842_500, currency: 'INR', receipt: 'r' })
    await gateway.createOrder({ receipt: 'r', amount: AMOUNT, currency: 'INR' })
    const [{ request, body } = { request: null, body: '' }] = requests
    expect(request).toMatchObject({ method: 'POST', url: '/v1/orders' })
    expect(request?.headers.authorization).toBe(`Basic ${btoa('rzp_test_Ab12Cd34Ef56Gh:a-key-secret')}`)
    expect(JSON.parse(body)).toEqual({
      amount: 1_842_500,
      currency: 'INR',
      receipt: 'r',
      payment: {
        capture: 'automatic',
        capture_options: {
          automatic_expiry_period: 7200,
          manual_expiry_period: 7200,
          refund_speed: 'normal',
        },
      },
    })
  })

  test('sends the idempotency key of a refund', async () => {
    respondWith(200, { id: 'rfnd_Zz11Yy22Xx33Ww', status: 'pending' })
    const result = await gateway.refund({
      paymentId: payment.id,
      amount: AMOUNT,
      idempotencyKey: 'refund-pay_Ab12Cd34Ef56Gh',
    })
    expect(result).toEqual({ ok: true, value: { id: 'rfnd_Zz11Yy22Xx33Ww', status: 'pending' } })
    expect(requests[0]?.request.headers['x-refund-idempotency']).toBe('refund-pay_Ab12Cd34Ef56Gh')
  })

  test('encodes ids in paths', async () => {
    respondWith(200, payment)
    await gateway.fetchPayment('../orders?count=100')
    expect(requests[0]?.request.url).toBe('/v1/payments/..%2Forders%3Fcount%3D100')
  })

  test('accepts amounts as text, missing fields and new fields', async () => {
    respondWith(200, { ...payment, amount: '1842500', something_new: [1] })
    expect(await gateway.fetchPayment(payment.id)).toMatchObject({
      value: { amount: 1_842_500, gatewayOrderId: null, refunded: 0 },
    })
  })

  test('reads an unknown status as created', async () => {
    respondWith(200, { ...payment, status: 'on_hold' })
    expect(await gateway.fetchPayment(payment.id)).toMatchObject({ value: { status: 'created' } })
  })

  test.each([
    [
      'an HTML page from a proxy',
      502,
      '<html><h1>Bad Gateway</h1></html>',
      'unreachable',
      'HTTP 502: no reason',
    ],
    ['too many requests', 429, '{}', 'unreachable', 'HTTP 429: no reason'],
    ['a refund already in flight', 409, '{}', 'unreachable', 'HTTP 409: no reason'],
    [
      'a success that cannot be read',
      200,
      '<html></html>',
      'unreachable',
      'unreadable response with HTTP 200',
    ],
    [
      'an amount with a fraction',
      200,
      { ...payment, amount: 0.5 },
      'unreachable',
      'unreadable response with HTTP 200',
    ],
    [
      'a rejection with a reason',
      400,
      { error: { code: 'BAD_REQUEST_ERROR', reason: 'input_validation_failed', metadata: [] } },
      'rejected',
      'HTTP 400: input_validation_failed',
    ],
  ])('classifies %s', async (_, status, body, kind, detail) => {
    respondWith(status, body)
    expect(await gateway.fetchPayment(payment.id)).toEqual({ ok: false, error: { kind, detail } })
  })

  test('reports the code of a network error', async () => {
    const closed = createServer()
    const port = await listenOnFreePort(closed)
    await new Promise((resolve) => closed.close(resolve))
    const nobody = createRazorpay({ ...settings, apiUrl: `http://127.0.0.1:${port}` })
    expect(await nobody.fetchPayment(payment.id)).toEqual({
      ok: false,
      error: { kind: 'unreachable', detail: 'ECONNREFUSED' },
    })
  })
})
