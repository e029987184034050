/** Makes a few products nearly sold out, so that shoppers compete for them, and stocks plenty of the others. */
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import type { PricedProduct } from '#domain/collection.ts'
import { skuOf } from '#domain/product.ts'
import type { Database } from '#server/db/open.ts'
import { setLevel } from '#server/stock/corrections.ts'
import { seedOpeningStock } from '#server/stock/levels.ts'
import { seededRandom } from './random.ts'

const PLENTY = 100_000
const SCARCE_PRODUCTS = 12
const PIECES_MAX = 3

interface ScarceProduct {
  readonly product: PricedProduct
  readonly count: number
}

export function scarceProducts(seed: number): readonly ScarceProduct[] {
  const random = seededRandom(seed, 'scarce')
  const inStock = OPENING_COLLECTION.products.filter((product) => product.inStock)
  const drawn = Array.from({ length: SCARCE_PRODUCTS }, () => random.oneOf(inStock))
  return [...new Set(drawn)].map((product) => ({ product, count: random.between(1, PIECES_MAX) }))
}

export async function stockShelves(db: Database, seed: number): Promise<void> {
  const now = new Date()
  await seedOpeningStock(db, { products: OPENING_CONTENT.products, each: PLENTY, now })
  for (const { product, count } of scarceProducts(seed)) {
    await setLevel(db, { key: skuOf(product), count }, { actor: 'chaos run', reason: 'scarce', now })
  }
}
