import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Sku } from '#domain/product.ts'
import { skuOfStockKey } from '#domain/stock.ts'
import type { Db } from '#server/db/open.ts'
import { order, stockHold } from '#server/db/schema.ts'

/** Products of which the user's own unpaid order holds pieces: they can be bought, though nobody else may. */
export async function loadHeldProducts(db: Db, userId: string, now: Date): Promise<Sku[]> {
  const holds = await db
    .selectDistinct({ key: stockHold.key })
    .from(stockHold)
    .innerJoin(order, eq(order.number, stockHold.orderNumber))
    .where(and(eq(order.userId, userId), isNull(order.consentDueAt), gt(stockHold.expiresAt, now)))
  return [...new Set(holds.flatMap(({ key }) => skuOfStockKey(key) ?? []))]
}
