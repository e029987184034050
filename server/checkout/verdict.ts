/**
 * What follows from all that the gateway has said about the payments of an order. Pure: the same facts give the same
 * verdict whether they came by handler, webhook or reconciliation, in any order, repeated or late.
 */
import type { Paise } from '#domain/money.ts'
import { isSettled, type OrderStatus } from '#domain/order.ts'
import { PAYMENT_STATES, type PaymentState } from './gateway.ts'

export interface ObservedPayment {
  readonly paymentId: string
  readonly amount: Paise
  readonly currency: string
  readonly state: PaymentState
}

export interface OrderState {
  readonly status: OrderStatus
  readonly total: Paise
  readonly currency: string
  /** The payment that paid it. */
  readonly paymentId: string | null
  readonly hasExpired: boolean
}

export type RefundReason = 'the amount differs' | 'a second payment' | 'the order had expired'

export interface DueRefund {
  readonly paymentId: string
  readonly amount: Paise
  readonly reason: RefundReason
}

export interface Verdict {
  /** The payment that pays the order now; null where none does, or one already has. */
  readonly paidBy: string | null
  /** The gateway gave the money of the paying payment back. */
  readonly isReturned: boolean
  /** Every attempt was declined, as far as the gateway knows today. */
  readonly isDeclined: boolean
  /** Money that was taken and buys nothing. */
  readonly owed: readonly DueRefund[]
}

export function judgePayments(order: OrderState, payments: readonly ObservedPayment[]): Verdict {
  const captured = payments.filter(({ state }) => state === 'captured')
  const mayBePaid = !isSettled(order.status) && !order.hasExpired
  const paidBy = mayBePaid ? (captured.find((payment) => isExact(order, payment))?.paymentId ?? null) : null
  const paying = order.paymentId ?? paidBy
  return {
    paidBy,
    isReturned: payments.some(({ paymentId, state }) => paymentId === paying && state === 'refunded'),
    isDeclined: mayBePaid && payments.length > 0 && payments.every(({ state }) => state === 'failed'),
    owed: captured
      .filter(({ paymentId }) => paymentId !== paying)
      .map((payment) => ({
        paymentId: payment.paymentId,
        amount: payment.amount,
        reason: refundReason(order, payment),
      })),
  }
}

/**
 * The authorised payment that is to be taken; undefined where none would pay the order, or another has been taken: a
 * second one would only have to go back.
 */
export function paymentToCapture<Payment extends ObservedPayment>(
  order: OrderState,
  payments: readonly Payment[],
): Payment | undefined {
  if (isSettled(order.status) || order.hasExpired) return undefined
  const exact = payments.filter((payment) => isExact(order, payment))
  if (exact.some(({ state }) => state === 'captured')) return undefined
  return exact.find(({ state }) => state === 'authorized')
}

/** The most final state that was ever reported: a late delivery of an old one takes nothing back. */
export function mostFinalState(known: PaymentState | undefined, told: PaymentState): PaymentState {
  if (known === undefined) return told
  return PAYMENT_STATES.indexOf(told) > PAYMENT_STATES.indexOf(known) ? told : known
}

function isExact(order: OrderState, { amount, currency }: ObservedPayment): boolean {
  return amount === order.total && currency === order.currency
}

function refundReason(order: OrderState, payment: ObservedPayment): RefundReason {
  if (!isExact(order, payment)) return 'the amount differs'
  return order.hasExpired && !isSettled(order.status) ? 'the order had expired' : 'a second payment'
}
