/** The opening collection: edition 1, with which a new database begins and from which the pages are built (D37). */
import { createCollection, type CollectionContent } from '#domain/collection.ts'
import { hashOf } from '#domain/collection-hash.ts'
import { rupees } from '#domain/money.ts'
import type { PricingParameters } from '#domain/rates.ts'
import { GST_PERCENT, MAKING_CHARGE_PERCENT, OFFER_PERCENT } from '#domain/shop.ts'
import { ALL_PRODUCTS } from './all.ts'
import { FEATURED, NEW_ARRIVALS } from './selections.ts'

/** `9.rates` */
export const OPENING_RATES: PricingParameters = {
  perGram: {
    gold: rupees(7300),
    gold18k: rupees(6000),
    silver: rupees(100),
    platinum: rupees(5200),
    copper: rupees(13),
  },
  diamondPerGram: rupees(75000),
  makingChargePercent: MAKING_CHARGE_PERCENT,
  gstPercent: GST_PERCENT,
  offerPercent: OFFER_PERCENT,
}

export const OPENING_CONTENT: CollectionContent = {
  rates: OPENING_RATES,
  products: ALL_PRODUCTS,
  newArrivals: NEW_ARRIVALS,
  featured: FEATURED,
}

export const OPENING_COLLECTION = createCollection(
  { edition: 1, hash: hashOf(OPENING_CONTENT) },
  OPENING_CONTENT,
)
