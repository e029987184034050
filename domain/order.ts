/**
 * An order is a frozen record of what was agreed. Its life is the table below: forward only, and doing a step twice
 * is doing it once (D26, D32).
 */
import { formatRupees, type Paise } from './money.ts'

export const ORDER_STATUSES = ['created', 'paid', 'completed', 'failed', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Each allowed step with its reason. */
const STEPS: Record<OrderStatus, Partial<Record<OrderStatus, string>>> = {
  created: {
    paid: 'the gateway captured the exact amount',
    failed: 'the bank or the gateway declined',
    cancelled: 'the shopper closed the dialog, or the order expired unpaid',
  },
  failed: {
    paid: 'a capture can reach us after the browser gave up, and the money is real',
    cancelled: 'the order expired unpaid',
  },
  cancelled: {
    paid: 'a dismissed dialog may still end in a payment, and the money is real',
    failed: 'the gateway reports a decline after the dialog was closed',
  },
  paid: {
    completed: 'the pieces are the shopper’s: the cart is emptied and the confirmation goes out',
    refunded: 'the money goes back before the order was completed',
  },
  completed: {
    refunded: 'the money goes back after a return',
  },
  refunded: {},
}

export type Transition = 'forward' | 'already there' | 'not allowed'

export function transition(from: OrderStatus, to: OrderStatus): Transition {
  if (from === to) return 'already there'
  return STEPS[from][to] ? 'forward' : 'not allowed'
}

export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  return transition(from, to) === 'forward'
}

/** Money has been taken for good and nothing may take more. */
export function isSettled(status: OrderStatus): boolean {
  return status === 'paid' || status === 'completed' || status === 'refunded'
}

/** The money is here to stay, as far as anybody knows today. */
export function isPaid(status: OrderStatus): boolean {
  return isSettled(status) && status !== 'refunded'
}

/** What a customer is told of the way of an order, out of its ledger. */
export const HISTORY_STEPS = [
  'placed',
  'tried again',
  'declined',
  'closed',
  'confirmed',
  'given up',
  'going back',
  'sent back',
  'refused by the bank',
  'part given back',
  'given back',
] as const
export type HistoryStep = (typeof HISTORY_STEPS)[number]

/** `SJ-` and 16 letters and figures: it names an order to people and cannot be guessed (D33). */
const ORDER_NUMBER = /^SJ-[0-9A-Z]{16}$/

export function isOrderNumber(text: string): boolean {
  return ORDER_NUMBER.test(text)
}

/** What the shopper reads for an order in the account. */
export function statusWords(order: {
  readonly status: OrderStatus
  readonly total: Paise
  readonly refunded: Paise
}): string {
  const label = STATUS_LABELS[order.status]
  if (order.refunded === 0 || order.status === 'refunded') return label
  return `${label} · ${formatRupees(order.refunded)} of ${formatRupees(order.total)} refunded`
}

/** What the shopper reads for a status in the account. */
export const STATUS_LABELS: Record<OrderStatus, string> = {
  created: 'Awaiting payment',
  paid: 'Paid',
  completed: 'Confirmed',
  failed: 'Payment failed',
  cancelled: 'Payment cancelled',
  refunded: 'Refunded',
}

export const TEST_ORDER_WORDS = 'Test order: no money moved, and nothing is sent.'
