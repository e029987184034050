import { approveRefund, declineRefund } from '#contract/desk/orders.ts'
import { formatRupees } from '#domain/money.ts'
import { Confirm } from './Confirm.tsx'
import { CreditNoteText } from './CreditNoteText.tsx'
import { EmailAddress, EmailNote } from './EmailAddress.tsx'
import { useOrderCall, type OrderProps } from './order-calls.ts'
import { RefundConsequence } from './RefundConsequence.tsx'
import { partsText, type Refund } from './RefundFacts.tsx'

/** A second person approves or declines the refund. */
export function RefundDecision({ order, refund, onChange }: OrderProps & { readonly refund: Refund }) {
  const call = useOrderCall(order)
  const { id } = refund
  const about = `${formatRupees(refund.amount)} of ${order.number}`
  const isOfReturn = order.returns.some((one) => one.id === id)
  return (
    <div className="flex flex-wrap gap-3">
      {refund.isOwn && <p className="self-center text-sm">Another person approves it.</p>}
      {!refund.isOwn && (
        <Confirm
          label="Approve"
          about={about}
          title="Approve the refund"
          confirmLabel={`Refund ${formatRupees(refund.amount)}`}
          onConfirm={() => call(approveRefund, { id })}
          onDone={onChange}
        >
          <p className="break-words">
            <strong className="figures">{formatRupees(refund.amount)}</strong> for {partsText(order, refund)},
            requested by <Requester refund={refund} />: {refund.reason}
          </p>
          <p>
            {refund.cancels ? (
              <>
                {refund.cancels === 'pieces'
                  ? 'These pieces are cancelled and the rest is sent'
                  : 'The order is cancelled: nothing is sent'}
                , and the pieces are in stock again. <EmailNote to={order.shipTo.email} />.{' '}
                <CreditNoteText order={order} cancels={refund.cancels} /> This cannot be undone.
              </>
            ) : (
              <RefundConsequence order={order} />
            )}
          </p>
        </Confirm>
      )}
      <Confirm
        label="Decline"
        about={about}
        title="Decline the refund"
        confirmLabel="Decline"
        onConfirm={() => call(declineRefund, { id })}
        onDone={onChange}
      >
        <p>
          No money moves.{' '}
          {isOfReturn ? (
            <>
              <EmailNote to={order.shipTo.email} /> that the return is not refunded.
            </>
          ) : (
            'The customer gets no e-mail.'
          )}
        </p>
      </Confirm>
    </div>
  )
}

function Requester({ refund: { requestedBy, requesterEmail } }: { readonly refund: Refund }) {
  if (requesterEmail === requestedBy) return <EmailAddress>{requestedBy}</EmailAddress>
  return (
    <>
      {requestedBy}
      {requesterEmail !== null && (
        <>
          {' '}
          (<EmailAddress>{requesterEmail}</EmailAddress>)
        </>
      )}
    </>
  )
}
