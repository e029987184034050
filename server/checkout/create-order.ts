/**
 * POST /api/create-order. The order is the shop's before the gateway knows of it, so that no crash and no lost answer
 * leaves a payment without an order; the same confirmation sent again finds the same order (confirmation.ts).
 */
import { desc, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { MINUTE_MS, addMs } from '#domain/time.ts'
import type { createOrder } from '#contract/checkout.ts'
import { priceCart, quoteCart, shipsFree, type Quote, type QuoteError } from '#domain/cart.ts'
import { findProduct } from '#domain/catalogue/all.ts'
import { ZERO } from '#domain/money.ts'
import { isSettled } from '#domain/order.ts'
import { isPincode, shipmentWeightMg, type ShippingAddress, type ShippingRate } from '#domain/shipping.ts'
import type { Db } from '#server/db/open.ts'
import { order, profile, savedAddress } from '#server/db/schema.ts'
import { errorResponse, type User, type ErrorResponse } from '#server/http.ts'
import { cartGenerationOf } from '#server/lists/lists.ts'
import { limitKey, refusedByLimit } from '#server/rate-limit.ts'
import { courierErrorResponse, type Courier } from '#server/shipping/courier.ts'
import { checkoutIdOf, type Confirmation } from './confirmation.ts'
import { createGatewayOrderOpener } from './gateway-orders.ts'
import type { GatewayErrorKind } from './gateway.ts'
import { hasDuplicates, matchesQuote, piecesOf } from './items.ts'
import { hasExpired, appendToLedger } from './ledger.ts'
import { gatewayOrdersOf, lockOrder, findOrderByCheckoutId, placeOrder, type OrderRow } from './orders.ts'
import { reconcileOrder, type SettleParts } from './settle.ts'
import { PAYMENT_RESUMES_MS, QUOTE_VALID_MS, REFUSAL_STANDS_MS, restartWatch } from './intervals.ts'

export interface OrderingParts extends SettleParts {
  readonly courier: Courier
}

type CheckoutRequest = z.output<NonNullable<(typeof createOrder)['request']>>
type Answer = z.output<(typeof createOrder)['response']>
export type StartPayment = (person: User, wanted: CheckoutRequest) => Promise<Answer | ErrorResponse>

/** A press, a retry, a second try with another card: never dozens a minute. */
const STARTS = { limit: 30, windowMs: MINUTE_MS }

/** Above the account's limit, or wrong keys: trying again does not help. */
const PAYMENT_NOT_OPENED = errorResponse(
  'provider-unavailable',
  'The payment service could not open this payment. Please contact us.',
)
const GATEWAY_REFUSALS: Record<GatewayErrorKind, ErrorResponse> = {
  unreachable: errorResponse(
    'provider-unavailable',
    'The payment service did not answer. Please try again in a moment.',
  ),
  refused: PAYMENT_NOT_OPENED,
  unauthorised: PAYMENT_NOT_OPENED,
}
const PRICES_CHANGED = errorResponse('prices-changed', 'Prices have changed. Please review your cart.')
const ALREADY_ORDERED = errorResponse(
  'already-ordered',
  'An order from this cart is complete already. Please see your orders, and review your cart.',
)
const MONEY_RETURNED = errorResponse('conflict', 'This payment has been returned. Please review your cart.')
const COURIER_GONE = errorResponse(
  'not-serviceable',
  'This shipping method is no longer offered. Please choose another.',
)
const NO_ADDRESS = errorResponse('invalid-request', 'Address is required', { address: 'Address is required' })

const BLOCKED_CART = errorResponse(
  'cart-blocked',
  'Some pieces in your cart can no longer be bought. Please remove them.',
)
const QUOTE_REFUSALS: Record<QuoteError, ErrorResponse> = {
  'blocked cart': BLOCKED_CART,
  'empty cart': errorResponse('invalid-request', 'Cart total must be greater than 0'),
}

/** For a parcel that ships free, of a customer who has not said yet where to. */
const COURIER_LATER: ShippingRate = {
  courierId: 0,
  courierName: 'Courier to be arranged',
  estimatedDays: 7,
  rate: ZERO,
}

export function createPaymentStarter(parts: OrderingParts): StartPayment {
  const { db, log, now, gateway } = parts
  const openGatewayOrder = createGatewayOrderOpener(parts)

  return async (person, wanted) => {
    const refused = await refusedByLimit(db, limitKey('create-order', person.id), { ...STARTS, now: now() })
    if (refused) return refused
    const pieces = piecesOf(wanted.items)
    if (!pieces) return BLOCKED_CART
    if (hasDuplicates(pieces)) return errorResponse('invalid-request', 'The same piece is listed twice.')
    const confirmation: Confirmation = {
      cartGeneration: wanted.cart_generation ?? (await cartGenerationOf(db, person.id)),
      amount: wanted.amount,
      pieces,
      shipTo: wanted.address ?? (await usualAddress(db, person)),
      courierId: wanted.courier_company_id ?? null,
    }
    for (let attempt = 1; ; attempt += 1) {
      const checkoutId = checkoutIdOf(confirmation, attempt)
      const known = await findOrderByCheckoutId(db, person.id, checkoutId)
      const settled = known && (await answerIfSettled(parts, known))
      if (settled) return settled
      if (!known || !(await isGivenUp(known))) return ordered({ person, confirmation, checkoutId, known })
    }
  }

  /** Too old to be paid for, far enough from its expiry that nobody pays meanwhile in a dialog left open. */
  async function isGivenUp({ number, placedAt }: OrderRow): Promise<boolean> {
    return now() >= addMs(placedAt, PAYMENT_RESUMES_MS) || hasExpired(db, number)
  }

  async function ordered({
    person,
    confirmation,
    checkoutId,
    known,
  }: Ordering): Promise<Answer | ErrorResponse> {
    if (confirmation.cartGeneration !== (await cartGenerationOf(db, person.id))) return ALREADY_ORDERED
    const agreed = await priceOrder(parts, confirmation)
    if ('refused' in agreed) return agreed
    if (!known && !matchesSeenTotal(confirmation, agreed.quote)) return PRICES_CHANGED

    const { cartGeneration, shipTo } = confirmation
    const placing = known
      ? { placed: known, isNew: false }
      : await placeOrder(
          db,
          {
            userId: person.id,
            checkoutId,
            cartGeneration,
            shipTo,
            isTest: gateway.isTestMode,
            ...agreed,
          },
          now(),
        )
    if (!placing) return ALREADY_ORDERED
    const { placed, isNew } = placing
    if (!isNew) {
      if (!doesPriceStand(placed, agreed.quote, now())) return PRICES_CHANGED
      await recordResumed(parts, placed)
    }
    const opened = await openGatewayOrder({ placed, isNew })
    if (opened.ok) return answer(placed, { gatewayOrderId: opened.fact, isPaid: false })
    log.warn('gateway order not opened', { problem: opened.problem, detail: opened.detail })
    return GATEWAY_REFUSALS[opened.problem]
  }
}

/**
 * Handler and webhooks may have been lost: nobody is asked to pay for what is paid. Null while it is unpaid, and where
 * the gateway has disowned it for so long that it can never be paid: another order takes its place.
 */
async function answerIfSettled(
  parts: OrderingParts,
  known: OrderRow,
): Promise<Answer | ErrorResponse | null> {
  const looked = await reconcileOrder(parts, known.number, 'shopper')
  if (!looked.ok) {
    if (looked.problem === 'refused' && isDisowned(known, parts.now())) return null
    parts.log.warn('gateway not asked', { problem: looked.problem, detail: looked.detail })
    return GATEWAY_REFUSALS[looked.problem]
  }
  if (!isSettled(looked.status)) return null
  if (looked.status === 'refunded') return MONEY_RETURNED
  const opened = (await gatewayOrdersOf(parts.db, known.number)).findLast(
    (each) => each.gatewayOrderId !== null,
  )
  return answer(known, { gatewayOrderId: opened?.gatewayOrderId ?? '', isPaid: true })
}

/** The reconciliation has been refused for long enough, and by no answer since. */
function isDisowned({ refusedSince }: OrderRow, now: Date): boolean {
  return refusedSince !== null && now >= addMs(refusedSince, REFUSAL_STANDS_MS)
}

interface Ordering {
  readonly person: User
  readonly confirmation: Confirmation
  readonly checkoutId: string
  /** The open order of this confirmation. */
  readonly known: OrderRow | undefined
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
    paid: isPaid,
  }
}

/** The address used last; of a customer who has none yet, what the account knows. */
async function usualAddress(db: Db, person: User): Promise<ShippingAddress> {
  const [saved] = await db
    .select({ address: savedAddress.address })
    .from(savedAddress)
    .where(eq(savedAddress.userId, person.id))
    .orderBy(desc(savedAddress.usedAt), desc(savedAddress.id))
    .limit(1)
  if (saved) return saved.address
  const [known] = await db.select().from(profile).where(eq(profile.userId, person.id))
  const { address = '', phoneNumber: phone = '' } = known ?? {}
  return { name: person.name, address, city: '', state: '', pincode: '', phone, email: person.email }
}

interface PricedOrder {
  readonly quote: Quote
  readonly courier: ShippingRate
  readonly weightMg: number
}

/** The sums by the catalogue and the couriers, whatever the browser believes. */
async function priceOrder(
  { courier, log }: OrderingParts,
  { amount, pieces, shipTo, courierId }: Confirmation,
): Promise<PricedOrder | ErrorResponse> {
  const cart = priceCart(pieces, findProduct)
  // Nothing is asked of the couriers for a cart that cannot be bought.
  const buyable = quoteCart(cart, ZERO)
  if (!buyable.ok) return QUOTE_REFUSALS[buyable.error]
  const weightMg = shipmentWeightMg(cart.buyable)
  if (!isPincode(shipTo.pincode))
    return shipsFree(cart.subtotal) && courierId === null
      ? { quote: buyable.value, courier: COURIER_LATER, weightMg }
      : NO_ADDRESS
  const offers = await courier.fetchRates({ deliveryPincode: shipTo.pincode, weightMg })
  if (!offers.ok) {
    log.warn('no courier offers', { problem: offers.problem, detail: offers.detail })
    return courierErrorResponse(offers.problem)
  }
  const quotes = offers.rates.flatMap((offer) => {
    const quoted = quoteCart(cart, offer.rate)
    return quoted.ok ? { quote: quoted.value, courier: offer, weightMg } : []
  })
  const chosen =
    courierId === null
      ? (quotes.find(({ quote }) => quote.total === amount) ?? quotes[0])
      : quotes.find((each) => each.courier.courierId === courierId)
  return chosen ?? COURIER_GONE
}

function matchesSeenTotal({ amount, pieces }: Confirmation, { total, lines }: Quote): boolean {
  return amount === total && matchesQuote(pieces, lines)
}

/** What the shopper saw stands for a while though the pieces have become dearer; a fall is always passed on. */
function doesPriceStand(placed: OrderRow, quote: Quote, now: Date): boolean {
  const isDearer = quote.total > placed.total
  return quote.total === placed.total || (isDearer && now < addMs(placed.placedAt, QUOTE_VALID_MS))
}

async function recordResumed({ db, now }: OrderingParts, placed: OrderRow): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    await lockOrder(tx, placed.number)
    await appendToLedger(tx, { orderNumber: placed.number, at, what: 'payment resumed', by: 'shopper' })
    await tx.update(order).set(restartWatch(at)).where(eq(order.number, placed.number))
  })
}
