/**
 * Where a customer's money is until a payment is captured and while one is refunded, and by when that ends. The bank
 * reverses a debit that never reached the shop within five working days (RBI/2019-20/67, T+5); a refund arrives five to
 * seven working days after the gateway accepted it.
 */
import type { DirectRefundMethod } from './direct-refund.ts'
import type { Paise } from './money.ts'
import type { MoneyStage } from './money-stage.ts'
import { isCaptured, type OrderStatus } from './order.ts'
import { DAY_MS, indiaWeekday, addMs } from './time.ts'

export interface PendingMoney {
  readonly stage: MoneyStage
  readonly amount: Paise
  /** When that stage began; null if unknown. */
  readonly since: Date | null
  /** The day by which the money arrives, at the shop or in the customer's account. */
  readonly resolvedBy: Date
  /** How it was paid, if the shop paid it itself. */
  readonly direct?: Pick<DirectPayment, 'method' | 'reference'>
}

/** Of the shop to the customer. */
interface DirectPayment {
  readonly amount: Paise
  readonly method: DirectRefundMethod
  /** Empty for cash. */
  readonly reference: string
  /** A day in India. */
  readonly paidOn: string
}

interface OrderPayments {
  readonly status: OrderStatus
  readonly total: Paise
  readonly placedAt: Date
  readonly payments: readonly { readonly amount: Paise; readonly status: string; readonly observedAt: Date }[]
  readonly refunds: readonly {
    readonly amount: Paise
    readonly createdAt: Date
    readonly sentAt: Date | null
  }[]
  /** Refunds of the payment that pays the order, without failed ones. */
  readonly gatewayRefunds: readonly {
    readonly amount: Paise
    readonly createdAt: Date
    readonly processedAt: Date | null
  }[]
  /** Paid by the shop itself, in place of failed ones. */
  readonly directRefunds: readonly DirectPayment[]
  /** Lost disputes, also about payments that pay no order: the bank has returned the money to the customer. */
  readonly lostDisputes: readonly { readonly amount: Paise; readonly updatedAt: Date }[]
}

const BANK_REVERSES_WITHIN_DAYS = 5
const REFUND_ARRIVES_WITHIN_DAYS = 7

/** Empty for a paid order without refunds. */
export function pendingMoney({
  status,
  total,
  placedAt,
  payments,
  refunds,
  gatewayRefunds,
  directRefunds,
  lostDisputes,
}: OrderPayments): readonly PendingMoney[] {
  const due = refunds.map(({ amount, createdAt, sentAt }): PendingMoney => ({
    stage: sentAt ? 'refund sent' : 'refund due',
    amount,
    since: sentAt ?? createdAt,
    resolvedBy: workingDaysAfter(sentAt ?? createdAt, REFUND_ARRIVES_WITHIN_DAYS),
  }))
  const sent = gatewayRefunds.map(({ amount, createdAt, processedAt }): PendingMoney => ({
    stage: processedAt ? 'refund confirmed' : 'refund sent',
    amount,
    since: processedAt ?? createdAt,
    resolvedBy: workingDaysAfter(createdAt, REFUND_ARRIVES_WITHIN_DAYS),
  }))
  const paid = directRefunds.map(({ amount, method, reference, paidOn }): PendingMoney => ({
    stage: 'refund paid directly',
    amount,
    since: new Date(paidOn),
    resolvedBy: new Date(paidOn),
    direct: { method, reference },
  }))
  const returned = lostDisputes.map(({ amount, updatedAt }): PendingMoney => ({
    stage: 'returned by the bank',
    amount,
    since: updatedAt,
    resolvedBy: updatedAt,
  }))
  const refunding = [...due, ...sent, ...paid, ...returned]
  if (refunding.length > 0) return refunding
  if (isCaptured(status)) return []
  const authorized = payments.find((payment) => payment.status === 'authorized')
  return [
    {
      stage: authorized ? 'payment authorized' : 'payment not observed',
      amount: authorized?.amount ?? total,
      since: authorized?.observedAt ?? null,
      resolvedBy: workingDaysAfter(authorized?.observedAt ?? placedAt, BANK_REVERSES_WITHIN_DAYS),
    },
  ]
}

/** Skips Saturdays and Sundays in India; bank holidays are unknown. */
export function workingDaysAfter(from: Date, days: number): Date {
  let at = from
  for (let remaining = days; remaining > 0;) {
    at = addMs(at, DAY_MS)
    const weekday = indiaWeekday(at)
    if (weekday !== 0 && weekday !== 6) remaining -= 1
  }
  return at
}
