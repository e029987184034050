import { useState } from 'react'
import { refundOrder, type RefundApproval } from '#contract/desk/orders.ts'
import { formatRupees, rupees, subtract, ZERO, type Paise } from '#domain/money.ts'
import { pricedLines, quantityOf, refundAmount } from '#domain/refund-lines.ts'
import { newId } from '#app/state/new-id.ts'
import { Field } from '#app/ui/Field.tsx'
import { ApprovalNote } from './ApprovalNote.tsx'
import { Confirm } from './Confirm.tsx'
import { useOrderCall } from './order-calls.ts'
import { chosenOf, fieldsOf, QuantityField, quantityKey } from './QuantityField.tsx'
import { ReasonField } from './ReasonField.tsx'
import { useOrderAfterConflict, type RefundButtonProps } from './use-order-after-conflict.ts'
import { isOnlyRequested } from './refund-approval.ts'
import { RefundConsequence } from './RefundConsequence.tsx'

export type RefundDialogProps = RefundButtonProps & {
  /** Whether its dialog is open. */
  readonly onRefunding: (isRefunding: boolean) => void
}

export function RefundDialog({ order, refundable, approval, onChange, onRefunding }: RefundDialogProps) {
  const call = useOrderCall(order)
  const showOrder = useOrderAfterConflict({ order, onChange })
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  // The same after a lost response, so that pressing again requests the same refund.
  const [id, setId] = useState(newId)
  const lines = order.lines.filter(({ refundableQuantity }) => refundableQuantity > 0)
  const remaining = lines.map(({ position, refundableQuantity: quantity }) => ({ position, quantity }))
  const chosen = chosenOf(remaining, fields)
  const paid = order.lines.map((line) => ({ ...line, unitPrice: line.unitPrice ?? ZERO }))
  const extra = rupees(Number(fields.extra ?? 0) || 0)
  const amount = refundAmount(pricedLines(chosen, paid), extra)
  const refund = async (reason: string) => {
    const result = await call(refundOrder, { id, lines: chosen, extra, reason, refundable })
    await showOrder(result)
    return result
  }
  return (
    <div onChange={(event) => setFields(fieldsOf(event.target))}>
      <Confirm
        label="Refund"
        about={order.number}
        title="Refund"
        confirmLabel={refundLabel(amount, approval)}
        canConfirm={amount > 0 && amount <= refundable}
        onConfirm={({ reason = '' }) => refund(reason)}
        onDone={onChange}
        onOpen={() => {
          setFields({})
          setId(newId())
          onRefunding(true)
        }}
        onClose={() => onRefunding(false)}
      >
        <p>Choose pieces, an amount, or both: up to {formatRupees(refundable)}.</p>
        {lines.map((line) => (
          <QuantityField
            key={quantityKey(line, line.refundableQuantity)}
            line={line}
            max={line.refundableQuantity}
            chosen={quantityOf(chosen, line.position)}
          />
        ))}
        <Field
          label="Additional amount, in rupees"
          hint="For shipping or goodwill."
          name="extra"
          inputMode="decimal"
          pattern="\d{1,9}(\.\d{1,2})?"
          title="Rupees, for example 500 or 500.50"
        />
        <ReasonField />
        <p className="text-ink-soft">
          <RefundConsequence order={order} />
        </p>
        <ApprovalNote approval={approval} amount={amount} />
        {amount > refundable && (
          <p className="text-ruby">
            This is {formatRupees(subtract(amount, refundable))} more than what can be refunded.
          </p>
        )}
      </Confirm>
    </div>
  )
}

function refundLabel(amount: Paise, approval: RefundApproval | undefined): string {
  if (amount <= 0) return 'Refund'
  return isOnlyRequested(approval, amount)
    ? `Request a refund of ${formatRupees(amount)}`
    : `Refund ${formatRupees(amount)}`
}
