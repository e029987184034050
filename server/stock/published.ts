import { and, asc, eq, gt, isNull, max, sql } from 'drizzle-orm'
import type { Product, Sku } from '#domain/product.ts'
import { DEFAULT_ON_HAND } from '#domain/shop.ts'
import { isStockKey } from '#domain/stock.ts'
import type { Database, Db } from '#server/db/open.ts'
import { edition, editionEntry, stockLevel } from '#server/db/schema.ts'
import { openLevels } from './levels.ts'

/** Some thousands would block the event loop for more than 20 ms. */
const LEVELS_PER_RUN = 1000

/**
 * Returns a function that starts counting products which an edition brought without a count. It checks each edition
 * once, and returns the number of products that it counted.
 */
export function createLevelOpener(db: Database): (now: Date) => Promise<number> {
  let doneUpTo = 0
  let lastKey = ''
  return async (now) => {
    const [latest] = await db.select({ number: max(edition.number) }).from(edition)
    const number = latest?.number ?? 0
    if (number <= doneUpTo) return 0
    const uncounted = await db
      .select({
        key: editionEntry.key,
        inStock: sql<boolean>`(${editionEntry.value} ->> 'inStock')::boolean`,
      })
      .from(editionEntry)
      .leftJoin(stockLevel, eq(stockLevel.key, editionEntry.key))
      .where(
        and(
          gt(editionEntry.validFrom, doneUpTo),
          isNull(editionEntry.validTo),
          isNull(stockLevel.key),
          gt(editionEntry.key, lastKey),
          // Rates and selections are entries too.
          sql`${editionEntry.value} ? 'inStock'`,
        ),
      )
      .orderBy(asc(editionEntry.key))
      .limit(LEVELS_PER_RUN)
    const levels = uncounted
      .filter(({ key }) => isStockKey(key))
      .map(({ key, inStock }) => ({ key, onHand: inStock ? DEFAULT_ON_HAND : 0 }))
    await db.transaction((tx) => openLevels(tx, levels, now))
    const isDone = uncounted.length < LEVELS_PER_RUN
    lastKey = isDone ? '' : (uncounted.at(-1)?.key ?? '')
    if (isDone) doneUpTo = number
    return levels.length
  }
}

/** Products of the current edition. */
export async function findPublished(db: Db, sku: Sku): Promise<Product | undefined> {
  const [entry] = await db
    .select({ value: editionEntry.value })
    .from(editionEntry)
    .where(and(eq(editionEntry.key, sku), isNull(editionEntry.validTo)))
  // The entries of products are products.
  return entry?.value as Product | undefined
}
