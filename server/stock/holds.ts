/** Holds: pieces that an unpaid order reserves while its payment dialog is open. Expiry needs no job to take effect. */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { QUOTE_VALID_MINUTES } from '#domain/shop.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Database, Db } from '#server/db/open.ts'
import { stockHold } from '#server/db/schema.ts'
import type { Allocation } from './allocate.ts'
import { notifyCrossings, notifyStockChange } from './levels.ts'

/** As long as the payment dialog stays open. */
const HOLD_MS = QUOTE_VALID_MINUTES * MINUTE_MS

interface Hold {
  readonly orderNumber: string
  readonly allocation: Allocation
  readonly at: Date
}

/** Replaces the order's earlier holds. Needs the locks of the allocation. */
export async function writeHolds(tx: Db, { orderNumber, allocation: { takes }, at }: Hold): Promise<void> {
  await tx.delete(stockHold).where(eq(stockHold.orderNumber, orderNumber))
  const expiresAt = addMs(at, HOLD_MS)
  await tx
    .insert(stockHold)
    .values(takes.map(({ level, quantity }) => ({ orderNumber, key: level.key, quantity, expiresAt })))
  await notifyCrossings(
    tx,
    takes.map(({ level: { key, onHand, held, ownHeld }, quantity }) => ({
      key,
      before: onHand - held,
      after: onHand - held + ownHeld - quantity,
    })),
  )
}

/** For a dialog that was closed: a payment that arrives nevertheless takes what is free then. */
export async function releaseHolds(tx: Db, orderNumber: string, at: Date): Promise<void> {
  const released = await tx
    .delete(stockHold)
    .where(and(eq(stockHold.orderNumber, orderNumber), gt(stockHold.expiresAt, at)))
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
