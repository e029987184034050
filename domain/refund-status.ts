/**
 * Where a customer's money is while an order is unsettled or money goes back, and by when that ends.
 * Sources of the days: a debit that never reached the shop is returned by the bank within five working days
 * (RBI/2019-20/67, T+5); a refund reaches the account five to seven working days after the gateway took it.
 */
import type { Paise } from './money.ts'
import { isSettled, type OrderStatus } from './order.ts'
import { DAY_MS, indiaWeekday, addMs } from './time.ts'

export const MONEY_PLACES = ['not received', 'held', 'going back', 'sent back'] as const
export type RefundStage = (typeof MONEY_PLACES)[number]

export interface PendingMoney {
  readonly place: RefundStage
  readonly amount: Paise
  /** The day by which it has arrived, here or back in the account. */
  readonly resolvedBy: Date
}

interface PaymentFacts {
  readonly status: OrderStatus
  readonly total: Paise
  readonly placedAt: Date
  readonly payments: readonly { readonly amount: Paise; readonly status: string; readonly seenAt: Date }[]
  readonly refunds: readonly {
    readonly amount: Paise
    readonly createdAt: Date
    readonly sentAt: Date | null
  }[]
  /** Made by a person on the gateway's dashboard, without those that failed. */
  readonly dashboardRefunds: readonly { readonly amount: Paise; readonly createdAt: Date }[]
}

const BANK_RETURNS_WITHIN_DAYS = 5
const REFUND_ARRIVES_WITHIN_DAYS = 7

/** Empty where the money is where it belongs: with the shop for a paid order, and nothing on its way back. */
export function pendingMoney({
  status,
  total,
  placedAt,
  payments,
  refunds,
  dashboardRefunds,
}: PaymentFacts): readonly PendingMoney[] {
  const byHand = dashboardRefunds.map(({ amount, createdAt }) => ({ amount, createdAt, sentAt: createdAt }))
  const back = [...refunds, ...byHand].map(({ amount, createdAt, sentAt }): PendingMoney => ({
    place: sentAt ? 'sent back' : 'going back',
    amount,
    resolvedBy: workingDaysAfter(sentAt ?? createdAt, REFUND_ARRIVES_WITHIN_DAYS),
  }))
  if (back.length > 0) return back
  if (isSettled(status)) return []
  const held = payments.find((payment) => payment.status === 'authorized')
  return [
    {
      place: held ? 'held' : 'not received',
      amount: held?.amount ?? total,
      resolvedBy: workingDaysAfter(held?.seenAt ?? placedAt, BANK_RETURNS_WITHIN_DAYS),
    },
  ]
}

/** Saturdays and Sundays in India do not count; bank holidays are not known here. */
export function workingDaysAfter(from: Date, days: number): Date {
  let at = from
  for (let left = days; left > 0;) {
    at = addMs(at, DAY_MS)
    const weekday = indiaWeekday(at)
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return at
}
