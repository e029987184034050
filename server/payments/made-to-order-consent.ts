/**
 * A payment may arrive after its hold has expired, when another customer has bought the last piece. A piece that the
 * workshop can make is made only if the customer consents; otherwise the order is closed and the payment refunded
 * (`D49.consent`).
 */
import { and, eq, inArray } from 'drizzle-orm'
import { canBeMadeToOrder } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import { CONSENT_DAYS } from '#domain/deadlines.ts'
import { isSameLine, type LineKey } from '#domain/sizes.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { order, orderEvent, orderLine } from '#server/db/schema.ts'
import { consentRequestEmail } from '#server/email/templates.ts'
import { queueOrderEmail } from '#server/orders/order-email.ts'
import { appendOrderEvents } from '#server/orders/order-events.ts'
import { loadLines, lockOrder, type OrderLineRow, type OrderRow } from '#server/orders/orders.ts'
import type { Allocation, StockLine } from '#server/stock/allocate.ts'
import { writeHolds } from '#server/stock/holds.ts'
import type { GatewayDeps } from '#server/gateway/gateway.ts'

/** The reconciliation closes the order after the deadline; until then nobody else gets what it holds. */
const HELD_AFTER_DEADLINE_MS = DAY_MS

/** Lines that the workshop would make although the shopper saw them in stock before the payment. */
export function linesWithoutConsent(
  lines: readonly OrderLineRow[],
  { madeToOrder }: Allocation,
): readonly StockLine[] {
  const isAgreed = (line: StockLine) =>
    lines.some((row) => row.isMadeToOrder && isSameLine({ ...row, id: row.productId }, line))
  return madeToOrder.filter((line) => !isAgreed(line))
}

/** The customer has declined, or not decided in time. */
export function isConsentDeclinedOrExpired({ consentDueAt }: OrderRow, at: Date): boolean {
  return consentDueAt !== null && consentDueAt <= at
}

interface ConsentRequest {
  readonly orderRow: OrderRow
  readonly allocation: Allocation
  /** Names of the products that need consent. */
  readonly pieces: string
  readonly at: Date
  readonly record: (event: {
    readonly event: 'consent requested'
    readonly detail: Readonly<Record<string, string>>
  }) => Promise<void>
}

/**
 * Holds the allocated stock and e-mails the customer; does nothing if consent was requested before. Needs the lock on
 * the order.
 */
export async function requestConsent(
  tx: Db,
  { siteUrl }: GatewayDeps,
  { orderRow, allocation, pieces, at, record }: ConsentRequest,
): Promise<void> {
  const { number: orderNumber, userId, consentDueAt } = orderRow
  if (consentDueAt !== null) return
  const dueAt = addMs(at, CONSENT_DAYS * DAY_MS)
  await tx
    .update(order)
    .set({ consentDueAt: dueAt, nextReconcileAt: dueAt })
    .where(eq(order.number, orderNumber))
  await writeHolds(tx, {
    orderNumber,
    userId,
    allocation,
    at,
    expiresAt: addMs(dueAt, HELD_AFTER_DEADLINE_MS),
  })
  await record({ event: 'consent requested', detail: { pieces } })
  await queueOrderEmail(tx, orderRow, {
    content: (about) => consentRequestEmail({ ...about, pieces, dueAt }),
    dedupeKey: `consent:${orderNumber}`,
    at,
    siteUrl,
  })
}

/**
 * Stores the customer's decision; `reconcileOrder` then completes or closes the order. Idempotent; a different second
 * decision is an error.
 */
export function decideConsent(
  { db, now }: Pick<GatewayDeps, 'db' | 'now'>,
  orderNumber: string,
  agrees: boolean,
): Promise<Result<null, 'already decided'>> {
  return db.transaction(async (tx) => {
    const at = now()
    const orderRow = await lockOrder(tx, orderNumber)
    if (orderRow.consentDueAt === null || isConsentDeclinedOrExpired(orderRow, at)) {
      const earlier = await earlierDecision(tx, orderNumber)
      return earlier === agrees ? { ok: true, value: null } : { ok: false, error: 'already decided' }
    }
    // If the gateway does not respond now, the reconciliation job continues at once.
    const decided = agrees
      ? { consentDueAt: null, nextReconcileAt: at }
      : { consentDueAt: at, nextReconcileAt: at }
    await tx.update(order).set(decided).where(eq(order.number, orderNumber))
    if (agrees) await markMadeToOrder(tx, orderNumber, await linesToMake(tx, orderNumber))
    const event = agrees ? 'consent given' : 'consent declined'
    await appendOrderEvents(tx, { orderNumber, at, event, source: 'shopper' })
    return { ok: true, value: null }
  })
}

async function linesToMake(tx: Db, orderNumber: string): Promise<LineKey[]> {
  const lines = await loadLines(tx, [orderNumber])
  return lines.filter(({ type }) => canBeMadeToOrder(type)).map((line) => ({ ...line, id: line.productId }))
}

/** The shopper knows and agrees that these lines are made to order. */
export async function markMadeToOrder(tx: Db, orderNumber: string, lines: readonly LineKey[]): Promise<void> {
  for (const { type, id, size } of lines)
    await tx
      .update(orderLine)
      .set({ isMadeToOrder: true })
      .where(
        and(
          eq(orderLine.orderNumber, orderNumber),
          eq(orderLine.type, type),
          eq(orderLine.productId, id),
          eq(orderLine.size, size),
        ),
      )
}

/** Null if the customer has not decided. */
async function earlierDecision(tx: Db, orderNumber: string): Promise<boolean | null> {
  const [decision] = await tx
    .select({ event: orderEvent.event })
    .from(orderEvent)
    .where(
      and(
        eq(orderEvent.orderNumber, orderNumber),
        inArray(orderEvent.event, ['consent given', 'consent declined']),
      ),
    )
    .limit(1)
  return decision ? decision.event === 'consent given' : null
}
