/** Holds: pieces that an unpaid order reserves: while its payment dialog is open, or while it waits for a consent. Expiry needs no job to take effect. */
import { and, eq, gt, inArray, isNull, lt, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { QUOTE_VALID_MS } from '#domain/cart.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import type { Database, Db } from '#server/db/open.ts'
import { order, stockHold } from '#server/db/schema.ts'
import { writeTogether } from '#server/db/together.ts'
import type { Allocation } from './allocate.ts'
import { notifyAvailabilityChanges, notifyStockChange } from './levels.ts'

/** A larger order holds no pieces: otherwise one account could empty the shop without paying. */
const HELD_QUANTITY_MAX = 30

interface Hold {
  readonly orderNumber: string
  readonly userId: string
  readonly allocation: Allocation
  readonly at: Date
  /** A quarter of an hour if omitted. */
  readonly expiresAt?: Date
}

/**
 * Replaces the customer's earlier holds: only the latest unpaid order holds its pieces. Needs the locks of the
 * allocation.
 */
export async function writeHolds(tx: Db, hold: Hold): Promise<void> {
  await Promise.all([deleteEarlierHolds(tx, hold), writeTogether(tx, holdWrites(tx, hold))])
  await notifyHold(tx, hold)
}

/** For writeTogether, after deleteEarlierHolds and before notifyHold. */
export function holdWrites(tx: Db, hold: Hold): SQLWrapper[] {
  const { orderNumber, allocation, at, expiresAt = addMs(at, QUOTE_VALID_MS) } = hold
  return isHeld(hold)
    ? [
        tx.insert(stockHold).values(
          allocation.allocated.map(({ level, quantity }) => ({
            orderNumber,
            key: level.key,
            quantity,
            expiresAt,
          })),
        ),
      ]
    : []
}

function isHeld({ allocation: { allocated } }: Hold): boolean {
  return allocated.reduce((total, { quantity }) => total + quantity, 0) <= HELD_QUANTITY_MAX
}

export async function notifyHold(tx: Db, hold: Hold): Promise<void> {
  if (!isHeld(hold)) return
  await notifyAvailabilityChanges(
    tx,
    hold.allocation.allocated.map(({ level: { key, onHand, held, ownHeld }, quantity }) => ({
      key,
      before: onHand - held,
      after: onHand - held + ownHeld - quantity,
    })),
  )
}

/** For a dismissed dialog: a payment that arrives nevertheless takes what is free then. */
export async function releaseHolds(tx: Db, orderNumber: string, at: Date): Promise<void> {
  await release(tx, eq(stockHold.orderNumber, orderNumber), at)
}

/** All holds of the order, and unexpired ones of the customer's other unpaid orders. */
export async function deleteEarlierHolds(
  tx: Db,
  { userId, orderNumber, at }: Pick<Hold, 'userId' | 'orderNumber' | 'at'>,
): Promise<void> {
  const ofCustomer = tx
    .select({ number: order.number })
    .from(order)
    .where(and(eq(order.userId, userId), isNull(order.consentDueAt)))
  const isOwn = eq(stockHold.orderNumber, orderNumber)
  const deleted = await tx
    .delete(stockHold)
    .where(or(isOwn, and(inArray(stockHold.orderNumber, ofCustomer), gt(stockHold.expiresAt, at))))
    .returning({ orderNumber: stockHold.orderNumber })
  if (deleted.some((each) => each.orderNumber !== orderNumber)) await notifyStockChange(tx)
}

/** Needs no lock: a released hold only adds to what is free. */
async function release(tx: Db, which: SQL, at: Date): Promise<void> {
  const released = await tx
    .delete(stockHold)
    .where(and(which, gt(stockHold.expiresAt, at)))
    .returning({ key: stockHold.key })
  if (released.length > 0) await notifyStockChange(tx)
}

const ROWS_PER_PURGE = 500

/** Returns the number of deleted rows. A hold that a transaction is changing is left for the next run. */
export async function purgeExpiredHolds(db: Database, now: Date): Promise<number> {
  const due = db
    .select({ orderNumber: stockHold.orderNumber, key: stockHold.key })
    .from(stockHold)
    .where(lt(stockHold.expiresAt, addMs(now, -DAY_MS)))
    .limit(ROWS_PER_PURGE)
    .for('update', { skipLocked: true })
  const purged = await db
    .delete(stockHold)
    .where(sql`(${stockHold.orderNumber}, ${stockHold.key}) in ${due}`)
    .returning({ key: stockHold.key })
  return purged.length
}
