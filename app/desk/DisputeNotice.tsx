import type { DeskOrder } from '#contract/desk/orders.ts'
import { UNKNOWN_VALUE } from '#contract/display-enum.ts'
import { blocksRefunds, type DisputeStatus } from '#domain/dispute.ts'
import { formatRupees } from '#domain/money.ts'
import { labelOf } from '#app/ui/label-of.ts'
import { Notice } from '#app/ui/Notice.tsx'
import { dateTime } from './texts.ts'

/** Also shown for a status that this page does not know. */
export function mayBlock({ status }: NonNullable<DeskOrder['dispute']>): boolean {
  return status === UNKNOWN_VALUE || blocksRefunds(status)
}

const DISPUTE_LABELS: Record<DisputeStatus, string> = {
  open: 'The customer disputes this payment at the bank.',
  under_review: 'The bank reviews the dispute of this payment.',
  won: 'The customer disputed this payment; the bank decided for the shop.',
  lost: 'The customer disputed this payment, and the bank has refunded it.',
  closed: 'The customer disputed this payment; the dispute is closed.',
}

export function DisputeNotice({ dispute }: { readonly dispute: NonNullable<DeskOrder['dispute']> }) {
  const { status, amount, respondBy } = dispute
  return (
    <Notice tone={mayBlock(dispute) ? 'error' : 'info'} className="mb-4">
      <p>
        {labelOf(DISPUTE_LABELS, status)} <span className="figures">{formatRupees(amount)}</span>
      </p>
      {status === 'open' && (
        <p className="mt-1">
          Answer on the dashboard of the gateway{respondBy && `, by ${dateTime(respondBy)}`}. Until the bank
          has decided, nothing can be refunded here.
        </p>
      )}
    </Notice>
  )
}
