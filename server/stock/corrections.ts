/** Shows and corrects levels for operators. Every correction has an author and a reason. */
import { asc, eq, gt, inArray, like, sql, sum, type SQL } from 'drizzle-orm'
import type { Sku } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import { sizesOf } from '#domain/size-range.ts'
import { isBenchKey, isStockKey, sizeOfStockKey, skuOfStockKey, type StockKey } from '#domain/stock.ts'
import type { Db } from '#server/db/open.ts'
import { stockHold, stockLevel } from '#server/db/schema.ts'
import { lockLevels, moveStock, notifyAvailabilityChanges } from './levels.ts'
import { findPublished } from './published.ts'

export interface Correction {
  readonly actor: string
  readonly reason: string
  readonly now: Date
}

export interface ListedLevel {
  readonly key: StockKey
  readonly onHand: number
  readonly held: number
}

/** `prefix` is a key, or the beginning of keys. */
export function listLevels(db: Db, prefix: string, now: Date): Promise<ListedLevel[]> {
  return selectLevels(db, like(stockLevel.key, `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`), now)
}

/** Levels of the products and their sizes. */
export function listLevelsOf(db: Db, skus: readonly Sku[], now: Date): Promise<ListedLevel[]> {
  return selectLevels(db, sql`split_part(${stockLevel.key}, '/', 1) = any(${sql.param(skus)}::text[])`, now)
}

function selectLevels(db: Db, condition: SQL, now: Date): Promise<ListedLevel[]> {
  const holds = db
    .select({ key: stockHold.key, held: sum(stockHold.quantity).mapWith(Number).as('held') })
    .from(stockHold)
    .where(gt(stockHold.expiresAt, now))
    .groupBy(stockHold.key)
    .as('holds')
  return db
    .select({
      key: stockLevel.key,
      onHand: stockLevel.onHand,
      held: sql<number>`coalesce(${holds.held}, 0)`.mapWith(Number),
    })
    .from(stockLevel)
    .leftJoin(holds, eq(holds.key, stockLevel.key))
    .where(condition)
    .orderBy(asc(stockLevel.key))
}

export type CorrectionError = 'no such product' | 'below zero'

/** Sets the level to `count`. Starts counting a size, or a week of the workbench, that had no level. */
export function setLevel(
  db: Db,
  { key, count }: { readonly key: StockKey; readonly count: number },
  correction: Correction,
): Promise<Result<number, CorrectionError>> {
  return changeLevel(db, key, { to: () => count, correction })
}

export function correctLevel(
  db: Db,
  { key, change }: { readonly key: StockKey; readonly change: number },
  correction: Correction,
): Promise<Result<number, CorrectionError>> {
  return changeLevel(db, key, { to: (onHand) => onHand + change, correction })
}

interface LevelChange {
  readonly to: (onHand: number) => number
  readonly correction: Correction
}

/** Returns the new level. */
function changeLevel(
  db: Db,
  key: StockKey,
  { to, correction: { actor, reason, now: at } }: LevelChange,
): Promise<Result<number, CorrectionError>> {
  return db.transaction(async (tx) => {
    if (!(await isKnown(tx, key))) return { ok: false, error: 'no such product' }
    const opened = await openEmpty(tx, key)
    const level = (await lockLevels(tx, [key], { claimant: null, at })).get(key)
    if (!level) throw new Error('The level is gone')
    const { onHand, held } = level
    const count = to(onHand)
    if (count < 0) {
      await tx.delete(stockLevel).where(inArray(stockLevel.key, opened))
      return { ok: false, error: 'below zero' }
    }
    await moveStock(tx, { key, change: count - onHand, cause: 'correction', at, actor, reason })
    await notifyAvailabilityChanges(tx, [{ key, before: onHand - held, after: count - held }])
    return { ok: true, value: count }
  })
}

/** Products of the current edition in the sizes that are made, and counted products that left it. */
async function isKnown(tx: Db, key: StockKey): Promise<boolean> {
  if (!isStockKey(key)) return false
  const sku = skuOfStockKey(key)
  if (sku === null) return isBenchKey(key)
  const published = await findPublished(tx, sku)
  const size = sizeOfStockKey(key)
  if (published) return size === '' || sizesOf(published).includes(size)
  return (await tx.$count(stockLevel, eq(stockLevel.key, sku))) > 0
}

/** If one size is counted, so is the product: the other sizes share its level. Returns what was not counted yet. */
async function openEmpty(tx: Db, key: StockKey): Promise<StockKey[]> {
  const keys = new Set([skuOfStockKey(key) ?? key, key])
  const opened = await tx
    .insert(stockLevel)
    .values([...keys].map((each) => ({ key: each, onHand: 0 })))
    .onConflictDoNothing()
    .returning()
  return opened.map((level) => level.key)
}
