/** Editions as temporal rows: reading one, and writing what a new one changes. */
import { isDeepStrictEqual } from 'node:util'
import { and, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { EditableCollection, PlacedProduct } from '#domain/edition.ts'
import { skuOf, type Product, type ProductKey, type Sku } from '#domain/product.ts'
import type { Rates } from '#domain/rates.ts'
import type { Db } from '#server/db/open.ts'
import { edition as editionTable, editionEntry } from '#server/db/schema.ts'

/** Keys of the rows that are not products. */
export const RATES = 'rates'
const NEW_ARRIVALS = 'newArrivals'
const FEATURED = 'featured'

interface Entry {
  readonly position: number
  readonly value: unknown
}

export class UnknownEditionError extends Error {
  constructor(edition: number) {
    super(`There is no edition ${edition}.`)
  }
}

/** A collection of an earlier edition, so that only what has changed since is read. */
export interface KnownEdition {
  readonly edition: number
  readonly collection: EditableCollection
}

/** Throws UnknownEditionError. Reads page by page, so that a server can respond to others in between. */
export async function loadEntries(
  db: Db,
  edition: number,
  known?: KnownEdition,
): Promise<EditableCollection> {
  const others = new Map<string, unknown>()
  const products = new Map<Sku, PlacedProduct>()
  for await (const rows of entryPages(db, edition, known?.edition ?? 0))
    for (const { key, position, value } of rows)
      if (key === RATES || key === NEW_ARRIVALS || key === FEATURED) others.set(key, value)
      else {
        // Written by writeEntries.
        const product = value as Product
        products.set(skuOf(product), { product, position })
      }
  if (known) return withChanges(known.collection, others, products)
  if (!others.has(RATES)) throw new UnknownEditionError(edition)
  return {
    rates: others.get(RATES) as Rates,
    newArrivals: others.get(NEW_ARRIVALS) as readonly ProductKey[],
    featured: others.get(FEATURED) as readonly ProductKey[],
    products,
  }
}

function withChanges(
  known: EditableCollection,
  others: ReadonlyMap<string, unknown>,
  products: ReadonlyMap<Sku, PlacedProduct>,
): EditableCollection {
  return {
    ...known,
    ...Object.fromEntries(others),
    products: products.size === 0 ? known.products : new Map([...known.products, ...products]),
  }
}

const ROWS_PER_PAGE = 1000

/** The rows of an edition that are newer than another. */
async function* entryPages(db: Db, edition: number, newerThan: number) {
  let last: string | null = null
  for (;;) {
    const rows: { key: string; position: number; value: unknown }[] = await db
      .select({ key: editionEntry.key, position: editionEntry.position, value: editionEntry.value })
      .from(editionEntry)
      .where(
        and(
          gt(editionEntry.validFrom, newerThan),
          lte(editionEntry.validFrom, edition),
          or(isNull(editionEntry.validTo), gt(editionEntry.validTo, edition)),
          sql`${edition} <= (select max(${editionTable.number}) from ${editionTable})`,
          last === null ? undefined : gt(editionEntry.key, last),
        ),
      )
      .orderBy(editionEntry.key)
      .limit(ROWS_PER_PAGE)
    yield rows
    last = rows.at(-1)?.key ?? null
    if (rows.length < ROWS_PER_PAGE) return
  }
}

/** Keeps a statement within the time that a query may take. */
const ROWS_PER_STATEMENT = 2000

/** Writes the rows in which `after` differs from `before`, the edition in force; null for the first. */
export async function writeEntries(
  tx: Db,
  edition: number,
  before: EditableCollection | null,
  after: EditableCollection,
): Promise<void> {
  const old = before ? entriesOf(before) : new Map<string, Entry>()
  const changed = [...entriesOf(after)].filter(([key, entry]) => !isSameEntry(old.get(key), entry))
  for (let from = 0; from < changed.length; from += ROWS_PER_STATEMENT) {
    const rows = changed
      .slice(from, from + ROWS_PER_STATEMENT)
      .map(([key, { position, value }]) => ({ key, position, value }))
    // One parameter for all rows: with one for each cell, an import of 100,000 products took twice as long.
    const keys = sql.param(rows.map(({ key }) => key))
    await tx
      .update(editionEntry)
      .set({ validTo: edition })
      .where(and(isNull(editionEntry.validTo), sql`${editionEntry.key} = any(${keys}::text[])`))
    await tx.execute(sql`
      insert into ${editionEntry} (key, valid_from, position, value)
      select key, ${edition}, position, value
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (key text, position integer, value jsonb)
    `)
  }
}

function entriesOf(collection: EditableCollection): ReadonlyMap<string, Entry> {
  const { rates, newArrivals, featured, products } = collection
  return new Map<string, Entry>([
    [RATES, { position: 0, value: rates }],
    [NEW_ARRIVALS, { position: 0, value: newArrivals }],
    [FEATURED, { position: 0, value: featured }],
    ...[...products].map(([sku, { product, position }]): [string, Entry] => [
      sku,
      { position, value: product },
    ]),
  ])
}

function isSameEntry(one: Entry | undefined, other: Entry): boolean {
  return one?.position === other.position && isDeepStrictEqual(one.value, other.value)
}
