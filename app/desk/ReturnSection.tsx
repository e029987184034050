import { use } from 'react'
import { UNKNOWN_VALUE } from '#contract/display-enum.ts'
import type { DeskOrder } from '#contract/desk/orders.ts'
import {
  acceptReturn,
  approveReturn,
  declineReturn,
  receiveReturn,
  rejectReturn,
} from '#contract/desk/returns.ts'
import { formatRupees, ZERO } from '#domain/money.ts'
import type { Permission } from '#domain/permissions.ts'
import type { RefundRequestState } from '#domain/refund-request.ts'
import { RETURN_REASONS, type ReturnState } from '#domain/return.ts'
import { Field, SelectField, TextAreaField } from '#app/ui/Field.tsx'
import { labelOf } from '#app/ui/label-of.ts'
import { Section } from '#app/ui/Section.tsx'
import { ApprovalNote } from './ApprovalNote.tsx'
import { Confirm, ConfirmErrors } from './Confirm.tsx'
import { EmailAddress, EmailNote } from './EmailAddress.tsx'
import { useOrderCall, type OrderProps } from './order-calls.ts'
import { useDesk } from './desk-context.ts'
import { amountOfPieces, isOnlyRequested, useRefundApproval } from './refund-approval.ts'
import { PickupButtons, PickupFacts } from './PickupButtons.tsx'
import { dateTime, replacementText, returnText, UNMADE_REFUND_LABELS } from './texts.ts'

type Return = DeskOrder['returns'][number]
type ReturnButtonProps = OrderProps & { readonly orderReturn: Return }

/** Nothing for an order without returns. */
export function ReturnSection({ order, onChange }: OrderProps) {
  if (order.returns.length === 0) return null
  return (
    <Section id="returns" title="Returns">
      <ul className="border-t border-line">
        {order.returns.map((orderReturn) => (
          <li key={orderReturn.id} className="grid grid-cols-1 gap-3 border-b border-line py-3">
            <ReturnFacts order={order} orderReturn={orderReturn} />
            <ReturnButtons order={order} orderReturn={orderReturn} onChange={onChange} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ReturnFacts({ order, orderReturn }: Omit<ReturnButtonProps, 'onChange'>) {
  const { state, lines, reason, note, resolution, requestedAt, tracking, explanation, codes } = orderReturn
  // The refund that follows the acceptance has the id of the return.
  const refund = state === 'accepted' ? order.refunds.find(({ id }) => id === orderReturn.id) : undefined
  return (
    <div>
      <p aria-live="polite" className="font-medium">
        {returnText(orderReturn)}
        {refund && (
          <span className="text-ink-soft">
            {' '}
            · {[labelOf(REFUND_TEXT, refund.state), ...refund.replacements.map(replacementText)].join('; ')}
          </span>
        )}
      </p>
      <p className="break-words">{piecesText(lines)}</p>
      <p className="text-sm break-words text-ink-soft">
        {reason === 'undelivered'
          ? `${RETURN_REASONS[reason]}. They came back ${dateTime(requestedAt)}.`
          : `${labelOf(RETURN_REASONS, reason)}; asks for ${resolution === 'refund' ? 'a refund' : 'an exchange'}. Requested ${dateTime(requestedAt)}.`}
      </p>
      {note && (
        <p className="mt-1 border-l-2 border-line pl-3 text-sm break-words whitespace-pre-line">{note}</p>
      )}
      {orderReturn.pickup && <PickupFacts pickup={orderReturn.pickup} />}
      {tracking && <p className="text-sm break-words text-ink-soft">Sent by {tracking}</p>}
      {codes.length > 0 && (
        <p className="text-sm tabular-nums text-ink-soft">Came back: {codes.join(', ')}</p>
      )}
      {explanation && <p className="text-sm break-words text-ink-soft">The customer reads: {explanation}</p>}
      {orderReturn.unmadeRefund && (
        <p className="text-sm text-ruby">{labelOf(UNMADE_REFUND_LABELS, orderReturn.unmadeRefund)}</p>
      )}
    </div>
  )
}

const REFUND_TEXT: Record<RefundRequestState, string> = {
  requested: 'the refund waits for approval',
  unpacking: 'the refund waits',
  due: 'the refund is being sent',
  sent: 'refunded',
  declined: 'the refund was declined',
  failed: 'the refund failed',
}

function piecesText(lines: Return['lines']): string {
  return lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ')
}

const STEPS: Partial<
  Record<ReturnState, { readonly needs: Permission; readonly buttons: readonly (typeof Approve)[] }>
> = {
  requested: { needs: 'decide-returns', buttons: [Approve, Decline] },
  approved: { needs: 'receive-returns', buttons: [Receive] },
  received: { needs: 'refund', buttons: [Accept, Reject] },
}

function ReturnButtons(props: ReturnButtonProps) {
  const { may } = useDesk()
  const { state, reason } = props.orderReturn
  const step = state === UNKNOWN_VALUE ? undefined : STEPS[state]
  const buttons = step && may(step.needs) ? step.buttons : []
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {buttons
        // The customer never had the pieces.
        .filter((ReturnButton) => ReturnButton !== Reject || reason !== 'undelivered')
        .map((ReturnButton) => (
          <ReturnButton key={ReturnButton.name} {...props} />
        ))}
      {state === 'approved' && may('decide-returns') && <PickupButtons {...props} />}
    </div>
  )
}

function Approve({ order, orderReturn, onChange }: ReturnButtonProps) {
  const call = useOrderCall(order)
  return (
    <Confirm
      label="Approve"
      about={`the return of ${order.number}`}
      title="Approve the return"
      confirmLabel="Approve"
      onConfirm={() => call(approveReturn, { id: orderReturn.id })}
      onDone={onChange}
    >
      <p>
        <EmailNote to={order.shipTo.email} /> how to send the pieces; afterwards you can let the courier
        collect them instead. No money moves yet.
      </p>
    </Confirm>
  )
}

function Decline({ order, orderReturn, onChange }: ReturnButtonProps) {
  const call = useOrderCall(order)
  return (
    <Confirm
      label="Decline"
      about={`the return of ${order.number}`}
      title="Decline the return"
      confirmLabel="Decline"
      onConfirm={({ explanation = '' }) => call(declineReturn, { id: orderReturn.id, explanation })}
      onDone={onChange}
    >
      <Explanation email={order.shipTo.email} />
    </Confirm>
  )
}

function Receive({ order, orderReturn, onChange }: ReturnButtonProps) {
  const call = useOrderCall(order)
  return (
    <Confirm
      label="Pieces have arrived"
      about={`of ${order.number}`}
      title="The pieces have arrived"
      confirmLabel="They have arrived"
      onConfirm={() => call(receiveReturn, { id: orderReturn.id })}
      onDone={onChange}
    >
      <p>
        {piecesText(orderReturn.lines)}: to be inspected next. <EmailNote to={order.shipTo.email} />.
      </p>
    </Confirm>
  )
}

function Accept({ order, orderReturn, onChange }: ReturnButtonProps) {
  const call = useOrderCall(order)
  const sent = order.lines.filter(({ position }) =>
    orderReturn.lines.some((line) => line.position === position),
  )
  const codes = sent.flatMap((line) => line.codes)
  const amount = amountOfPieces(order, orderReturn.lines)
  const approval = useRefundApproval(order)
  return (
    <Confirm
      label="Accept"
      about={`the return of ${order.number}`}
      title="Accept the return"
      confirmLabel={isOnlyRequested(approval, amount) ? 'Accept and request the refund' : 'Accept and refund'}
      onConfirm={({ codes: entered = '', restocks }) =>
        call(acceptReturn, {
          id: orderReturn.id,
          codes: entered.split(/[\s,]+/).filter(Boolean),
          restocks: restocks === 'yes',
        })
      }
      onDone={onChange}
    >
      <p>
        {amount === ZERO ? (
          <>The price of {piecesText(orderReturn.lines)} was refunded already: no more money moves, and</>
        ) : (
          <>
            <strong className="figures">{formatRupees(amount)}</strong>, the price of{' '}
            {piecesText(orderReturn.lines)}, goes back to where it was paid from, and
          </>
        )}{' '}
        <EmailNote to={order.shipTo.email} />. This cannot be undone.
      </p>
      <ApprovalNote approval={approval} amount={amount} />
      {codes.length > 0 && (
        <Field
          label="HUIDs of the pieces that came back"
          hint="Read them from the pieces, not from this page; several with a space between them."
          name="codes"
          required
          autoComplete="off"
          autoCapitalize="characters"
        />
      )}
      <SelectField
        label="The pieces are"
        hint="As new, they are in stock again."
        name="restocks"
        options={[
          { value: 'yes', label: 'as new' },
          { value: 'no', label: 'not for sale' },
        ]}
      />
    </Confirm>
  )
}

function Reject({ order, orderReturn, onChange }: ReturnButtonProps) {
  const call = useOrderCall(order)
  return (
    <Confirm
      label="Reject"
      about={`the return of ${order.number}`}
      title="Reject the return"
      confirmLabel="Reject and send back"
      onConfirm={({ explanation = '' }) => call(rejectReturn, { id: orderReturn.id, explanation })}
      onDone={onChange}
    >
      <p>Nothing is refunded; send the pieces back.</p>
      <Explanation email={order.shipTo.email} />
    </Confirm>
  )
}

function Explanation({ email }: { readonly email: string }) {
  const { explanation } = use(ConfirmErrors)
  return (
    <TextAreaField
      label={
        <>
          The reason, as <EmailAddress>{email}</EmailAddress> reads it
        </>
      }
      name="explanation"
      error={explanation ?? null}
      required
      maxLength={500}
      rows={3}
    />
  )
}
