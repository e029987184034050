import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import type { Sku } from '#domain/product.ts'
import { skuOfStockKey, type StockKey } from '#domain/stock.ts'
import type { Db } from '#server/db/open.ts'
import { order, stockHold } from '#server/db/schema.ts'

/** Products that the user's own unpaid order holds: the user can buy them even if they are sold out for others. */
export async function loadHeldProducts(db: Db, userId: string, now: Date): Promise<Sku[]> {
  return toHeldProducts((await holdsOf(db, userId, now)).map(({ key }) => key))
}

/** The keys of the held pieces, to be selected together with other columns; `toHeldProducts` names their products. */
export function heldKeysOf(db: Db, userId: string, now: Date): SQL<StockKey[]> {
  return sql`array${holdsOf(db, userId, now)}`
}

export function toHeldProducts(keys: readonly StockKey[]): Sku[] {
  return [...new Set(keys.flatMap((key) => skuOfStockKey(key) ?? []))]
}

function holdsOf(db: Db, userId: string, now: Date) {
  return db
    .selectDistinct({ key: stockHold.key })
    .from(stockHold)
    .innerJoin(order, eq(order.number, stockHold.orderNumber))
    .where(and(eq(order.userId, userId), isNull(order.consentDueAt), gt(stockHold.expiresAt, now)))
}
