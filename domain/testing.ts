import { OPENING_RATES } from './catalogue/opening.ts'
import { priceOf, type Price } from './price.ts'
import type { Product } from './product.ts'

/** At the rates of the opening collection. */
export function openingPrice(product: Product): Price {
  return priceOf(product, OPENING_RATES)
}

/** The product with its price at the rates of the opening collection. */
export function priced<P extends Product>(product: P): P & { readonly price: Price } {
  return { ...product, price: openingPrice(product) }
}
