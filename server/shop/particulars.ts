/** The shop's particulars, as the owner has entered them. */
import type { ShopParticulars } from '#domain/shop-particulars.ts'
import type { Db } from '#server/db/open.ts'
import { shopParticulars } from '#server/db/shop-schema.ts'

export type ParticularsRow = typeof shopParticulars.$inferSelect

/** Null before they are entered. */
export async function loadParticulars(db: Db): Promise<ParticularsRow | null> {
  const [row] = await db.select().from(shopParticulars)
  return row ?? null
}

interface Change {
  readonly by: string
  readonly now: Date
}

export async function saveParticulars(
  tx: Db,
  particulars: ShopParticulars,
  { by, now }: Change,
): Promise<void> {
  const row = { ...particulars, changedBy: by, changedAt: now }
  await tx.insert(shopParticulars).values(row).onConflictDoUpdate({ target: shopParticulars.id, set: row })
}
