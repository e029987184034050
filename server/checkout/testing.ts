/** Checkout tests run with real adapters against the sandbox, a real database and a settable clock. */
import type { DisputeStatus } from '#domain/dispute.ts'
import { createHmac, randomUUID } from 'node:crypto'
import { eq, getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { CartLine } from '#domain/cart-changes.ts'
import type { Collection } from '#domain/collection.ts'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import type { ProductKey } from '#domain/product.ts'
import { addMs } from '#domain/time.ts'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { createApp } from '#server/app.ts'
import { collectionRoutes } from '#server/collection/routes.ts'
import { createQuoteSigner } from '#server/collection/signed-quotes.ts'
import type { Database } from '#server/db/open.ts'
import { withoutReplica } from '#server/db/replica.ts'
import { user } from '#server/db/account-schema.ts'
import { cartLine } from '#server/db/list-schema.ts'
import { emailOutbox, order, orderEvent, payment, surplusRefund } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { NOT_AUTHENTICATED, type User, type App } from '#server/http.ts'
import { createLog } from '#server/log.ts'
import { createDocumentSigner } from '#server/documents/signer.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { checkRateLimit, limitKey } from '#server/rate-limit.ts'
import { createPanEncryption } from '#server/orders/pans.ts'
import { orderRoutes } from '#server/account-orders/routes.ts'
import { offerRoutes } from '#server/offers/routes.ts'
import { cancellationRoutes } from '#server/fulfilment/cancellation-routes.ts'
import { returnRoutes } from '#server/fulfilment/return-routes.ts'
import type { Courier, ParcelCourier } from '#server/shipping/courier.ts'
import { shippingRoutes } from '#server/shipping/routes.ts'
import { createShiprocket } from '#server/shipping/shiprocket.ts'
import { seedOpeningStock } from '#server/stock/levels.ts'
import type { PaymentGateway } from '#server/gateway/gateway.ts'
import { createRazorpay } from '#server/gateway/razorpay.ts'
import { reconcileDueOrders } from '#server/payments/reconcile-job.ts'
import { sendDueSurplusRefunds } from '#server/refunds/surplus-refunds.ts'
import { checkoutRoutes, type CheckoutDeps } from './routes.ts'
import { paymentWebhook, processDueWebhooks, type PaymentWebhookDeps } from '#server/payments/webhooks.ts'

/** Required from ₹2,00,000; smaller orders do not store it. */
export const TEST_PAN = 'ABCPE1234F'
export const TEST_PAN_KEY = 'a key for the PANs of tests'
export const SITE_URL = 'http://localhost:3000'

/** ₹32,883.00, which ships free. */
export const RING: ProductKey = { type: 'rings', id: 801 }
/** ₹1,150.00, which does not ship free. */
export const CHAIN_ANKLET: ProductKey = { type: 'anklet', id: 2 }
export const SOLD_OUT: ProductKey = { type: 'rings', id: 808 }

export interface TestResponse {
  readonly status: number
  readonly json: any // oxlint-disable-line typescript/no-explicit-any -- a test says what it expects of it
}

export interface TestServer {
  readonly app: App
  readonly deps: CheckoutDeps & PaymentWebhookDeps & { readonly parcelCourier: ParcelCourier }
  readonly clock: { now: Date }
  readonly logged: string[]
  /** The jobs that were woken. */
  readonly wakes: () => readonly string[]
  request(who: User | null, method: string, path: string, body?: unknown): Promise<TestResponse>
  send(path: string, init: RequestInit): Promise<TestResponse>
}

/** Database and sandbox of a test file; each test has its own server and its own customer, Asha. */
export interface CheckoutFixture {
  db: Database
  sandbox: Sandbox
  server: TestServer
  asha: User
}

/** No test of a file runs out of stock that another one bought. */
const OPENING_STOCK = 10_000

/** The sandbox sends no webhooks: tests deliver them. */
export const SILENT = { rates: { 'webhook-never': 1 } } as const

interface Setting {
  readonly providers?: readonly ('razorpay' | 'shiprocket')[]
  /** Asha's cart. */
  readonly cart?: readonly StoredLine[]
}

export function setUpCheckout({ providers = ['razorpay', 'shiprocket'], cart = [] }: Setting = {}) {
  // Complete before the first test.
  const fixture = {} as CheckoutFixture
  const database = useTestDatabase()
  beforeAll(async () => {
    fixture.db = database.db
    await seedOpeningStock(database.db, {
      products: OPENING_CONTENT.products,
      each: OPENING_STOCK,
      now: new Date(),
    })
    fixture.sandbox = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: [...providers] })
  })
  afterAll(() => fixture.sandbox.close())
  beforeEach(async () => {
    fixture.sandbox.faults.set(SILENT)
    fixture.server = createTestServer(fixture.db, fixture.sandbox)
    fixture.asha = await newUser(fixture.db, cart)
  })
  return fixture
}

export function createActions(fixture: CheckoutFixture) {
  let addresses = 0

  /** Opens the dialog for an order of the ring; every call uses another address, which makes it another checkout. */
  async function startCheckout(who = fixture.asha) {
    addresses += 1
    const address = { ...addressOf(who), address: `${addresses} Johari Bazaar` }
    const checkout = checkoutOf(who, { address })
    const { json } = await fixture.server.request(who, 'POST', '/api/create-order', checkout)
    return { checkout, id: String(json.id), number: String(json.order_number) }
  }

  /** Pays it at the gateway without reporting to the shop. */
  async function payAtGateway(who = fixture.asha) {
    const started = await startCheckout(who)
    const proof = await pay(fixture.sandbox, started.id)
    const { amount, items } = started.checkout
    return { ...started, proof, verification: { ...proof, amount, items } }
  }

  return {
    startCheckout,
    payAtGateway,
    dismiss: (number: string, outcome: string, who = fixture.asha) =>
      fixture.server.request(who, 'POST', '/api/dismiss-payment', {
        orderId: number,
        outcome,
        reason: 'Payment was cancelled',
      }),
    readFacts: (number: string) => readOrderFacts(fixture.db, number),
    injectFaults: (target: string, faults: Record<string, true | number>) =>
      fixture.sandbox.faults.set({ ...SILENT, targets: { [target]: faults } }),
    advance: (ms: number) => {
      fixture.server.clock.now = addMs(fixture.server.clock.now, ms)
    },
    processWebhooks: () => untilDone(() => processDueWebhooks(fixture.server.deps)),
    /** `own`: dependencies of another server, or a faulty gateway. */
    reconcile: (own: Partial<CheckoutDeps> = {}) =>
      untilDone(() => reconcileDueOrders({ ...fixture.server.deps, ...own })),
    sendRefunds: (own: Partial<CheckoutDeps> = {}) =>
      untilDone(() => sendDueSurplusRefunds({ ...fixture.server.deps, ...own })),
  }
}

/** The database may hold due rows of other tests. */
async function untilDone(job: () => Promise<number>) {
  while ((await job()) > 0);
}

export function createTestServer(
  db: Database,
  sandbox: Sandbox,
  own: {
    readonly gateway?: (real: PaymentGateway) => PaymentGateway
    readonly courier?: Courier
    readonly visitorsCourier?: Courier
    readonly collection?: () => Collection
  } = {},
): TestServer {
  const clock = { now: new Date() }
  const now = () => clock.now
  const logged: string[] = []
  const log = createLog('debug', (line) => logged.push(line))
  const real = createRazorpay({ ...sandbox.razorpay, checkoutScriptUrl: sandbox.razorpay.scriptUrl })
  const secret = 'a secret for tests'
  const wakes: string[] = []
  const shiprocket = createShiprocket(sandbox.shiprocket, now)
  const deps = {
    db,
    fromReplica: withoutReplica(db),
    // In these tests the token is the user's id.
    authenticate: async (token, limit) => {
      const [found] = await db.select().from(user).where(eq(user.id, token))
      if (!found) return NOT_AUTHENTICATED
      const key = limit && limitKey(limit.name, found.id)
      const error = key && (await checkRateLimit(db, key, { ...limit, now: clock.now }))
      return error ? { ok: false, error } : { ok: true, value: found }
    },
    log,
    now,
    collection: own.collection ?? (() => OPENING_COLLECTION),
    siteUrl: SITE_URL,
    quotes: createQuoteSigner(secret),
    pans: createPanEncryption(TEST_PAN_KEY, null),
    gateway: own.gateway?.(real) ?? real,
    courier: own.courier ?? shiprocket,
    parcelCourier: shiprocket,
    worker: { wake: (job: string) => void wakes.push(job) },
  } satisfies TestServer['deps']
  const app = createApp({
    db,
    log,
    externalOrigins: { siteUrl: SITE_URL, checkoutScriptUrl: sandbox.razorpay.scriptUrl, analyticsUrl: null },
    proxyHops: 0,
    areas: [
      checkoutRoutes(deps),
      paymentWebhook(deps),
      collectionRoutes(deps),
      shippingRoutes({ ...deps, estimateCourier: own.visitorsCourier ?? deps.courier }),
      orderRoutes(deps, createDocumentSigner({ db, secret, previousSecret: null, siteUrl: SITE_URL, now })),
      cancellationRoutes(deps),
      returnRoutes(deps),
      offerRoutes(deps),
      listRoutes(deps),
    ],
    pages: null,
  })
  const send = async (path: string, init: RequestInit) => {
    const response = await app.request(path, init)
    return { status: response.status, json: await response.json().catch(() => undefined) }
  }
  return {
    app,
    deps,
    clock,
    logged,
    wakes: () => wakes,
    send,
    request: (who, method, path, body) =>
      send(path, {
        method,
        headers: {
          ...(who && { authorization: `Bearer ${who.id}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}

/** Without sizes, like carts from before sizes, unless a test gives them. */
type StoredLine = ProductKey & Pick<CartLine, 'quantity'> & Partial<CartLine>

export async function newUser(db: Database, cart: readonly StoredLine[] = []) {
  const id = randomUUID()
  const customer: User = { id, name: 'Asha Verma', email: `${id}@example.in` }
  await db.insert(user).values(customer)
  if (cart.length > 0)
    await db.insert(cartLine).values(
      cart.map(({ type, id: productId, size, quantity }, position) => ({
        userId: customer.id,
        type,
        productId,
        size,
        quantity,
        position,
      })),
    )
  return customer
}

export function itemOf(key: ProductKey, quantity = 1) {
  const product = OPENING_COLLECTION.find(key)
  if (!product) throw new Error('Not in the catalogue')
  return { ...key, name: product.name, price: product.price.amount as number, quantity }
}

/** A checkout of the ring, shipped free to Jaipur. */
export function checkoutOf(customer: User, changes: Readonly<Record<string, unknown>> = {}) {
  const item = itemOf(RING)
  return {
    amount: item.price,
    items: [item],
    address: addressOf(customer),
    courier_company_id: 43,
    ...changes,
  }
}

export function addressOf(customer: User) {
  return {
    name: 'Asha Verma',
    address: '14 Johari Bazaar',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302003',
    phone: '9829012345',
    email: customer.email,
  }
}

export interface Proof {
  readonly razorpay_payment_id: string
  readonly razorpay_order_id: string
  readonly razorpay_signature: string
}

/** Completes the dialog as a shopper does. */
export async function pay(
  sandbox: Sandbox,
  gatewayOrderId: string,
  outcome: 'success' | 'failure' | 'late' | 'dismissed' = 'success',
): Promise<Proof> {
  const response = await fetch(`${sandbox.url}/razorpay/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: gatewayOrderId, outcome }),
  })
  // The sandbox responds with the proof; tests of a failure do not read it.
  return (await response.json()) as Proof
}

/** Makes the late authorizations of an order happen now. */
export async function advanceClock(sandbox: Sandbox, gatewayOrderId: string): Promise<void> {
  await fetch(`${sandbox.url}/razorpay/sandbox/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: gatewayOrderId }),
  })
}

/** Refunds as staff do on the gateway's dashboard; without an amount, all that is left. */
export async function dashboardRefund(
  sandbox: Sandbox,
  paymentId: string,
  amount?: number,
): Promise<{ readonly id: string }> {
  const response = await fetch(`${sandbox.url}/razorpay/sandbox/refund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_id: paymentId, ...(amount !== undefined && { amount }) }),
  })
  // The sandbox responds with the refund.
  return (await response.json()) as { readonly id: string }
}

/** The customer disputes a payment at the bank, or the dispute moves on; returns the event of its webhook. */
export async function moveDispute(
  sandbox: Sandbox,
  paymentId: string,
  status: DisputeStatus,
  amount?: number,
): Promise<object> {
  const response = await fetch(`${sandbox.url}/razorpay/sandbox/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_id: paymentId, status, amount }),
  })
  const dispute: unknown = await response.json()
  const payment = { entity: { id: paymentId } }
  return { event: `payment.dispute.${status}`, payload: { payment, dispute: { entity: dispute } } }
}

interface GatewayState {
  readonly orders: readonly { id: string; receipt: string | null; amount: number }[]
  readonly payments: readonly { id: string; order_id: string; status: string; amount: number }[]
  readonly refunds: readonly { id: string; payment_id: string; amount: number; status: string }[]
}

export async function readGatewayState(sandbox: Sandbox): Promise<GatewayState> {
  // The sandbox's own description of its state.
  return (await (await fetch(`${sandbox.url}/razorpay/sandbox/state`)).json()) as GatewayState
}

export function webhook(sandbox: Sandbox, event: object, eventId: string = randomUUID()): RequestInit {
  const body = JSON.stringify(event)
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': createHmac('sha256', sandbox.razorpay.webhookSecret).update(body).digest('hex'),
    },
  }
}

export function orderPaid(gatewayOrderId: string) {
  return { entity: 'event', event: 'order.paid', payload: { order: { entity: { id: gatewayOrderId } } } }
}

export async function nextReconcileAt(db: Database, number: string): Promise<Date | null | undefined> {
  const [row] = await db.select().from(order).where(eq(order.number, number))
  return row?.nextReconcileAt
}

/** Without the columns of the next reconciliation, which jobs of other tests change. */
export async function readOrderFacts(db: Database, number: string) {
  const { nextReconcileAt: _, reconcileAttempts: __, ...columns } = getTableColumns(order)
  const [row] = await db.select(columns).from(order).where(eq(order.number, number))
  if (!row) throw new Error('No such order')
  const events = await db
    .select()
    .from(orderEvent)
    .where(eq(orderEvent.orderNumber, number))
    .orderBy(orderEvent.id)
  const emails = await db
    .select()
    .from(emailOutbox)
    .where(eq(emailOutbox.recipient, row.shipTo.email))
    .orderBy(emailOutbox.createdAt, emailOutbox.dedupeKey)
  return {
    row,
    steps: events.map(({ event }) => event),
    payments: await db
      .select()
      .from(payment)
      .where(eq(payment.orderNumber, number))
      .orderBy(payment.observedAt),
    refunds: await db
      .select()
      .from(surplusRefund)
      .where(eq(surplusRefund.orderNumber, number))
      .orderBy(surplusRefund.createdAt),
    emails: emails.map(({ dedupeKey }) => dedupeKey),
    cart: await db
      .select({ type: cartLine.type, id: cartLine.productId, quantity: cartLine.quantity })
      .from(cartLine)
      .where(eq(cartLine.userId, row.userId))
      .orderBy(cartLine.position),
  }
}

export interface PaidOrder {
  readonly customer: User
  readonly number: string
  readonly gatewayOrderId: string
  readonly paymentId: string
}

/** An order of some rings by a new customer, paid. */
export function payForRings(fixture: CheckoutFixture, quantity: number): Promise<PaidOrder> {
  return payForPieces(fixture, [{ ...RING, quantity }])
}

/** With free delivery. */
export async function payForPieces(
  fixture: CheckoutFixture,
  pieces: readonly (ProductKey & { readonly quantity: number })[],
): Promise<PaidOrder> {
  const customer = await newUser(fixture.db, pieces)
  const items = pieces.map(({ quantity, ...key }) => itemOf(key, quantity))
  const amount = items.reduce((total, { price, quantity }) => total + price * quantity, 0)
  const checkout = checkoutOf(customer, { amount, items, pan: TEST_PAN })
  const { json } = await fixture.server.request(customer, 'POST', '/api/create-order', checkout)
  const proof = await pay(fixture.sandbox, json.id)
  const verification = { ...proof, amount, items }
  const { status } = await fixture.server.request(customer, 'POST', '/api/verify-payment', verification)
  if (status !== 200) throw new Error(`The order is not paid: ${status}`)
  return {
    customer,
    number: json.order_number,
    gatewayOrderId: json.id,
    paymentId: proof.razorpay_payment_id,
  }
}
