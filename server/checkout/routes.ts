/** The payment calls (specification, sections 7 and 8; decisions.md 25 to 32). */
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { abandonPayment, createOrder, updateOrderStatus, verifyPayment } from '#contract/checkout.ts'
import { canBecome, type OrderStatus } from '#domain/order.ts'
import { order } from '#server/db/schema.ts'
import {
  mountForPerson,
  refusal,
  type Person,
  type Refusal,
  type Shop,
  type ShopVariables,
} from '#server/http.ts'
import type { Parts } from '#server/parts.ts'
import { limitKey, refusedByLimit } from '#server/rate-limit.ts'
import { paymentStarter, type OrderingParts } from './create-order.ts'
import { isSameAsOrdered, piecesOf } from './items.ts'
import { hasExpired, record } from './ledger.ts'
import {
  findGatewayOrder,
  isDecided,
  linesOf,
  lockedOrder,
  ownOrder,
  type GatewayOrderRow,
} from './orders.ts'
import { lookAndSettle } from './settle.ts'
import { watchedAnew } from './timing.ts'
import { mountWebhooks, type WebhookParts } from './webhooks.ts'

/** The page asks half a dozen times about one payment; each is a question to the gateway, or a line in the ledger. */
const ENDS = { limit: 60, windowMs: 60_000 }

export interface CheckoutParts extends Parts, OrderingParts, WebhookParts {}

const NOT_VERIFIED = refusal('payment-not-verified', 'Payment verification failed')
const NOT_VERIFIED_YET = refusal(
  'provider-unavailable',
  'Your payment could not be checked yet. Please do not pay again: we check it every few minutes and confirm by e-mail.',
)
const INVALID_RESULT = refusal('payment-not-verified', 'Invalid payment result received')
const STATUS_NOT_UPDATED = refusal('payment-not-verified', 'Failed to update order status')
const NO_SUCH_ORDER = refusal('not-found', 'Order not found')

export function checkoutRoutes(parts: CheckoutParts): Shop {
  const { db, identify, gateway, log, now } = parts
  const shop: Shop = new Hono<ShopVariables>()
  const startPayment = paymentStarter(parts)
  const refusedTo = (person: Person) =>
    refusedByLimit(db, limitKey('payment-end', person.id), { ...ENDS, now: now() })

  mountForPerson(shop, identify, createOrder, ({ person, request }) => startPayment(person, request))

  mountForPerson(shop, identify, verifyPayment, async ({ person, request }) => {
    const refused = await refusedTo(person)
    if (refused) return refused
    const opened = await genuine(request)
    const placed = opened && (await ownOrder(db, person.id, opened.orderNumber))
    if (!placed) return NOT_VERIFIED
    const pieces = piecesOf(request.items)
    const agrees =
      request.amount === placed.total &&
      pieces !== null &&
      isSameAsOrdered(pieces, await linesOf(db, [placed.number]))
    if (!agrees) return NOT_VERIFIED
    // The signature proves who speaks, not that the money moved: the gateway is asked (providers: A7).
    const looked = await lookAndSettle(parts, placed.number, 'shopper')
    if (!looked.ok) {
      log.warn('gateway not asked', { problem: looked.problem, detail: looked.detail })
      return lookedAfterSoon(placed.number)
    }
    if (looked.status !== 'completed') {
      // What the gateway signs it has taken: where its books do not show it yet, they are behind.
      const isOpen = looked.isUnderWay || !(await isDecided(db, request.razorpay_payment_id))
      return isOpen ? lookedAfterSoon(placed.number) : NOT_VERIFIED
    }
    return {
      success: true as const,
      message: 'Payment verified successfully',
      order_number: placed.number,
    }
  })

  mountForPerson(shop, identify, updateOrderStatus, async ({ person, request }) => {
    const opened = await genuine(request.paymentDetails)
    if (!opened || ![opened.orderNumber, opened.gatewayOrderId].includes(request.orderId))
      return INVALID_RESULT
    const placed = await ownOrder(db, person.id, opened.orderNumber)
    // Settling completes what is paid in one step, so there is nothing left to do here but to say so.
    if (placed?.status !== 'completed') return STATUS_NOT_UPDATED
    return { success: true as const, message: 'Order status updated' }
  })

  mountForPerson(shop, identify, abandonPayment, async ({ person, request }) => {
    const refused = await refusedTo(person)
    if (refused) return refused
    const { orderId, outcome, reason } = request
    const placed = await ownOrder(db, person.id, orderId)
    if (!placed) return NO_SUCH_ORDER
    return { success: true as const, status: await abandoned({ number: placed.number, outcome, reason }) }
  })

  mountWebhooks(shop, parts)
  return shop

  /** The gateway order of ours that the proof is about; undefined where the proof is not the gateway's own. */
  async function genuine(proof: {
    readonly razorpay_payment_id: string
    readonly razorpay_order_id: string
    readonly razorpay_signature: string
  }): Promise<GatewayOrderRow | undefined> {
    const opened = await findGatewayOrder(db, proof.razorpay_order_id)
    if (opened?.gatewayOrderId == null) return undefined
    const isGenuine = gateway.isGenuineProof({
      gatewayOrderId: opened.gatewayOrderId,
      paymentId: proof.razorpay_payment_id,
      signature: proof.razorpay_signature,
    })
    return isGenuine ? opened : undefined
  }

  /** Money is on its way, so the order does not wait for the next of its turns, which may be hours away by now. */
  async function lookedAfterSoon(number: string): Promise<Refusal> {
    await db.update(order).set(watchedAnew(now())).where(eq(order.number, number))
    return NOT_VERIFIED_YET
  }

  async function abandoned(given: {
    readonly number: string
    readonly outcome: 'cancelled' | 'failed'
    readonly reason: string
  }): Promise<OrderStatus> {
    const { number, outcome, reason } = given
    return db.transaction(async (tx) => {
      const at = now()
      const { status } = await lockedOrder(tx, number)
      if (!canBecome(status, outcome) || (await hasExpired(tx, number))) return status
      await record(tx, {
        orderNumber: number,
        at,
        what: outcome === 'failed' ? 'declined' : 'dismissed',
        by: 'shopper',
        detail: { reason },
      })
      // A dismissed dialog may still end in a payment: looked after from the start again.
      await tx
        .update(order)
        .set({ status: outcome, ...watchedAnew(at) })
        .where(eq(order.number, number))
      return outcome
    })
  }
}
