/** Serial items: single pieces with a serial number, for retailers who enter them. The level counts them too. */
import { asc, eq } from 'drizzle-orm'
import type { Result } from '#domain/result.ts'
import { sizesOf } from '#domain/size-range.ts'
import { sizeOfStockKey, skuOfStockKey, type StockKey } from '#domain/stock.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { serialItem, stockMovement } from '#server/db/schema.ts'
import type { Correction } from './corrections.ts'
import { lockLevels, moveStock, notifyAvailabilityChanges } from './levels.ts'
import { findPublished } from './published.ts'

export type SerialItem = typeof serialItem.$inferSelect
type NewSerialItem = Pick<SerialItem, 'serial' | 'key' | 'huid' | 'netWeightMg' | 'grossWeightMg'>

export type SerialItemError =
  | 'needs a size'
  | 'not counted'
  | 'serial or HUID is known'
  | 'no such item'
  | 'below zero'

interface Entry {
  readonly item: NewSerialItem
  /** False if the level already counts it. */
  readonly isNew: boolean
}

export function enterSerialItem(
  db: Db,
  { item: entered, isNew }: Entry,
  { actor, reason, now: at }: Correction,
): Promise<Result<SerialItem, SerialItemError>> {
  return db.transaction(async (tx) => {
    if (await lacksSize(tx, entered.key)) return { ok: false, error: 'needs a size' }
    const level = (await lockLevels(tx, [entered.key], { claimant: null, at })).get(entered.key)
    if (!level) return { ok: false, error: 'not counted' }
    const [inserted] = await tx
      .insert(serialItem)
      .values({ ...entered, state: 'available' })
      .onConflictDoNothing()
      .returning()
    if (!inserted) return { ok: false, error: 'serial or HUID is known' }
    const change = isNew ? 1 : 0
    const what = `${entered.serial} entered: ${reason}`
    await recordSerialItem(tx, { level, change, returnedFrom: null, at, actor, reason: what })
    return { ok: true, value: inserted }
  })
}

/** A serial item has one size: without it, no sale of that size would be linked to the item. */
async function lacksSize(tx: Db, key: StockKey): Promise<boolean> {
  const sku = skuOfStockKey(key)
  if (sku === null || sizeOfStockKey(key) !== '') return false
  const product = await findPublished(tx, sku)
  return product !== undefined && sizesOf(product).length > 0
}

export async function listSerialItems(db: Db, key: StockKey): Promise<SerialItem[]> {
  return db.select().from(serialItem).where(eq(serialItem.key, key)).orderBy(asc(serialItem.serial))
}

/** Adjusts the level when the item becomes available or unavailable. */
export function correctSerialItem(
  db: Db,
  { serial, state }: Pick<SerialItem, 'serial' | 'state'>,
  { actor, reason, now: at }: Correction,
): Promise<Result<SerialItem, SerialItemError>> {
  return db.transaction(async (tx) => {
    const [found] = await tx.select().from(serialItem).where(eq(serialItem.serial, serial))
    if (!found) return { ok: false, error: 'no such item' }
    const level = (await lockLevels(tx, [found.key], { claimant: null, at })).get(found.key)
    // Under the lock, because it may have been sold meanwhile.
    const [before] = await tx.select().from(serialItem).where(eq(serialItem.serial, serial))
    if (!level || !before) throw new Error('The level of the serial item is gone')
    const change = Number(state === 'available') - Number(before.state === 'available')
    if (level.onHand + change < 0) return { ok: false, error: 'below zero' }
    const orderNumber = state === 'sold' ? before.orderNumber : null
    const after = await tx
      .update(serialItem)
      .set({ state, orderNumber })
      .where(eq(serialItem.serial, serial))
      .returning()
      .then(expectRow)
    const what = `${serial} ${before.state} to ${state}: ${reason}`
    const returnedFrom = state === 'sold' ? null : before.orderNumber
    await recordSerialItem(tx, { level, change, returnedFrom, at, actor, reason: what })
    return { ok: true, value: after }
  })
}

type SerialItemChange = Pick<typeof stockMovement.$inferInsert, 'change' | 'at' | 'actor' | 'reason'> & {
  readonly level: { readonly key: StockKey; readonly onHand: number; readonly held: number }
  readonly returnedFrom: string | null
}

/**
 * An item that comes back from an order is recorded as returned for it, so that `restockOrder` does not count it again.
 */
async function recordSerialItem(
  tx: Db,
  { level: { key, onHand, held }, change, returnedFrom: orderNumber, ...movement }: SerialItemChange,
): Promise<void> {
  const returned = orderNumber === null ? 0 : 1
  if (returned > 0) await moveStock(tx, { ...movement, key, change: 1, cause: 'returned', orderNumber })
  await moveStock(tx, { ...movement, key, change: change - returned, cause: 'correction' })
  const before = onHand - held
  await notifyAvailabilityChanges(tx, [{ key, before, after: before + change }])
}
