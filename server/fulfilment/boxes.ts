/** Packed boxes whose parcel was cancelled: Today lists them until staff open them. */
import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { boxToOpen, parcel } from '#server/db/parcel-schema.ts'
import { lockOrder } from '#server/orders/orders.ts'
import type { ParcelOutcome } from './parcels.ts'

/** An upper limit; a shelf holds fewer. */
const BOXES_MAX = 100

/** Oldest first. */
export function loadBoxesToOpen(db: Db) {
  return db
    .select()
    .from(boxToOpen)
    .orderBy(asc(boxToOpen.since), asc(boxToOpen.orderNumber))
    .limit(BOXES_MAX)
}

/** Needs the lock on the order. */
export async function addBoxToOpen(
  tx: Db,
  { orderNumber, seal, awb }: Pick<typeof parcel.$inferSelect, 'orderNumber' | 'seal' | 'awb'>,
  since: Date,
): Promise<void> {
  const box = { orderNumber, seal, awb, since }
  await tx.insert(boxToOpen).values(box).onConflictDoUpdate({ target: boxToOpen.orderNumber, set: box })
}

/** Packing the rest of the order opens it too. */
export async function openBox(tx: Db, orderNumber: string): Promise<ParcelOutcome> {
  await lockOrder(tx, orderNumber)
  const opened = await tx.delete(boxToOpen).where(eq(boxToOpen.orderNumber, orderNumber)).returning()
  return { ok: true, value: { isNew: opened.length > 0, before: null } }
}
