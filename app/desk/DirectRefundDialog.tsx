import { useState } from 'react'
import { Link } from 'react-router'
import { recordDirectRefund, type RefundApproval } from '#contract/desk/orders.ts'
import { DIRECT_REFUND_METHODS, needsReference, type DirectRefundMethod } from '#domain/direct-refund.ts'
import { formatRupees, type Paise } from '#domain/money.ts'
import { indiaDate } from '#domain/time.ts'
import { newId } from '#app/state/new-id.ts'
import { Field, SelectField } from '#app/ui/Field.tsx'
import { Confirm } from './Confirm.tsx'
import { useOrderCall } from './order-calls.ts'
import { mayBlock } from './DisputeNotice.tsx'
import { EmailNote } from './EmailAddress.tsx'
import { useRefundApproval } from './refund-approval.ts'
import { useOrderAfterConflict } from './use-order-after-conflict.ts'
import { useOpened, type UnmadeRefundProps } from './unmade-refund.ts'

/** Money that can have been paid directly. */
interface Payable {
  readonly amount: Paise
  /** False if the bank has returned it, or staff have closed the refund. */
  readonly isOwed: boolean
}

/** Shown while the failed refund can have been paid directly. An open dialog stays, to say that this has changed. */
export function DirectRefundDialog(props: UnmadeRefundProps) {
  const current = payableOf(props.refund)
  const { shown, ...opened } = useOpened(current)
  if (shown === null) return null
  const isCurrent = current?.amount === shown.amount && current.isOwed === shown.isOwed
  return <Dialog {...props} {...opened} payable={shown} isCurrent={isCurrent} />
}

function payableOf({ owed, payable }: UnmadeRefundProps['refund']): Payable | null {
  const amount = owed ?? payable
  return amount === null ? null : { amount, isOwed: owed !== null }
}

interface DialogProps extends UnmadeRefundProps {
  readonly payable: Payable
  /** False once another person has settled it. */
  readonly isCurrent: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

function Dialog({
  order,
  refund,
  payable: { amount, isOwed },
  isCurrent,
  onChange,
  onOpen,
  onClose,
}: DialogProps) {
  const call = useOrderCall(order)
  const showOrder = useOrderAfterConflict({ order, onChange })
  const { number, shipTo, placedAt } = order
  // The same after a lost response, so that pressing again repeats the same record.
  const [id, setId] = useState(newId)
  const [method, setMethod] = useState<DirectRefundMethod>(DIRECT_REFUND_METHODS[0])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const approval = useRefundApproval(order)
  const waitsForOther =
    'isOwn' in refund && refund.isOwn && approval !== undefined && amount > approval.directAlone
  const record = async ({ reference = '', paidOn = '' }: Readonly<Record<string, string>>) => {
    const body = { id, failedRefundId: refund.id, amount, isOwed, method, reference, paidOn }
    const result = await call(recordDirectRefund, body)
    const fields = result.ok ? {} : result.error.fields
    setErrors(fields)
    if (result.ok) return result
    if ('reference' in fields || 'paidOn' in fields) return null
    await showOrder(result)
    return result
  }
  return (
    <Confirm
      label="Record as paid another way"
      about={`${formatRupees(amount)} of ${number}`}
      title="Record as paid another way"
      confirmLabel={`Record ${formatRupees(amount)} as paid`}
      canConfirm={isCurrent && !waitsForOther}
      onConfirm={record}
      onDone={onChange}
      onOpen={() => {
        setId(newId())
        setMethod(DIRECT_REFUND_METHODS[0])
        setErrors({})
        onOpen()
      }}
      onClose={onClose}
    >
      <p>
        For a refund that you have paid to the customer yourself. No money moves here: it is recorded that{' '}
        {formatRupees(amount)} is paid, which cannot be undone and is not refunded again.{' '}
        <EmailNote to={shipTo.email} /> with method, day and reference.
        {order.documents.some(({ kind }) => kind === 'invoice') &&
          ' A credit note is issued, unless one was issued for this refund already.'}
      </p>
      <DoNotPay {...{ order, isOwed }} />
      <PaymentFields {...{ method, errors }} onMethod={setMethod} since={indiaDate(new Date(placedAt))} />
      {waitsForOther && <WaitsForOther approval={approval} />}
    </Confirm>
  )
}

function DoNotPay({
  order: { dispute },
  isOwed,
}: Pick<UnmadeRefundProps, 'order'> & Pick<Payable, 'isOwed'>) {
  const isDisputed = dispute !== null && mayBlock(dispute)
  if (isOwed && !isDisputed) return null
  return (
    <p className="text-ruby">
      {isOwed
        ? 'The customer disputes this payment, so that the bank may return the money. Do not pay it now'
        : 'It is not owed any more. Do not pay it'}
      : record it only if the customer has got it from you already.
    </p>
  )
}

interface PaymentFieldsProps {
  readonly method: DirectRefundMethod
  readonly onMethod: (method: DirectRefundMethod) => void
  readonly errors: Readonly<Record<string, string>>
  /** The first day that can be chosen. */
  readonly since: string
}

function PaymentFields({ method, onMethod, errors, since }: PaymentFieldsProps) {
  const [today] = useState(() => indiaDate(new Date()))
  return (
    <>
      <SelectField
        label="Paid by"
        name="method"
        value={method}
        onChange={({ target: { value } }) =>
          onMethod(DIRECT_REFUND_METHODS.find((each) => each === value) ?? method)
        }
        options={DIRECT_REFUND_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))}
      />
      <Field
        label={needsReference(method) ? 'Reference' : 'Reference, if there is one'}
        hint="Number of the transfer or cheque. The customer reads it."
        name="reference"
        required={needsReference(method)}
        maxLength={60}
        autoComplete="off"
        error={errors.reference}
      />
      <Field
        label="Paid on"
        name="paidOn"
        type="date"
        required
        min={since}
        max={today}
        defaultValue={today}
        error={errors.paidOn}
      />
    </>
  )
}

function WaitsForOther({ approval: { directAlone, hasApprover } }: { readonly approval: RefundApproval }) {
  return (
    <p className="text-ruby">
      You requested this refund: above {formatRupees(directAlone)}, another person records how it was paid.
      {!hasApprover && (
        <>
          {' '}
          There is nobody else who may:{' '}
          <Link to="/people" className="underline">
            invite an owner or manager
          </Link>{' '}
          first.
        </>
      )}
    </p>
  )
}

const METHOD_LABELS: Record<DirectRefundMethod, string> = {
  'bank transfer': 'Bank transfer',
  UPI: 'UPI',
  cheque: 'Cheque',
  cash: 'Cash',
}
