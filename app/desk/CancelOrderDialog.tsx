import { cancelDeskOrder } from '#contract/desk/orders.ts'
import { formatRupees } from '#domain/money.ts'
import { ApprovalNote } from './ApprovalNote.tsx'
import { Confirm } from './Confirm.tsx'
import { CreditNoteText } from './CreditNoteText.tsx'
import { EmailNote } from './EmailAddress.tsx'
import { useOrderCall } from './order-calls.ts'
import { ReasonField } from './ReasonField.tsx'
import type { RefundButtonProps } from './use-order-after-conflict.ts'
import { isOnlyRequested } from './refund-approval.ts'
import { UnpackFirst } from './UnpackFirst.tsx'

export function CancelOrderDialog({ order, refundable, approval, onChange }: RefundButtonProps) {
  const call = useOrderCall(order)
  const { number, shipTo } = order
  const isRequest = isOnlyRequested(approval, refundable)
  return (
    <Confirm
      label="Cancel order"
      about={number}
      title="Cancel the order"
      closeLabel="Keep the order"
      confirmLabel={
        isRequest
          ? `Request to cancel and refund ${formatRupees(refundable)}`
          : `Cancel and refund ${formatRupees(refundable)}`
      }
      onConfirm={({ reason = '' }) => call(cancelDeskOrder, { reason })}
      onDone={onChange}
    >
      <UnpackFirst order={order} />
      <p>
        Nothing is sent, the pieces are in stock again, {formatRupees(refundable)} goes back to where it was
        paid from, and <EmailNote to={shipTo.email} />. <CreditNoteText order={order} cancels="order" /> This
        cannot be undone.
        {isRequest && ' Until it is approved, nothing is packed.'}
      </p>
      <ApprovalNote approval={approval} amount={refundable} />
      <ReasonField />
    </Confirm>
  )
}
