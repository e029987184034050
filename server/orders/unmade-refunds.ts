/** What its customer is told where the refund of an accepted return is not made. */
import { eq } from 'drizzle-orm'
import type { Paise } from '#domain/money.ts'
import type { UnmadeRefund } from '#domain/return.ts'
import type { Db } from '#server/db/open.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { order } from '#server/db/schema.ts'
import { unmadeRefundEmail } from '#server/email/templates.ts'
import { queueOrderEmail } from './order-email.ts'

interface UnmadeRefundReport {
  readonly orderNumber: string
  /** Of a return, if that has the same id. */
  readonly refundId: string
  readonly amount: Paise
  readonly cause: UnmadeRefund
  readonly at: Date
  readonly siteUrl: string
}

/** Nothing for a refund that is of no return: staff who made it tell the customer. */
export async function notifyIfReturnUnrefunded(
  tx: Db,
  { orderNumber, refundId, amount, cause, at, siteUrl }: UnmadeRefundReport,
): Promise<void> {
  const [found] = await tx
    .select({ row: order })
    .from(orderReturn)
    .innerJoin(order, eq(order.number, orderReturn.orderNumber))
    .where(eq(orderReturn.id, refundId))
  if (found?.row.number !== orderNumber) return
  await queueOrderEmail(tx, found.row, {
    content: (about) => unmadeRefundEmail({ ...about, cause, amount }),
    dedupeKey: `return-refund-${cause}:${refundId}`,
    at,
    siteUrl,
  })
}
