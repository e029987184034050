/** The uploaded pictures that products name: a product that names a missing one cannot be published. */
import type { CollectionChange, CollectionError } from '#domain/edition.ts'
import { skuOf, type Product } from '#domain/product.ts'
import { photographsOf } from '#domain/uploaded-picture.ts'
import type { Db } from '#server/db/open.ts'
import { markPicturesUsed } from '#server/pictures/rows.ts'

/** Renews their use, which keeps them from being deleted for some time; returns an error for each missing one. */
export async function markPhotographsUsed(
  db: Db,
  products: readonly Product[],
  now: Date,
): Promise<readonly CollectionError[]> {
  const references = products.flatMap((product) =>
    photographsOf(product).map(([field, name]) => ({ key: skuOf(product), field, name })),
  )
  const missing = await markPicturesUsed(db, photographNames(products), now)
  return references
    .filter(({ name }) => missing.has(name))
    .map(({ key, field }) => ({
      key,
      field,
      text: 'is no picture of this shop, or no longer: upload it again',
    }))
}

export function photographNames(products: readonly Product[]): readonly string[] {
  return [...new Set(products.flatMap((product) => photographsOf(product).map(([, name]) => name)))]
}

export function productsPutBy(changes: readonly CollectionChange[]): readonly Product[] {
  return changes.flatMap((change) => (change.do === 'put product' ? [change.product] : []))
}
