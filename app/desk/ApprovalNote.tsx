import { Link } from 'react-router'
import type { RefundApproval } from '#contract/desk/orders.ts'
import { formatRupees, type Paise } from '#domain/money.ts'
import { Notice } from '#app/ui/Notice.tsx'
import { isOnlyRequested } from './refund-approval.ts'

interface ApprovalNoteProps {
  readonly approval: RefundApproval | undefined
  readonly amount: Paise
}

/** Before the button is pressed: whether this refund waits for a second person, and what to do if there is none. */
export function ApprovalNote({ approval, amount }: ApprovalNoteProps) {
  if (approval === undefined) return <p>A large refund waits for the approval of another person.</p>
  if (!isOnlyRequested(approval, amount)) return null
  const { alone, hasApprover } = approval
  const limit = `Above ${formatRupees(alone)}, a refund of this order waits for the approval of another person`
  if (hasApprover) return <p>{limit}, on Today.</p>
  return (
    <Notice tone="error">
      <p>{limit}, and there is nobody else who may approve it.</p>
      <p className="mt-1">
        <Link to="/people" className="underline">
          Invite an owner or manager
        </Link>{' '}
        first, or refund no more than {formatRupees(alone)}. An operator of the server can raise the limit
        (REFUND_APPROVAL_ABOVE).
      </p>
    </Notice>
  )
}
