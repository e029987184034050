import { useRef, useState } from 'react'
import { cancelDeskLines } from '#contract/desk/orders.ts'
import { quantityOf } from '#domain/refund-lines.ts'
import { newId } from '#app/state/new-id.ts'
import { ApprovalNote } from './ApprovalNote.tsx'
import { Confirm } from './Confirm.tsx'
import { CreditNoteText } from './CreditNoteText.tsx'
import { EmailNote } from './EmailAddress.tsx'
import { useOrderCall } from './order-calls.ts'
import { chosenOf, fieldsOf, QuantityField, quantityKey } from './QuantityField.tsx'
import { ReasonField } from './ReasonField.tsx'
import type { RefundButtonProps } from './use-order-after-conflict.ts'
import { amountOfPieces, isOnlyRequested } from './refund-approval.ts'
import { UnpackFirst } from './UnpackFirst.tsx'

export function CancelPiecesDialog({ order, refundable, approval, onChange }: RefundButtonProps) {
  const call = useOrderCall(order)
  const { number, shipTo, lines, cancellableLines } = order
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  // The same after a lost response, so that pressing again repeats the same cancellation.
  const [id, setId] = useState(newId)
  const chosen = chosenOf(cancellableLines, fields)
  const isAll = cancellableLines.every(({ position, quantity }) => quantityOf(chosen, position) === quantity)
  const amount = isAll ? refundable : amountOfPieces(order, chosen)
  const isRequest = isOnlyRequested(approval, amount)
  const [isSubmitted, setSubmitted] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const cancel = async (reason: string) => {
    setSubmitted(true)
    if (chosen.length > 0) return call(cancelDeskLines, { id, reason, lines: chosen })
    element.current?.querySelector('select')?.focus()
    return null
  }
  return (
    <div ref={element} onChange={(event) => setFields(fieldsOf(event.target))}>
      <Confirm
        label="Cancel pieces"
        about={number}
        title="Cancel pieces of the order"
        closeLabel="Keep the pieces"
        confirmLabel={isRequest ? 'Request their cancellation and refund' : 'Cancel and refund them'}
        onConfirm={({ reason = '' }) => cancel(reason)}
        onDone={onChange}
        onOpen={() => {
          setFields({})
          setSubmitted(false)
          setId(newId())
        }}
      >
        {cancellableLines.map(({ position, quantity }, index) => {
          const line = lines.find((each) => each.position === position)
          const error = index === 0 && isSubmitted && chosen.length === 0 && 'Choose the pieces to cancel.'
          return (
            line && (
              <QuantityField
                key={quantityKey(line, quantity)}
                line={line}
                max={quantity}
                chosen={quantityOf(chosen, position)}
                error={error || null}
              />
            )
          )
        })}
        <UnpackFirst order={order} />
        <p>
          The rest is sent. These pieces are in stock again, their price goes back to where it was paid from,
          and <EmailNote to={shipTo.email} />.{' '}
          <CreditNoteText order={order} cancels={isAll ? 'order' : 'pieces'} /> This cannot be undone.
          {isRequest && ' Until it is approved, nothing is packed.'}
        </p>
        <ApprovalNote approval={approval} amount={amount} />
        <ReasonField />
      </Confirm>
    </div>
  )
}
