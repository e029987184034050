/**
 * One payment from the press of the button to an end that can be told to the shopper. Whatever gets lost on the way,
 * the server is asked before anything is called failed: a dismissed dialog or a lost answer may hide a payment that
 * succeeded (D26, D32).
 */
import * as z from 'zod/mini'
import { readOrder, type OrderSummary } from '#contract/account.ts'
import type { AuthUser } from '#contract/auth.ts'
import { abandonPayment, createOrder, updateOrderStatus, verifyPayment } from '#contract/checkout.ts'
import type { BuyableLine } from '#domain/cart.ts'
import type { Paise } from '#domain/money.ts'
import { isPaid } from '#domain/order.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import { isBusy, UNREADABLE_ANSWER, type Result, type CallError } from '#app/api.ts'
import { finishCheckout, keepOpenOrder, type LastOrder } from '#app/state/checkout.ts'
import { cartGenerationStore } from '#app/state/lists.ts'
import { callAuthenticated, NO_TOKEN } from '#app/state/session.ts'
import { syncLists } from '#app/state/sync.ts'
import { pendingChanges } from '#app/state/pending-changes.ts'
import type { OpenDialog } from './razorpay-dialog.ts'
import { COMPLETION_ERROR_TEXT, createOrderErrorText, FAILURE_TEXT, type StartError } from './texts.ts'

/** What the shopper sees and confirms. The server takes the same content for the same purchase, however often it is sent. */
export interface CheckoutContent {
  readonly lines: readonly BuyableLine[]
  /** Of the cart that `lines` were read from; null where the server has not been heard of yet. */
  readonly cartGeneration: number | null
  readonly address: ShippingAddress
  readonly courierId: number
  readonly total: Paise
}

export type PaymentOutcome =
  | { readonly end: 'success'; readonly order: LastOrder }
  | {
      readonly end: 'failed'
      readonly reason: string
      readonly detail: string
      /** The prices in this page are of yesterday; it must be fetched anew before anybody can agree to those of today. */
      readonly isPageStale?: boolean
    }
  | { readonly end: 'cancelled'; readonly reason: string }
  /** No answer could be had; the money may or may not have moved. */
  | { readonly end: 'unconfirmed'; readonly orderNumber: string; readonly dismissal?: Dismissal }
  | { readonly end: 'not started'; readonly problem: StartError }

/** The dialog was closed, or the bank declined; the server may not know yet. */
export interface Dismissal {
  readonly outcome: 'cancelled' | 'failed'
  readonly reason: string
}

interface PaymentDeps {
  readonly openDialog: OpenDialog
  /** Public key of the gateway account. */
  readonly paymentKey: string
  readonly onStage: (stage: 'creating' | 'verifying') => void
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

/** What a payment cannot start without (`5.payment.script`, `5.payment.total`, `5.payment.signed-in`, `5.payment.token`). */
export function checkPreconditions(
  openDialog: OpenDialog | null,
  total: Paise,
  user: AuthUser | null,
): OpenDialog | StartError {
  if (!openDialog) return 'no script'
  if (total <= 0) return 'no total'
  return user ? openDialog : 'not signed in'
}

export async function pay(purchase: CheckoutContent, around: PaymentDeps): Promise<PaymentOutcome> {
  around.onStage('creating')
  const problem = await cartProblem(purchase)
  if (problem) return problem
  const called = await ensureOrder(purchase)
  if (!called.ok) return createOrderFailure(called)
  const { id, order_number: orderNumber = id, paid, amount, currency } = called.answer
  keepOpenOrder(orderNumber)
  if (paid) return success(purchase, orderIn(await fetchOrderStatus(orderNumber)), orderNumber)

  const result = await around.openDialog({
    key: around.paymentKey,
    gatewayOrderId: id,
    amount,
    currency,
    customer: purchase.address,
  })
  around.onStage('verifying')
  const placed: Placed = { purchase, orderNumber }
  const ending =
    result.kind === 'proof'
      ? verifyProof(placed, result.proof, around)
      : handleDismissal(placed, result.failure)
  // Money may have moved by now: what goes wrong in this page says nothing about it.
  return ending.catch((error: unknown) => {
    reportError(error)
    return { end: 'unconfirmed', orderNumber }
  })
}

/**
 * What was done in the cart a moment ago must reach the server first: later it would fill the cart that the order has
 * emptied, and without it the server could not tell this purchase from the one before.
 */
async function cartProblem({ cartGeneration }: CheckoutContent): Promise<PaymentOutcome | null> {
  const hasChanges = () => pendingChanges.get().some(({ list }) => list === 'cart')
  const wasChanged = hasChanges()
  await syncLists()
  if (hasChanges()) return { end: 'not started', problem: 'no connection' }
  const isAnother = cartGeneration !== null && cartGenerationStore.get() !== cartGeneration
  return wasChanged && isAnother
    ? { end: 'failed', reason: FAILURE_TEXT['cart changed'], detail: FAILURE_TEXT['cart changed'] }
    : null
}

type CreatedOrder = z.output<(typeof createOrder)['response']>

async function ensureOrder(purchase: CheckoutContent): Promise<Result<CreatedOrder>> {
  const called = await requestOrder(purchase)
  // Sent again, an order whose answer was lost is found and not placed twice.
  return !called.ok && called.status === 0 ? requestOrder(purchase) : called
}

function requestOrder({ lines, cartGeneration, address, courierId, total }: CheckoutContent) {
  return callAuthenticated(createOrder, {
    fresh: true,
    body: {
      amount: total,
      items: itemsOf(lines),
      cart_generation: cartGeneration ?? cartGenerationStore.get() ?? undefined,
      address,
      courier_company_id: courierId,
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

function createOrderFailure(trouble: CallError): PaymentOutcome {
  if (trouble.code === NO_TOKEN) return { end: 'not started', problem: 'no token' }
  if (trouble.status === 0 || isBusy(trouble)) return { end: 'not started', problem: 'no connection' }
  const words = createOrderErrorText(trouble)
  return { end: 'failed', reason: words, detail: words, isPageStale: trouble.code === 'prices-changed' }
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

/** Between one question to the server and the next; half a minute in all. */
const PATIENCE_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

async function verifyProof(placed: Placed, found: unknown, around: PaymentDeps): Promise<PaymentOutcome> {
  const { purchase, orderNumber } = placed
  const parsed = Proof.safeParse(found)
  if (!parsed.success) {
    const called = await fetchOrderStatus(orderNumber)
    if (isPaidOrder(called)) return success(purchase, called.answer, orderNumber)
    return called.ok ? notCompleted('invalid result') : { end: 'unconfirmed', orderNumber }
  }
  // Only the three fields are the contract's.
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = parsed.data
  const proof = { razorpay_payment_id, razorpay_order_id, razorpay_signature }

  for (const pauseMs of [0, ...PATIENCE_MS]) {
    await around.wait(pauseMs)
    const verified = await callAuthenticated(verifyPayment, {
      body: { ...proof, amount: purchase.total, items: itemsOf(purchase.lines) },
    })
    if (verified.ok) return completed(placed, proof, around)
    // Handler, webhook and reconciliation lead to the same order: one of the others may have been faster.
    const order = await fetchOrderStatus(orderNumber)
    if (isPaidOrder(order)) return success(purchase, order.answer, orderNumber)
    if (isFinal(verified)) {
      const reason = verified.message || FAILURE_TEXT['not verified']
      return { end: 'failed', reason, detail: reason }
    }
  }
  return { end: 'unconfirmed', orderNumber }
}

/** The money is verified; what is left is the order's own completion. */
async function completed(
  { purchase, orderNumber }: Placed,
  proof: Proof,
  { wait }: PaymentDeps,
): Promise<PaymentOutcome> {
  for (const pauseMs of [0, ...PATIENCE_MS]) {
    await wait(pauseMs)
    const updated = await callAuthenticated(updateOrderStatus, {
      body: { orderId: orderNumber, status: 'completed', paymentDetails: proof },
    })
    const order = await fetchOrderStatus(orderNumber)
    if (updated.ok || isPaidOrder(order)) return success(purchase, orderIn(order), orderNumber)
    if (isFinal(updated)) return notCompleted('status refused')
  }
  return { end: 'unconfirmed', orderNumber }
}

async function handleDismissal(
  { purchase, orderNumber }: Placed,
  failure: string | null,
): Promise<PaymentOutcome> {
  const before = await fetchOrderStatus(orderNumber)
  if (isPaidOrder(before)) return success(purchase, before.answer, orderNumber)
  const reason = failure ?? FAILURE_TEXT.cancelled
  const dismissal: Dismissal = { outcome: failure ? 'failed' : 'cancelled', reason }
  const abandoned = await tellDismissal(orderNumber, dismissal)
  if (abandoned.ok && isPaid(abandoned.answer.status))
    return success(purchase, orderIn(await fetchOrderStatus(orderNumber)), orderNumber)
  if (!before.ok && !abandoned.ok) return { end: 'unconfirmed', orderNumber, dismissal }
  return failure ? { end: 'failed', reason, detail: reason } : { end: 'cancelled', reason }
}

const REASON_LENGTH_MAX = 300

export function tellDismissal(orderId: string, { outcome, reason }: Dismissal) {
  return callAuthenticated(abandonPayment, {
    body: { orderId, outcome, reason: reason.slice(0, REASON_LENGTH_MAX) },
  })
}

/** A refusal that asking again will not change. One for want of a session says nothing about the money. */
function isFinal({ status, code }: CallError): boolean {
  const mayPass = [401, 408, 429].includes(status)
  const isAnswer = status > 0 && status < 500 && code !== UNREADABLE_ANSWER
  return isAnswer && !mayPass
}

function fetchOrderStatus(number: string): Promise<Result<OrderSummary>> {
  return callAuthenticated(readOrder, { params: { number } })
}

function orderIn(called: Result<OrderSummary>): OrderSummary | null {
  return called.ok ? called.answer : null
}

type Answered = Extract<Result<OrderSummary>, { ok: true }>

function isPaidOrder(called: Result<OrderSummary>): called is Answered {
  return called.ok && isPaid(called.answer.status)
}

function notCompleted(why: keyof typeof COMPLETION_ERROR_TEXT): PaymentOutcome {
  return { end: 'failed', reason: FAILURE_TEXT['not completed'], detail: COMPLETION_ERROR_TEXT[why] }
}

/** Kept for /order-success; by the server's record where it answered, else as the shopper agreed to it. */
function success(purchase: CheckoutContent, order: OrderSummary | null, orderNumber: string): PaymentOutcome {
  const kept = order ? lastOrderOf(order) : lastOrderFrom(purchase, orderNumber)
  finishCheckout(kept)
  return { end: 'success', order: kept }
}

export function lastOrderOf({ number, total, lines, completedAt, placedAt }: OrderSummary): LastOrder {
  return {
    orderId: number,
    amount: total,
    items: lines.map(({ name, unitPrice, quantity }) => ({ name, price: unitPrice, quantity })),
    timestamp: completedAt ?? placedAt,
  }
}

function lastOrderFrom({ lines, total }: CheckoutContent, orderId: string): LastOrder {
  return {
    orderId,
    amount: total,
    items: lines.map(({ product, unitPrice, quantity }) => ({
      name: product.name,
      price: unitPrice,
      quantity,
    })),
    timestamp: new Date().toISOString(),
  }
}
