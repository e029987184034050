import { useRef, useState } from 'react'
import {
  approveRefund,
  cancelDeskLines,
  cancelDeskOrder,
  declineRefund,
  readDeskOrder,
  refundOrder,
  unpackParcel,
  type DeskOrder,
  type RefundApproval,
} from '#contract/desk/orders.ts'
import { formatRupees, rupees, subtract, ZERO, type Paise } from '#domain/money.ts'
import { pricedLines, quantityOf, refundAmount, type LineQuantity } from '#domain/refund-lines.ts'
import { newId } from '#app/state/new-id.ts'
import { Field, SelectField } from '#app/ui/Field.tsx'
import { ApprovalNote } from './ApprovalNote.tsx'
import { CloseRefundDialog } from './CloseRefundDialog.tsx'
import { Confirm } from './Confirm.tsx'
import { DirectRefundDialog } from './DirectRefundDialog.tsx'
import { DisputeNotice, mayBlock } from './DisputeNotice.tsx'
import { EmailAddress, EmailNote } from './EmailAddress.tsx'
import { useDesk } from './desk-context.ts'
import { amountOfPieces, isOnlyRequested, useRefundApproval } from './refund-approval.ts'
import { DashboardRefundFacts, partsText, RefundFacts, type Refund } from './RefundFacts.tsx'
import type { UnmadeRefundProps } from './unmade-refund.ts'

interface RefundProps {
  readonly order: DeskOrder
  readonly onChange: (order: DeskOrder) => void
}

type RefundActProps = RefundProps & {
  readonly refundable: Paise
  readonly approval: RefundApproval | undefined
}

type RefundDialogProps = RefundActProps & {
  /** Whether its dialog is open. */
  readonly onRefunding: (isRefunding: boolean) => void
}

/** Nothing for roles that cannot see amounts. */
export function RefundSection({ order, onChange }: RefundProps) {
  const { session } = useDesk()
  const [isRefunding, setRefunding] = useState(false)
  const { refundable, refunds } = order
  if (refundable === null || order.paymentId === null) return null
  const isBlocked = order.dispute !== null && mayBlock(order.dispute)
  const mayRefund = session?.permissions.includes('refund') === true
  return (
    <section aria-labelledby="refunds">
      <h2 id="refunds" className="mb-3 text-xl">
        Refunds
      </h2>
      {order.dispute && <DisputeNotice dispute={order.dispute} />}
      <ul className="border-t border-line empty:hidden">
        {refunds.map((refund) => (
          <li key={refund.id} className="grid grid-cols-1 gap-3 border-b border-line py-3">
            <RefundFacts order={order} refund={refund} />
            {refund.state === 'requested' && mayRefund && (
              <Decision order={order} refund={refund} onChange={onChange} />
            )}
            {refund.state === 'unpacking' && order.parcel?.problem != null && mayRefund && (
              <UnpackRejected order={order} refund={refund} onChange={onChange} />
            )}
            {mayRefund && (
              <UnmadeRefundActs
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
              <UnmadeRefundActs
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
        <RefundActs order={order} refundable={refundable} onChange={onChange} onRefunding={setRefunding} />
      )}
    </section>
  )
}

/** How staff settle a refund that failed or was declined, other than by another one. */
function UnmadeRefundActs({
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

type RefundActsProps = Omit<RefundDialogProps, 'approval'>

function RefundActs({ order, refundable, onChange, onRefunding }: RefundActsProps) {
  const props: RefundActProps = { order, refundable, onChange, approval: useRefundApproval(order) }
  return (
    <div className="flex flex-wrap gap-3">
      <RefundDialog {...props} onRefunding={onRefunding} />
      {order.cancellableLines.length > 0 && <CancelLinesDialog {...props} />}
      {order.isCancellable && <CancelDialog {...props} />}
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

function Decision({ order, refund, onChange }: RefundProps & { readonly refund: Refund }) {
  const { send } = useDesk()
  const options = { params: { number: order.number }, body: { id: refund.id } }
  const about = `${formatRupees(refund.amount)} of ${order.number}`
  const isOfReturn = order.returns.some(({ id }) => id === refund.id)
  return (
    <div className="flex flex-wrap gap-3">
      {refund.isOwn && <p className="self-center text-sm">Another person approves it.</p>}
      {!refund.isOwn && (
        <Confirm
          label="Approve"
          about={about}
          title="Approve the refund"
          confirmLabel={`Refund ${formatRupees(refund.amount)}`}
          onConfirm={() => send(approveRefund, options)}
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
                <CreditNote order={order} cancels={refund.cancels} /> This cannot be undone.
              </>
            ) : (
              <Consequence order={order} />
            )}
          </p>
        </Confirm>
      )}
      <Confirm
        label="Decline"
        about={about}
        title="Decline the refund"
        confirmLabel="Decline"
        onConfirm={() => send(declineRefund, options)}
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

function Consequence({ order }: { readonly order: DeskOrder }) {
  return (
    <>
      The money goes back to where it was paid from, which cannot be undone, and{' '}
      <EmailNote to={order.shipTo.email} />. <CreditNote order={order} /> Parcel and stock stay as they are.
    </>
  )
}

/** Names the credit note, if there is an invoice: a whole cancellation is credited at once, others once the refund is sent. */
function CreditNote({
  order,
  cancels = null,
}: { readonly order: DeskOrder } & Partial<Pick<Refund, 'cancels'>>) {
  const invoice = order.documents.find(({ kind }) => kind === 'invoice')
  if (!invoice) return null
  return cancels === 'order'
    ? `A credit note for the invoice ${invoice.number} is issued with the cancellation.`
    : `A credit note for the invoice ${invoice.number} is issued once the gateway has the refund.`
}

function RefundDialog({ order, refundable, approval, onChange, onRefunding }: RefundDialogProps) {
  const { send } = useDesk()
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  // The same after a lost response, so that pressing again repeats the same refund.
  const [id, setId] = useState(newId)
  const open = order.lines.filter(({ refundableQuantity }) => refundableQuantity > 0)
  const remaining = open.map(({ position, refundableQuantity: quantity }) => ({ position, quantity }))
  const chosen = chosenOf(remaining, fields)
  const paid = order.lines.map((line) => ({ ...line, unitPrice: line.unitPrice ?? ZERO }))
  const extra = rupees(Number(fields.extra ?? 0) || 0)
  const amount = refundAmount(pricedLines(chosen, paid), extra)
  const refund = async (reason: string) => {
    const params = { number: order.number }
    const result = await send(refundOrder, { params, body: { id, lines: chosen, extra, reason, refundable } })
    if (result.ok || result.error.code !== 'conflict') return result
    // Another person has refunded: what is left is shown below the error.
    const current = await send(readDeskOrder, { params })
    if (current.ok) onChange(current.value)
    return result
  }
  return (
    <div onChange={(event) => setFields(fieldsOf(event.target))}>
      <Confirm
        label="Refund"
        about={order.number}
        title="Refund"
        confirmLabel={refundLabel(amount, approval)}
        isDisabled={amount <= 0 || amount > refundable}
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
        {open.map((line) => (
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
        <Field label="Reason" name="reason" required maxLength={200} autoComplete="off" />
        <p className="text-ink-soft">
          <Consequence order={order} />
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

/** Where the order is packed already. */
function UnpackFirst({ order }: { readonly order: DeskOrder }) {
  if (order.parcel === null) return null
  return (
    <p>
      It is packed: open the box and take the label off. The courier is asked to cancel the parcel first,
      where it knows of it.
    </p>
  )
}

function CancelLinesDialog({ order, refundable, approval, onChange }: RefundActProps) {
  const { send } = useDesk()
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
    if (chosen.length > 0)
      return send(cancelDeskLines, { params: { number }, body: { id, reason, lines: chosen } })
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
          <CreditNote order={order} cancels={isAll ? 'order' : 'pieces'} /> This cannot be undone.
          {isRequest && ' Until it is approved, nothing is packed.'}
        </p>
        <ApprovalNote approval={approval} amount={amount} />
        <Field label="Reason" name="reason" required maxLength={200} autoComplete="off" />
      </Confirm>
    </div>
  )
}

/** A choice that is no longer possible does not count, but returns as soon as it is possible again. */
function chosenOf(most: readonly LineQuantity[], fields: Readonly<Record<string, string>>): LineQuantity[] {
  return most
    .map(({ position }) => ({ position, quantity: Number(fields[`line ${position}`] ?? 0) }))
    .filter(({ position, quantity }) => quantity > 0 && quantity <= quantityOf(most, position))
}

/** A field whose options change is a new one, which begins with what counts as chosen. */
function quantityKey({ position }: DeskOrder['lines'][number], max: number): string {
  return `${position} of ${max}`
}

interface QuantityProps {
  readonly line: DeskOrder['lines'][number]
  readonly max: number
  readonly chosen: number
  readonly error?: string | null
}

function QuantityField({ line, max, chosen, error }: QuantityProps) {
  return (
    <SelectField
      label={`${line.name}, ${formatRupees(line.unitPrice ?? ZERO)} each`}
      name={`line ${line.position}`}
      defaultValue={String(chosen)}
      error={error}
      options={Array.from({ length: max + 1 }, (_, count) => ({
        value: String(count),
        label: count === 0 ? 'None' : String(count),
      }))}
    />
  )
}

/** The courier has not cancelled the parcel: staff try again, or keep the order. */
function UnpackRejected({ order, refund, onChange }: RefundProps & { readonly refund: Refund }) {
  const { send } = useDesk()
  const params = { number: order.number }
  return (
    <div className="flex flex-wrap gap-3">
      <Confirm
        label="Try again"
        about={order.number}
        title="Ask the courier again"
        confirmLabel="Ask again"
        onConfirm={() => send(unpackParcel, { params })}
        onDone={onChange}
      >
        <p>The courier is asked once more to cancel the parcel. Then the cancellation goes on.</p>
      </Confirm>
      <Confirm
        label="Keep the order"
        about={order.number}
        title="Keep the order"
        confirmLabel="Send the parcel"
        onConfirm={() => send(declineRefund, { params, body: { id: refund.id } })}
        onDone={onChange}
      >
        <p>
          The parcel goes on, and nothing is refunded. <EmailNote to={order.shipTo.email} /> that it could not
          be stopped.
        </p>
      </Confirm>
    </div>
  )
}

function CancelDialog({ order, refundable, approval, onChange }: RefundActProps) {
  const { send } = useDesk()
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
      onConfirm={({ reason = '' }) => send(cancelDeskOrder, { params: { number }, body: { reason } })}
      onDone={onChange}
    >
      <UnpackFirst order={order} />
      <p>
        Nothing is sent, the pieces are in stock again, {formatRupees(refundable)} goes back to where it was
        paid from, and <EmailNote to={shipTo.email} />. <CreditNote order={order} cancels="order" /> This
        cannot be undone.
        {isRequest && ' Until it is approved, nothing is packed.'}
      </p>
      <ApprovalNote approval={approval} amount={refundable} />
      <Field label="Reason" name="reason" required maxLength={200} autoComplete="off" />
    </Confirm>
  )
}

function fieldsOf(target: EventTarget): Record<string, string> {
  const form = target instanceof HTMLElement ? target.closest('form') : null
  const entries = form ? [...new FormData(form)] : []
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
