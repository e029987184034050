/** Tells the customer about a failed refund, or the declined one of an accepted return (server/refunds/unmade-refunds.ts). */
import { and, eq, sql } from 'drizzle-orm'
import { atMost, sum, type Paise } from '#domain/money.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { order } from '#server/db/schema.ts'
import { unmadeRefundEmail } from '#server/email/templates.ts'
import { queueOrderEmail } from '#server/orders/order-email.ts'
import { loadUnmadeRefunds, type UnmadeRefund } from './unmade-refunds.ts'

interface UnmadeRefundReport extends Pick<UnmadeRefund, 'orderNumber' | 'amount' | 'cause'> {
  /** Null for a refund of the dashboard. */
  readonly requestId: string | null
  /** Null if it was never sent. */
  readonly gatewayRefundId: string | null
  /** It was sent, or cancels something. */
  readonly isKnownToCustomer: boolean
}

/** E-mails the customer about a return or a refund that they know of, unless the bank has returned the money by a dispute. */
export async function notifyOfUnmadeRefund(
  tx: Db,
  { requestId, gatewayRefundId, isKnownToCustomer, orderNumber, amount, cause }: UnmadeRefundReport,
  { at, siteUrl }: { readonly at: Date; readonly siteUrl: string },
): Promise<void> {
  const isOfRequest = requestId === null ? sql`false` : eq(orderReturn.id, requestId)
  const { row, returnId } = await tx
    .select({ row: order, returnId: orderReturn.id })
    .from(order)
    .leftJoin(orderReturn, and(eq(orderReturn.orderNumber, order.number), isOfRequest))
    .where(eq(order.number, orderNumber))
    .then(expectRow)
  if (returnId === null && !isKnownToCustomer) return
  const owed = await owedAmount(tx, { id: requestId ?? gatewayRefundId, orderNumber, amount })
  if (owed === 0) return
  await queueOrderEmail(tx, row, {
    content: (about) => unmadeRefundEmail({ ...about, cause, amount: owed, isOfReturn: returnId !== null }),
    dedupeKey:
      returnId === null
        ? `refund-${cause}:${gatewayRefundId ?? requestId}`
        : `return-refund-${cause}:${returnId}`,
    at,
    siteUrl,
  })
}

/** Of this refund and of those that it would have replaced: a failed retry is not owed in addition to them. */
async function owedAmount(
  tx: Db,
  { id, orderNumber, amount }: Pick<UnmadeRefund, 'orderNumber' | 'amount'> & { readonly id: string | null },
): Promise<Paise> {
  const { unmade, retried } = await loadUnmadeRefunds(tx, [orderNumber])
  const parts = retried.filter(({ retry }) => retry.id === id)
  const owed = unmade.filter((each) => each.id === id || parts.some((part) => part.id === each.id))
  return atMost(amount, sum(owed.map((each) => each.amount)))
}
