/** Searches and shows stock for the desk. */
import { and, arrayOverlaps, asc, desc, eq, gt, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type {
  ProductStock,
  searchStock,
  StockPage,
  StockView,
  exportStockSheet,
} from '#contract/desk/stock.ts'
import type { Role } from '#domain/permissions.ts'
import type { Sku } from '#domain/product.ts'
import { sizesOf } from '#domain/size-range.ts'
import { LOW_STOCK, sizeOfStockKey, skuOfStockKey } from '#domain/stock.ts'
import { indiaDate } from '#domain/time.ts'
import { toCsv } from '#server/csv.ts'
import type { Db } from '#server/db/open.ts'
import {
  editionEntry,
  orderLine,
  serialItem,
  stockHold,
  stockLevel,
  stockMovement,
} from '#server/db/schema.ts'
import { listLevels, listLevelsOf, type ListedLevel } from '#server/stock/corrections.ts'
import { findPublished } from '#server/stock/published.ts'
import { findPieceLife } from './pieces.ts'
import { loadStaffNames } from './staff-names.ts'

const PAGE_SIZE = 50
const MOVEMENTS_SHOWN = 30

type Search = z.output<NonNullable<(typeof searchStock)['request']>>

/** The reader's permissions, and the time. */
interface Reader {
  readonly role: Role
  readonly now: Date
}

/** Keyed by SKU. */
export async function findStock(
  db: Db,
  { text, view, after }: Search,
  { role, now }: Reader,
): Promise<StockPage> {
  const rows = await selectProducts(
    db,
    and(after === null ? undefined : gt(editionEntry.key, after), matches(text), isInView(view, now)),
  ).limit(PAGE_SIZE + 1)
  const page = rows.slice(0, PAGE_SIZE)
  const levels = Map.groupBy(
    await listLevelsOf(
      db,
      page.map(({ sku }) => sku),
      now,
    ),
    ({ key }) => skuOfStockKey(key),
  )
  const last = page.at(-1)
  const piece = after === null ? await findPieceLife(db, text, role) : undefined
  return {
    ...(piece && { piece }),
    products: page.map((product) => ({ ...product, levels: (levels.get(product.sku) ?? []).map(toLevel) })),
    ...(last && rows.length > PAGE_SIZE && { after: last.sku }),
  }
}

/** Products of the current edition, including retired ones. */
function selectProducts(db: Db, condition: SQL | undefined) {
  return db
    .select({
      // Keys of products are SKUs.
      sku: sql<Sku>`${editionEntry.key}`,
      name: sql<string>`${editionEntry.value} ->> 'name'`,
      isRetired: sql<boolean>`coalesce((${editionEntry.value} ->> 'retired')::boolean, false)`,
    })
    .from(editionEntry)
    .where(and(isNull(editionEntry.validTo), sql`${editionEntry.value} ? 'inStock'`, condition))
    .orderBy(asc(editionEntry.key))
}

function matches(text: string): SQL | undefined {
  if (text === '') return undefined
  const pattern = text.replaceAll(/[\\%_]/g, '\\$&')
  const code = text.toUpperCase()
  return or(
    sql`${editionEntry.value} ->> 'name' ilike ${`%${pattern}%`}`,
    sql`${editionEntry.key} ilike ${`${pattern}%`}`,
    sql`${editionEntry.key} in (
      select split_part(${serialItem.key}, '/', 1) from ${serialItem}
      where ${or(eq(serialItem.serial, code), eq(serialItem.huid, code))}
    )`,
    sql`${editionEntry.key} in (
      select ${orderLine.type} || '-' || ${orderLine.productId} from ${orderLine}
      where ${orderLine.codes} is not null and ${arrayOverlaps(orderLine.codes, [code])}
    )`,
  )
}

function isInView(view: StockView, now: Date): SQL | undefined {
  const isMade = sql`not ${editionEntry.value} ? 'retired'`
  const hasLevel = (condition: SQL) =>
    sql`${editionEntry.key} in (select split_part(${stockLevel.key}, '/', 1) from ${stockLevel} where ${condition})`
  switch (view) {
    case 'all':
      return undefined
    case 'low':
      return and(isMade, hasLevel(lte(stockLevel.onHand, LOW_STOCK)))
    case 'out':
      return and(isMade, hasLevel(eq(stockLevel.onHand, 0)))
    case 'held':
      return sql`${editionEntry.key} in (
        select split_part(${stockHold.key}, '/', 1) from ${stockHold} where ${gt(stockHold.expiresAt, now)}
      )`
  }
}

function toLevel({ key, onHand, held }: ListedLevel) {
  return { size: sizeOfStockKey(key), onHand, held }
}

/** Null if no edition has the product. */
export async function loadProductStock(
  db: Db,
  sku: Sku,
  { role, now }: Reader,
): Promise<ProductStock | null> {
  const nameOf = await loadStaffNames(db, role)
  const product = await findPublished(db, sku)
  if (!product) return null
  const isOfProduct = (key: typeof stockHold.key | typeof serialItem.key | typeof stockMovement.key) =>
    sql`split_part(${key}, '/', 1) = ${sku}`
  const [levels, holds, items, movements] = await Promise.all([
    listLevelsOf(db, [sku], now),
    db
      .select()
      .from(stockHold)
      .where(and(isOfProduct(stockHold.key), gt(stockHold.expiresAt, now)))
      .orderBy(asc(stockHold.expiresAt)),
    db.select().from(serialItem).where(isOfProduct(serialItem.key)).orderBy(asc(serialItem.serial)),
    db
      .select()
      .from(stockMovement)
      .where(isOfProduct(stockMovement.key))
      .orderBy(desc(stockMovement.id))
      .limit(MOVEMENTS_SHOWN),
  ])
  return {
    sku,
    name: product.name,
    isRetired: product.retired ?? false,
    sizes: [...sizesOf(product)],
    levels: levels.map(toLevel),
    holds: holds.map(({ orderNumber, key, quantity, expiresAt }) => ({
      orderNumber,
      size: sizeOfStockKey(key),
      quantity,
      expiresAt: expiresAt.toISOString(),
    })),
    items: items.map(({ key, ...item }) => ({ ...item, size: sizeOfStockKey(key) })),
    movements: movements.map(({ id, key, at, change, cause, actor, reason, orderNumber }) => ({
      id,
      at: at.toISOString(),
      size: sizeOfStockKey(key),
      change,
      cause,
      actor: nameOf(actor),
      reason,
      orderNumber,
    })),
  }
}

const SHEET_COLUMNS = ['SKU', 'Name', 'Size', 'On hand', 'Held', 'Counted', 'Note']

/** One row for each level, with an empty column for the count. */
export async function stockSheet(db: Db, now: Date): Promise<z.input<(typeof exportStockSheet)['response']>> {
  const products = new Map((await selectProducts(db, undefined)).map((product) => [product.sku, product]))
  const rows = (await listLevels(db, '', now)).flatMap(({ key, onHand, held }) => {
    const sku = skuOfStockKey(key)
    if (sku === null) return []
    const name = products.get(sku)?.name ?? ''
    return [[sku, name, sizeOfStockKey(key), String(onHand), String(held), '', '']]
  })
  return { name: `stock-${indiaDate(now)}.csv`, text: toCsv([SHEET_COLUMNS, ...rows]) }
}
