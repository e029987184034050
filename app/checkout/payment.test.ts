import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { priceCart } from '#domain/cart.ts'
import { findProduct } from '#domain/catalogue/all.ts'
import { paise } from '#domain/money.ts'
import type { CheckoutContent } from './payment.ts'
import type { DialogResult } from './razorpay-dialog.ts'

const ASHA = { id: 'asha', name: 'Asha Rao', email: 'asha@example.in' }
const ORDER = 'SJ-0123456789ABCDEF'
const PROOF = {
  razorpay_payment_id: 'pay_Ab12Cd34Ef56Gh',
  razorpay_order_id: 'order_Qw3ErTy7Ui9OpA',
  razorpay_signature: 'a'.repeat(64),
}
const { buyable, subtotal } = priceCart([{ type: 'rings', id: 801, quantity: 2 }], findProduct)
const purchase: CheckoutContent = {
  cartGeneration: 0,
  lines: buyable,
  address: {
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
}

type Answer = { status?: number; json?: unknown } | 'lost'

/** Answers by path, the first answer of each list first, the last one from then on. */
function openServer(answers: Record<string, readonly Answer[]>) {
  const sent: { path: string; body: { cart_generation?: number; outcome?: string } }[] = []
  const left = new Map(Object.entries(answers).map(([path, list]) => [path, [...list]]))
  vi.stubGlobal('fetch', async (path: string, init: { body?: string }) => {
    if (path === '/api/auth/token') tokens += 1
    if (path === '/api/auth/token' && !isTokenRefused)
      return Response.json({ token: `head.${btoa(JSON.stringify({ sub: ASHA.id }))}.signature` })
    if (path === '/api/auth/token') return Response.json({}, { status: 401 })
    if (path === '/api/auth/get-session') return Response.json(null)
    if (path === '/api/lists' && areListsLost) throw new TypeError('no connection')
    if (path === '/api/lists') return Response.json({ cart: [], wishlist: [], cartGeneration })
    sent.push({ path, body: init.body ? JSON.parse(init.body) : {} })
    const list = left.get(path) ?? []
    const answer = list.length > 1 ? list.shift() : list[0]
    if (answer === undefined || answer === 'lost') throw new TypeError('no connection')
    return Response.json(answer.json ?? {}, { status: answer.status ?? 200 })
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
const refused = (status: number, code: string, message = '') => ({
  status,
  json: { success: false, code, message },
})
const orderThatIs = (status: string) => ({
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
    })),
    subtotal,
    shipping: 0,
    total: subtotal,
    courierName: 'Delhivery Surface',
    estimatedDays: 2,
    shipTo: purchase.address,
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
  abandon: '/api/abandon-payment',
  order: `/api/orders/${ORDER}`,
}

const storage = new Map<string, string>()
let opened = 0
let waited = 0
let tokens = 0
let isTokenRefused = false
let areListsLost = false
let cartGeneration = 0

async function payWith(result: DialogResult, wanted = purchase) {
  const { signedIn } = await import('#app/state/session.ts')
  const { pay } = await import('./payment.ts')
  signedIn(ASHA)
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
const keptOrder = () => JSON.parse(storage.get('lastOrderDetails') ?? 'null')

beforeEach(() => {
  vi.resetModules()
  storage.clear()
  opened = 0
  waited = 0
  tokens = 0
  isTokenRefused = false
  areListsLost = false
  cartGeneration = 0
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', {
    length: 0,
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
  it('script, total and person are there, or it is said which is not', async () => {
    const { checkPreconditions } = await import('./payment.ts')
    expect(checkPreconditions(null, purchase.total, ASHA)).toBe('no script')
    expect(checkPreconditions(openDialog, paise(0), ASHA)).toBe('no total')
    expect(checkPreconditions(openDialog, purchase.total, null)).toBe('not signed in')
    expect(checkPreconditions(openDialog, purchase.total, ASHA)).toBe(openDialog)
  })

  // Shows 5.payment.token
  it('a token that cannot be had stops it, and no order is asked for', async () => {
    const server = openServer({ [PATHS.create]: [created] })
    isTokenRefused = true
    vi.spyOn(console, 'info').mockImplementation(() => {})
    expect(await payWith(dismissed)).toEqual({ end: 'not started', problem: 'no token' })
    expect(server.times(PATHS.create)).toBe(0)
  })

  // Shows 7.create-order.fresh
  it('the order is asked for with a new token, though one is held already', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.order]: [orderThatIs('created')],
      [PATHS.abandon]: [{ json: { success: true, status: 'cancelled' } }],
    })
    const { signedIn } = await import('#app/state/session.ts')
    const { syncLists } = await import('#app/state/sync.ts')
    signedIn(ASHA)
    await syncLists()
    expect(tokens).toBe(1)
    await payWith(dismissed)
    expect(tokens).toBe(2)
  })
})

describe('a payment that goes well', () => {
  // Shows 4.checkout.success, 3.storage.last-order
  it('is verified, completed and kept for the confirmation', async () => {
    const server = openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: [verified],
      [PATHS.update]: [updated],
      [PATHS.order]: [orderThatIs('completed')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ end: 'success', order: { orderId: ORDER } })
    expect(keptOrder()).toEqual({
      orderId: ORDER,
      amount: subtotal,
      items: [{ name: buyable[0]?.product.name, price: buyable[0]?.unitPrice, quantity: 2 }],
      timestamp: '2026-11-20T10:01:00.000Z',
    })
    expect(server.times(PATHS.update)).toBe(1)
    expect(storage.has('checkoutOrder')).toBe(false)
  })

  it('opens no dialog where it was paid already in another tab', async () => {
    openServer({
      [PATHS.create]: [{ json: { ...created.json, paid: true } }],
      [PATHS.order]: [orderThatIs('completed')],
    })
    expect(await payWith(dismissed)).toMatchObject({ end: 'success' })
    expect(opened).toBe(0)
  })

  it('survives lost answers of the verification', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: ['lost', 'lost', verified],
      [PATHS.update]: [updated],
      [PATHS.order]: ['lost', 'lost', orderThatIs('completed')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ end: 'success' })
  })

  it('is found by the webhook’s work though every verification was lost', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: ['lost'],
      [PATHS.order]: [orderThatIs('created'), orderThatIs('completed')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ end: 'success' })
  })

  // Shows D32.late
  it('is found after the dialog was dismissed', async () => {
    const server = openServer({ [PATHS.create]: [created], [PATHS.order]: [orderThatIs('paid')] })
    expect(await payWith(dismissed)).toMatchObject({ end: 'success' })
    expect(server.times(PATHS.abandon)).toBe(0)
  })
})

describe('a confirmation', () => {
  const generationsOf = (server: ReturnType<typeof openServer>) =>
    server.sent.filter(({ path }) => path === PATHS.create).map(({ body }) => body.cart_generation)
  const changedHere = async () => {
    const { mergeIntoAccount, changeCart } = await import('#app/state/lists.ts')
    mergeIntoAccount(ASHA.id)
    changeCart({ do: 'add', product: { type: 'rings', id: 801 }, quantity: 1 })
  }

  // Shows D26.order-first
  it('is sent again as it was when the answer was lost', async () => {
    const server = openServer({ [PATHS.create]: ['lost', created], [PATHS.order]: [orderThatIs('created')] })
    await payWith(dismissed)
    const [one, two] = server.sent.filter(({ path }) => path === PATHS.create)
    expect(one).toEqual(two)
  })

  it('names the cart that the shopper saw, though it has been bought meanwhile', async () => {
    const server = openServer({
      [PATHS.create]: [{ json: { ...created.json, paid: true } }],
      [PATHS.order]: [orderThatIs('completed')],
    })
    cartGeneration = 1
    expect(await payWith(dismissed)).toMatchObject({ end: 'success' })
    expect(generationsOf(server)).toEqual([0])
  })

  it('is not sent where the cart has been bought meanwhile and changed here since: the shopper looks again', async () => {
    const server = openServer({ [PATHS.create]: [created] })
    cartGeneration = 1
    await changedHere()
    expect(await payWith(paidInDialog)).toMatchObject({
      end: 'failed',
      reason: 'An order from your cart was completed meanwhile. Please review your cart.',
    })
    expect(server.times(PATHS.create)).toBe(0)
  })

  it('is not sent before the server knows what was changed in the cart', async () => {
    const server = openServer({ [PATHS.create]: [created] })
    vi.spyOn(console, 'info').mockImplementation(() => {})
    areListsLost = true
    await changedHere()
    expect(await payWith(paidInDialog)).toEqual({ end: 'not started', problem: 'no connection' })
    expect(server.times(PATHS.create)).toBe(0)
  })
})

describe('answers of the specified fields alone', () => {
  it('make a whole purchase', async () => {
    const { id, amount, currency } = created.json
    const bare = { success: true, id, amount, currency, message: '' }
    openServer({
      [PATHS.create]: [{ json: bare }],
      [PATHS.verify]: [{ json: { success: true, message: '' } }],
      [PATHS.update]: [{ json: { message: '' } }],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ end: 'success', order: { orderId: id } })
  })

  it.each([
    [{ json: { success: false, message: 'The amounts differ' } }, 'The amounts differ'],
    [{ json: { success: false } }, 'Payment verification failed'],
    [{ status: 422, json: { message: 'The amounts differ' } }, 'The amounts differ'],
  ])('that refuse the verification fail with its words: %j', async (answer, reason) => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: [answer],
      [PATHS.order]: [orderThatIs('created')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ end: 'failed', reason })
  })

  it.each([
    [{ json: { success: false, message: 'No more today' } }, 'Failed to create order: No more today'],
    [{ json: { success: false } }, 'Failed to create order: Invalid order response from server'],
    [{ status: 422, json: { message: 'No more today' } }, 'Failed to create order: No more today'],
  ])('that refuse the order fail with its words: %j', async (answer, reason) => {
    openServer({ [PATHS.create]: [answer] })
    expect(await payWith(paidInDialog)).toMatchObject({ end: 'failed', reason })
  })
})

describe('a payment that does not come about', () => {
  // Shows 8.dismissed
  it('is cancelled by dismissing the dialog, and the server is told', async () => {
    const server = openServer({
      [PATHS.create]: [created],
      [PATHS.order]: [orderThatIs('created')],
      [PATHS.abandon]: [{ json: { success: true, status: 'cancelled' } }],
    })
    expect(await payWith(dismissed)).toEqual({ end: 'cancelled', reason: 'Payment was cancelled' })
    expect(server.sent.find(({ path }) => path === PATHS.abandon)?.body.outcome).toBe('cancelled')
  })

  it('says what the bank said when the dialog is closed after a decline', async () => {
    openServer({ [PATHS.create]: [created], [PATHS.order]: [orderThatIs('failed')] })
    const declined: DialogResult = { kind: 'dismissed', failure: 'The card was declined' }
    expect(await payWith(declined)).toMatchObject({ end: 'failed', reason: 'The card was declined' })
  })

  it('is unconfirmed where the dialog is dismissed and no answer comes any more', async () => {
    openServer({ [PATHS.create]: [created] })
    expect(await payWith(dismissed)).toEqual({
      end: 'unconfirmed',
      orderNumber: ORDER,
      dismissal: { outcome: 'cancelled', reason: 'Payment was cancelled' },
    })
  })

  it('is unconfirmed where the dialog hands over no proof and no answer comes any more', async () => {
    openServer({ [PATHS.create]: [created] })
    expect(await payWith({ kind: 'proof', proof: null })).toEqual({ end: 'unconfirmed', orderNumber: ORDER })
  })

  // Shows 8.verification
  it('fails with the server’s words where the verification is refused', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: [refused(422, 'payment-not-verified', 'The amounts differ')],
      [PATHS.order]: [orderThatIs('created')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ end: 'failed', reason: 'The amounts differ' })
  })

  // Shows 8.verification
  it('fails with the required words where the refusal has none', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: [refused(422, 'payment-not-verified')],
      [PATHS.order]: [orderThatIs('created')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({ reason: 'Payment verification failed' })
  })

  // Shows 8.completion, 7.dialog.proof
  it('fails as not completed where the dialog hands over something else than a proof', async () => {
    openServer({ [PATHS.create]: [created], [PATHS.order]: [orderThatIs('created')] })
    expect(await payWith({ kind: 'proof', proof: { razorpay_payment_id: 7 } })).toEqual({
      end: 'failed',
      reason: 'Failed to process payment completion',
      detail: 'Invalid payment result received',
    })
  })

  // Shows 8.completion
  it('fails as not completed where the completion is refused', async () => {
    openServer({
      [PATHS.create]: [created],
      [PATHS.verify]: [verified],
      [PATHS.update]: [refused(422, 'payment-not-verified')],
      [PATHS.order]: [orderThatIs('created')],
    })
    expect(await payWith(paidInDialog)).toMatchObject({
      reason: 'Failed to process payment completion',
      detail: 'Failed to update order status',
    })
  })

  it('stays unconfirmed, never failed, while no answer comes', async () => {
    openServer({ [PATHS.create]: [created], [PATHS.verify]: ['lost'], [PATHS.order]: ['lost'] })
    expect(await payWith(paidInDialog)).toEqual({ end: 'unconfirmed', orderNumber: ORDER })
    expect(waited).toBe(30_000)
  })

  // Shows 8.order.words
  it.each([
    [refused(409, 'prices-changed', 'Prices have changed.'), 'Failed to create order: Prices have changed.'],
    [{ status: 502, json: '' }, 'Failed to create order: Server error: 502'],
    [{ json: { success: true } }, 'Failed to create order: Invalid order response from server'],
  ])('fails at the order with its reason', async (answer, reason) => {
    openServer({ [PATHS.create]: [answer] })
    expect(await payWith(paidInDialog)).toMatchObject({ end: 'failed', reason })
    expect(opened).toBe(0)
  })

  it('has the page fetched anew only where its prices are out of date', async () => {
    openServer({ [PATHS.create]: [refused(409, 'prices-changed')] })
    expect(await payWith(paidInDialog)).toMatchObject({ isPageStale: true })
    openServer({ [PATHS.create]: [refused(503, 'provider-unavailable')] })
    expect(await payWith(paidInDialog)).toMatchObject({ isPageStale: false })
  })

  it('is not even started without a connection', async () => {
    openServer({ [PATHS.create]: ['lost'] })
    expect(await payWith(paidInDialog)).toEqual({ end: 'not started', problem: 'no connection' })
  })
})
