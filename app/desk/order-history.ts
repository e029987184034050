/** What happened to an order, and who caused it, as the desk shows it. */
import type { DeskOrder } from '#contract/desk/orders.ts'

const EVENT_LABELS: Readonly<Record<string, string>> = {
  'gateway order opened': 'payment opened at Razorpay',
  'payment observed': 'payment seen at Razorpay',
  dismissed: 'payment dialog closed',
  completed: 'order confirmed',
  booked: 'courier booked',
  labelled: 'label made',
  'refund due': 'refund begun',
  'paid order cancelled': 'order cancelled',
  'partially cancelled': 'pieces cancelled',
}

export function eventText(event: string): string {
  return EVENT_LABELS[event] ?? event
}

/** Events caused by the customer; other events were only reported by the browser. */
const CUSTOMER_ACTS: ReadonlySet<string> = new Set([
  'placed',
  'payment resumed',
  'dismissed',
  'consent given',
  'consent declined',
  'cancellation begun',
  'partially cancelled',
  'paid order cancelled',
  'return requested',
  'return withdrawn',
])

const SOURCE_TEXT: Readonly<Record<string, string>> = {
  shopper: 'by the shop itself, reported by the customer’s browser',
  webhook: 'by the shop itself, reported by Razorpay',
  reconciliation: 'by the shop itself, after asking Razorpay',
  refunds: 'by the shop itself',
  audit: 'by the shop’s daily audit',
  courier: 'by the courier',
  desk: 'at the desk',
}

/** Who caused an event, or how the shop learned of it. */
export function eventSourceText({ event, source, by }: DeskOrder['history'][number]): string {
  if (by !== null) return `by ${by}`
  if (source === 'shopper' && CUSTOMER_ACTS.has(event)) return 'by the customer'
  return SOURCE_TEXT[source] ?? `by ${source}`
}
