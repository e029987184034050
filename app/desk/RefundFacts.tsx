import type { DeskOrder } from '#contract/desk/orders.ts'
import { formatRupees } from '#domain/money.ts'
import type { RefundRequestState } from '#domain/refund-request.ts'
import { labelOf } from '#app/ui/label-of.ts'
import { Notice } from '#app/ui/Notice.tsx'
import { dateTime, directRefundText, replacementText } from './texts.ts'

export type Refund = DeskOrder['refunds'][number]

const STATE_LABELS: Record<RefundRequestState, string> = {
  requested: 'Waits for approval',
  unpacking: 'Waits for the parcel to be unpacked',
  due: 'Being sent',
  sent: 'Sent',
  declined: 'Declined',
  failed: 'Failed',
}

export function RefundFacts({ order, refund }: { readonly order: DeskOrder; readonly refund: Refund }) {
  const { amount, state, reason, cancels, requestedBy, requestedAt, decidedBy, sentAt, problem } = refund
  return (
    <div>
      <p aria-live="polite" className="amount-row">
        <span>
          {labelOf(STATE_LABELS, state)}
          {state === 'sent' && sentAt !== null && ` ${dateTime(sentAt)}`}
        </span>
        <span className="figures">{formatRupees(amount)}</span>
      </p>
      <p className="text-sm break-words text-ink-soft">
        {cancels && `Cancels ${cancels === 'order' ? 'the order' : 'these pieces'}. `}
        {partsText(order, refund)}. {reason}
      </p>
      <p className="text-sm break-words text-ink-soft">
        By {requestedBy}, {dateTime(requestedAt)}.
        {decidedBy !== null && ` ${state === 'declined' ? 'Declined' : 'Approved'} by ${decidedBy}.`}
      </p>
      <Unmade refund={refund} />
      {problem !== null && (
        <Notice tone="error" className="mt-2">
          {state === 'failed' || state === 'declined'
            ? problem
            : `The gateway does not accept it yet: ${problem}`}
        </Notice>
      )}
    </div>
  )
}

export type DashboardRefund = DeskOrder['refundsOnDashboard'][number]

export function DashboardRefundFacts({ refund }: { readonly refund: DashboardRefund }) {
  const { amount, createdAt, isFailed } = refund
  return (
    <div>
      <p aria-live="polite" className="amount-row">
        <span>{isFailed ? 'Failed' : `Sent ${dateTime(createdAt)}`}</span>
        <span className="figures">{formatRupees(amount)}</span>
      </p>
      <p className="text-sm text-ink-soft">
        On the gateway’s dashboard{isFailed && `, ${dateTime(createdAt)}`}.
      </p>
      <Unmade refund={refund} />
      {isFailed && (
        <Notice tone="error" className="mt-2">
          The bank could not take it.
        </Notice>
      )}
    </div>
  )
}

/** The replacements of a refund that was declined or failed, how the shop has paid it itself, and the amount still owed. */
function Unmade({
  refund: { amount, replacements, direct, owed },
}: {
  readonly refund: Refund | DashboardRefund
}) {
  const parts = [
    ...replacements.map(replacementText),
    ...(direct ? [directRefundText(direct)] : []),
    ...(owed === null
      ? []
      : [owed < amount ? `${formatRupees(owed)} of it is still owed` : 'It is still owed']),
  ]
  return parts.length > 0 && <p className="text-sm break-words">{parts.join('; ')}.</p>
}

/** The pieces, and the additional amount. */
export function partsText(order: DeskOrder, { lines, extra }: Refund): string {
  const pieces = lines.map(({ position, quantity }) => {
    const name = order.lines.find((line) => line.position === position)?.name ?? ''
    return `${name} × ${quantity}`
  })
  return [...pieces, ...(extra > 0 ? [`${formatRupees(extra)} in addition`] : [])].join(', ')
}
