/**
 * Offer codes in the database. An unpaid order reserves its use of a code while its payment dialog may be open, just as
 * it holds its pieces; a later payment uses the code only if a use is left. So no race exceeds a limit.
 */
import { and, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { QUOTE_VALID_MS } from '#domain/cart.ts'
import { offerCodeState, type OfferCodeTerms } from '#domain/offer-code.ts'
import type { Result } from '#domain/result.ts'
import { addMs, formatIndiaDateTime } from '#domain/time.ts'
import { offerCode, offerRedemption } from '#server/db/offer-schema.ts'
import type { Db } from '#server/db/open.ts'
import { order } from '#server/db/schema.ts'

export type OfferCodeRow = typeof offerCode.$inferSelect

export async function findOfferCode(db: Db, code: string): Promise<OfferCodeRow | undefined> {
  const [row] = await db.select().from(offerCode).where(eq(offerCode.code, code))
  return row
}

export function toTerms({ code, percent, base, appliesTo }: OfferCodeRow): OfferCodeTerms {
  // The desk's call has checked the keys.
  return { code, percent, on: base, appliesTo: appliesTo as OfferCodeTerms['appliesTo'] }
}

/** Why a code gives no lower price, as sentences for the shopper. */
export const NO_SUCH_CODE = 'We do not know this code. Please check how it is written.'
const USED_UP = 'This code has been used as often as it may be.'
const USED_BY_YOU = 'You have used this code already.'

/** The terms of a code that this customer may use now, or why there are none. */
export async function findUsableTerms(
  db: Db,
  request: { readonly code: string; readonly userId: string; readonly now: Date },
): Promise<Result<OfferCodeTerms, string>> {
  const row = await findOfferCode(db, request.code)
  if (!row) return { ok: false, error: NO_SUCH_CODE }
  const error =
    validityError(row, request.now) ?? (await limitError(db, row, { ...request, orderNumber: '' }))
  return error === null ? { ok: true, value: toTerms(row) } : { ok: false, error }
}

export function validityError(row: OfferCodeRow, now: Date): string | null {
  switch (offerCodeState(row, now)) {
    case 'scheduled':
      return `This code is valid from ${formatIndiaDateTime(row.validFrom)}.`
    case 'ended':
      return 'This code is no longer valid.'
    case 'running':
      return null
  }
}

interface Redemption {
  readonly orderNumber: string
  readonly userId: string
  readonly now: Date
}

/** Counts uses and reservations of others, and the customer's other uses. */
async function limitError(
  db: Db,
  { code, ordersMax, ordersPerCustomerMax }: OfferCodeRow,
  { orderNumber, userId, now }: Redemption,
): Promise<string | null> {
  if (ordersMax === null && ordersPerCustomerMax === null) return null
  const isUsed = isNull(offerRedemption.reservedUntil)
  const isOwn = eq(order.userId, userId)
  const isReservedByOther = and(gt(offerRedemption.reservedUntil, now), ne(order.userId, userId))
  const [counts] = await db
    .select({
      all: sql<number>`count(*) filter (where ${or(isUsed, isReservedByOther)})`.mapWith(Number),
      own: sql<number>`count(*) filter (where ${and(isUsed, isOwn)})`.mapWith(Number),
    })
    .from(offerRedemption)
    .innerJoin(order, eq(order.number, offerRedemption.orderNumber))
    .where(and(eq(offerRedemption.code, code), ne(offerRedemption.orderNumber, orderNumber)))
  if (ordersPerCustomerMax !== null && counts && counts.own >= ordersPerCustomerMax) return USED_BY_YOU
  return ordersMax !== null && counts && counts.all >= ordersMax ? USED_UP : null
}

/**
 * Locks a code that the order can use; otherwise returns the reason. A code without a limit over all customers is not
 * locked: orders of one customer are already serialized (lockUser).
 */
export async function lockOfferCode(
  tx: Db,
  code: string,
  redemption: Redemption,
): Promise<Result<null, string>> {
  const row = await findOfferCode(tx, code)
  if (!row) return { ok: false, error: NO_SUCH_CODE }
  if (row.ordersMax !== null)
    await tx.select({ code: offerCode.code }).from(offerCode).where(eq(offerCode.code, code)).for('update')
  const error = await limitError(tx, row, redemption)
  return error === null ? { ok: true, value: null } : { ok: false, error }
}

/**
 * Stores that the order uses the code: for good if it is paid, otherwise for a quarter of an hour. Only the latest of
 * the customer's unpaid orders reserves a use. Needs lockOfferCode.
 */
export async function redeemOfferCode(
  tx: Db,
  code: string,
  { orderNumber, userId, now, isPaid }: Redemption & { readonly isPaid: boolean },
): Promise<void> {
  const ofCustomer = tx.select({ number: order.number }).from(order).where(eq(order.userId, userId))
  await tx
    .delete(offerRedemption)
    .where(
      and(
        eq(offerRedemption.code, code),
        inArray(offerRedemption.orderNumber, ofCustomer),
        ne(offerRedemption.orderNumber, orderNumber),
        gt(offerRedemption.reservedUntil, now),
      ),
    )
  const reservedUntil = isPaid ? null : addMs(now, QUOTE_VALID_MS)
  await tx
    .insert(offerRedemption)
    .values({ orderNumber, code, reservedUntil })
    .onConflictDoUpdate({ target: offerRedemption.orderNumber, set: { reservedUntil } })
}

/** For an order that ends unpaid: another one may use the code. */
export async function releaseOfferCode(tx: Db, orderNumber: string): Promise<void> {
  await tx.delete(offerRedemption).where(eq(offerRedemption.orderNumber, orderNumber))
}
