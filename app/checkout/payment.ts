/**
 * One payment, from the click to its outcome. Never reports a failure without the server's confirmation: a dismissed
 * dialog or a lost response may hide a payment that succeeded (D26, D32).
 */
import * as z from 'zod/mini'
import { readOrder, type OrderSummary } from '#contract/account.ts'
import type { AuthUser } from '#contract/auth.ts'
import { createOrder, dismissPayment, updateOrderStatus, verifyPayment } from '#contract/checkout.ts'
import type { BuyableLine } from '#domain/cart.ts'
import type { Paise } from '#domain/money.ts'
import { isPaid } from '#domain/order.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import { isBusy, UNREADABLE_RESPONSE, type CallError, type CallResult } from '#app/api.ts'
import { finishCheckout, saveOpenOrder, type LastOrder } from '#app/state/checkout.ts'
import { cartGenerationStore } from '#app/state/lists.ts'
import { callAuthenticated, NO_TOKEN } from '#app/state/session.ts'
import { syncLists } from '#app/state/sync.ts'
import { pendingChanges } from '#app/state/pending-changes.ts'
import type { OpenDialog } from './razorpay-dialog.ts'
import { COMPLETION_ERROR_TEXT, createOrderErrorText, FAILURE_TEXT, type StartError } from './texts.ts'

/** What the shopper confirms. The server treats the same content as the same purchase, however often it is sent. */
export interface CheckoutContent {
  readonly lines: readonly BuyableLine[]
  /** Of the cart that `lines` come from; null before the server's first response. */
  readonly cartGeneration: number | null
  readonly address: ShippingAddress
  readonly courierId: number
  readonly total: Paise
  /** The shop's signature of these prices. */
  readonly quote: string | undefined
}

export type PaymentOutcome =
  | { readonly end: 'success'; readonly order: LastOrder }
  | {
      readonly end: 'failed'
      readonly reason: string
      readonly detail: string
      /** The page has outdated prices and must be reloaded. */
      readonly isPageStale?: boolean
    }
  | { readonly end: 'cancelled'; readonly reason: string }
  /** The server was unreachable; the money may or may not have moved. */
  | { readonly end: 'unconfirmed'; readonly orderNumber: string; readonly dismissal?: Dismissal }
  | { readonly end: 'not started'; readonly error: StartError }

export interface Dismissal {
  readonly outcome: 'cancelled' | 'failed'
  readonly reason: string
}

interface PaymentDeps {
  readonly openDialog: OpenDialog
  /** Public key of the gateway account. */
  readonly paymentKey: string
  readonly onStage: (stage: 'creating' | 'verifying') => void
  readonly wait: (ms: number) => Promise<void>
}

/** Returns the dialog, or what is missing (`5.payment.script`, `5.payment.total`, `5.payment.signed-in`, `5.payment.token`). */
export function checkPreconditions(
  openDialog: OpenDialog | null,
  total: Paise,
  user: AuthUser | null,
): OpenDialog | StartError {
  if (!openDialog) return 'no script'
  if (total <= 0) return 'no total'
  return user ? openDialog : 'not signed in'
}

export async function pay(purchase: CheckoutContent, deps: PaymentDeps): Promise<PaymentOutcome> {
  deps.onStage('creating')
  const cartError = await syncCart(purchase)
  if (cartError) return cartError
  const created = await ensureOrder(purchase)
  if (!created.ok) return createOrderFailure(created.error)
  const { id, order_number: orderNumber = id, paid, amount, currency } = created.value
  saveOpenOrder(orderNumber)
  if (paid) return success(purchase, orderIn(await fetchOrderStatus(orderNumber)), orderNumber)

  const result = await deps.openDialog({
    key: deps.paymentKey,
    gatewayOrderId: id,
    amount,
    currency,
    customer: purchase.address,
  })
  deps.onStage('verifying')
  const placed: Placed = { purchase, orderNumber }
  const outcome =
    result.kind === 'proof'
      ? verifyProof(placed, result.proof, deps)
      : handleDismissal(placed, result.failure)
  // Money may have moved, whatever exception this page throws.
  return outcome.catch((error: unknown) => {
    reportError(error)
    return { end: 'unconfirmed', orderNumber }
  })
}

/**
 * Pending changes must reach the server before the order: afterwards they would refill the emptied cart, and without
 * them the server could not tell this purchase from the previous one. Returns null on success.
 */
async function syncCart({ cartGeneration }: CheckoutContent): Promise<PaymentOutcome | null> {
  const hasChanges = () => pendingChanges.get().some(({ list }) => list === 'cart')
  const wasChanged = hasChanges()
  await syncLists()
  if (hasChanges()) return { end: 'not started', error: 'no connection' }
  const isAnotherCart = cartGeneration !== null && cartGenerationStore.get() !== cartGeneration
  return wasChanged && isAnotherCart
    ? { end: 'failed', reason: FAILURE_TEXT['cart changed'], detail: FAILURE_TEXT['cart changed'] }
    : null
}

type CreatedOrder = z.output<(typeof createOrder)['response']>

async function ensureOrder(purchase: CheckoutContent): Promise<CallResult<CreatedOrder>> {
  const result = await requestOrder(purchase)
  // Idempotent: if the response was lost, the retry finds the order.
  return !result.ok && result.error.status === 0 ? requestOrder(purchase) : result
}

function requestOrder({ lines, cartGeneration, address, courierId, total, quote }: CheckoutContent) {
  return callAuthenticated(createOrder, {
    fresh: true,
    body: {
      amount: total,
      items: itemsOf(lines),
      cart_generation: cartGeneration ?? cartGenerationStore.get() ?? undefined,
      address,
      courier_company_id: courierId,
      quote,
    },
  })
}

function itemsOf(lines: CheckoutContent['lines']) {
  return lines.map(({ key, product, unitPrice, quantity }) => ({
    ...key,
    name: product.name,
    price: unitPrice,
    quantity,
  }))
}

function createOrderFailure(error: CallError): PaymentOutcome {
  if (error.code === NO_TOKEN) return { end: 'not started', error: 'no token' }
  if (error.status === 0 || isBusy({ ok: false, error }))
    return { end: 'not started', error: 'no connection' }
  const text = createOrderErrorText(error)
  const isPageStale = error.code === 'prices-changed' || error.code === 'out-of-stock'
  return { end: 'failed', reason: text, detail: text, isPageStale }
}

interface Placed {
  readonly purchase: CheckoutContent
  readonly orderNumber: string
}

const Proof = z.object({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
})
type Proof = z.infer<typeof Proof>

/** Between one attempt and the next; half a minute in all. */
const RETRY_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

async function verifyProof(placed: Placed, unvalidated: unknown, deps: PaymentDeps): Promise<PaymentOutcome> {
  const { purchase, orderNumber } = placed
  const parsed = Proof.safeParse(unvalidated)
  if (!parsed.success) {
    const order = await fetchOrderStatus(orderNumber)
    if (isPaidOrder(order)) return success(purchase, order.value, orderNumber)
    return order.ok ? notCompleted('invalid result') : { end: 'unconfirmed', orderNumber }
  }
  const proof = parsed.data

  for (const pauseMs of [0, ...RETRY_PAUSES_MS]) {
    await deps.wait(pauseMs)
    const verified = await callAuthenticated(verifyPayment, {
      body: { ...proof, amount: purchase.total, items: itemsOf(purchase.lines) },
    })
    if (verified.ok) return completeOrder(placed, proof, deps)
    // Webhook or reconciliation may have completed the order already.
    const order = await fetchOrderStatus(orderNumber)
    if (isPaidOrder(order)) return success(purchase, order.value, orderNumber)
    if (isFinal(verified.error)) {
      const reason = verified.error.message || FAILURE_TEXT['not verified']
      return { end: 'failed', reason, detail: reason }
    }
  }
  return { end: 'unconfirmed', orderNumber }
}

/** The payment is verified; the order is still to be completed. */
async function completeOrder(
  { purchase, orderNumber }: Placed,
  proof: Proof,
  { wait }: PaymentDeps,
): Promise<PaymentOutcome> {
  for (const pauseMs of [0, ...RETRY_PAUSES_MS]) {
    await wait(pauseMs)
    const updated = await callAuthenticated(updateOrderStatus, {
      body: { orderId: orderNumber, status: 'completed', paymentDetails: proof },
    })
    const order = await fetchOrderStatus(orderNumber)
    if (updated.ok || isPaidOrder(order)) return success(purchase, orderIn(order), orderNumber)
    if (isFinal(updated.error)) return notCompleted('status refused')
  }
  return { end: 'unconfirmed', orderNumber }
}

async function handleDismissal(
  { purchase, orderNumber }: Placed,
  failure: string | null,
): Promise<PaymentOutcome> {
  const before = await fetchOrderStatus(orderNumber)
  if (isPaidOrder(before)) return success(purchase, before.value, orderNumber)
  const reason = failure ?? FAILURE_TEXT.cancelled
  const dismissal: Dismissal = { outcome: failure ? 'failed' : 'cancelled', reason }
  const abandoned = await reportDismissal(orderNumber, dismissal)
  if (abandoned.ok && isPaid(abandoned.value.status))
    return success(purchase, orderIn(await fetchOrderStatus(orderNumber)), orderNumber)
  if (!before.ok && !abandoned.ok) return { end: 'unconfirmed', orderNumber, dismissal }
  return failure ? { end: 'failed', reason, detail: reason } : { end: 'cancelled', reason }
}

const REASON_LENGTH_MAX = 300

export function reportDismissal(orderId: string, { outcome, reason }: Dismissal) {
  return callAuthenticated(dismissPayment, {
    body: { orderId, outcome, reason: reason.slice(0, REASON_LENGTH_MAX) },
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

type FoundOrder = Extract<CallResult<OrderSummary>, { ok: true }>

function isPaidOrder(result: CallResult<OrderSummary>): result is FoundOrder {
  return result.ok && isPaid(result.value.status)
}

function notCompleted(error: keyof typeof COMPLETION_ERROR_TEXT): PaymentOutcome {
  return { end: 'failed', reason: FAILURE_TEXT['not completed'], detail: COMPLETION_ERROR_TEXT[error] }
}

/** Saves the order for /order-success: the server's if it responded, else what the shopper confirmed. */
function success(purchase: CheckoutContent, order: OrderSummary | null, orderNumber: string): PaymentOutcome {
  const lastOrder = order ? lastOrderOf(order) : lastOrderFrom(purchase, orderNumber)
  finishCheckout(lastOrder)
  return { end: 'success', order: lastOrder }
}

export function lastOrderOf({ number, total, lines, completedAt, placedAt }: OrderSummary): LastOrder {
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

function lastOrderFrom({ lines, total }: CheckoutContent, orderId: string): LastOrder {
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
