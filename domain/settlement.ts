/**
 * Compares the gateway's settlements with the shop's books, both ways: each settled item is a payment or refund of the
 * shop with the same amount, and each payment and refund of the shop is settled in time.
 */
import { formatRupees, subtract, type Paise } from './money.ts'

/** Two working days, and the same again for holidays and late reports. */
export const SETTLED_WITHIN_DAYS = 7

export interface SettledItem {
  readonly type: string
  readonly amount: Paise
  /** Includes the GST on it. */
  readonly fee: Paise
  readonly credit: Paise
  readonly debit: Paise
}

export const SETTLEMENT_DIFFERENCE_KINDS = ['not settled', 'unknown', 'amount', 'sum', 'other item'] as const
export type SettlementDifferenceKind = (typeof SETTLEMENT_DIFFERENCE_KINDS)[number]

export interface ItemDifference {
  readonly kind: SettlementDifferenceKind
  /** A sentence. */
  readonly text: string
}

/** `recorded` is the amount in the shop's books; null if they have no such payment or refund. Null if both agree. */
export function differenceOfItem(item: SettledItem, recorded: Paise | null): ItemDifference | null {
  const { type, amount, fee, credit, debit } = item
  if (type !== 'payment' && type !== 'refund') {
    const text = `The gateway ${credit > debit ? 'paid' : 'kept'} ${formatRupees(credit > debit ? credit : debit)} as ${type}.`
    return { kind: 'other item', text }
  }
  const settled = formatRupees(amount)
  if (recorded === null)
    return { kind: 'unknown', text: `A ${type} of ${settled} is settled that the shop does not know.` }
  if (recorded !== amount)
    return { kind: 'amount', text: `A ${type} of ${formatRupees(recorded)} is settled as ${settled}.` }
  const [paid, expected] = type === 'payment' ? [credit, subtract(amount, fee)] : ([debit, amount] as const)
  return paid === expected
    ? null
    : {
        kind: 'sum',
        text: `${formatRupees(paid)} instead of ${formatRupees(expected)} was settled for a ${type}.`,
      }
}

/** For a payment or refund without a settlement in time. */
export function notSettled(type: 'payment' | 'refund', amount: Paise): ItemDifference {
  const what = type === 'payment' ? 'The gateway has not paid' : 'The gateway has not deducted'
  return { kind: 'not settled', text: `${what} a ${type} of ${formatRupees(amount)}.` }
}
