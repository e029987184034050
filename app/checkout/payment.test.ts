import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { priceCart } from '#domain/cart.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { paise } from '#domain/money.ts'
import type { LastOrder } from '#app/state/checkout.ts'
import type { CheckoutRequest } from './payment.ts'
import type { DialogResult } from './razorpay-dialog.ts'

const ASHA = { id: 'asha', name: 'Asha Rao', email: 'asha@example.in' }
const ORDER = 'SJ-0123456789ABCDEF'
const PROOF = {
  razorpay_payment_id: 'pay_Ab12Cd34Ef56Gh',
  razorpay_order_id: 'order_Qw3ErTy7Ui9OpA',
  razorpay_signature: 'a'.repeat(64),
}
const { buyable, subtotal } = priceCart(
  [{ type: 'rings', id: 801, size: '14', quantity: 2 }],
  OPENING_COLLECTION.find,
)
const checkout: CheckoutRequest = {
  cartGeneration: 0,
  lines: buyable,
  shipTo: {
    name: 'Asha Rao',
    address: '12 Lodhi Road',
    city: 'New Delhi',
    state: 'Delhi',
    pincode: '110003',
    phone: '9000011111',
    email: ASHA.email,
  },
  courierId: 43,
  total: subtotal,
  offerCode: undefined,
  taxIdentity: { pan: 'ABCPE1234F' },
  quoteToken: 'content.signature',
}

type TestResponse = { status?: number; json?: unknown } | 'lost'

/** Responds to each path with its list in order, then repeats the last response. */
function openServer(responses: Record<string, readonly TestResponse[]>) {
  const sent: { path: string; body: { cart_generation?: number; outcome?: string; quote?: string } }[] = []
  const left = new Map(Object.entries(responses).map(([path, list]) => [path, [...list]]))
  vi.stubGlobal('fetch', async (path: string, init: { body?: string }) => {
    if (path === '/api/auth/token') tokens += 1
    if (path === '/api/auth/token' && !isTokenRejected)
      return Response.json({ token: `head.${btoa(JSON.stringify({ sub: ASHA.id }))}.signature` })
    if (path === '/api/auth/token') return Response.json({}, { status: 401 })
    if (path === '/api/auth/get-session') return Response.json(null)
    if (path === '/api/lists' && areListsLost) throw new TypeError('no connection')
    if (path === '/api/lists') return Response.json({ cart: [], wishlist: [], cartGeneration })
    sent.push({ path, body: init.body ? JSON.parse(init.body) : {} })
    const list = left.get(path) ?? []
    const response = list.length > 1 ? list.shift() : list[0]
    if (response === undefined || response === 'lost') throw new TypeError('no connection')
    return Response.json(response.json ?? {}, { status: response.status ?? 200 })
  })
  return {
    sent,
    times: (path: string) => sent.filter((call) => call.path === path).length,
  }
}

const created = {
  json: {
    success: true,
    id: PROOF.razorpay_order_id,
    amount: subtotal,
    currency: 'INR',
    message: '',
    order_number: ORDER,
    paid: false,
  },
}
const verified = { json: { success: true, message: '', order_number: ORDER } }
const updated = { json: { success: true, message: '' } }
const rejected = (status: number, code: string, message = '') => ({
  status,
  json: { success: false, code, message },
})
const orderWithStatus = (status: string) => ({
  json: {
    number: ORDER,
    status,
    placedAt: '2026-11-20T10:00:00.000Z',
    completedAt: status === 'completed' ? '2026-11-20T10:01:00.000Z' : null,
    lines: buyable.map(({ key, product, quantity, unitPrice, total }) => ({
      ...key,
      name: product.name,
      quantity,
      unitPrice,
      total,
      facts: null,
    })),
    subtotal,
    shipping: 0,
    total: subtotal,
    courierName: 'Delhivery Surface',
    estimatedDays: 2,
    shipTo: checkout.shipTo,
    paymentId: null,
    isTest: false,
    refunded: 0,
    money: [],
    history: [],
  },
})
const PATHS = {
  create: '/api/create-order',
  verify: '/api/verify-payment',
  update: '/api/update-order-status',
  dismiss: '/api/dismiss-payment',
  order: `/api/orders/${ORDER}`,
}

const storage = new Map<string, string>()
let opened = 0
let waited = 0
let tokens = 0
let isTokenRejected = false
let areListsLost = false
let cartGeneration = 0

async function payWith(result: DialogResult, wanted = checkout) {
  const { onSignedIn } = await import('#app/state/session.ts')
  const { pay } = await import('./payment.ts')
  onSignedIn(ASHA)
  return pay(wanted, {
    openDialog: async () => {
      opened += 1
      return result
    },
    paymentKey: 'rzp_test_key',
    onStage() {},
    wait: async (ms) => {
      waited += ms
    },
  })
}
const paidInDialog: DialogResult = { kind: 'proof', proof: PROOF }
const dismissed: DialogResult = { kind: 'dismissed', failure: null }
const savedOrder = () => JSON.parse(storage.get('lastOrderDetails') ?? 'null')

beforeEach(() => {
  vi.resetModules()
  storage.clear()
  opened = 0
  waited = 0
  tokens = 0
  isTokenRejected = false
  areListsLost = false
  cartGeneration = 0
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', {
    length: 0,
    key: () => null,
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('before a payment', () => {
  const openDialog = async () => dismissed

  // Shows 5.payment.script, 5.payment.total, 5.payment.signed-in
  test('requires script, total and user, and names the missing one', async () => {
    const { checkPreconditions } = await import('./payment.ts')
    expect(checkPreconditions(null, checkout.total, ASHA)).toEqual({ ok: false, error: 'no script' })
    expect(checkPreconditions(openDialog, paise(0), ASHA)).toEqual({ ok: false, error: 'no total' })
    expect(checkPreconditions(openDialog, checkout.total, null)).toEqual({
      ok: false,
      error: 'not signed in',
    })
    expect(checkPreconditions(openDialog, checkout.total, ASHA)).toEqual({ ok: true, value: openDialog })
  })

  // Shows 5.payment.token
  test('requires a token, and creates no order without one', async () => {
    const server = openServer({ [PATHS.create]: [created] })
    isTokenRejected = true
    vi.spyOn(console, 'info').mockImplementation(() => {})
    expect(await payWith(dismissed)).toEqual({ kind: 'not started', error: 'no token' })
    expect(server.times(PATHS.create)).toBe(0)
  })

  // Shows 7.create-order.fresh
  test('creates the order with a new token, although one is cached', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.order]: [orderWithStatus('created')],
      [PATHS.dismiss]: [{ json: { success: true, status: 'cancelled' } }],
    })
    const { onSignedIn } = await import('#app/state/session.ts')
    const { syncLists } = await import('#app/state/sync.ts')
    onSignedIn(ASHA)
    await syncLists()
    expect(tokens).toBe(1)
    await payWith(dismissed)
    expect(tokens).toBe(2)
  })
})

describe('a successful payment', () => {
  // Shows 4.checkout.success, 3.storage.last-order
  test('is verified, completed and saved for the confirmation page', async () => {
    const server = openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: [verified],
      [PATHS.update]: [updated],
      [PATHS.order]: [orderWithStatus('completed')],
    })
    const paid = await payWith(paidInDialog)
    const order: LastOrder = {
      orderId: ORDER,
      amount: subtotal,
      items: [
        {
          type: 'rings',
          size: '14',
          name: buyable[0]?.product.name ?? '',
          price: buyable[0]?.unitPrice ?? paise(0),
          quantity: 2,
        },
      ],
      timestamp: '2026-11-20T10:01:00.000Z',
    }
    expect(paid).toEqual({ kind: 'success', order })
    expect(server.times(PATHS.update)).toBe(1)
    const { showPaid } = await import('./show-paid.ts')
    const navigate = vi.fn()
    await showPaid(order, navigate)
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/order-success', { replace: true })
    expect(savedOrder()).toEqual(order)
    expect(storage.has('checkoutOrder')).toBe(false)
  })

  test('opens no dialog if the order was paid in another tab', async () => {
    openServer({
      [PATHS.create]: [{ json: { ...created.json, paid: true } }],
      [PATHS.order]: [orderWithStatus('completed')],
    })
    expect(await payWith(dismissed)).toMatchObject({ kind: 'success' })
    expect(opened).toBe(0)
  })

  test('survives lost responses of the verification', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: ['lost', 'lost', verified],
      [PATHS.update]: [updated],
      [PATHS.order]: ['lost', 'lost', orderWithStatus('completed')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ kind: 'success' })
  })

  test('is found through the webhook if every verification is lost', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: ['lost'],
      [PATHS.order]: [orderWithStatus('created'), orderWithStatus('completed')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ kind: 'success' })
  })

  // Shows D32.late
  test('is found after the dialog was dismissed', async () => {
    const server = openServer({ [PATHS.create]: [created], [PATHS.order]: [orderWithStatus('paid')] })
    expect(await payWith(dismissed)).toMatchObject({ kind: 'success' })
    expect(server.times(PATHS.dismiss)).toBe(0)
  })
})

describe('the order request', () => {
  const generationsOf = (server: ReturnType<typeof openServer>) =>
    server.sent.filter(({ path }) => path === PATHS.create).map(({ body }) => body.cart_generation)
  const changeCartHere = async () => {
    const { changeCart } = await import('#app/state/lists.ts')
    const { mergeIntoAccount } = await import('#app/state/account-lists.ts')
    mergeIntoAccount(ASHA.id)
    changeCart({ do: 'add', product: { type: 'rings', id: 801, size: '12' }, quantity: 1 })
  }

  // Shows D8.quote
  test('carries the signed quote of the prices shown', async () => {
    const server = openServer({ [PATHS.create]: [created] })
    await payWith(dismissed)
    expect(server.sent.find(({ path }) => path === PATHS.create)?.body.quote).toBe('content.signature')
  })

  // Shows D26.order-first
  test('is repeated unchanged if the response was lost', async () => {
    const server = openServer({
      [PATHS.create]: ['lost', created],
      [PATHS.order]: [orderWithStatus('created')],
    })
    await payWith(dismissed)
    const [one, two] = server.sent.filter(({ path }) => path === PATHS.create)
    expect(one).toEqual(two)
  })

  test('names the cart generation that the shopper saw, although that cart has been bought since', async () => {
    const server = openServer({
      [PATHS.create]: [{ json: { ...created.json, paid: true } }],
      [PATHS.order]: [orderWithStatus('completed')],
    })
    cartGeneration = 1
    expect(await payWith(dismissed)).toMatchObject({ kind: 'success' })
    expect(generationsOf(server)).toEqual([0])
  })

  test('is not sent if the cart was bought elsewhere and changed here since: the shopper reviews the cart', async () => {
    const server = openServer({ [PATHS.create]: [created] })
    cartGeneration = 1
    await changeCartHere()
    expect(await payWith(paidInDialog)).toMatchObject({
      kind: 'failed',
      reason: 'An order from your cart was completed meanwhile. Please review your cart.',
    })
    expect(server.times(PATHS.create)).toBe(0)
  })

  test('is not sent before pending cart changes are synced', async () => {
    const server = openServer({ [PATHS.create]: [created] })
    vi.spyOn(console, 'info').mockImplementation(() => {})
    areListsLost = true
    await changeCartHere()
    expect(await payWith(paidInDialog)).toEqual({ kind: 'not started', error: 'no connection' })
    expect(server.times(PATHS.create)).toBe(0)
  })
})

describe('with responses of the required fields only', () => {
  test('completes a purchase', async () => {
    const { id, amount, currency } = created.json
    const bare = { success: true, id, amount, currency, message: '' }
    openServer({
      [PATHS.create]: [{ json: bare }],
      [PATHS.verify]: [{ json: { success: true, message: '' } }],
      [PATHS.update]: [{ json: { message: '' } }],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ kind: 'success', order: { orderId: id } })
  })

  test.each([
    [{ json: { success: false, message: 'The amounts differ' } }, 'The amounts differ'],
    [{ json: { success: false } }, 'Payment verification failed'],
    [{ status: 422, json: { message: 'The amounts differ' } }, 'The amounts differ'],
  ])('fails with the server’s message if the verification is rejected: %j', async (response, reason) => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: [response],
      [PATHS.order]: [orderWithStatus('created')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ kind: 'failed', reason })
  })

  test.each([
    [{ json: { success: false, message: 'No more today' } }, 'Failed to create order: No more today'],
    [{ json: { success: false } }, 'Failed to create order: Invalid order response from server'],
    [{ status: 422, json: { message: 'No more today' } }, 'Failed to create order: No more today'],
  ])('fails with the server’s message if the order is rejected: %j', async (response, reason) => {
    openServer({ [PATHS.create]: [response] })
    expect(await payWith(paidInDialog)).toMatchObject({ kind: 'failed', reason })
  })
})

describe('a payment that does not succeed', () => {
  // Shows 8.dismissed
  test('is cancelled by dismissing the dialog, and the server is notified', async () => {
    const server = openServer({
      [PATHS.create]: [created],
      [PATHS.order]: [orderWithStatus('created')],
      [PATHS.dismiss]: [{ json: { success: true, status: 'cancelled' } }],
    })
    expect(await payWith(dismissed)).toEqual({ kind: 'cancelled', reason: 'Payment was cancelled' })
    expect(server.sent.find(({ path }) => path === PATHS.dismiss)?.body.outcome).toBe('cancelled')
  })

  test('fails with the bank’s reason if the dialog is dismissed after a decline', async () => {
    openServer({ [PATHS.create]: [created], [PATHS.order]: [orderWithStatus('failed')] })
    const declined: DialogResult = { kind: 'dismissed', failure: 'The card was declined' }
    expect(await payWith(declined)).toMatchObject({ kind: 'failed', reason: 'The card was declined' })
  })

  test('is unconfirmed if the dialog is dismissed and the server is unreachable', async () => {
    openServer({ [PATHS.create]: [created] })
    expect(await payWith(dismissed)).toEqual({
      kind: 'unconfirmed',
      orderNumber: ORDER,
      dismissal: { outcome: 'cancelled', reason: 'Payment was cancelled' },
    })
  })

  test('is unconfirmed if the dialog returns no proof and the server is unreachable', async () => {
    openServer({ [PATHS.create]: [created] })
    expect(await payWith({ kind: 'proof', proof: null })).toEqual({ kind: 'unconfirmed', orderNumber: ORDER })
  })

  // Shows 8.verification
  test('fails with the server’s message if the verification is rejected', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: [rejected(422, 'payment-not-verified', 'The amounts differ')],
      [PATHS.order]: [orderWithStatus('created')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ kind: 'failed', reason: 'The amounts differ' })
  })

  // Shows 8.verification
  test('fails with the required text if the rejection has no message', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: [rejected(422, 'payment-not-verified')],
      [PATHS.order]: [orderWithStatus('created')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ reason: 'Payment verification failed' })
  })

  // Shows 8.completion, 7.dialog.proof
  test('fails as not completed if the dialog returns something other than a proof', async () => {
    openServer({ [PATHS.create]: [created], [PATHS.order]: [orderWithStatus('created')] })
    expect(await payWith({ kind: 'proof', proof: { razorpay_payment_id: 7 } })).toEqual({
      kind: 'failed',
      reason: 'Failed to process payment completion',
      detail: 'Invalid payment result received',
    })
  })

  // Shows 8.completion
  test('fails as not completed if the completion is rejected', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: [verified],
      [PATHS.update]: [rejected(422, 'payment-not-verified')],
      [PATHS.order]: [orderWithStatus('created')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({
      reason: 'Failed to process payment completion',
      detail: 'Failed to update order status',
    })
  })

  test('is unconfirmed, not failed, while the server is unreachable', async () => {
    openServer({ [PATHS.create]: [created], [PATHS.verify]: ['lost'], [PATHS.order]: ['lost'] })
    expect(await payWith(paidInDialog)).toEqual({ kind: 'unconfirmed', orderNumber: ORDER })
    expect(waited).toBe(30_000)
  })

  // Shows 8.order.words
  test.each([
    [rejected(409, 'prices-changed', 'Prices have changed.'), 'Failed to create order: Prices have changed.'],
    [{ status: 502, json: '' }, 'Failed to create order: Server error: 502'],
    [{ json: { success: true } }, 'Failed to create order: Invalid order response from server'],
  ])('fails with the reason if no order can be created', async (response, reason) => {
    openServer({ [PATHS.create]: [response] })
    expect(await payWith(paidInDialog)).toMatchObject({ kind: 'failed', reason })
    expect(opened).toBe(0)
  })

  test('reloads the page only if its prices or its stock are outdated', async () => {
    for (const code of ['prices-changed', 'out-of-stock']) {
      openServer({ [PATHS.create]: [rejected(409, code)] })
      expect(await payWith(paidInDialog)).toMatchObject({ isPageStale: true })
    }
    openServer({ [PATHS.create]: [rejected(503, 'provider-unavailable')] })
    expect(await payWith(paidInDialog)).toMatchObject({ isPageStale: false })
  })

  test.each(['pan-needed', 'tax-identity-rejected'])(
    'stays on the checkout, with the errors of its fields, where the server answers %s',
    async (code) => {
      const { json } = rejected(422, code, 'PAN is required')
      const { sent } = openServer({
        [PATHS.create]: [{ status: 422, json: { ...json, fields: { pan: 'PAN' } } }],
      })
      expect(await payWith(paidInDialog)).toEqual({
        kind: 'identity rejected',
        reason: 'Failed to create order: PAN is required',
        errors: { pan: 'PAN' },
      })
      expect(sent.find(({ path }) => path === PATHS.create)?.body).toMatchObject({ pan: 'ABCPE1234F' })
      expect(opened).toBe(0)
    },
  )

  test('does not start without a connection', async () => {
    openServer({ [PATHS.create]: ['lost'] })
    expect(await payWith(paidInDialog)).toEqual({ kind: 'not started', error: 'no connection' })
  })
})
