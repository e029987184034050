/**
 * The statuses of an order. Only the transitions in the table are allowed; repeating one changes nothing (D26, D32). One
 * transaction enters both `paid` and `completed`, so no stored order is `paid` (docs/payments.md).
 */
import { formatRupees, multiply, sum, type Paise } from './money.ts'
import type { ParcelState } from './parcel.ts'
import type { MoneyStage } from './money-stage.ts'

export const ORDER_STATUSES = ['created', 'paid', 'completed', 'failed', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Each allowed transition with its reason. */
const TRANSITIONS: Record<OrderStatus, Partial<Record<OrderStatus, string>>> = {
  created: {
    paid: 'the gateway captured the exact amount',
    failed: 'the bank declined, or the gateway rejected',
    cancelled:
      'the shopper dismissed the dialog, the order expired unpaid, or its pieces were sold or its offer code was used up',
  },
  failed: {
    paid: 'a payment can be captured after the browser gave up',
    cancelled:
      'the order expired unpaid, the shopper dismissed the dialog of another try, or its pieces were sold or its offer code was used up',
  },
  cancelled: {
    paid: 'a dismissed dialog can still lead to a payment',
    failed: 'the gateway reports a decline after the dialog was dismissed',
  },
  paid: {
    completed: 'what was ordered leaves the cart and the confirmation e-mail is queued',
  },
  completed: {
    refunded: 'the payment is refunded, or the order was cancelled before it was dispatched',
  },
  refunded: {},
}

/** Also false if `to` is the current status. */
export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from][to] !== undefined
}

/** A payment has paid it; no other may. */
export function isCaptured(status: OrderStatus): boolean {
  return status === 'paid' || status === 'completed' || status === 'refunded'
}

/** A payment has paid it, and it is not `refunded`. */
export function isPaid(status: OrderStatus): boolean {
  return isCaptured(status) && status !== 'refunded'
}

/** Paid, and not with the courier yet: the customer can still cancel it. */
export function isCancellable(order: {
  readonly status: OrderStatus
  readonly isDispatched: boolean
}): boolean {
  return order.status === 'completed' && !order.isDispatched
}

interface CancellableLine {
  readonly quantity: number
  /** How many of the pieces were cancelled. */
  readonly cancelled: number
}

/** What is to be sent: the lines without their cancelled pieces. */
export function linesToSend<Line extends CancellableLine>(lines: readonly Line[]): readonly Line[] {
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - line.cancelled, cancelled: 0 }))
    .filter(({ quantity }) => quantity > 0)
}

/** The price of the cancelled pieces. */
export function cancelledAmount(lines: readonly (CancellableLine & { readonly unitPrice: Paise })[]): Paise {
  return sum(lines.map(({ unitPrice, cancelled }) => multiply(unitPrice, cancelled)))
}

/** The events of an order that a customer sees; the others are internal. */
export const HISTORY_STEPS = [
  'placed',
  'payment resumed',
  'payment failed',
  'dismissed',
  'completed',
  'consent requested',
  'consent given',
  'consent declined',
  'made to order',
  'sold out',
  'offer code used up',
  'dispatched',
  'delivered',
  'returning',
  'lost',
  'cancellation begun',
  'cancellation declined',
  'partially cancelled',
  'paid order cancelled',
  'expired',
  'refund due',
  'refund sent',
  'refund failed',
  'partially refunded',
  'refunded',
  'refund confirmed',
  'refund paid by bank transfer',
  'refund paid by UPI',
  'refund paid by cheque',
  'refund paid by cash',
] as const
export type HistoryStep = (typeof HISTORY_STEPS)[number]

/** Random, so that it cannot be guessed (D33). */
const ORDER_NUMBER = /^SJ-[0-9A-Z]{16}$/

export function isOrderNumber(text: string): boolean {
  return ORDER_NUMBER.test(text)
}

export function statusText(order: {
  readonly status: OrderStatus
  readonly total: Paise
  readonly refunded: Paise
  /** By the bank, of the payment that pays the order. */
  readonly returned: Paise
  /** Of refunds that were not made. */
  readonly notOwed: Paise
  /** Stages and states may be newer than the page that shows them. */
  readonly money: readonly { readonly stage: string }[]
  /** A refund failed or was declined, and is still owed. */
  readonly isRefundDelayed: boolean
  /** Set once the courier has it. */
  readonly parcel: { readonly state: string } | null
}): string {
  if (order.status === 'refunded') return refundedText(order)
  const label =
    order.parcel && order.status === 'completed'
      ? deliveryText(order.parcel.state)
      : STATUS_LABELS[order.status]
  if (order.isRefundDelayed) return `${label} · refund delayed`
  if (order.refunded === 0) return label
  return `${label} · ${formatRupees(order.refunded)} of ${formatRupees(order.total)} refunded`
}

/** One word for each stage of the refund, as in its history and “Where is my money?”. */
function refundedText(order: Parameters<typeof statusText>[0]): string {
  const { total, refunded, returned, notOwed, money, parcel, isRefundDelayed } = order
  const isConfirmed = money.every(({ stage }) => FINAL_STAGES.has(stage))
  const isSent =
    money.every(({ stage }) => stage === 'refund sent' || FINAL_STAGES.has(stage)) &&
    refunded + returned + notOwed >= total
  const text = isRefundDelayed
    ? 'Refund delayed'
    : !isSent
      ? 'Refund begun'
      : refunded + returned < total && isConfirmed
        ? 'No further refund due'
        : refunded === 0
          ? 'Payment returned by your bank'
          : isConfirmed
            ? STATUS_LABELS.refunded
            : 'Refund sent'
  return parcel ? text : `Cancelled · ${text.toLowerCase()}`
}

const FINAL_STAGES: ReadonlySet<string> = new Set<MoneyStage>([
  'refund confirmed',
  'refund paid directly',
  'returned by the bank',
])

function deliveryText(state: string): string {
  const labels: Partial<Record<string, string>> = DELIVERY_LABELS
  return labels[state] ?? DELIVERY_LABELS['handed over']
}

/** The customer's status text of a parcel; the courier's page has the details. */
const DELIVERY_LABELS: Record<ParcelState, string> = {
  packed: 'Confirmed',
  booked: 'Confirmed',
  labelled: 'Confirmed',
  'handed over': 'Dispatched',
  'in transit': 'Dispatched',
  'out for delivery': 'Dispatched',
  delivered: 'Delivered',
  returning: 'Coming back to us',
  returned: 'Came back to us',
  lost: 'Lost by the courier',
}

export const STATUS_LABELS: Record<OrderStatus, string> = {
  created: 'Awaiting payment',
  paid: 'Paid',
  completed: 'Confirmed',
  failed: 'Payment failed',
  cancelled: 'Payment cancelled',
  refunded: 'Refunded',
}

export const TEST_ORDER_TEXT = 'Test order: no money moved, and nothing is sent.'
