/** Carries out a cancellation once nothing of it is packed, or declines it because the courier has the parcel. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { requestSourceOf, type RefundRequestRow } from '#server/refunds/refund-requests.ts'
import { selectLines } from '#domain/refund-lines.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { refundRequest } from '#server/db/refund-schema.ts'
import { orderLine } from '#server/db/schema.ts'
import { creditWholeInvoice } from '#server/documents/issue.ts'
import {
  cancellationDeclinedEmail,
  linesCancelledEmail,
  orderCancelledEmail,
} from '#server/email/templates.ts'
import { appendOrderEvents, type Source } from '#server/orders/order-events.ts'
import { queueOrderEmail } from '#server/orders/order-email.ts'
import { loadLines, markRefunded, type OrderRow } from '#server/orders/orders.ts'
import { restockLines, restockOrder } from '#server/stock/sell.ts'

interface Step {
  readonly at: Date
  readonly siteUrl: string
}

/** Needs the lock on the order, which has no parcel. Returns the cancellation, whose refund is now due. */
export async function completeCancellation(
  tx: Db,
  row: OrderRow,
  cancellation: RefundRequestRow,
  { at, siteUrl }: Step,
): Promise<RefundRequestRow> {
  const { number: orderNumber } = row
  const { id, amount, cancelledLines } = cancellation
  const due = await tx
    .update(refundRequest)
    .set({ state: 'due', nextAttemptAt: at })
    .where(eq(refundRequest.id, id))
    .returning()
    .then(expectRow)
  await (cancelledLines
    ? completeLineCancellation(tx, row, { cancellation: due, lines: cancelledLines, at, siteUrl })
    : completeOrderCancellation(tx, row, { cancellation: due, at, siteUrl }))
  await appendOrderEvents(tx, {
    orderNumber,
    at,
    event: 'refund due',
    source: requestSourceOf(cancellation),
    detail: { amount },
  })
  return due
}

interface Completion extends Step {
  readonly cancellation: RefundRequestRow
}

function actorOf({ decidedBy, requestedBy }: RefundRequestRow): string {
  return decidedBy ?? requestedBy
}

async function completeOrderCancellation(
  tx: Db,
  row: OrderRow,
  { cancellation, at, siteUrl }: Completion,
): Promise<void> {
  const { number: orderNumber } = row
  const { reason, amount } = cancellation
  await restockOrder(tx, orderNumber, { actor: actorOf(cancellation), reason: 'cancelled', now: at })
  // At once, so that nobody packs it; a job sends the refund.
  await markRefunded(tx, row)
  const source = requestSourceOf(cancellation)
  await appendOrderEvents(tx, { orderNumber, at, event: 'paid order cancelled', source, detail: { reason } })
  // At once, because the whole sale is reversed. A note for pieces follows once the gateway has the refund
  // (gateway-refunds.ts).
  await creditWholeInvoice(tx, { orderNumber, at })
  await queueOrderEmail(tx, row, {
    content: (about) => orderCancelledEmail({ ...about, amount }),
    dedupeKey: `order-cancelled:${orderNumber}`,
    at,
    siteUrl,
  })
}

async function completeLineCancellation(
  tx: Db,
  row: OrderRow,
  {
    cancellation,
    lines,
    at,
    siteUrl,
  }: Completion & { readonly lines: RefundRequestRow['cancelledLines'] & object },
): Promise<void> {
  const { number: orderNumber } = row
  const { id, reason, amount } = cancellation
  for (const { position, quantity } of lines)
    await tx
      .update(orderLine)
      .set({ cancelled: sql`${orderLine.cancelled} + ${quantity}` })
      .where(and(eq(orderLine.orderNumber, orderNumber), eq(orderLine.position, position)))
  const cancelled = selectLines(await loadLines(tx, [orderNumber]), lines)
  await restockLines(tx, orderNumber, {
    // Identical pieces are indistinguishable here.
    lines: cancelled.map(({ productId: id, ...line }) => ({ ...line, id, codes: [] })),
    actor: actorOf(cancellation),
    reason: 'cancelled',
    now: at,
  })
  const source = requestSourceOf(cancellation)
  await appendOrderEvents(tx, {
    orderNumber,
    at,
    event: 'partially cancelled',
    source,
    detail: { id, reason },
  })
  await queueOrderEmail(tx, row, {
    content: (about) => linesCancelledEmail({ ...about, amount, pieces: cancelled }),
    dedupeKey: `lines-cancelled:${id}`,
    at,
    siteUrl,
  })
}

interface Declining extends Step {
  /** Null if the courier has collected the parcel. */
  readonly by: string | null
  readonly source: Source
}

/** Declines the open cancellations, because the parcel is sent after all. Needs the lock on the order. */
export async function declineCancellations(
  tx: Db,
  row: OrderRow,
  { by, source, at, siteUrl }: Declining,
): Promise<void> {
  const { number: orderNumber } = row
  const declined = await tx
    .update(refundRequest)
    .set({
      state: 'declined',
      decidedBy: by,
      decidedAt: at,
      lastError: 'The parcel could not be stopped any more.',
    })
    .where(
      and(
        eq(refundRequest.orderNumber, orderNumber),
        eq(refundRequest.cancels, true),
        inArray(refundRequest.state, ['requested', 'unpacking']),
      ),
    )
    .returning({ id: refundRequest.id })
  const [first] = declined.map(({ id }) => id).toSorted()
  if (first === undefined) return
  await appendOrderEvents(tx, { orderNumber, at, event: 'cancellation declined', source })
  const dedupeKey = `cancellation-declined:${first}`
  await queueOrderEmail(tx, row, { content: cancellationDeclinedEmail, dedupeKey, at, siteUrl })
}
