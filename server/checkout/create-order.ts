/**
 * POST /api/create-order. The order is the shop's before the gateway knows of it, so that no crash and no lost answer
 * leaves a payment without an order; pressing twice, a second tab or a retry find the same order by its checkout id.
 */
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { createOrder } from '#contract/checkout.ts'
import { pricedCart, quoteOf, type Quote, type QuoteProblem } from '#domain/cart.ts'
import { findProduct } from '#domain/catalogue/all.ts'
import { NOTHING } from '#domain/money.ts'
import { isSettled } from '#domain/order.ts'
import { shipmentWeightMg, type ShippingRate } from '#domain/shipping.ts'
import { order } from '#server/db/schema.ts'
import { refusal, type Person, type Refusal } from '#server/http.ts'
import { limitKey, refusedByLimit } from '#server/rate-limit.ts'
import { courierRefusal, type Courier } from '#server/shipping/courier.ts'
import { gatewayOrderOpener } from './gateway-orders.ts'
import type { GatewayProblem } from './gateway.ts'
import { hasRepeats, isSameAsOrdered, isSameAsPriced } from './items.ts'
import { hasExpired, record } from './ledger.ts'
import {
  gatewayOrdersOf,
  linesOf,
  lockedOrder,
  orderOfCheckout,
  placeOrder,
  type OrderRow,
} from './orders.ts'
import { lookAndSettle, type SettleParts } from './settle.ts'
import { later, PAYMENT_RESUMES_MS, QUOTE_STANDS_MS, watchedAnew } from './timing.ts'

export interface OrderingParts extends SettleParts {
  readonly courier: Courier
}

type Wanted = z.output<NonNullable<(typeof createOrder)['request']>>
type Answer = z.output<(typeof createOrder)['response']>
export type StartPayment = (person: Person, wanted: Wanted) => Promise<Answer | Refusal>

/** A press, a retry, a second try with another card: never dozens a minute. */
const STARTS = { limit: 30, windowMs: 60_000 }

/** Above the account's limit, or wrong keys: trying again does not help. */
const PAYMENT_NOT_OPENED = refusal(
  'provider-unavailable',
  'The payment service could not open this payment. Please contact us.',
)
const GATEWAY_REFUSALS: Record<GatewayProblem, Refusal> = {
  unreachable: refusal(
    'provider-unavailable',
    'The payment service did not answer. Please try again in a moment.',
  ),
  refused: PAYMENT_NOT_OPENED,
  unauthorised: PAYMENT_NOT_OPENED,
}
const PRICES_CHANGED = refusal('prices-changed', 'Prices have changed. Please review your cart.')
const CART_CHANGED = refusal('conflict', 'Your cart has changed since this payment was started.')
const TOO_LONG_AGO = refusal('conflict', 'This payment was started too long ago. Please start again.')
const MONEY_RETURNED = refusal('conflict', 'This payment has been returned. Please start again.')
const COURIER_GONE = refusal(
  'not-serviceable',
  'This shipping method is no longer offered. Please choose another.',
)

const QUOTE_REFUSALS: Record<QuoteProblem, Refusal> = {
  'blocked cart': refusal(
    'cart-blocked',
    'Some pieces in your cart can no longer be bought. Please remove them.',
  ),
  'empty cart': refusal('invalid-request', 'Cart total must be greater than 0'),
}

export function paymentStarter(parts: OrderingParts): StartPayment {
  const { db, log, now, gateway } = parts
  const openGatewayOrder = gatewayOrderOpener(parts)

  return async (person, wanted) => {
    const refused = await refusedByLimit(db, limitKey('create-order', person.id), { ...STARTS, now: now() })
    if (refused) return refused
    if (hasRepeats(wanted.items)) return refusal('invalid-request', 'The same piece is listed twice.')

    const known = await orderOfCheckout(db, person.id, wanted.checkout_id)
    const settled = known && (await answerIfSettled(known))
    if (settled) return settled

    const agreed = await agreement(parts, wanted)
    if ('refused' in agreed) return agreed
    if (!known && !isAsSeen(wanted, agreed.quote)) return PRICES_CHANGED

    const { placed, isNew } = known
      ? { placed: known, isNew: false }
      : await placeOrder(
          db,
          { userId: person.id, checkoutId: wanted.checkout_id, shipTo: wanted.address, ...agreed },
          now(),
        )
    if (!isNew) {
      const objection = await objectionTo(parts, { placed, wanted, quote: agreed.quote })
      if (objection) return objection
      await noteResumed(parts, placed)
    }
    const opened = await openGatewayOrder({ placed, isNew })
    if (opened.ok) return answer(placed, { gatewayOrderId: opened.fact, isPaid: false })
    log.warn('gateway order not opened', { problem: opened.problem, detail: opened.detail })
    return GATEWAY_REFUSALS[opened.problem]
  }

  /** Handler and webhooks may have been lost: nobody is asked to pay for what is paid. Null while it is unpaid. */
  async function answerIfSettled(known: OrderRow): Promise<Answer | Refusal | null> {
    const looked = await lookAndSettle(parts, known.number, 'shopper')
    if (!looked.ok) {
      log.warn('gateway not asked', { problem: looked.problem, detail: looked.detail })
      return GATEWAY_REFUSALS[looked.problem]
    }
    if (!isSettled(looked.status)) return null
    if (looked.status === 'refunded') return MONEY_RETURNED
    // The browser may never have heard of its end, and names it again when the same pieces are wanted once more.
    if (known.completedAt && now() >= later(known.completedAt, PAYMENT_RESUMES_MS)) return TOO_LONG_AGO
    const opened = (await gatewayOrdersOf(db, known.number)).findLast((each) => each.gatewayOrderId !== null)
    return answer(known, { gatewayOrderId: opened?.gatewayOrderId ?? '', isPaid: true })
  }

  function answer(
    placed: OrderRow,
    { gatewayOrderId, isPaid }: { readonly gatewayOrderId: string; readonly isPaid: boolean },
  ): Answer {
    return {
      success: true,
      id: gatewayOrderId,
      amount: placed.total,
      currency: placed.currency,
      message: isPaid ? 'This order has been paid.' : 'Order created.',
      order_number: placed.number,
      key: gateway.publicKey,
      paid: isPaid,
    }
  }
}

interface Agreed {
  readonly quote: Quote
  readonly courier: ShippingRate
  readonly weightMg: number
}

/** The sums by the catalogue and the couriers, whatever the browser believes. */
async function agreement({ courier, log }: OrderingParts, wanted: Wanted): Promise<Agreed | Refusal> {
  const cart = pricedCart(wanted.items, findProduct)
  // Nothing is asked of the couriers for a cart that cannot be bought.
  const buyable = quoteOf(cart, NOTHING)
  if (!buyable.ok) return QUOTE_REFUSALS[buyable.problem]
  const weightMg = shipmentWeightMg(cart.buyable)
  const offers = await courier.ratesFor({ deliveryPincode: wanted.address.pincode, weightMg })
  if (!offers.ok) {
    log.warn('no courier offers', { problem: offers.problem, detail: offers.detail })
    return courierRefusal(offers.problem)
  }
  const chosen = offers.rates.find(({ courierId }) => courierId === wanted.courier_company_id)
  if (!chosen) return COURIER_GONE
  const quoted = quoteOf(cart, chosen.rate)
  return quoted.ok ? { quote: quoted.quote, courier: chosen, weightMg } : QUOTE_REFUSALS[quoted.problem]
}

function isAsSeen({ amount, items }: Wanted, { total, lines }: Quote): boolean {
  return amount === total && isSameAsPriced(items, lines)
}

interface Resumed {
  readonly placed: OrderRow
  readonly wanted: Wanted
  readonly quote: Quote
}

/** Why a payment that was started may not go on; null where it may. */
async function objectionTo(
  { db, now }: OrderingParts,
  { placed, wanted, quote }: Resumed,
): Promise<Refusal | null> {
  const isSame =
    wanted.amount === placed.total &&
    wanted.courier_company_id === placed.courierId &&
    isDeepStrictEqual(wanted.address, placed.shipTo) &&
    isSameAsOrdered(wanted.items, await linesOf(db, [placed.number]))
  if (!isSame) return CART_CHANGED
  if (now() >= later(placed.placedAt, PAYMENT_RESUMES_MS) || (await hasExpired(db, placed.number)))
    return TOO_LONG_AGO
  // What the shopper saw stands for a while though the pieces have become dearer; a fall is always passed on.
  const stands = quote.total > placed.total && now() < later(placed.placedAt, QUOTE_STANDS_MS)
  return quote.total === placed.total || stands ? null : PRICES_CHANGED
}

async function noteResumed({ db, now }: OrderingParts, placed: OrderRow): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    await lockedOrder(tx, placed.number)
    await record(tx, { orderNumber: placed.number, at, what: 'payment resumed', by: 'shopper' })
    await tx.update(order).set(watchedAnew(at)).where(eq(order.number, placed.number))
  })
}
