/**
 * Approval of refunds: how much of an order one person refunds alone, and whether another person could approve more.
 */
import type { RefundApproval } from '#contract/desk/orders.ts'
import { paise, type Paise } from '#domain/money.ts'
import { amountRefundedAlone, directlyRefundedAmount } from '#server/refunds/refund-amounts.ts'
import type { Db } from '#server/db/open.ts'
import { hasOtherStaffWith } from './staff-members.ts'

interface Refunding {
  readonly orderNumber: string
  readonly staffId: string
  readonly approvalAbove: Paise
}

export async function loadRefundApproval(
  db: Db,
  { orderNumber, staffId, approvalAbove }: Refunding,
): Promise<RefundApproval> {
  const [refundedAlone, refundedDirectly, hasApprover] = await Promise.all([
    amountRefundedAlone(db, orderNumber),
    directlyRefundedAmount(db, orderNumber),
    hasOtherStaffWith(db, staffId, 'refund'),
  ])
  return {
    alone: paise(Math.max(0, approvalAbove - refundedAlone)),
    directAlone: paise(Math.max(0, approvalAbove - refundedDirectly)),
    hasApprover,
  }
}
