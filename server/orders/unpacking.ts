/** Parcels that are to be taken apart again before the courier has them. */
import { eq } from 'drizzle-orm'
import { isDispatched } from '#domain/parcel.ts'
import { addMs, MINUTE_MS } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { parcel } from '#server/db/parcel-schema.ts'

type ParcelRow = typeof parcel.$inferSelect

/** A booking may take eight calls of ten seconds. */
export const PARCEL_LEASE_MS = 2 * MINUTE_MS

/** Undefined also once the courier has it. */
export async function findUnpackable(tx: Db, orderNumber: string): Promise<ParcelRow | undefined> {
  const [row] = await tx.select().from(parcel).where(eq(parcel.orderNumber, orderNumber))
  return row && !isDispatched(row.state) ? row : undefined
}

export async function isOnItsWay(db: Db, orderNumber: string): Promise<boolean> {
  const [row] = await db.select().from(parcel).where(eq(parcel.orderNumber, orderNumber))
  return row !== undefined && isDispatched(row.state)
}

/**
 * The job of parcels takes it apart; asking again after a rejection tries it again at once. Needs the lock on the order.
 * Returns whether that is new. A server may be booking it at this moment: its calls end first, or their lease.
 */
export async function askToUnpack(tx: Db, row: ParcelRow, at: Date): Promise<boolean> {
  const { orderNumber, task, problem, reference } = row
  if (task === 'unpack' && problem === null) return false
  const isBeingAsked = task !== null && task !== 'unpack' && problem === null
  await tx
    .update(parcel)
    .set({
      task: 'unpack',
      attempts: 0,
      nextAttemptAt: isBeingAsked ? addMs(at, PARCEL_LEASE_MS) : at,
      problem: null,
      // A server of the version before books without one.
      reference: reference ?? (task === 'book' || row.state !== 'packed' ? orderNumber : null),
    })
    .where(eq(parcel.orderNumber, orderNumber))
  return true
}
