/** The pieces that a newsletter can show. */
import type { Collection, PricedProduct } from '#domain/collection.ts'
import { availabilityOf, isProductType, skuOf } from '#domain/product.ts'

const SKU = /^(.+)-(\d+)$/

/** Null for products that the current edition does not have, or that nobody can buy. */
export function findPiece(sku: string, { find, retired }: Collection): PricedProduct | null {
  const [, type = '', id] = SKU.exec(sku) ?? []
  if (!isProductType(type)) return null
  const product = find({ type, id: Number(id) })
  const isOffered =
    product &&
    availabilityOf(product) !== 'sold out' &&
    !retired.some((each) => skuOf(each) === skuOf(product))
  return isOffered ? product : null
}
