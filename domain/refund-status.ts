/**
 * Where a customer's money is while an order is unsettled or refunded, and by when that ends. The bank returns a debit that
 * never reached the shop within five working days (RBI/2019-20/67, T+5); a refund arrives five to seven working days
 * after the gateway accepted it.
 */
import type { Paise } from './money.ts'
import { isSettled, type OrderStatus } from './order.ts'
import { DAY_MS, indiaWeekday, addMs } from './time.ts'

export const REFUND_STAGES = ['not received', 'held', 'going back', 'sent back'] as const
export type RefundStage = (typeof REFUND_STAGES)[number]

export interface PendingMoney {
  readonly place: RefundStage
  readonly amount: Paise
  /** The day by which the money has arrived, at the shop or in the customer's account. */
  readonly resolvedBy: Date
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
  /** Made by staff on the gateway's dashboard, without failed ones. */
  readonly dashboardRefunds: readonly { readonly amount: Paise; readonly createdAt: Date }[]
}

const BANK_RETURNS_WITHIN_DAYS = 5
const REFUND_ARRIVES_WITHIN_DAYS = 7

/** Empty for a paid order without refunds. */
export function pendingMoney({
  status,
  total,
  placedAt,
  payments,
  refunds,
  dashboardRefunds,
}: OrderPayments): readonly PendingMoney[] {
  const dashboard = dashboardRefunds.map(({ amount, createdAt }) => ({
    amount,
    createdAt,
    sentAt: createdAt,
  }))
  const refunding = [...refunds, ...dashboard].map(({ amount, createdAt, sentAt }): PendingMoney => ({
    place: sentAt ? 'sent back' : 'going back',
    amount,
    resolvedBy: workingDaysAfter(sentAt ?? createdAt, REFUND_ARRIVES_WITHIN_DAYS),
  }))
  if (refunding.length > 0) return refunding
  if (isSettled(status)) return []
  const held = payments.find((payment) => payment.status === 'authorized')
  return [
    {
      place: held ? 'held' : 'not received',
      amount: held?.amount ?? total,
      resolvedBy: workingDaysAfter(held?.observedAt ?? placedAt, BANK_RETURNS_WITHIN_DAYS),
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
