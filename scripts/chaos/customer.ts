/**
 * Simulated shoppers: they press twice, open a second tab, lose responses and retry, reload, dismiss the dialog and
 * come back, pay after a decline, pay twice, add to the cart meanwhile, and a few of them forge. Everything a shopper
 * does follows from the seed and the number of the checkout.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { createOrder, dismissPayment, updateOrderStatus, verifyPayment } from '#contract/checkout.ts'
import { decideMadeToOrder } from '#contract/order-decisions.ts'
import { changeLists } from '#contract/lists.ts'
import { calculateShipping } from '#contract/shipping.ts'
import { priceCart, quoteCart, type PricedCart } from '#domain/cart.ts'
import type { Cart, CartLine } from '#domain/cart-changes.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import type { Paise } from '#domain/money.ts'
import { withOfferCode } from '#domain/offer-code.ts'
import { availabilityOf } from '#domain/product.ts'
import { inKilograms, shipmentWeightMg } from '#domain/shipping.ts'
import { PICKUP_PINCODE } from '#domain/shop.ts'
import { lineKeyOf } from '#domain/sizes.ts'
import { sizesOf } from '#domain/size-range.ts'
import { seededRandom, type Random } from './random.ts'
import type { GatewayControls, Proof } from './gateway.ts'
import { isUndecided, type ClientResult, type TestClient } from './client.ts'
import { forge } from './forgeries.ts'
import { entersOffer, OFFER } from './offer.ts'
import { scarceProducts } from './scarcity.ts'

export const PLANS = [
  'pays',
  'pays and closes the page',
  'is declined, then pays',
  'pays late by the bank',
  'dismisses the dialog',
  'dismisses the dialog, then pays',
  'leaves without a word',
  'pays in two tabs',
  'buys the same again',
] as const
export type Plan = (typeof PLANS)[number]

/** Percentages of shoppers who do this. */
const SHARE: Record<Plan, number> = {
  pays: 38,
  'pays and closes the page': 10,
  'is declined, then pays': 12,
  'pays late by the bank': 6,
  'dismisses the dialog': 7,
  'dismisses the dialog, then pays': 8,
  'leaves without a word': 5,
  'pays in two tabs': 6,
  'buys the same again': 8,
}

/** What one checkout did and the results it saw, for the audit. */
export interface Scenario {
  readonly checkout: number
  readonly shopper: string
  readonly plan: Plan
  /** Part of the address of its orders. Buying the same again creates two scenarios with one mark. */
  readonly mark: string
  readonly lines: Cart
  /** What the shopper saw and agreed to; null if there was no order. */
  total: Paise | null
  /** All orders ever shown for this purchase; more than one per start is a double order. */
  readonly orderNumbers: Set<string>
  readonly gatewayOrderIds: Set<string>
  /** How often it was restarted because another purchase had emptied the cart meanwhile. */
  restarts: number
  reportedPaid: boolean
  /** Payments with a valid signature that the shop reported as failed. */
  readonly reportedFailed: Set<string>
  /** Violations seen by the shopper. */
  readonly complaints: string[]
}

export interface ShoppingSession {
  readonly seed: number
  readonly checkout: number
  readonly client: TestClient
  readonly otherClient: TestClient
  readonly gateway: GatewayControls
  readonly siteUrl: string
  readonly count: (what: string) => void
  /** Receives pieces that are certainly in the cart, one by one. */
  readonly onCart: (added: CartLine) => void
}

/** One scenario, or two if the shopper buys the same again. */
export async function runScenario(session: ShoppingSession): Promise<Scenario[]> {
  const { seed, checkout, client, count } = session
  const random = seededRandom(seed, 'checkout', checkout)
  const lines = pickProducts(random, seed)
  const scenario = newScenario({
    checkout,
    shopper: client.email,
    plan: drawPlan(random),
    mark: `${checkout} Johari Bazaar`,
    lines,
  })
  await putIntoCart(session, lines)
  const order = await chooseShipping(session, random, scenario)
  if (!order) {
    count('gave up before the order')
    return [scenario]
  }
  if (scenario.plan === 'buys the same again') return buyTwice(session, random, { scenario, order })
  // More of the same pieces, so that emptying a cart twice is detected.
  const more = random.happens(0.5) ? lines.map((line) => ({ ...line, quantity: 1 })) : []
  await Promise.all([
    payOrder(session, random, { scenario, order }),
    more.length > 0 && putIntoCart(session, more),
  ])
  return [scenario]
}

function newScenario(begun: Pick<Scenario, 'checkout' | 'shopper' | 'plan' | 'mark' | 'lines'>): Scenario {
  return {
    ...begun,
    total: null,
    orderNumbers: new Set(),
    gatewayOrderIds: new Set(),
    restarts: 0,
    reportedPaid: false,
    reportedFailed: new Set(),
    complaints: [],
  }
}

/**
 * Every response after the first payment is lost. A tab opened before learns that the order is complete; the same
 * pieces put into the cart again, to the same address by the same courier, are another order with its own payment.
 */
async function buyTwice(session: ShoppingSession, random: Random, purchase: Purchase): Promise<Scenario[]> {
  const { gateway, client, count } = session
  const { scenario, order } = purchase
  const id = await startCheckout(session, random, purchase)
  if (id === null || scenario.restarts > 0) return [scenario]
  const end = await gateway.pay(id, 'success')
  if (end === 'declined' || !(await hasCartMovedOn(session, order))) return [scenario]
  const stale = await client.call(createOrder, order)
  if (stale.body && !(stale.body.paid && scenario.orderNumbers.has(stale.body.order_number ?? '')))
    scenario.complaints.push('a tab from before was asked to pay again')

  const again = newScenario(scenario)
  await putIntoCart(session, scenario.lines)
  again.total = scenario.total
  const next = { scenario: again, order: { ...order, cart_generation: await cartGenerationOf(session) } }
  const second = await startCheckout(session, random, next)
  if (again.reportedPaid) again.complaints.push('reported as paid before any payment')
  if (second !== null) {
    const secondEnd = await gateway.pay(second, 'success')
    await afterDialog(session, random, next, secondEnd)
  }
  count('bought the same again')
  return [scenario, again]
}

async function cartGenerationOf({ client }: ShoppingSession): Promise<number | undefined> {
  return (await client.callWithRetry(changeLists, { changes: [] })).body?.cartGeneration
}

const CART_MOVES_ON_TRIES = 100
const CART_MOVES_ON_PAUSE_MS = 200

/** Waits until the order is completed by any source; false if that takes too long for this shopper. */
async function hasCartMovedOn(
  session: ShoppingSession,
  { cart_generation: before = 0 }: Order,
): Promise<boolean> {
  for (let tries = 0; tries < CART_MOVES_ON_TRIES; tries += 1) {
    if (((await cartGenerationOf(session)) ?? before) > before) return true
    await wait(CART_MOVES_ON_PAUSE_MS)
  }
  return false
}

type Order = z.input<NonNullable<(typeof createOrder)['request']>>
interface Purchase {
  readonly scenario: Scenario
  readonly order: Order
}

const ON_SALE = OPENING_COLLECTION.products.filter((product) => availabilityOf(product) !== 'sold out')

/** Percentage of lines with a product that is nearly sold out. */
const SCARCE_LINES = 0.1

function pickProducts(random: Random, seed: number): Cart {
  const scarce = scarceProducts(seed).map(({ product }) => product)
  const pieces = new Map<string, CartLine>()
  for (let line = random.between(1, 3); line > 0; line -= 1) {
    const product = random.oneOf(random.happens(SCARCE_LINES) ? scarce : ON_SALE)
    const { type, id } = product
    const sizes = sizesOf(product)
    const size = sizes.length > 0 ? random.oneOf(sizes) : ''
    pieces.set(lineKeyOf({ type, id, size }), { type, id, size, quantity: random.happens(0.2) ? 2 : 1 })
  }
  return [...pieces.values()]
}

function drawPlan(random: Random): Plan {
  return random.oneOf(PLANS.flatMap((plan) => Array<Plan>(SHARE[plan]).fill(plan)))
}

async function putIntoCart({ client, onCart, count }: ShoppingSession, lines: Cart): Promise<void> {
  const changes = lines.map(({ type, id, size, quantity }) => ({
    id: randomUUID(),
    list: 'cart' as const,
    change: { do: 'add' as const, product: { type, id, size }, quantity },
  }))
  const result = await client.callWithRetry(changeLists, { changes })
  if (result.body === null) throw new Error(`The cart accepts nothing: ${result.status} ${result.message}`)
  for (const line of lines) onCart(line)
  count('pieces put into carts')
}

/** Delhi, Gurugram, Mumbai, Jaipur, Guwahati, Ladakh. */
const PINCODE_AREAS = ['1100', '1220', '4000', '3020', '7810', '1941'] as const
/** Islands without courier service. */
const UNSERVED_AREA = '7441'

/** Chooses a courier and sees the total; null if no courier is available. */
async function chooseShipping(
  session: ShoppingSession,
  random: Random,
  scenario: Scenario,
): Promise<Order | null> {
  const offer = entersOffer(session.seed, session.checkout) ? OFFER : null
  const cart = withOfferCode(priceCart(scenario.lines, OPENING_COLLECTION.find), offer)
  const area = random.happens(0.02) ? UNSERVED_AREA : random.oneOf(PINCODE_AREAS)
  const pincode = `${area}0${random.between(1, 9)}`
  const request = {
    pickup_postcode: PICKUP_PINCODE,
    delivery_postcode: pincode,
    weight: inKilograms(shipmentWeightMg(cart.buyable)),
    items: [...scenario.lines],
    offer_code: offer?.code,
  }
  const rates = (await session.client.callWithRetry(calculateShipping, request)).body?.shippingRates
  const chosen = rates && random.oneOf(rates)
  if (!chosen) return null
  const quoted = quoteCart(cart, chosen.rate)
  if (!quoted.ok) throw new Error(`No quote: ${quoted.error}`)
  scenario.total = quoted.value.total
  return {
    amount: quoted.value.total,
    items: itemsOf(cart),
    offer_code: offer?.code,
    cart_generation: await cartGenerationOf(session),
    address: {
      name: session.client.name,
      address: scenario.mark,
      city: 'Jaipur',
      state: 'Rajasthan',
      pincode,
      phone: '9829012345',
      email: session.client.email,
    },
    courier_company_id: chosen.courier_company_id,
    pan: 'ABCPE1234F',
  }
}

function itemsOf({ buyable }: PricedCart) {
  return buyable.map(({ key, product, unitPrice, quantity }) => ({
    ...key,
    name: product.name,
    price: unitPrice,
    quantity,
  }))
}

async function payOrder(session: ShoppingSession, random: Random, purchase: Purchase): Promise<void> {
  const { gateway, count } = session
  const { scenario } = purchase
  const id = await startCheckout(session, random, purchase)
  if (id === null) return count('gave up before paying')
  await pause(random)
  switch (scenario.plan) {
    case 'pays':
      return afterDialog(session, random, purchase, await gateway.pay(id, 'success'))
    case 'pays and closes the page':
      await gateway.pay(id, 'success')
      return
    case 'is declined, then pays': {
      await gateway.pay(id, 'failure')
      await pause(random)
      // Either in the same dialog, or after leaving it and coming back.
      const next = random.happens(0.5)
        ? id
        : await returnLater(session, random, { purchase, outcome: 'failed' })
      if (next !== null) await afterDialog(session, random, purchase, await gateway.pay(next, 'success'))
      return
    }
    case 'pays late by the bank':
      await gateway.pay(id, 'late')
      return dismiss(session, random, { scenario, outcome: 'failed' })
    case 'dismisses the dialog':
      await gateway.pay(id, 'dismissed')
      return dismiss(session, random, { scenario, outcome: 'cancelled' })
    case 'dismisses the dialog, then pays': {
      await gateway.pay(id, 'dismissed')
      const next = await returnLater(session, random, { purchase, outcome: 'cancelled' })
      if (next !== null) await afterDialog(session, random, purchase, await gateway.pay(next, 'success'))
      return
    }
    case 'leaves without a word':
      return
    case 'pays in two tabs': {
      const tabs = await Promise.all([gateway.pay(id, 'success'), gateway.pay(id, 'success')])
      await Promise.all(
        tabs.map((end, tab) =>
          afterDialog(session, seededRandom(session.seed, 'tab', session.checkout, tab), purchase, end),
        ),
      )
    }
  }
}

/** Presses "Proceed to Payment" until there is a dialog; returns its gateway order, null if there is nothing to pay. */
async function startCheckout(
  session: ShoppingSession,
  random: Random,
  { scenario, order }: Purchase,
): Promise<string | null> {
  const { client, count } = session
  for (let tries = 0; tries < 60; tries += 1) {
    const presses = random.happens(0.15) ? 2 : 1
    const losesAfterMs = random.happens(0.1) ? random.between(1, 60) : undefined
    const result = await Promise.all(
      Array.from({ length: presses }, () => client.call(createOrder, order, losesAfterMs)),
    )
    const known = scenario.reportedPaid
    const bodies = result.flatMap(({ body }) => body ?? [])
    for (const { order_number, id, paid, amount } of bodies) {
      if (order_number !== undefined) scenario.orderNumbers.add(order_number)
      if (paid) scenario.reportedPaid = true
      else scenario.gatewayOrderIds.add(id)
      if (known && !paid) scenario.complaints.push('had to pay again after the order was reported as paid')
      if (amount !== scenario.total)
        scenario.complaints.push(`asked for ${amount} instead of ${scenario.total}`)
    }
    if (bodies.some(({ paid }) => paid)) return null
    const [first] = bodies
    if (first) return first.id
    const rejected = result.find((each) => !isUndecided(each))
    if (rejected) {
      count(`create-order rejected: ${rejected.code}`)
      if (rejected.status === 409 && (await hasCartChanged(session, order))) {
        scenario.restarts += 1
        continue
      }
      // A temporarily unavailable courier is no reason to leave.
      if (rejected.status !== 422 || rejected.code === 'offer-code-rejected' || tries > 20) return null
    }
    count('create-order repeated')
    await wait(random.between(50, 400))
  }
  return null
}

/** Another purchase of this shopper has emptied the cart meanwhile: the page then shows the current cart. */
async function hasCartChanged(session: ShoppingSession, order: Order): Promise<boolean> {
  const now = await cartGenerationOf(session)
  if (now === undefined || now === order.cart_generation) return false
  order.cart_generation = now
  return true
}

interface Ending {
  readonly scenario: Scenario
  readonly outcome: 'cancelled' | 'failed'
}

async function dismiss(
  { client }: ShoppingSession,
  random: Random,
  { scenario, outcome }: Ending,
): Promise<void> {
  const [orderId] = scenario.orderNumbers
  if (orderId === undefined || random.happens(0.2)) return
  const result = await client.callWithRetry(dismissPayment, {
    orderId,
    outcome,
    reason: 'Payment was cancelled',
  })
  if (result.body?.status === 'completed') scenario.reportedPaid = true
}

/** "Try Again": the same purchase once more. */
async function returnLater(
  session: ShoppingSession,
  random: Random,
  { purchase, outcome }: { readonly purchase: Purchase; readonly outcome: 'cancelled' | 'failed' },
): Promise<string | null> {
  await dismiss(session, random, { scenario: purchase.scenario, outcome })
  await pause(random)
  return startCheckout(session, random, purchase)
}

async function afterDialog(
  session: ShoppingSession,
  random: Random,
  purchase: Purchase,
  end: Proof | 'declined' | 'silence',
): Promise<void> {
  const { client, count } = session
  const { scenario, order } = purchase
  if (end === 'declined') return dismiss(session, random, { scenario, outcome: 'failed' })
  if (end === 'silence') {
    count('handlers that were never called')
    // Many reload; the others leave it to the shop.
    if (random.happens(0.5)) await startCheckout(session, random, purchase)
    return
  }
  const verification = { ...end, amount: order.amount, items: order.items }
  if (random.happens(0.15)) {
    const [orderNumber = ''] = scenario.orderNumbers
    const { kind, isAccepted } = await forge({ ...session, orderNumber, verification }, random)
    if (isAccepted) scenario.complaints.push(`${kind} was accepted`)
    count('forgeries')
  }
  if (random.happens(0.1)) {
    await client.call(verifyPayment, verification, random.between(1, 40))
    count('verifications whose response was lost')
  }
  const times = random.happens(0.15) ? 3 : 1
  const all = await Promise.all(
    Array.from({ length: times }, () => client.callWithRetry(verifyPayment, verification)),
  )
  for (const result of all) note(scenario, result, end.razorpay_payment_id)
  if (all.some(({ code }) => code === 'consent-needed')) await decide(session, random, scenario)
  if (scenario.reportedPaid) await replayStatusUpdate(session, random, { scenario, proof: end })
  if (random.happens(0.15)) await startCheckout(session, random, purchase)
}

/**
 * Their pieces were sold before the payment arrived: half have them made to order, some want the money, the others
 * never decide.
 */
async function decide({ client, count }: ShoppingSession, random: Random, scenario: Scenario): Promise<void> {
  const agrees = random.oneOf([true, true, false, null])
  count(`consent: ${agrees}`)
  if (agrees === null) return
  const path = `/api/orders/${[...scenario.orderNumbers][0]}/made-to-order` as const
  const { body } = await client.callWithRetry({ ...decideMadeToOrder, path }, { agrees })
  if (body?.status === 'completed') scenario.reportedPaid = true
}

function note(
  scenario: Scenario,
  { body, status }: ClientResult<{ order_number?: string | undefined }>,
  paymentId: string,
): void {
  if (body) {
    scenario.reportedPaid = true
    if (body.order_number !== undefined) scenario.orderNumbers.add(body.order_number)
  } else if (status === 422) scenario.reportedFailed.add(paymentId)
}

async function replayStatusUpdate(
  { client, count }: ShoppingSession,
  random: Random,
  { scenario, proof }: { readonly scenario: Scenario; readonly proof: Proof },
): Promise<void> {
  const [orderId] = scenario.orderNumbers
  if (orderId === undefined) return
  for (let times = random.between(1, 3); times > 0; times -= 1)
    await client.call(updateOrderStatus, { orderId, status: 'completed', paymentDetails: proof })
  count('status updates replayed')
}

function pause(random: Random): Promise<void> {
  return wait(random.between(20, 250))
}
