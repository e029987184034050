/** Cancellations that are not carried out yet. */
import { and, asc, eq, inArray } from 'drizzle-orm'
import { sentLines } from '#domain/order.ts'
import { remainingLines, type LineQuantity } from '#domain/refund-lines.ts'
import type { Db } from '#server/db/open.ts'
import { refundRequest } from '#server/db/refund-schema.ts'
import type { OrderLineRow } from './orders.ts'

/** Those that wait for a second person, or for the parcel; oldest first. Packing waits for them. */
export function loadOpenCancellations(db: Db, orderNumber: string) {
  return db
    .select()
    .from(refundRequest)
    .where(
      and(
        eq(refundRequest.orderNumber, orderNumber),
        inArray(refundRequest.state, ['requested', 'unpacking']),
        eq(refundRequest.cancels, true),
      ),
    )
    .orderBy(asc(refundRequest.requestedAt), asc(refundRequest.id))
}

/** What is still to be sent, without what is being cancelled. */
export function cancellableLines(
  orderLines: readonly Pick<OrderLineRow, 'position' | 'quantity' | 'cancelled'>[],
  open: readonly { readonly cancelledLines: readonly LineQuantity[] | null }[],
): readonly LineQuantity[] {
  const pending = open.flatMap(({ cancelledLines }) => cancelledLines ?? [])
  return remainingLines(sentLines(orderLines), pending).map(({ position, quantity }) => ({
    position,
    quantity,
  }))
}
