import { useState } from 'react'
import { Link } from 'react-router'
import {
  readDeskOrder,
  recordDirectRefund,
  type DeskOrder,
  type RefundApproval,
} from '#contract/desk/orders.ts'
import { DIRECT_REFUND_METHODS, needsReference, type DirectRefundMethod } from '#domain/direct-refund.ts'
import { formatRupees, type Paise } from '#domain/money.ts'
import { indiaDate } from '#domain/time.ts'
import { newId } from '#app/state/new-id.ts'
import { Field, SelectField } from '#app/ui/Field.tsx'
import { Confirm } from './Confirm.tsx'
import { useDesk } from './desk-context.ts'
import { IsEmailed } from './EmailAddress.tsx'
import { useRefundApproval } from './refund-approval.ts'
import type { DashboardRefund, Refund } from './RefundFacts.tsx'

interface DirectRefundProps {
  readonly order: DeskOrder
  /** It has failed. */
  readonly refund: Refund | DashboardRefund
  readonly onChange: (order: DeskOrder) => void
}

/** Shown while the refund is owed. An open dialog stays, to say that the refund is no longer owed. */
export function DirectRefundDialog({ refund, ...props }: DirectRefundProps) {
  const [opened, setOpened] = useState<Paise | null>(null)
  // The rest of one that was paid in part is refunded through the gateway.
  const owed = refund.direct ? null : refund.owed
  const amount = owed ?? opened
  if (amount === null) return null
  return (
    <Dialog
      {...props}
      refund={refund}
      amount={amount}
      isOwed={owed !== null}
      onOpen={() => setOpened(amount)}
      onClose={() => setOpened(null)}
    />
  )
}

interface DialogProps extends DirectRefundProps {
  readonly amount: Paise
  readonly isOwed: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

function Dialog({ order, refund, amount, isOwed, onChange, onOpen, onClose }: DialogProps) {
  const { send } = useDesk()
  const { number, shipTo, placedAt } = order
  // The same after a lost response, so that pressing again repeats the same record.
  const [id, setId] = useState(newId)
  const [method, setMethod] = useState<DirectRefundMethod>(DIRECT_REFUND_METHODS[0])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const approval = useRefundApproval(order)
  const waitsForOther =
    'isOwn' in refund && refund.isOwn && approval !== undefined && amount > approval.directAlone
  const record = async ({ reference = '', paidOn = '' }: Readonly<Record<string, string>>) => {
    const params = { number }
    const body = { id, unmadeId: refund.id, amount, method, reference, paidOn }
    const result = await send(recordDirectRefund, { params, body })
    const fields = result.ok ? {} : result.error.fields
    setErrors(fields)
    if (result.ok) return result
    if ('reference' in fields || 'paidOn' in fields) return null
    // Another person has recorded or refunded it: the order then shows that.
    const current = result.error.code === 'conflict' ? await send(readDeskOrder, { params }) : null
    if (current?.ok) onChange(current.value)
    return result
  }
  return (
    <div>
      <Confirm
        label="Record as paid another way"
        about={`${formatRupees(amount)} of ${number}`}
        title="Record as paid another way"
        confirmLabel={`Record ${formatRupees(amount)} as paid`}
        isDisabled={!isOwed || waitsForOther}
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
          <IsEmailed to={shipTo.email} /> with method, day and reference.
          {order.documents.some(({ kind }) => kind === 'invoice') &&
            ' A credit note is issued, unless one was issued for this refund already.'}
        </p>
        <PaymentFields {...{ method, errors }} onMethod={setMethod} since={indiaDate(new Date(placedAt))} />
        {waitsForOther && <WaitsForOther approval={approval} />}
      </Confirm>
    </div>
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
