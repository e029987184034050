import { Link } from 'react-router'
import { readRefundApproval, type DeskOrder } from '#contract/desk/orders.ts'
import { formatRupees, type Paise } from '#domain/money.ts'
import { useRequest } from '#app/state/use-request.ts'
import { Notice } from '#app/ui/Notice.tsx'
import { useDesk } from './desk-context.ts'

interface ApprovalNoteProps {
  readonly order: Pick<DeskOrder, 'number' | 'refunds'>
  /** Null where it is not known yet, as before pieces are inspected. */
  readonly amount: Paise | null
}

/** Before the button is pressed: whether this refund waits for a second person, and what to do where there is none. */
export function ApprovalNote({ order: { number, refunds }, amount }: ApprovalNoteProps) {
  const { send } = useDesk()
  // Each refund changes what is left of the limit.
  const { state } = useRequest(`${number} ${refunds.map((refund) => refund.state).join()}`, (signal) =>
    send(readRefundApproval, { params: { number }, signal }),
  )
  if (state.status !== 'ready') return <p>A large refund waits for the approval of another person.</p>
  const { alone, hasApprover } = state.value
  if (amount !== null && amount <= alone) return null
  const limit = `Above ${formatRupees(alone)}, a refund of this order waits for the approval of another person`
  if (hasApprover) return <p>{limit}, on Today.</p>
  return (
    <Notice tone={amount === null ? 'info' : 'error'}>
      <p>{limit}, and there is nobody else who may approve it.</p>
      <p className="mt-1">
        <Link to="/people" className="underline">
          Invite an owner or manager
        </Link>{' '}
        first, or refund no more than {formatRupees(alone)}. Who operates the server can set the limit higher
        (REFUND_APPROVAL_ABOVE).
      </p>
    </Notice>
  )
}
