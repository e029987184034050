/** The payment calls (requirements, sections 7 and 8; D25 to D32). */
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { MINUTE_MS } from '#domain/time.ts'
import { abandonPayment, createOrder, updateOrderStatus, verifyPayment } from '#contract/checkout.ts'
import { canTransition, type OrderStatus } from '#domain/order.ts'
import { order } from '#server/db/schema.ts'
import {
  mountAuthenticated,
  errorResponse,
  type User,
  type ErrorResponse,
  type App,
  type AppEnv,
} from '#server/http.ts'
import type { Parts } from '#server/context.ts'
import { limitKey, checkRateLimit } from '#server/rate-limit.ts'
import { createPaymentStarter, type OrderingParts } from './create-order.ts'
import { matchesOrder, piecesOf } from './items.ts'
import { hasExpired, appendToLedger } from './ledger.ts'
import {
  findGatewayOrder,
  isPaymentFinal,
  loadLines,
  lockOrder,
  findUserOrder,
  type GatewayOrderRow,
} from './orders.ts'
import { reconcileOrder } from './settle.ts'
import { restartWatch } from './intervals.ts'
import { mountWebhooks, type WebhookParts } from './webhooks.ts'

/** The page asks half a dozen times about one payment; each is a question to the gateway, or a line in the ledger. */
const ENDS = { limit: 60, windowMs: MINUTE_MS }

export interface CheckoutParts extends Parts, OrderingParts, WebhookParts {}

const NOT_VERIFIED = errorResponse('payment-not-verified', 'Payment verification failed')
const NOT_VERIFIED_YET = errorResponse(
  'provider-unavailable',
  'Your payment could not be checked yet. Please do not pay again: we check it every few minutes and confirm by e-mail.',
)
const INVALID_RESULT = errorResponse('payment-not-verified', 'Invalid payment result received')
const STATUS_NOT_UPDATED = errorResponse('payment-not-verified', 'Failed to update order status')
const NO_SUCH_ORDER = errorResponse('not-found', 'Order not found')

export function checkoutRoutes(parts: CheckoutParts): App {
  const { db, authenticate, gateway, log, now } = parts
  const shop: App = new Hono<AppEnv>()
  const startPayment = createPaymentStarter(parts)
  const refusedTo = (user: User) =>
    checkRateLimit(db, limitKey('payment-end', user.id), { ...ENDS, now: now() })

  mountAuthenticated(shop, authenticate, createOrder, ({ user, request }) => startPayment(user, request))

  mountAuthenticated(shop, authenticate, verifyPayment, async ({ user, request }) => {
    const refused = await refusedTo(user)
    if (refused) return refused
    const opened = await verifyProof(request)
    const placed = opened && (await findUserOrder(db, user.id, opened.orderNumber))
    if (!placed) return NOT_VERIFIED
    const pieces = piecesOf(request.items)
    const agrees =
      request.amount === placed.total &&
      pieces !== null &&
      matchesOrder(pieces, await loadLines(db, [placed.number]))
    if (!agrees) return NOT_VERIFIED
    // The signature proves who speaks, not that the money moved: the gateway is asked (RZP-9).
    const looked = await reconcileOrder(parts, placed.number, 'shopper')
    if (!looked.ok) {
      log.warn('gateway not asked', { problem: looked.problem, detail: looked.detail })
      return scheduleCheck(placed.number)
    }
    if (looked.status !== 'completed') {
      // What the gateway signs it has taken: where its books do not show it yet, they are behind.
      const isOpen = looked.isUnderWay || !(await isPaymentFinal(db, request.razorpay_payment_id))
      return isOpen ? scheduleCheck(placed.number) : NOT_VERIFIED
    }
    return {
      success: true as const,
      message: 'Payment verified successfully',
      order_number: placed.number,
    }
  })

  mountAuthenticated(shop, authenticate, updateOrderStatus, async ({ user, request }) => {
    const opened = await verifyProof(request.paymentDetails)
    if (!opened || ![opened.orderNumber, opened.gatewayOrderId].includes(request.orderId))
      return INVALID_RESULT
    const placed = await findUserOrder(db, user.id, opened.orderNumber)
    // Settling completes what is paid in one step, so there is nothing left to do here but to say so.
    if (placed?.status !== 'completed') return STATUS_NOT_UPDATED
    return { success: true as const, message: 'Order status updated' }
  })

  mountAuthenticated(shop, authenticate, abandonPayment, async ({ user, request }) => {
    const refused = await refusedTo(user)
    if (refused) return refused
    const { orderId, outcome, reason } = request
    const placed = await findUserOrder(db, user.id, orderId)
    if (!placed) return NO_SUCH_ORDER
    return { success: true as const, status: await markAbandoned({ number: placed.number, outcome, reason }) }
  })

  mountWebhooks(shop, parts)
  return shop

  /** The gateway order of ours that the proof is about; undefined where the proof is not the gateway's own. */
  async function verifyProof(proof: {
    readonly razorpay_payment_id: string
    readonly razorpay_order_id: string
    readonly razorpay_signature: string
  }): Promise<GatewayOrderRow | undefined> {
    const opened = await findGatewayOrder(db, proof.razorpay_order_id)
    if (opened?.gatewayOrderId == null) return undefined
    const isGenuine = gateway.verifyPaymentSignature({
      gatewayOrderId: opened.gatewayOrderId,
      paymentId: proof.razorpay_payment_id,
      signature: proof.razorpay_signature,
    })
    return isGenuine ? opened : undefined
  }

  /** Money is on its way, so the order does not wait for the next of its turns, which may be hours away by now. */
  async function scheduleCheck(number: string): Promise<ErrorResponse> {
    await db.update(order).set(restartWatch(now())).where(eq(order.number, number))
    return NOT_VERIFIED_YET
  }

  async function markAbandoned(given: {
    readonly number: string
    readonly outcome: 'cancelled' | 'failed'
    readonly reason: string
  }): Promise<OrderStatus> {
    const { number, outcome, reason } = given
    return db.transaction(async (tx) => {
      const at = now()
      const { status } = await lockOrder(tx, number)
      if (!canTransition(status, outcome) || (await hasExpired(tx, number))) return status
      await appendToLedger(tx, {
        orderNumber: number,
        at,
        what: outcome === 'failed' ? 'declined' : 'dismissed',
        by: 'shopper',
        detail: { reason },
      })
      // A dismissed dialog may still end in a payment: looked after from the start again.
      await tx
        .update(order)
        .set({ status: outcome, ...restartWatch(at) })
        .where(eq(order.number, number))
      return outcome
    })
  }
}
