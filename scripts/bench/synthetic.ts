/** Collections of any size, for measurements: variants of the opening products, the same on every run. */
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import type { CollectionContent } from '#domain/collection.ts'
import { paise } from '#domain/money.ts'
import { PRODUCT_TYPES, type Product, type ProductType } from '#domain/product.ts'

/** Above the ids of the opening collection. */
const FIRST_ID = 100_000

/** The opening collection with that many more products of each named type. They have no pictures. */
export function syntheticContent(counts: Partial<Record<ProductType, number>>): CollectionContent {
  const products = PRODUCT_TYPES.flatMap((type) => {
    const originals = OPENING_CONTENT.products.filter((product) => product.type === type)
    return [
      ...originals,
      ...Array.from({ length: counts[type] ?? 0 }, (_, index) => variantOf(originals, index)),
    ]
  })
  return { ...OPENING_CONTENT, products }
}

/** `total` products, equally many of each type. */
export function syntheticContentOf(total: number): CollectionContent {
  const missing = total - OPENING_CONTENT.products.length
  const share = Math.floor(missing / PRODUCT_TYPES.length)
  const counts = Object.fromEntries(PRODUCT_TYPES.map((type) => [type, share]))
  return syntheticContent({ ...counts, rings: missing - share * (PRODUCT_TYPES.length - 1) })
}

/** Lighter or cheaper than the original, so that it stays within the price filter of its listing. */
function variantOf(originals: readonly Product[], index: number): Product {
  const original = originals[index % originals.length]
  if (!original) throw new Error('There is no product to vary')
  const scale = (value: number) => Math.ceil((value * (40 + ((index * 37) % 60))) / 100)
  const { weightMg, fixedPrice } = original
  return {
    ...original,
    id: FIRST_ID + index,
    name: `${original.name} ${index + 1}`,
    weightMg: scale(weightMg),
    rating: (39 + (index % 12)) / 10,
    ...('diamondWeightMg' in original &&
      original.diamondWeightMg && { diamondWeightMg: Math.floor(original.diamondWeightMg / 4) }),
    ...(fixedPrice !== undefined && { fixedPrice: paise(scale(fixedPrice)) }),
  }
}
