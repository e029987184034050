import { useState } from 'react'
import { formatRupees } from '#domain/money.ts'
import { CancelOrderDialog } from './CancelOrderDialog.tsx'
import { CancelPiecesDialog } from './CancelPiecesDialog.tsx'
import { CloseRefundDialog } from './CloseRefundDialog.tsx'
import { DirectRefundDialog } from './DirectRefundDialog.tsx'
import { DisputeNotice, mayBlock } from './DisputeNotice.tsx'
import { useDesk } from './desk-context.ts'
import type { OrderProps } from './order-calls.ts'
import type { RefundButtonProps } from './use-order-after-conflict.ts'
import { useRefundApproval } from './refund-approval.ts'
import { RefundDecision } from './RefundDecision.tsx'
import { RefundDialog, type RefundDialogProps } from './RefundDialog.tsx'
import { DashboardRefundFacts, RefundFacts } from './RefundFacts.tsx'
import { UnpackRejected } from './UnpackRejected.tsx'
import type { UnmadeRefundProps } from './unmade-refund.ts'
import { Section } from '#app/ui/Section.tsx'

/** Nothing for roles that cannot see amounts. */
export function RefundSection({ order, onChange }: OrderProps) {
  const { may } = useDesk()
  const [isRefunding, setRefunding] = useState(false)
  const { refundable, refunds } = order
  if (refundable === null || order.paymentId === null) return null
  const isBlocked = order.dispute !== null && mayBlock(order.dispute)
  const mayRefund = may('refund')
  return (
    <Section id="refunds" title="Refunds">
      {order.dispute && <DisputeNotice dispute={order.dispute} />}
      <ul className="border-t border-line empty:hidden">
        {refunds.map((refund) => (
          <li key={refund.id} className="grid grid-cols-1 gap-3 border-b border-line py-3">
            <RefundFacts order={order} refund={refund} />
            {refund.state === 'requested' && mayRefund && (
              <RefundDecision order={order} refund={refund} onChange={onChange} />
            )}
            {refund.state === 'unpacking' && order.parcel?.problem != null && mayRefund && (
              <UnpackRejected order={order} refund={refund} onChange={onChange} />
            )}
            {mayRefund && (
              <UnmadeRefundButtons
                order={order}
                refund={refund}
                isFailed={refund.state === 'failed'}
                onChange={onChange}
              />
            )}
          </li>
        ))}
        {order.refundsOnDashboard.map((refund) => (
          <li key={refund.id} className="grid grid-cols-1 gap-3 border-b border-line py-3">
            <DashboardRefundFacts refund={refund} />
            {mayRefund && (
              <UnmadeRefundButtons
                order={order}
                refund={refund}
                isFailed={refund.isFailed}
                onChange={onChange}
              />
            )}
          </li>
        ))}
      </ul>
      {!isBlocked && (
        <p className="my-3 text-ink-soft">
          <span className="figures">{formatRupees(refundable)}</span> of the payment can be refunded.
        </p>
      )}
      {/* An open dialog stays after another person has refunded the rest, and says so. */}
      {mayRefund && (isRefunding || (refundable > 0 && !isBlocked)) && (
        <RefundButtons order={order} refundable={refundable} onChange={onChange} onRefunding={setRefunding} />
      )}
    </Section>
  )
}

/** What staff record of a refund that failed or was declined. */
function UnmadeRefundButtons({
  isFailed,
  ...props
}: UnmadeRefundProps & {
  /** A declined one is requested again instead of paid directly. */
  readonly isFailed: boolean
}) {
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {isFailed && <DirectRefundDialog {...props} />}
      <CloseRefundDialog {...props} />
    </div>
  )
}

function RefundButtons({ order, refundable, onChange, onRefunding }: Omit<RefundDialogProps, 'approval'>) {
  const props: RefundButtonProps = { order, refundable, onChange, approval: useRefundApproval(order) }
  return (
    <div className="flex flex-wrap gap-3">
      <RefundDialog {...props} onRefunding={onRefunding} />
      {order.cancellableLines.length > 0 && <CancelPiecesDialog {...props} />}
      {order.isCancellable && <CancelOrderDialog {...props} />}
    </div>
  )
}
