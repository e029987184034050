/**
 * One payment, from the click to its outcome. Never reports a failure without the server's confirmation: a dismissed
 * dialog or a lost response may hide a payment that succeeded (D26, D32).
 */
import * as z from 'zod/mini'
import { readOrder, type OrderSummary } from '#contract/account.ts'
import type { AuthUser } from '#contract/auth.ts'
import {
  DISMISSAL_REASON_LENGTH_MAX,
  dismissPayment,
  createOrder,
  updateOrderStatus,
  verifyPayment,
} from '#contract/checkout.ts'
import type { BuyableLine } from '#domain/cart.ts'
import type { Paise } from '#domain/money.ts'
import { isPaid } from '#domain/order.ts'
import type { Result } from '#domain/result.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import type { TaxIdentityErrors, TypedTaxIdentity } from '#domain/tax-identity.ts'
import { isBusy, UNREADABLE_RESPONSE, type CallError, type CallResult } from '#app/api.ts'
import { saveOpenOrder, type LastOrder } from '#app/state/checkout.ts'
import { cartGenerationStore } from '#app/state/lists.ts'
import { callAuthenticated, NO_TOKEN } from '#app/state/session.ts'
import { syncLists } from '#app/state/sync.ts'
import { pendingChanges } from '#app/state/pending-changes.ts'
import type { OpenDialog } from './razorpay-dialog.ts'
import { COMPLETION_ERROR_TEXT, createOrderErrorText, FAILURE_TEXT, type StartError } from './texts.ts'

/** What the shopper confirms. As on the server, the same content is the same order, however often it is sent. */
export interface CheckoutRequest {
  readonly lines: readonly BuyableLine[]
  /** The generation of the cart that `lines` come from; null before the server's first response. */
  readonly cartGeneration: number | null
  readonly shipTo: ShippingAddress
  readonly courierId: number
  readonly total: Paise
  /** The shop's signature of these prices. */
  readonly quoteToken: string | undefined
  /** The offer code of the lines' prices. */
  readonly offerCode: string | undefined
  readonly taxIdentity: TypedTaxIdentity
}

export type PaymentOutcome =
  | { readonly kind: 'success'; readonly order: LastOrder }
  | {
      readonly kind: 'failed'
      readonly reason: string
      readonly detail: string
      /** The page has outdated prices or stock, and must be reloaded. */
      readonly isPageStale?: boolean
    }
  | { readonly kind: 'cancelled'; readonly reason: string }
  /** Paid after the pieces were sold: the order page asks how to proceed. Null if the order number is unknown. */
  | { readonly kind: 'consent needed'; readonly orderNumber: string | null }
  /** The server was unreachable; the money may or may not have moved. */
  | { readonly kind: 'unconfirmed'; readonly orderNumber: string; readonly dismissal?: Dismissal }
  | { readonly kind: 'not started'; readonly error: StartError }
  /** The server requires other tax details; nothing was charged. */
  | { readonly kind: 'identity rejected'; readonly reason: string; readonly errors: TaxIdentityErrors }

export interface Dismissal {
  readonly outcome: 'cancelled' | 'failed'
  readonly reason: string
}

interface PaymentOptions {
  readonly openDialog: OpenDialog
  /** Public key of the gateway account. */
  readonly paymentKey: string
  readonly onStage: (stage: 'creating' | 'verifying') => void
  readonly wait: Wait
}
type Wait = (ms: number) => Promise<void>

/** Returns the dialog, or the missing precondition (`5.payment.script`, `5.payment.total`, `5.payment.signed-in`). */
export function checkPreconditions(
  openDialog: OpenDialog | null,
  total: Paise,
  user: AuthUser | null,
): Result<OpenDialog, StartError> {
  if (!openDialog) return { ok: false, error: 'no script' }
  if (total <= 0) return { ok: false, error: 'no total' }
  return user ? { ok: true, value: openDialog } : { ok: false, error: 'not signed in' }
}

export async function pay(checkout: CheckoutRequest, options: PaymentOptions): Promise<PaymentOutcome> {
  options.onStage('creating')
  const cartError = await syncCart(checkout)
  if (cartError) return cartError
  const created = await ensureOrder(checkout)
  if (!created.ok) return createOrderFailure(created.error)
  const { id, order_number: orderNumber = id, paid, amount, currency } = created.value
  saveOpenOrder(orderNumber)
  const orderBeingPaid: OrderBeingPaid = { checkout, orderNumber }
  if (paid) return success(orderBeingPaid, orderIn(await fetchOrderStatus(orderNumber)))

  const result = await options.openDialog({
    key: options.paymentKey,
    gatewayOrderId: id,
    amount,
    currency,
    customer: checkout.shipTo,
  })
  options.onStage('verifying')
  const outcome =
    result.kind === 'proof'
      ? verifyProof(orderBeingPaid, result.proof, options.wait)
      : handleDismissal(orderBeingPaid, result.failure)
  // Money may have moved, whatever exception this page throws.
  return outcome.catch((error: unknown) => {
    reportError(error)
    return { kind: 'unconfirmed', orderNumber }
  })
}

/**
 * Pending changes must reach the server before the order: afterwards they would refill the emptied cart, and without
 * them the server could not tell this purchase from the previous one. Returns null on success.
 */
async function syncCart({ cartGeneration }: CheckoutRequest): Promise<PaymentOutcome | null> {
  const hasChanges = () => pendingChanges.get().some(({ list }) => list === 'cart')
  const wasChanged = hasChanges()
  await syncLists()
  if (hasChanges()) return { kind: 'not started', error: 'no connection' }
  const isAnotherCart = cartGeneration !== null && cartGenerationStore.get() !== cartGeneration
  return wasChanged && isAnotherCart
    ? { kind: 'failed', reason: FAILURE_TEXT['cart changed'], detail: FAILURE_TEXT['cart changed'] }
    : null
}

type CreatedOrder = z.output<(typeof createOrder)['response']>

async function ensureOrder(checkout: CheckoutRequest): Promise<CallResult<CreatedOrder>> {
  const result = await requestOrder(checkout)
  // Idempotent: if the response was lost, the retry finds the order.
  return !result.ok && result.error.status === 0 ? requestOrder(checkout) : result
}

function requestOrder(checkout: CheckoutRequest) {
  const { lines, cartGeneration, shipTo, courierId, total, quoteToken, offerCode, taxIdentity } = checkout
  return callAuthenticated(createOrder, {
    fresh: true,
    body: {
      amount: total,
      items: itemsOf(lines),
      cart_generation: cartGeneration ?? cartGenerationStore.get() ?? undefined,
      address: shipTo,
      courier_company_id: courierId,
      quote: quoteToken,
      offer_code: offerCode,
      ...taxIdentity,
    },
  })
}

function itemsOf(lines: CheckoutRequest['lines']) {
  return lines.map(({ key, product, unitPrice, quantity }) => ({
    ...key,
    name: product.name,
    price: unitPrice,
    quantity,
  }))
}

/** Error codes of the API. */
const CONSENT_NEEDED = 'consent-needed'
const IDENTITY_REJECTED: ReadonlySet<string> = new Set(['pan-needed', 'tax-identity-rejected'])

function createOrderFailure(error: CallError): PaymentOutcome {
  if (error.code === NO_TOKEN) return { kind: 'not started', error: 'no token' }
  if (error.status === 0 || isBusy({ ok: false, error }))
    return { kind: 'not started', error: 'no connection' }
  if (error.code === CONSENT_NEEDED) return { kind: 'consent needed', orderNumber: null }
  const text = createOrderErrorText(error)
  if (IDENTITY_REJECTED.has(error.code))
    return { kind: 'identity rejected', reason: text, errors: error.fields }
  const isPageStale = error.code === 'prices-changed' || error.code === 'out-of-stock'
  return { kind: 'failed', reason: text, detail: text, isPageStale }
}

interface OrderBeingPaid {
  readonly checkout: CheckoutRequest
  readonly orderNumber: string
}

const Proof = z.object({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
})
type Proof = z.infer<typeof Proof>

/** Delays between attempts; half a minute in total. */
const RETRY_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

async function verifyProof(
  orderBeingPaid: OrderBeingPaid,
  result: unknown,
  wait: Wait,
): Promise<PaymentOutcome> {
  const { checkout, orderNumber } = orderBeingPaid
  const parsed = Proof.safeParse(result)
  if (!parsed.success) {
    const order = await fetchOrderStatus(orderNumber)
    if (isPaidOrder(order)) return success(orderBeingPaid, order.value)
    return order.ok ? notCompleted('invalid result') : { kind: 'unconfirmed', orderNumber }
  }
  const proof = parsed.data

  for (const pauseMs of [0, ...RETRY_PAUSES_MS]) {
    await wait(pauseMs)
    const verified = await callAuthenticated(verifyPayment, {
      body: { ...proof, amount: checkout.total, items: itemsOf(checkout.lines) },
    })
    if (verified.ok) return confirmCompletion(orderBeingPaid, proof, wait)
    // Webhook or reconciliation may have completed the order already.
    const order = await fetchOrderStatus(orderNumber)
    if (isPaidOrder(order)) return success(orderBeingPaid, order.value)
    if (verified.error.code === CONSENT_NEEDED) return { kind: 'consent needed', orderNumber }
    if (isFinal(verified.error)) {
      const reason = verified.error.message || FAILURE_TEXT['not verified']
      return { kind: 'failed', reason, detail: reason }
    }
  }
  return { kind: 'unconfirmed', orderNumber }
}

/** A required call (`7.update-status`); the server completed the order when it verified the payment. */
async function confirmCompletion(
  orderBeingPaid: OrderBeingPaid,
  proof: Proof,
  wait: Wait,
): Promise<PaymentOutcome> {
  const { orderNumber } = orderBeingPaid
  for (const pauseMs of [0, ...RETRY_PAUSES_MS]) {
    await wait(pauseMs)
    const updated = await callAuthenticated(updateOrderStatus, {
      body: { orderId: orderNumber, status: 'completed', paymentDetails: proof },
    })
    const order = await fetchOrderStatus(orderNumber)
    if (updated.ok || isPaidOrder(order)) return success(orderBeingPaid, orderIn(order))
    if (isFinal(updated.error)) return notCompleted('status not updated')
  }
  return { kind: 'unconfirmed', orderNumber }
}

async function handleDismissal(
  orderBeingPaid: OrderBeingPaid,
  failure: string | null,
): Promise<PaymentOutcome> {
  const { orderNumber } = orderBeingPaid
  const before = await fetchOrderStatus(orderNumber)
  if (isPaidOrder(before)) return success(orderBeingPaid, before.value)
  const reason = failure ?? FAILURE_TEXT.cancelled
  const dismissal: Dismissal = { outcome: failure ? 'failed' : 'cancelled', reason }
  const reported = await reportDismissal(orderNumber, dismissal)
  if (reported.ok && isPaid(reported.value.status))
    return success(orderBeingPaid, orderIn(await fetchOrderStatus(orderNumber)))
  if (!before.ok && !reported.ok) return { kind: 'unconfirmed', orderNumber, dismissal }
  return failure ? { kind: 'failed', reason, detail: reason } : { kind: 'cancelled', reason }
}

export function reportDismissal(orderId: string, { outcome, reason }: Dismissal) {
  return callAuthenticated(dismissPayment, {
    body: { orderId, outcome, reason: reason.slice(0, DISMISSAL_REASON_LENGTH_MAX) },
  })
}

/** Whether a retry would get the same error. A missing session (401) says nothing about the payment. */
function isFinal({ status, code }: CallError): boolean {
  const isTemporary = [401, 408, 429].includes(status)
  const isFromShop = status > 0 && status < 500 && code !== UNREADABLE_RESPONSE
  return isFromShop && !isTemporary
}

function fetchOrderStatus(number: string): Promise<CallResult<OrderSummary>> {
  return callAuthenticated(readOrder, { params: { number } })
}

function orderIn(result: CallResult<OrderSummary>): OrderSummary | null {
  return result.ok ? result.value : null
}

type LoadedOrder = Extract<CallResult<OrderSummary>, { ok: true }>

function isPaidOrder(result: CallResult<OrderSummary>): result is LoadedOrder {
  return result.ok && isPaid(result.value.status)
}

function notCompleted(error: keyof typeof COMPLETION_ERROR_TEXT): PaymentOutcome {
  return { kind: 'failed', reason: FAILURE_TEXT['not completed'], detail: COMPLETION_ERROR_TEXT[error] }
}

/** Uses the server's order if it responded, otherwise what the shopper confirmed. */
function success({ checkout, orderNumber }: OrderBeingPaid, order: OrderSummary | null): PaymentOutcome {
  return {
    kind: 'success',
    order: order ? lastOrderFromSummary(order) : lastOrderFromRequest(checkout, orderNumber),
  }
}

export function lastOrderFromSummary({
  number,
  total,
  lines,
  completedAt,
  placedAt,
}: OrderSummary): LastOrder {
  return {
    orderId: number,
    amount: total,
    items: lines.map(({ type, size, name, unitPrice, quantity }) => ({
      type,
      size,
      name,
      price: unitPrice,
      quantity,
    })),
    timestamp: completedAt ?? placedAt,
  }
}

function lastOrderFromRequest({ lines, total }: CheckoutRequest, orderId: string): LastOrder {
  return {
    orderId,
    amount: total,
    items: lines.map(({ key, product, unitPrice, quantity }) => ({
      type: key.type,
      size: key.size,
      name: product.name,
      price: unitPrice,
      quantity,
    })),
    timestamp: new Date().toISOString(),
  }
}
