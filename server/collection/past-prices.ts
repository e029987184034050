/** Products with the prices of any edition: to honour and to explain what it quoted. */
import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import { finderOf, type FindProduct, type PricedProduct } from '#domain/collection.ts'
import { priceOf } from '#domain/price.ts'
import { skuOf, type Product, type ProductKey } from '#domain/product.ts'
import type { PricingParameters } from '#domain/rates.ts'
import type { Db } from '#server/db/open.ts'
import { edition, editionEntry } from '#server/db/schema.ts'
import { RATES } from './entries.ts'

export interface PastPrices {
  readonly edition: number
  readonly publishedAt: Date
  /** Finds the requested products, without those that the edition does not have. */
  readonly find: FindProduct
}

/** Reads a few rows of the edition, not all of it. Null for an unknown number. */
export async function loadPastPrices(
  db: Db,
  number: number,
  keys: readonly ProductKey[],
): Promise<PastPrices | null> {
  const [published] = await db.select().from(edition).where(eq(edition.number, number))
  if (!published) return null
  const rows = await db
    .select({ key: editionEntry.key, value: editionEntry.value })
    .from(editionEntry)
    .where(
      and(
        inArray(editionEntry.key, [RATES, ...keys.map(skuOf)]),
        lte(editionEntry.validFrom, number),
        or(isNull(editionEntry.validTo), gt(editionEntry.validTo, number)),
      ),
    )
  // Written by writeEntries.
  const rates = rows.find(({ key }) => key === RATES)?.value as PricingParameters
  const products = rows.filter(({ key }) => key !== RATES).map(({ value }) => value as Product)
  return {
    edition: number,
    publishedAt: published.publishedAt,
    find: finderOf(
      products.map((product): PricedProduct => ({ ...product, price: priceOf(product, rates) })),
    ),
  }
}
