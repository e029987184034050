import type { DeskOrder } from '#contract/desk/orders.ts'
import { CreditNoteText } from './CreditNoteText.tsx'
import { EmailNote } from './EmailAddress.tsx'

export function RefundConsequence({ order }: { readonly order: DeskOrder }) {
  return (
    <>
      The money goes back to where it was paid from, which cannot be undone, and{' '}
      <EmailNote to={order.shipTo.email} />. <CreditNoteText order={order} /> Parcel and stock stay as they
      are.
    </>
  )
}
