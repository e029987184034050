/** Editions as temporal rows: reads an edition or a part of it, and writes the changes of a new one. */
import { and, desc, gt, inArray, isNull, lte, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { isSameEntry, type EditionEntry, type EditionEntryChange } from '#domain/collection-hash.ts'
import { FREE_PRICE_LIMIT } from '#domain/edition-check.ts'
import {
  applyCollectionChanges,
  type CollectionChange,
  type EditableCollection,
  type PositionedProduct,
} from '#domain/edition.ts'
import { ratedMetalOf } from '#domain/price.ts'
import { METALS, skuOf, type Product, type ProductKey, type Sku } from '#domain/product.ts'
import type { PricingParameters } from '#domain/rates.ts'
import type { Db } from '#server/db/open.ts'
import { edition as editionTable, editionEntry } from '#server/db/schema.ts'

/** Keys of the rows that are not products. */
export const RATES = 'rates'
const NEW_ARRIVALS = 'newArrivals'
const FEATURED = 'featured'
const SINGLE_KEYS = [RATES, NEW_ARRIVALS, FEATURED] as const

/** The entries that differ between two editions. */
export interface LoadedChanges extends Partial<Omit<EditableCollection, 'products'>> {
  readonly products: readonly PositionedProduct[]
}

/** The entries of an edition that are newer than another. */
export async function loadChanges(db: Db, edition: number, newerThan: number): Promise<LoadedChanges> {
  const entries: EditionEntry[] = []
  // Page by page, so that the server can handle other requests in between.
  for (;;) {
    const last = entries.at(-1)
    const rows = await db
      .select(ENTRY)
      .from(editionEntry)
      .where(
        and(isPartOf(edition), gt(editionEntry.validFrom, newerThan), last && gt(editionEntry.key, last.key)),
      )
      .orderBy(editionEntry.key)
      .limit(ROWS_PER_PAGE)
    entries.push(...rows)
    if (rows.length < ROWS_PER_PAGE) return toChanges(entries)
  }
}

const ROWS_PER_PAGE = 1000
const ENTRY = { key: editionEntry.key, position: editionEntry.position, value: editionEntry.value }

function isPartOf(edition: number): SQL | undefined {
  return and(
    lte(editionEntry.validFrom, edition),
    or(isNull(editionEntry.validTo), gt(editionEntry.validTo, edition)),
    sql`${edition} <= (select max(${editionTable.number}) from ${editionTable})`,
  )
}

/** The values were written by writeEntries. */
function toChanges(entries: readonly EditionEntry[]): LoadedChanges {
  const singles: Partial<Record<string, unknown>> = {}
  const products: PositionedProduct[] = []
  for (const { key, position, value } of entries)
    if (isSingle(key)) singles[key] = value
    else products.push({ product: value as Product, position })
  return { ...singles, products }
}

function isSingle(key: string): boolean {
  return SINGLE_KEYS.some((single) => single === key)
}

export async function loadEntries(db: Db, edition: number): Promise<EditableCollection> {
  return toCollection(edition, await loadChanges(db, edition, 0))
}

/** Contains only these products. */
export async function loadEntriesOf(
  db: Db,
  edition: number,
  skus: readonly Sku[],
): Promise<EditableCollection> {
  const keys = [...SINGLE_KEYS, ...new Set(skus)]
  const entries: EditionEntry[] = []
  for (let from = 0; from < keys.length; from += ROWS_PER_PAGE)
    entries.push(...(await loadWhere(db, edition, isOneOf(keys.slice(from, from + ROWS_PER_PAGE)))))
  return toCollection(edition, toChanges(entries))
}

/** One parameter, however many there are. */
function isOneOf(keys: readonly string[]): SQL {
  return sql`${editionEntry.key} = any(${sql.param(keys)}::text[])`
}

function loadWhere(db: Db, edition: number, condition: SQL | undefined): Promise<EditionEntry[]> {
  return db
    .select(ENTRY)
    .from(editionEntry)
    .where(and(isPartOf(edition), condition))
}

function toCollection(
  edition: number,
  { rates, newArrivals, featured, products }: LoadedChanges,
): EditableCollection {
  if (!rates || !newArrivals || !featured) throw new Error(`There is no edition ${edition}`)
  return { rates, newArrivals, featured, products: productMap(products) }
}

function productMap(products: readonly PositionedProduct[]): ReadonlyMap<Sku, PositionedProduct> {
  return new Map(products.map((positioned) => [skuOf(positioned.product), positioned]))
}

/** Includes the products that the changes name. */
export function loadNamed(
  db: Db,
  edition: number,
  changes: readonly CollectionChange[],
): Promise<EditableCollection> {
  return loadEntriesOf(db, edition, changes.flatMap(productsOf).map(skuOf))
}

/**
 * The part of the newest edition that decides what the changes result in and whether that may be published: all other
 * products stay as they are, and valid.
 */
export async function loadAffected(
  db: Db,
  edition: number,
  changes: readonly CollectionChange[],
): Promise<EditableCollection> {
  const named = await loadNamed(db, edition, changes)
  const { rates, newArrivals, featured } = applyCollectionChanges(named, changes).after
  const selected = [...newArrivals, ...featured].map(skuOf)
  const further = await loadWhere(
    db,
    edition,
    or(
      isOneOf(selected),
      changes.some((change) => change.do === 'set rates') ? or(mayBeFree(rates), hasFixedPrice) : undefined,
      changes.some((change) => change.do === 'put product' && change.position === undefined)
        ? inArray(editionEntry.key, lastOfEachType(db, edition))
        : undefined,
    ),
  )
  return { ...named, products: new Map([...productMap(toChanges(further).products), ...named.products]) }
}

function productsOf(change: CollectionChange): readonly ProductKey[] {
  switch (change.do) {
    case 'put product':
    case 'retire product':
      return [change.product]
    case 'select':
      return change.products
    case 'set rates':
      return []
  }
}

/** Products that rates may bring below the value of their metal. */
const hasFixedPrice = sql`${editionEntry.value} ? 'fixedPrice'`

/** Keys of the products that rates may bring below the value of their metal. */
export async function fixedPriceKeys(db: Db, edition: number): Promise<readonly Sku[]> {
  const rows = await db
    .select({ key: editionEntry.key })
    .from(editionEntry)
    .where(and(isPartOf(edition), hasFixedPrice))
  // Only products have one.
  return rows.map(({ key }) => key as Sku)
}

/** Products whose price the rates may bring down to nothing. */
function mayBeFree(rates: PricingParameters): SQL {
  const perGram = METALS.map((metal) => {
    const rated = ratedMetalOf(metal)
    return [metal, rated && rates.perGram[rated]]
  })
  const { value } = editionEntry
  return sql`coalesce(
    (${value} ->> 'fixedPrice')::numeric,
    (${value} ->> 'weightMg')::numeric * (${JSON.stringify(Object.fromEntries(perGram))}::jsonb ->> (${value} ->> 'metal'))::numeric / 1000
  ) < ${FREE_PRICE_LIMIT}`
}

/** The position after which further products are placed. */
function lastOfEachType(db: Db, edition: number) {
  const type = sql`${editionEntry.value} ->> 'type'`
  return db
    .selectDistinctOn([type], { key: editionEntry.key })
    .from(editionEntry)
    .where(and(isPartOf(edition), notInArray(editionEntry.key, [...SINGLE_KEYS])))
    .orderBy(type, desc(editionEntry.position))
}

/** Keys of the products that differ between the newest and an earlier edition. */
export async function keysChangedSince(db: Db, edition: number): Promise<readonly Sku[]> {
  const rows = await db
    .select({ key: editionEntry.key })
    .from(editionEntry)
    .where(
      and(
        isNull(editionEntry.validTo),
        gt(editionEntry.validFrom, edition),
        notInArray(editionEntry.key, [...SINGLE_KEYS]),
      ),
    )
  // Keys of products are SKUs.
  return rows.map(({ key }) => key as Sku)
}

/** The entries in which `after` differs from `before`; null for the first edition. */
export function entryChanges(
  before: EditableCollection | null,
  after: EditableCollection,
): readonly EditionEntryChange[] {
  const old = new Map(before ? entriesOf(before).map((entry) => [entry.key, entry]) : [])
  return entriesOf(after)
    .map((entry) => ({ before: old.get(entry.key), after: entry }))
    .filter((change) => !isSameEntry(change))
}

/** Entries that are new in an edition, or changed since the previous one. */
export function changedProducts(changes: readonly EditionEntryChange[]): readonly Product[] {
  return toChanges(changes.map(({ after }) => after)).products.map(({ product }) => product)
}

function entriesOf({ rates, newArrivals, featured, products }: EditableCollection): readonly EditionEntry[] {
  return [
    { key: RATES, position: 0, value: rates },
    { key: NEW_ARRIVALS, position: 0, value: newArrivals },
    { key: FEATURED, position: 0, value: featured },
    ...Array.from(products, ([key, { product, position }]) => ({ key, position, value: product })),
  ]
}

/** Keeps a statement within the query timeout. */
const ROWS_PER_STATEMENT = 2000

export async function writeEntries(
  tx: Db,
  edition: number,
  changes: readonly EditionEntryChange[],
): Promise<void> {
  for (let from = 0; from < changes.length; from += ROWS_PER_STATEMENT) {
    const rows = changes.slice(from, from + ROWS_PER_STATEMENT).map(({ after }) => after)
    await tx
      .update(editionEntry)
      .set({ validTo: edition })
      .where(and(isNull(editionEntry.validTo), isOneOf(rows.map(({ key }) => key))))
    // One parameter for all rows: with one per cell, an import of 100,000 products took twice as long.
    await tx.execute(sql`
      insert into ${editionEntry} (key, valid_from, position, value)
      select key, ${edition}, position, value
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (key text, position integer, value jsonb)
    `)
  }
}
