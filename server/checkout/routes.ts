/** Payment endpoints (requirements, sections 7 and 8; D25 to D32). */
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { MINUTE_MS } from '#domain/time.ts'
import type { OrderDetails } from '#contract/account.ts'
import { decideMadeToOrder } from '#contract/order-decisions.ts'
import {
  dismissPayment,
  createOrder,
  updateOrderStatus,
  verifyPayment,
  type PaymentProof,
} from '#contract/checkout.ts'
import { canTransition, isCaptured, type OrderStatus } from '#domain/order.ts'
import { isSameProduct, type ProductKey } from '#domain/product.ts'
import { order } from '#server/db/schema.ts'
import {
  mountAuthenticated,
  errorResponse,
  withLimit,
  type UserLimit,
  type ErrorResponse,
  type App,
  type AppEnv,
} from '#server/http.ts'
import type { Deps } from '#server/context.ts'
import { findGatewayOrder, isPaymentProcessed } from '#server/orders/gateway-orders.ts'
import { restartReconciliation } from '#server/orders/intervals.ts'
import { appendOrderEvents, lateClosingCause, isClosed } from '#server/orders/order-events.ts'
import { orderDetails } from '#server/account-orders/details.ts'
import { findOrderedLines, findUserOrder, lockOrder } from '#server/orders/orders.ts'
import { findOwnOrder, ORDER_NOT_FOUND, type OwnOrderCall } from '#server/orders/own-order.ts'
import { releaseHolds } from '#server/stock/holds.ts'
import { CONSENT_NEEDED, createOrderService, type OrderingDeps } from './create-order.ts'
import { logGatewayError } from '#server/gateway/gateway.ts'
import { checkoutLinesOf, matchesOrder } from './items.ts'
import { decideConsent } from '#server/payments/made-to-order-consent.ts'
import { reconcileOrder } from '#server/payments/reconcile-order.ts'

/** The page repeats its request some six times per payment; each calls the gateway or writes an order event. */
const PAYMENT_OUTCOMES: UserLimit = { name: 'payment-outcome', limit: 60, windowMs: MINUTE_MS }
const NEW_ORDERS: UserLimit = { name: 'create-order', limit: 30, windowMs: MINUTE_MS }

export type CheckoutDeps = Deps & OrderingDeps

const NOT_VERIFIED = errorResponse('payment-not-verified', 'Payment verification failed')
const NOT_VERIFIED_YET = errorResponse(
  'provider-unavailable',
  'Your payment could not be checked yet. Please do not pay again: we check it every few minutes and confirm by e-mail.',
)
const INVALID_RESULT = errorResponse('payment-not-verified', 'Invalid payment result received')
const STATUS_NOT_UPDATED = errorResponse('payment-not-verified', 'Failed to update order status')
const CLOSED_LATE = {
  'sold out': errorResponse(
    'out-of-stock',
    'What you ordered was sold before your payment arrived. We will refund your payment in full.',
  ),
  'offer code used up': errorResponse(
    'offer-code-rejected',
    'The offer code of this price had been used up before your payment arrived. We will refund your payment in full.',
  ),
}
const ALREADY_DECIDED = errorResponse(
  'already-decided',
  'This has already been decided. Your order shows the next step.',
)

export function checkoutRoutes(deps: CheckoutDeps): App {
  const { db, authenticate, log } = deps
  const app: App = new Hono<AppEnv>()
  const handleCreateOrder = createOrderService(deps)
  const authenticateOutcome = withLimit(authenticate, PAYMENT_OUTCOMES)

  mountAuthenticated(app, withLimit(authenticate, NEW_ORDERS), createOrder, async ({ user, request }) => {
    const created = await handleCreateOrder(user, request)
    return created.ok ? created.value : created.error
  })

  mountAuthenticated(app, authenticateOutcome, verifyPayment, async ({ user, request }) => {
    const orderWithLines = isGenuine(deps, request)
      ? await findOrderedLines(db, user.id, request.razorpay_order_id)
      : undefined
    if (!orderWithLines) return NOT_VERIFIED
    const { orderRow, orderLines } = orderWithLines
    // By the ordered lines: a later edition may have retired a product.
    const products = orderLines.map((line) => ({ ...line, id: line.productId }))
    const sizeOf = (key: ProductKey) => products.find((line) => isSameProduct(line, key))?.size ?? ''
    const lines = checkoutLinesOf({ products, sizeOf }, request.items)
    const isThisOrder = request.amount === orderRow.total && lines !== null && matchesOrder(lines, orderLines)
    if (!isThisOrder) return NOT_VERIFIED
    // The signature proves the sender, not that the money moved (RZP-9).
    const reconciled = await reconcileOrder(deps, orderRow.number, 'shopper')
    if (!reconciled.ok) {
      logGatewayError(log, reconciled.error)
      return deferVerification(deps, orderRow.number)
    }
    const { status, isAuthorized, isConsentOpen } = reconciled.value
    if (status !== 'completed') {
      if (isConsentOpen) return CONSENT_NEEDED
      const closing = await lateClosingCause(db, orderRow.number)
      if (closing) return CLOSED_LATE[closing]
      // The gateway has signed the payment: if its API does not show the capture yet, it lags behind.
      const isUndecided = isAuthorized || !(await isPaymentProcessed(db, request.razorpay_payment_id))
      return isUndecided ? deferVerification(deps, orderRow.number) : NOT_VERIFIED
    }
    return {
      success: true as const,
      message: 'Payment verified successfully',
      order_number: orderRow.number,
    }
  })

  mountAuthenticated(app, authenticate, updateOrderStatus, async ({ user, request }) => {
    const proof = request.paymentDetails
    const gatewayOrder = isGenuine(deps, proof) && (await findGatewayOrder(db, proof.razorpay_order_id))
    if (!gatewayOrder || ![gatewayOrder.orderNumber, gatewayOrder.gatewayOrderId].includes(request.orderId))
      return INVALID_RESULT
    const orderRow = await findUserOrder(db, user.id, gatewayOrder.orderNumber)
    // Reconciling has completed the order already.
    if (orderRow?.status !== 'completed') return STATUS_NOT_UPDATED
    return { success: true as const, message: 'Order status updated' }
  })

  mountAuthenticated(app, authenticateOutcome, dismissPayment, async ({ user, request }) => {
    const orderRow = await findUserOrder(db, user.id, request.orderId)
    if (!orderRow) return ORDER_NOT_FOUND
    return { success: true as const, status: await recordDismissal(deps, orderRow.number, request) }
  })

  mountAuthenticated(app, authenticateOutcome, decideMadeToOrder, ({ request, ...call }) =>
    decideAndReconcile(deps, call, request.agrees),
  )

  return app
}

async function decideAndReconcile(
  deps: CheckoutDeps,
  call: OwnOrderCall,
  agrees: boolean,
): Promise<OrderDetails | ErrorResponse> {
  const { db, log } = deps
  const orderRow = await findOwnOrder(db, call)
  if (!orderRow) return ORDER_NOT_FOUND
  const decided = await decideConsent(deps, orderRow.number, agrees)
  if (!decided.ok) return ALREADY_DECIDED
  const reconciled = await reconcileOrder(deps, orderRow.number, 'shopper')
  // The decision is stored: the reconciliation job applies it.
  if (!reconciled.ok) logGatewayError(log, reconciled.error)
  return orderDetails(db, (await findOwnOrder(db, call)) ?? orderRow)
}

function isGenuine({ gateway }: CheckoutDeps, proof: PaymentProof): boolean {
  return gateway.verifyPaymentSignature({
    gatewayOrderId: proof.razorpay_order_id,
    paymentId: proof.razorpay_payment_id,
    signature: proof.razorpay_signature,
  })
}

/** The next reconciliation of the order may be hours away. */
async function deferVerification({ db, now }: CheckoutDeps, number: string): Promise<ErrorResponse> {
  await db.update(order).set(restartReconciliation(now())).where(eq(order.number, number))
  return NOT_VERIFIED_YET
}

async function recordDismissal(
  { db, now }: CheckoutDeps,
  number: string,
  { outcome, reason }: { readonly outcome: 'cancelled' | 'failed'; readonly reason: string },
): Promise<OrderStatus> {
  return db.transaction(async (tx) => {
    const at = now()
    const { status } = await lockOrder(tx, number)
    if (!isCaptured(status)) await releaseHolds(tx, number, at)
    if (!canTransition(status, outcome) || (await isClosed(tx, number))) return status
    await appendOrderEvents(tx, {
      orderNumber: number,
      at,
      event: outcome === 'failed' ? 'payment failed' : 'dismissed',
      source: 'shopper',
      detail: { reason },
    })
    // A dismissed dialog may still end in a payment.
    await tx
      .update(order)
      .set({ status: outcome, ...restartReconciliation(at) })
      .where(eq(order.number, number))
    return outcome
  })
}
