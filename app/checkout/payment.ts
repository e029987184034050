/**
 * One payment from the press of the button to an end that can be told to the shopper. Whatever gets lost on the way,
 * the server is asked before anything is called failed: a dismissed dialog or a lost answer may hide a payment that
 * succeeded (decisions.md 26, 32).
 */
import * as z from 'zod/mini'
import { readOrder, type OrderSummary } from '#contract/account.ts'
import type { AuthUser } from '#contract/auth.ts'
import { abandonPayment, createOrder, updateOrderStatus, verifyPayment } from '#contract/checkout.ts'
import type { Paise } from '#domain/money.ts'
import { isPaid } from '#domain/order.ts'
import { isBusy, type CallTrouble } from '#app/api.ts'
import { finishCheckout, keepAttempt, type LastOrder } from '#app/state/checkout.ts'
import { callSignedIn, NO_TOKEN } from '#app/state/session.ts'
import { syncLists } from '#app/state/sync.ts'
import { attemptFor, newAttempt, type Purchase } from './attempt.ts'
import type { OpenDialog } from './razorpay-dialog.ts'
import { COMPLETION_WORDS, createOrderTroubleWords, FAILURE_WORDS, type StartProblem } from './words.ts'

export type PaymentEnd =
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
  | { readonly end: 'unconfirmed'; readonly orderNumber: string }
  | { readonly end: 'not started'; readonly problem: StartProblem }

interface Surroundings {
  readonly openDialog: OpenDialog
  readonly onStage: (stage: 'creating' | 'verifying') => void
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

/** What a payment cannot start without (specification, section 5). */
export function readyToPay(
  openDialog: OpenDialog | null,
  total: Paise,
  user: AuthUser | null,
): { readonly openDialog: OpenDialog; readonly userId: string } | StartProblem {
  if (!openDialog) return 'no script'
  if (total <= 0) return 'no total'
  return user ? { openDialog, userId: user.id } : 'not signed in'
}

export async function pay(purchase: Purchase, around: Surroundings): Promise<PaymentEnd> {
  around.onStage('creating')
  // What was done in the cart a moment ago must not arrive after the server has emptied it.
  await syncLists()
  const created = await orderCreated(purchase)
  if ('end' in created) return created
  if (created.paid) return success(purchase, await orderAtServer(created.order_number), created.order_number)

  const result = await around.openDialog({
    key: created.key,
    gatewayOrderId: created.id,
    amount: created.amount,
    currency: created.currency,
    customer: purchase.address,
  })
  around.onStage('verifying')
  const placed: Placed = { purchase, orderNumber: created.order_number }
  return result.kind === 'proof'
    ? afterProof(placed, result.proof, around)
    : afterDismissal(placed, result.failure)
}

type CreatedOrder = z.output<(typeof createOrder)['response']>

async function orderCreated(purchase: Purchase): Promise<CreatedOrder | PaymentEnd> {
  let attempt = await attemptFor(purchase)
  let called = await askForOrder(purchase, attempt.checkoutId)
  // Sent again under the same id, an order whose answer was lost is found and not placed twice.
  if (!called.ok && called.status === 0) called = await askForOrder(purchase, attempt.checkoutId)
  if (!called.ok && called.code === 'conflict') {
    attempt = newAttempt(attempt.fingerprint)
    called = await askForOrder(purchase, attempt.checkoutId)
  }
  if (!called.ok) return creationTrouble(called)
  keepAttempt({ ...attempt, orderNumber: called.answer.order_number })
  return called.answer
}

function askForOrder({ lines, address, courierId, total }: Purchase, checkoutId: string) {
  return callSignedIn(createOrder, {
    fresh: true,
    body: {
      amount: total,
      items: itemsOf(lines),
      checkout_id: checkoutId,
      address,
      courier_company_id: courierId,
    },
  })
}

function itemsOf(lines: Purchase['lines']) {
  return lines.map(({ key, product, unitPrice, quantity }) => ({
    ...key,
    name: product.name,
    price: unitPrice,
    quantity,
  }))
}

function creationTrouble(trouble: CallTrouble): PaymentEnd {
  if (trouble.code === NO_TOKEN) return { end: 'not started', problem: 'no token' }
  if (trouble.status === 0 || isBusy(trouble)) return { end: 'not started', problem: 'no connection' }
  const words = createOrderTroubleWords(trouble)
  return { end: 'failed', reason: words, detail: words, isPageStale: trouble.code === 'prices-changed' }
}

interface Placed {
  readonly purchase: Purchase
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

async function afterProof(placed: Placed, found: unknown, around: Surroundings): Promise<PaymentEnd> {
  const { purchase, orderNumber } = placed
  const parsed = Proof.safeParse(found)
  if (!parsed.success) {
    const order = await orderAtServer(orderNumber)
    return order && isPaid(order.status)
      ? success(purchase, order, orderNumber)
      : notCompleted('invalid result')
  }
  // Only the three fields are the contract's.
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = parsed.data
  const proof = { razorpay_payment_id, razorpay_order_id, razorpay_signature }

  for (const pauseMs of [0, ...PATIENCE_MS]) {
    await around.wait(pauseMs)
    const verified = await callSignedIn(verifyPayment, {
      body: { ...proof, amount: purchase.total, items: itemsOf(purchase.lines) },
    })
    if (verified.ok) return completed(placed, proof, around)
    // Handler, webhook and reconciliation lead to the same order: one of the others may have been faster.
    const order = await orderAtServer(orderNumber)
    if (order && isPaid(order.status)) return success(purchase, order, orderNumber)
    if (isFinal(verified)) {
      const reason = verified.message || FAILURE_WORDS['not verified']
      return { end: 'failed', reason, detail: reason }
    }
  }
  return { end: 'unconfirmed', orderNumber }
}

/** The money is verified; what is left is the order's own completion. */
async function completed(
  { purchase, orderNumber }: Placed,
  proof: Proof,
  { wait }: Surroundings,
): Promise<PaymentEnd> {
  for (const pauseMs of [0, ...PATIENCE_MS]) {
    await wait(pauseMs)
    const updated = await callSignedIn(updateOrderStatus, {
      body: { orderId: orderNumber, status: 'completed', paymentDetails: proof },
    })
    const order = await orderAtServer(orderNumber)
    if (updated.ok || (order && isPaid(order.status))) return success(purchase, order, orderNumber)
    if (isFinal(updated)) return notCompleted('status refused')
  }
  return { end: 'unconfirmed', orderNumber }
}

async function afterDismissal(
  { purchase, orderNumber }: Placed,
  failure: string | null,
): Promise<PaymentEnd> {
  const before = await orderAtServer(orderNumber)
  if (before && isPaid(before.status)) return success(purchase, before, orderNumber)
  const reason = failure ?? FAILURE_WORDS.cancelled
  const abandoned = await callSignedIn(abandonPayment, {
    body: { orderId: orderNumber, outcome: failure ? 'failed' : 'cancelled', reason: reason.slice(0, 300) },
  })
  if (abandoned.ok && isPaid(abandoned.answer.status))
    return success(purchase, await orderAtServer(orderNumber), orderNumber)
  return failure ? { end: 'failed', reason, detail: reason } : { end: 'cancelled', reason }
}

/** A refusal that asking again will not change. One for want of a session says nothing about the money. */
function isFinal({ status }: CallTrouble): boolean {
  const mayPass = [401, 408, 429].includes(status)
  return status >= 400 && status < 500 && !mayPass
}

async function orderAtServer(number: string): Promise<OrderSummary | null> {
  const called = await callSignedIn(readOrder, { params: { number } })
  return called.ok ? called.answer : null
}

function notCompleted(why: keyof typeof COMPLETION_WORDS): PaymentEnd {
  return { end: 'failed', reason: FAILURE_WORDS['not completed'], detail: COMPLETION_WORDS[why] }
}

/** Kept for /order-success; by the server's record where it answered, else as the shopper agreed to it. */
function success(purchase: Purchase, order: OrderSummary | null, orderNumber: string): PaymentEnd {
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

function lastOrderFrom({ lines, total }: Purchase, orderId: string): LastOrder {
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
