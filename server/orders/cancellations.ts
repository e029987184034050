/** Pending cancellations, and what of an order can still be cancelled. */
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OrderDetails } from '#contract/account.ts'
import { isCancellable, linesToSend } from '#domain/order.ts'
import { remainingLines, type LineQuantity } from '#domain/refund-lines.ts'
import type { Db } from '#server/db/open.ts'
import { refundRequest } from '#server/db/refund-schema.ts'
import type { OrderLineRow, OrderRow } from './orders.ts'

/** Cancellations that wait for a second person or for the parcel; oldest first. Packing waits for them. */
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

/** For a cancellation; a refund that cancels nothing has null `cancelledLines` as well. */
export function isOfWholeOrder({
  cancelledLines,
}: Pick<typeof refundRequest.$inferSelect, 'cancelledLines'>) {
  return cancelledLines === null
}

interface OrderParts {
  readonly lines: readonly OrderLineRow[]
  readonly isDispatched: boolean
}

export async function loadCancellable(
  db: Db,
  { number, status }: OrderRow,
  { lines, isDispatched }: OrderParts,
): Promise<Pick<OrderDetails, 'isCancellable' | 'cancellableLines' | 'isBeingCancelled'>> {
  const cancellations = await loadOpenCancellations(db, number)
  const unpacking = cancellations.filter(({ state }) => state === 'unpacking')
  const remaining = cancellableLines(lines, cancellations)
  const canCancel =
    isCancellable({ status, isDispatched }) && !unpacking.some(isOfWholeOrder) && remaining.length > 0
  const pieces = remaining.reduce((count, { quantity }) => count + quantity, 0)
  return {
    isCancellable: canCancel,
    cancellableLines: canCancel && pieces > 1 ? [...remaining] : [],
    isBeingCancelled: unpacking.length > 0,
  }
}

/** What is still to be sent, without what is being cancelled. */
export function cancellableLines(
  orderLines: readonly Pick<OrderLineRow, 'position' | 'quantity' | 'cancelled'>[],
  open: readonly { readonly cancelledLines: readonly LineQuantity[] | null }[],
): readonly LineQuantity[] {
  const pending = open.flatMap(({ cancelledLines }) => cancelledLines ?? [])
  return remainingLines(linesToSend(orderLines), pending).map(({ position, quantity }) => ({
    position,
    quantity,
  }))
}
