/** Name, contact and terms of the business. */
import { rupees, type Paise } from './money.ts'

export const SHOP = {
  name: 'Swarnika Jewellers',
  shortName: 'Swarnika',
  city: 'New Delhi',
  state: 'Delhi',
  since: 1995,
  tagline: 'Fine jewellery from New Delhi, made to be handed down.',
  phone: '+91 11 5550 1995',
  email: 'care@swarnika.example',
  instagram: 'https://www.instagram.com/',
} as const

/**
 * 13% in total (`9.thirteen`, D30). The retailer's accountant confirms both before going live: the statutory GST on
 * jewellery is 3% (docs/decisions/002-prices.md).
 */
export const MAKING_CHARGE_PERCENT = 7
export const GST_PERCENT = 6

/** Bangle list prices are dollar figures; this makes the rupee price (D6). */
export const BANGLE_RUPEES_PER_DOLLAR = 75
/** For the approximate dollar figure on the wishlist (D7). */
export const REFERENCE_RUPEES_PER_DOLLAR = 75

export const OFFER_PERCENT = 20
export const FREE_SHIPPING_FROM: Paise = rupees(5000)
/**
 * In the strip and the cart, without a comma (`2.strip.shipping`, `D9.below`). Elsewhere `formatWholeRupees` writes it.
 */
export const FREE_SHIPPING_THRESHOLD = `₹${FREE_SHIPPING_FROM / 100}`
export const CURRENCY = 'INR'
/** ISO 3166: the shop's country, and the only one that the checkout delivers to. */
export const COUNTRY = 'IN'
export const PICKUP_PINCODE = '110059'
/** The first slab of every courier, packaging included. */
export const MIN_SHIPMENT_WEIGHT_MG = 500_000
/** The opening level of each product that is in stock. */
export const DEFAULT_OPENING_STOCK = 20
/** The level of a product published without a count: a piece of jewellery is unique until it is counted. */
export const DEFAULT_ON_HAND = 1
/** How many pieces the workshop can begin per week. */
export const BENCH_SLOTS_PER_WEEK = 1000
