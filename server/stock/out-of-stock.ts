import { sql } from 'drizzle-orm'
import type { Sku } from '#domain/product.ts'
import { skuOfStockKey } from '#domain/stock.ts'
import type { Database, Db } from '#server/db/open.ts'
import { stockHold, stockLevel } from '#server/db/schema.ts'
import { createLevelOpener } from './published.ts'

/**
 * For servers that follow the collection: a product is counted before its edition is shown, otherwise it could not be
 * sold.
 */
export function createStockLoader(
  db: Database,
  now: () => Date,
): (from: Database) => Promise<ReadonlySet<Sku>> {
  const openPublishedLevels = createLevelOpener(db)
  return async (from) => {
    while ((await openPublishedLevels(now())) > 0);
    return loadOutOfStock(from, now())
  }
}

/**
 * Products without a free piece in any size. One statement, which reads only levels that are empty or held: an
 * expired hold makes its product available again without any job.
 */
export async function loadOutOfStock(db: Db, now: Date): Promise<ReadonlySet<Sku>> {
  const { rows } = await db.execute<{ key: string }>(sql`
    with held as (
      select key, sum(quantity) as quantity from ${stockHold} where expires_at > ${now} group by key
    ), empty as (
      select level.key from ${stockLevel} level left join held on held.key = level.key
      where level.on_hand = 0 or level.on_hand <= held.quantity
    )
    select empty.key from empty where empty.key not like 'bench/%' and not exists (
      select from ${stockLevel} other left join held on held.key = other.key
      where split_part(other.key, '/', 1) = split_part(empty.key, '/', 1)
        and other.on_hand > coalesce(held.quantity, 0)
    )`)
  return new Set(rows.flatMap(({ key }) => skuOfStockKey(key) ?? []))
}
