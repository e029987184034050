import type { ReactNode } from 'react'
import type { DeskOrder } from '#contract/desk/orders.ts'
import { formatRupees } from '#domain/money.ts'
import type { RefundRequestState } from '#domain/refund-request.ts'
import { labelOf } from '#app/ui/label-of.ts'
import { Notice } from '#app/ui/Notice.tsx'
import { closedRefundText, dateTime, directRefundText, replacementText } from './texts.ts'

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
      {problem !== null &&
        (state === 'failed' || state === 'declined' ? (
          <WhyUnmade refund={refund}>{problem}</WhyUnmade>
        ) : (
          <Notice tone="error" className="mt-2">
            The gateway does not accept it yet: {problem}
          </Notice>
        ))}
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
      {isFailed && <WhyUnmade refund={refund}>The bank could not take it.</WhyUnmade>}
    </div>
  )
}

interface UnmadeProps {
  readonly refund: Refund | DashboardRefund
}

/** An error only while the refund is owed. */
function WhyUnmade({ refund: { owed }, children }: UnmadeProps & { readonly children: ReactNode }) {
  return owed === null ? (
    <p className="text-sm break-words text-ink-soft">{children}</p>
  ) : (
    <Notice tone="error" className="mt-2">
      {children}
    </Notice>
  )
}

/** How a refund that was declined or failed was replaced, paid directly or closed, and the amount still owed. */
function Unmade({ refund: { amount, replacements, directRefunds, closed, owed } }: UnmadeProps) {
  const parts = [
    ...replacements.map(replacementText),
    ...directRefunds.map(directRefundText),
    ...closed.map(closedRefundText),
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
