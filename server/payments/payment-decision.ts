/** What follows from the payments of an order. Pure: the same payments give the same decision, from whatever source. */
import type { Paise } from '#domain/money.ts'
import { isCaptured, type OrderStatus } from '#domain/order.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from '#server/gateway/gateway.ts'

export interface ObservedPayment {
  readonly paymentId: string
  readonly amount: Paise
  readonly currency: string
  readonly status: PaymentStatus
  /** Begun more than an hour after the shopper last confirmed the price (server/orders/intervals.ts). */
  readonly isAfterPriceExpiry: boolean
  /** It was refunded, and the bank has not taken the refund: the gateway has the money again. */
  readonly hasFailedRefund?: boolean
}

export interface OrderState {
  readonly status: OrderStatus
  readonly total: Paise
  readonly currency: string
  /** Null until a payment has paid the order. */
  readonly paymentId: string | null
  /** It has expired, was sold out, or its offer code was used up: it is never paid. */
  readonly isClosed: boolean
}

export type RefundReason =
  | 'the amount differs'
  | 'a second payment'
  | 'the order was closed'
  | 'the price was no longer valid'
  | 'the pieces were sold'
  | 'the offer code was used up'

export interface DueSurplusRefund {
  readonly paymentId: string
  readonly amount: Paise
  readonly reason: RefundReason
}

export interface PaymentDecision {
  /** The payment that pays the order now; null if none does, or one already has. */
  readonly newPayingPaymentId: string | null
  /** The payment that paid the order is refunded. */
  readonly isRefunded: boolean
  /** Every attempt failed; a late authorization may still follow. */
  readonly allFailed: boolean
  /** For captured payments that do not pay the order, also if a refund by the gateway or the dashboard has failed. */
  readonly dueRefunds: readonly DueSurplusRefund[]
}

export function evaluatePayments(order: OrderState, payments: readonly ObservedPayment[]): PaymentDecision {
  const captured = payments.filter(({ status }) => status === 'captured')
  const mayBePaid = !isCaptured(order.status) && !order.isClosed
  const newPayingPaymentId = mayBePaid
    ? (captured.find((payment) => canPay(order, payment))?.paymentId ?? null)
    : null
  const payingId = order.paymentId ?? newPayingPaymentId
  return {
    newPayingPaymentId,
    isRefunded: payments.some(({ paymentId, status }) => paymentId === payingId && status === 'refunded'),
    allFailed: mayBePaid && payments.length > 0 && payments.every(({ status }) => status === 'failed'),
    dueRefunds: payments
      .filter(({ status, hasFailedRefund = false }) => status === 'captured' || hasFailedRefund)
      .filter(({ paymentId }) => paymentId !== payingId)
      .map((payment) => ({
        paymentId: payment.paymentId,
        amount: payment.amount,
        reason: refundReason(order, payment),
      })),
  }
}

/** Undefined also if another payment is captured: a second one would only have to be refunded. */
export function paymentToCapture<Payment extends ObservedPayment>(
  order: OrderState,
  payments: readonly Payment[],
): Payment | undefined {
  if (isCaptured(order.status) || order.isClosed) return undefined
  const exact = payments.filter((payment) => canPay(order, payment))
  if (exact.some(({ status }) => status === 'captured')) return undefined
  return exact.find(({ status }) => status === 'authorized')
}

/** A late report of an earlier state changes nothing. */
export function mostFinalStatus(stored: PaymentStatus | undefined, reported: PaymentStatus): PaymentStatus {
  if (stored === undefined) return reported
  return PAYMENT_STATUSES.indexOf(reported) > PAYMENT_STATUSES.indexOf(stored) ? reported : stored
}

function canPay(order: OrderState, payment: ObservedPayment): boolean {
  return isExact(order, payment) && !payment.isAfterPriceExpiry
}

function isExact(order: OrderState, { amount, currency }: ObservedPayment): boolean {
  return amount === order.total && currency === order.currency
}

function refundReason(order: OrderState, payment: ObservedPayment): RefundReason {
  if (!isExact(order, payment)) return 'the amount differs'
  if (isCaptured(order.status)) return 'a second payment'
  if (payment.isAfterPriceExpiry) return 'the price was no longer valid'
  return order.isClosed ? 'the order was closed' : 'a second payment'
}
