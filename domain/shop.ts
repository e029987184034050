/** Name, contact and constants of the business. */
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
/** In the strip and the cart, without a comma (`2.strip.shipping`, `D9.below`). Elsewhere `formatWholeRupees` writes it. */
export const FREE_SHIPPING_THRESHOLD = `₹${FREE_SHIPPING_FROM / 100}`
export const CURRENCY = 'INR'
/** ISO 3166: the shop's country, and the only one that the checkout delivers to. */
export const COUNTRY = 'IN'
/** From the start of checkout: how long prices stay valid and the payment dialog stays open. */
export const QUOTE_VALID_MINUTES = 15

export const PICKUP_PINCODE = '110059'
/** The first slab of every courier, packaging included. */
export const MIN_SHIPMENT_WEIGHT_MG = 500_000
/** How long a customer may decide whether sold pieces are made to order, before the payment is refunded. */
export const CONSENT_DAYS = 7
export const MADE_TO_ORDER_DAYS = 15
/** The hour in India until which pages promise that an order is handed over to the courier on the same day. */
export const HANDOVER_UNTIL_HOUR = 14
/** The opening level of each product that is in stock. */
export const DEFAULT_OPENING_STOCK = 20
/** The level of a product published without a count: a piece of jewellery is unique until it is counted. */
export const DEFAULT_ON_HAND = 1
/** How many pieces the workshop can begin per week. */
export const BENCH_SLOTS_PER_WEEK = 1000
/** Afterwards an unconfirmed subscription is purged. */
export const SUBSCRIPTION_PENDING_DAYS = 30
/** For unused products (`2.faq.returns`). */
export const RETURN_DAYS = 30

export const PINCODE_LENGTH = 6
export const PHONE_LENGTH_MIN = 10
export const PASSWORD_LENGTH_MIN = 6
/** Minimum for new passwords of staff, who can access all orders; existing shorter ones stay valid. */
export const STAFF_PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 128

/** Keeps sums far below overflow. */
export const LINE_QUANTITY_MAX = 99
export const CART_LINES_MAX = 120

export const SEARCH_SUGGESTIONS_MAX = 8
export const CAROUSEL_PICTURES = 14
export const CAROUSEL_INTERVAL_MS = 3000
export const TOAST_DURATION_MS = 3000
export const ZOOM_FACTOR = 1.4
export const RATING_SCALE = 5
