/** One offer code with limits, for which shoppers compete as they do for the last pieces. */
import type { OfferCodeTerms } from '#domain/offer-code.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/db/open.ts'
import { offerCode } from '#server/db/offer-schema.ts'
import { seededRandom } from './random.ts'

export const OFFER: OfferCodeTerms = { code: 'CHAOS20', percent: 20, on: 'price', appliesTo: [] }
/** Percentage of checkouts. */
const USERS = 15

/** Some of those who enter the code get no offer. */
function offerOrdersMax(orders: number): number {
  return Math.max(2, Math.round(orders * 0.04))
}

export async function makeOfferCode(db: Database, orders: number): Promise<void> {
  const now = new Date()
  const { code, percent, on: base } = OFFER
  await db.insert(offerCode).values({
    code,
    percent,
    base,
    appliesTo: [],
    validFrom: addMs(now, -DAY_MS),
    validUntil: null,
    ordersMax: offerOrdersMax(orders),
    ordersPerCustomerMax: 1,
    createdAt: now,
    createdBy: 'chaos run',
  })
}

export function entersOffer(seed: number, checkout: number): boolean {
  return seededRandom(seed, 'offer', checkout).happens(USERS / 100)
}
