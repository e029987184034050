/**
 * Closes a refund that was not made and is not owed (any more), with a reason (D43). No money moves, nothing is sent for it
 * later, and staff can still make another refund within what is left of the payment.
 */
import { eq } from 'drizzle-orm'
import type { Paise } from '#domain/money.ts'
import type { Result } from '#domain/result.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { closedRefund } from '#server/db/refund-schema.ts'
import { conflict, type ErrorResponse } from '#server/http.ts'
import { appendOrderEvents } from '#server/orders/order-events.ts'
import { lockOrder } from '#server/orders/orders.ts'
import { loadUnmadeRefunds, type ClosedRefundRow } from './unmade-refunds.ts'
import { creditRefunds } from './credit-refunds.ts'

export interface RefundToClose {
  readonly id: string
  readonly refundId: string
  /** What the page showed as owed. */
  readonly amount: Paise
  readonly reason: string
  /** The e-mail address of the staff member. */
  readonly by: string
  readonly at: Date
}

/** `isNew` is false for a repeated act. */
export type CloseRefundResult = Result<
  { readonly isNew: boolean; readonly closed: ClosedRefundRow },
  ErrorResponse
>

export const OWED_CHANGED = conflict(
  'What is owed of this refund has changed meanwhile. Check the refunds of this order first.',
)

export async function storeClosedRefund(
  tx: Db,
  orderNumber: string,
  { id, refundId, amount, reason, by, at }: RefundToClose,
): Promise<CloseRefundResult> {
  await lockOrder(tx, orderNumber)
  const [earlier] = await tx.select().from(closedRefund).where(eq(closedRefund.id, id))
  if (earlier) {
    const isSame = earlier.orderNumber === orderNumber && earlier.refundId === refundId
    return isSame && earlier.amount === amount && earlier.reason === reason
      ? { ok: true, value: { isNew: false, closed: earlier } }
      : OWED_CHANGED
  }
  const { unmade } = await loadUnmadeRefunds(tx, [orderNumber])
  if (unmade.find((each) => each.id === refundId)?.amount !== amount) return OWED_CHANGED
  const closed = await tx
    .insert(closedRefund)
    .values({ id, orderNumber, refundId, amount, reason, closedBy: by, closedAt: at })
    .returning()
    .then(expectRow)
  await appendOrderEvents(tx, {
    orderNumber,
    at,
    event: 'refund closed',
    source: 'desk',
    detail: { id: refundId, amount },
  })
  // Money that the bank has returned may now take the place of the refund of a return.
  await creditRefunds(tx, { orderNumber, at })
  return { ok: true, value: { isNew: true, closed } }
}
