/**
 * POST /api/create-order. The order is stored before the gateway knows of it, so that no crash and no lost response
 * leaves a payment without an order; the same checkout sent again finds the same order (checkout-id.ts).
 */
import { desc, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { addMs } from '#domain/time.ts'
import type { createOrder } from '#contract/checkout.ts'
import { priceCart, quoteCart, shipsFree, type Quote, type QuoteError } from '#domain/cart.ts'
import { ZERO } from '#domain/money.ts'
import { normalizeOfferCode, withOfferCode, type OfferCodeTerms } from '#domain/offer-code.ts'
import { isCaptured } from '#domain/order.ts'
import { withHeld, type FindProduct } from '#domain/collection.ts'
import type { ProductKey } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import { isPincode, shipmentWeightMg, type ShippingAddress, type ShippingRate } from '#domain/shipping.ts'
import { sizeOrStandard } from '#domain/size-range.ts'
import { sizeLabel } from '#domain/sizes.ts'
import type { Deps } from '#server/context.ts'
import type { Db } from '#server/db/open.ts'
import { profile, savedAddress } from '#server/db/account-schema.ts'
import { order } from '#server/db/schema.ts'
import { errorResponse, type User, type ErrorResponse } from '#server/http.ts'
import { loadCartGeneration } from '#server/lists/lists.ts'
import {
  findOfferCode,
  lockOfferCode,
  NO_SUCH_CODE,
  redeemOfferCode,
  toTerms,
  validityError,
  type OfferCodeRow,
} from '#server/offers/offer-codes.ts'
import { listGatewayOrders } from '#server/orders/gateway-orders.ts'
import {
  PAYMENT_RESUMABLE_MS,
  UNKNOWN_AFTER_REJECTED_MS,
  restartReconciliation,
} from '#server/orders/intervals.ts'
import { appendOrderEvents, isClosed } from '#server/orders/order-events.ts'
import {
  isShownAsMadeToOrder,
  loadCheckout,
  loadLines,
  lockOrder,
  placeOrder,
  toStockLines,
  type Buyer,
  type CheckoutState,
  type OrderRow,
  type PlaceOrderError,
} from '#server/orders/orders.ts'
import { courierErrorResponse, type Courier } from '#server/shipping/courier.ts'
import { allocate, type Shortage } from '#server/stock/allocate.ts'
import { releaseHolds, writeHolds } from '#server/stock/holds.ts'
import { decidePrice, type PriceDecisionDeps, type PricedOrder } from './price-decision.ts'
import { identifyBuyer, recordBuyer, type BuyerDeps } from './buyer.ts'
import { checkoutIdOf, type CheckoutContent } from './checkout-id.ts'
import { logGatewayError, type GatewayErrorKind, type GatewayDeps } from '#server/gateway/gateway.ts'
import { checkoutLinesOf, hasDuplicates } from './items.ts'
import { markMadeToOrder } from '#server/payments/made-to-order-consent.ts'
import { createGatewayOrderOpener } from './open-gateway-order.ts'
import { reconcileOrder } from '#server/payments/reconcile-order.ts'

export interface OrderingDeps extends GatewayDeps, PriceDecisionDeps, BuyerDeps, Pick<Deps, 'collection'> {
  readonly courier: Courier
}

type CheckoutRequest = z.output<NonNullable<(typeof createOrder)['request']>>
type CheckoutResponse = z.output<(typeof createOrder)['response']>
type CreateOrderResult = Result<CheckoutResponse, ErrorResponse>
export type CreateOrder = (user: User, request: CheckoutRequest) => Promise<CreateOrderResult>

const PAYMENT_NOT_OPENED = errorResponse(
  'provider-unavailable',
  'The payment service could not open this payment. Please contact us.',
)
const GATEWAY_ERRORS: Record<GatewayErrorKind, ErrorResponse> = {
  unreachable: errorResponse(
    'provider-unavailable',
    'The payment service did not answer. Please try again in a moment.',
  ),
  rejected: PAYMENT_NOT_OPENED,
  unauthorized: PAYMENT_NOT_OPENED,
}
const ALREADY_ORDERED = errorResponse(
  'already-ordered',
  'An order from this cart is complete already. Please see your orders, and review your cart.',
)
const ALREADY_REFUNDED = errorResponse('conflict', 'This payment has been refunded. Please review your cart.')
export const CONSENT_NEEDED = errorResponse(
  'consent-needed',
  'You have paid, but the pieces were sold before your payment arrived. On the page of this order, please choose whether we make them for you or refund your payment.',
)
const COURIER_GONE = errorResponse(
  'not-serviceable',
  'This shipping method is no longer offered. Please choose another.',
)
const NO_ADDRESS = errorResponse('invalid-request', 'Address is required', { address: 'Address is required' })

const BLOCKED_CART = errorResponse(
  'cart-blocked',
  'Some pieces in your cart can no longer be bought. Please remove them.',
)
const DUPLICATE_LINES = errorResponse('invalid-request', 'The same piece is listed twice.')
const QUOTE_ERRORS: Record<QuoteError, ErrorResponse> = {
  'blocked cart': BLOCKED_CART,
  'empty cart': errorResponse('invalid-request', 'Cart total must be greater than 0'),
}

/** For a parcel that ships free and has no address yet. */
const COURIER_LATER: ShippingRate = {
  courierId: 0,
  courierName: 'Courier to be arranged',
  estimatedDays: 7,
  rate: ZERO,
}

export function createOrderService(deps: OrderingDeps): CreateOrder {
  const { db, log, now, gateway } = deps
  const openGatewayOrder = createGatewayOrderOpener(deps)

  return async (user, request) => {
    const { products, find } = deps.collection()
    const sizeOf = (key: ProductKey) => sizeOrStandard({ ...key, size: '' }, find)
    const lines = checkoutLinesOf({ products, sizeOf }, request.items)
    if (!lines) return { ok: false, error: BLOCKED_CART }
    if (hasDuplicates(lines)) return { ok: false, error: DUPLICATE_LINES }
    const checkout: CheckoutContent = {
      cartGeneration: request.cart_generation ?? (await loadCartGeneration(db, user.id)),
      total: request.amount,
      lines,
      shipTo: request.address ?? (await defaultAddress(db, user)),
      courierId: request.courier_company_id ?? null,
      offerCode: request.offer_code === undefined ? null : normalizeOfferCode(request.offer_code),
    }
    // Each order of the same content has the next ordinal; ends at the first that is paid, can be resumed, or is new.
    for (let ordinal = 1; ; ordinal += 1) {
      const checkoutId = checkoutIdOf(checkout, ordinal)
      const loaded = await loadCheckout(db, { userId: user.id, checkoutId, now: now() })
      const { existingOrder } = loaded
      const captured = existingOrder && (await resultIfCaptured(deps, existingOrder))
      if (captured) return captured
      if (!existingOrder || (await canResume(deps, existingOrder)))
        return placeOrResume({ user, checkout, checkoutId, loaded, request })
    }
  }

  async function placeOrResume(attempt: CheckoutAttempt): Promise<CreateOrderResult> {
    const { user, checkout, checkoutId, loaded } = attempt
    const { existingOrder } = loaded
    const { cartGeneration, shipTo } = checkout
    // Reconciling an existing order takes time: another order may be complete by now.
    const currentGeneration = existingOrder ? await loadCartGeneration(db, user.id) : loaded.cartGeneration
    if (cartGeneration !== currentGeneration) return { ok: false, error: ALREADY_ORDERED }
    const priced = await resolvePriceAndBuyer(deps, attempt)
    if (!priced.ok) return priced
    const { buyer } = priced.value
    const isTest = gateway.isTestMode
    const offerCode = usedOfferCode(priced.value.quote)
    const newOrder = {
      userId: user.id,
      checkoutId,
      cartGeneration,
      shipTo,
      offerCode,
      isTest,
      ...priced.value,
    }
    const result = existingOrder
      ? { ok: true as const, value: { orderRow: existingOrder, isNew: false } }
      : await placeOrder(db, newOrder, now())
    if (!result.ok) return { ok: false, error: notOrderableError(result.error) }
    const { orderRow, isNew } = result.value
    if (!isNew) {
      const resumed = await resume(deps, orderRow, buyer)
      if (!resumed.ok) return { ok: false, error: notOrderableError(resumed.error) }
    }
    const gatewayOrder = await openGatewayOrder({ order: orderRow, isNew })
    if (gatewayOrder.ok)
      return toCheckoutResponse(orderRow, { gatewayOrderId: gatewayOrder.value, isPaid: false })
    logGatewayError(log, gatewayOrder.error)
    // After a lost response the payment dialog may be open anyway.
    if (gatewayOrder.error.kind !== 'unreachable') await releaseHolds(db, orderRow.number, now())
    return { ok: false, error: GATEWAY_ERRORS[gatewayOrder.error.kind] }
  }
}

/**
 * Reconciles the existing order first, so that nobody pays twice if the verify call and the webhooks were lost. Returns
 * the response if it is captured; null while it is unpaid, and if the gateway has rejected requests about it for so long
 * that it can never be paid: another order replaces it.
 */
async function resultIfCaptured(
  deps: OrderingDeps,
  existingOrder: OrderRow,
): Promise<CreateOrderResult | null> {
  const reconciled = await reconcileOrder(deps, existingOrder.number, 'shopper')
  if (!reconciled.ok) {
    const { error } = reconciled
    if (error.kind === 'rejected' && isUnknownToGateway(existingOrder, deps.now())) return null
    logGatewayError(deps.log, error)
    return { ok: false, error: GATEWAY_ERRORS[error.kind] }
  }
  const { status, isConsentOpen } = reconciled.value
  if (isConsentOpen) return { ok: false, error: CONSENT_NEEDED }
  if (!isCaptured(status)) return null
  if (status === 'refunded') return { ok: false, error: ALREADY_REFUNDED }
  const gatewayOrder = (await listGatewayOrders(deps.db, existingOrder.number)).findLast(
    (each) => each.gatewayOrderId !== null,
  )
  return toCheckoutResponse(existingOrder, {
    gatewayOrderId: gatewayOrder?.gatewayOrderId ?? '',
    isPaid: true,
  })
}

async function canResume({ db, now }: OrderingDeps, { number, placedAt }: OrderRow): Promise<boolean> {
  return now() < addMs(placedAt, PAYMENT_RESUMABLE_MS) && !(await isClosed(db, number))
}

function isUnknownToGateway({ rejectedSince }: OrderRow, now: Date): boolean {
  return rejectedSince !== null && now >= addMs(rejectedSince, UNKNOWN_AFTER_REJECTED_MS)
}

interface CheckoutAttempt {
  readonly user: User
  readonly checkout: CheckoutContent
  readonly checkoutId: string
  /** Includes its order, if that is still open. */
  readonly loaded: CheckoutState
  readonly request: CheckoutRequest
}

function toCheckoutResponse(
  orderRow: OrderRow,
  { gatewayOrderId, isPaid }: { readonly gatewayOrderId: string; readonly isPaid: boolean },
): CreateOrderResult {
  return {
    ok: true,
    value: {
      success: true,
      id: gatewayOrderId,
      amount: orderRow.total,
      currency: orderRow.currency,
      message: isPaid ? 'This order has been paid.' : 'Order created.',
      order_number: orderRow.number,
      paid: isPaid,
    },
  }
}

/** The address used last, or the account's contact data. */
async function defaultAddress(db: Db, user: User): Promise<ShippingAddress> {
  const [saved] = await db
    .select({ address: savedAddress.address })
    .from(savedAddress)
    .where(eq(savedAddress.userId, user.id))
    .orderBy(desc(savedAddress.usedAt), desc(savedAddress.id))
    .limit(1)
  if (saved) return saved.address
  const [contact] = await db.select().from(profile).where(eq(profile.userId, user.id))
  const { address = '', phoneNumber: phone = '' } = contact ?? {}
  return { name: user.name, address, city: '', state: '', pincode: '', phone, email: user.email }
}

/** The price of the order, and its buyer. */
async function resolvePriceAndBuyer(
  deps: OrderingDeps,
  attempt: CheckoutAttempt,
): Promise<Result<PricedOrder & { readonly buyer: Buyer }, ErrorResponse>> {
  const {
    checkout,
    loaded: { existingOrder },
    request,
  } = attempt
  const priced = await resolvePrice(deps, attempt)
  if (!priced.ok) return priced
  const total = existingOrder?.total ?? priced.value.quote.total
  const { shipTo } = checkout
  const identified = await identifyBuyer(deps, request, { total, shipTo, existingOrder })
  return identified.ok ? { ok: true, value: { ...priced.value, buyer: identified.value } } : identified
}

async function resolvePrice(
  deps: OrderingDeps,
  { user, checkout, loaded: { existingOrder, held }, request }: CheckoutAttempt,
): Promise<Result<PricedOrder, ErrorResponse>> {
  const { offerCode } = checkout
  const { find: findAny } = deps.collection()
  // An order of the same pieces to another address takes over the holds of the earlier one.
  const find = existingOrder ? ignoringStock(findAny) : withHeld(findAny, held)
  const code = offerCode === null ? null : await findOfferCode(deps.db, offerCode)
  // An open order keeps the terms of its code.
  const codeError = existingOrder ? null : offerCodeError(code, deps.now())
  if (codeError) return { ok: false, error: codeError }
  const terms = code ? toTerms(code) : null
  const priced = await priceOrder(deps, { checkout, find, terms })
  if (!priced.ok) return priced
  return decidePrice(deps, {
    userId: user.id,
    checkout,
    existingOrder,
    quoteToken: request.quote,
    terms,
    current: priced.value,
  })
}

/** Null if the code lowers nothing: the order then does not use it up. */
function usedOfferCode({ lines }: Quote): string | null {
  return lines.find(({ product }) => product.price.offerCode !== undefined)?.product.price.offerCode ?? null
}

interface OrderToPrice {
  readonly checkout: CheckoutContent
  readonly find: FindProduct
  readonly terms: OfferCodeTerms | null
}

async function priceOrder(
  { courier, collection, log }: OrderingDeps,
  { checkout, find, terms }: OrderToPrice,
): Promise<Result<PricedOrder, ErrorResponse>> {
  const { total, lines, shipTo, courierId } = checkout
  const { edition } = collection()
  const cart = withOfferCode(priceCart(lines, find), terms)
  const buyable = quoteCart(cart, ZERO)
  if (!buyable.ok) return { ok: false, error: QUOTE_ERRORS[buyable.error] }
  const weightMg = shipmentWeightMg(cart.buyable)
  if (!isPincode(shipTo.pincode))
    return shipsFree(cart.subtotal) && courierId === null
      ? { ok: true, value: { edition, quote: buyable.value, shippingRate: COURIER_LATER, weightMg } }
      : { ok: false, error: NO_ADDRESS }
  const rates = await courier.fetchRates({ deliveryPincode: shipTo.pincode, weightMg })
  if (!rates.ok) return { ok: false, error: courierErrorResponse(rates.error, log) }
  const quotes = rates.value.rates.flatMap((shippingRate) => {
    const quoted = quoteCart(cart, shippingRate.rate)
    return quoted.ok ? { edition, quote: quoted.value, shippingRate, weightMg } : []
  })
  const chosen =
    courierId === null
      ? (quotes.find(({ quote }) => quote.total === total) ?? quotes[0])
      : quotes.find((each) => each.shippingRate.courierId === courierId)
  return chosen ? { ok: true, value: chosen } : { ok: false, error: COURIER_GONE }
}

/** The pieces of an open order may be out of stock because it holds them itself: renewing its holds decides. */
function ignoringStock(find: FindProduct): FindProduct {
  return (key) => {
    const product = find(key)
    return product && { ...product, inStock: true }
  }
}

/** Renews the holds, updates the buyer, and schedules an early reconciliation: a new payment begins. */
function resume(
  { db, now, collection }: OrderingDeps,
  { number: orderNumber }: OrderRow,
  buyer: Buyer,
): Promise<Result<null, NotOrderable>> {
  const at = now()
  const { find } = collection()
  return db.transaction(async (tx) => {
    const { userId, status, offerCode, total } = await lockOrder(tx, orderNumber)
    // A concurrent request may have captured the payment.
    if (!isCaptured(status)) {
      const recorded = await recordBuyer(tx, { number: orderNumber, total }, buyer)
      if (!recorded.ok) return recorded
      const ordered = await loadLines(tx, [orderNumber])
      const lines = toStockLines(ordered, (key) => isShownAsMadeToOrder(find(key)))
      const allocated = await allocate(tx, { claimant: { orderNumber, userId }, lines, at })
      if (!allocated.ok) return allocated
      if (offerCode) {
        const redemption = { orderNumber, userId, now: at }
        const locked = await lockOfferCode(tx, offerCode, redemption)
        if (!locked.ok) return { ok: false, error: { offerCode: locked.error } }
        await redeemOfferCode(tx, offerCode, { ...redemption, isPaid: false })
      }
      await writeHolds(tx, { orderNumber, userId, allocation: allocated.value, at })
      await markMadeToOrder(tx, orderNumber, allocated.value.madeToOrder)
    }
    await appendOrderEvents(tx, { orderNumber, at, event: 'payment resumed', source: 'shopper' })
    await tx.update(order).set(restartReconciliation(at)).where(eq(order.number, orderNumber))
    return { ok: true, value: null }
  })
}

/** The error of an order whose pieces, offer code or buyer is not accepted. */
type NotOrderable = PlaceOrderError | ErrorResponse

function notOrderableError(reason: NotOrderable): ErrorResponse {
  if (reason === 'another cart generation') return ALREADY_ORDERED
  if ('code' in reason) return reason
  return 'offerCode' in reason ? errorResponse('offer-code-rejected', reason.offerCode) : outOfStock(reason)
}

/** Null if the code is valid, or there is none. */
function offerCodeError(code: OfferCodeRow | null | undefined, now: Date): ErrorResponse | null {
  if (code === null) return null
  const error = code ? validityError(code, now) : NO_SUCH_CODE
  return error === null ? null : errorResponse('offer-code-rejected', error)
}

function outOfStock(shortages: readonly Shortage[]): ErrorResponse {
  const texts = shortages.map(({ line, left }) => {
    const piece = `${line.name}${line.size && ` (${sizeLabel(line)})`}`
    return left === 0
      ? `${piece} is sold, or another shopper is paying for it.`
      : `Only ${left} of ${piece} left.`
  })
  return errorResponse('out-of-stock', `${texts.join(' ')} Please review your cart.`)
}
