import type { DeskOrder } from '#contract/desk/orders.ts'
import type { Refund } from './RefundFacts.tsx'

/** Names the credit note, if there is an invoice: a whole cancellation is credited at once, others once the refund is sent. */
export function CreditNoteText({
  order,
  cancels = null,
}: { readonly order: DeskOrder } & Partial<Pick<Refund, 'cancels'>>) {
  const invoice = order.documents.find(({ kind }) => kind === 'invoice')
  if (!invoice) return null
  return cancels === 'order'
    ? `A credit note for the invoice ${invoice.number} is issued with the cancellation.`
    : `A credit note for the invoice ${invoice.number} is issued once the gateway has the refund.`
}
