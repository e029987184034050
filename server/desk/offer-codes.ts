/** Offer codes at the desk (contract/desk/offers.ts): the list, the effect of a code, and its creation. */
import { isDeepStrictEqual } from 'node:util'
import { count, desc, isNull } from 'drizzle-orm'
import type { OfferCodeDays, OfferCodePreview, OfferCodes } from '#contract/desk/offers.ts'
import { priceCart } from '#domain/cart.ts'
import type { Collection } from '#domain/collection.ts'
import { paise } from '#domain/money.ts'
import {
  appliesTo,
  OFFER_PERCENT_MAX,
  offerCodeState,
  withOfferCode,
  type OfferCodeTerms,
  type OfferCodeValidity,
} from '#domain/offer-code.ts'
import type { Role } from '#domain/permissions.ts'
import { availabilityOf, PRODUCT_TYPES, skuOf } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import { addMs, DAY_MS, parseIndiaTime } from '#domain/time.ts'
import { offerCode, offerRedemption } from '#server/db/offer-schema.ts'
import type { Db } from '#server/db/open.ts'
import { toTerms, type OfferCodeRow } from '#server/offers/offer-codes.ts'
import { loadStaffNames } from './staff-names.ts'

export async function listOfferCodes(
  db: Db,
  collection: Collection,
  role: Role,
  now: Date,
): Promise<OfferCodes> {
  const nameOf = await loadStaffNames(db, role)
  const rows = await db.select().from(offerCode).orderBy(desc(offerCode.createdAt), offerCode.code)
  const used = await db
    .select({ code: offerRedemption.code, orders: count() })
    .from(offerRedemption)
    .where(isNull(offerRedemption.reservedUntil))
    .groupBy(offerRedemption.code)
  const ordersWith = new Map(used.map(({ code, orders }) => [code, orders]))
  const { rates, products } = collection
  return {
    special: { percent: rates.offerPercent, pieces: products.filter(({ onOffer }) => onOffer).length },
    codes: rows.map((row) => {
      const terms = toTerms(row)
      return {
        ...terms,
        appliesTo: [...terms.appliesTo],
        validFrom: row.validFrom.toISOString(),
        validUntil: row.validUntil?.toISOString() ?? null,
        ordersMax: row.ordersMax,
        ordersPerCustomerMax: row.ordersPerCustomerMax,
        state: offerCodeState(row, now),
        used: ordersWith.get(row.code) ?? 0,
        createdAt: row.createdAt.toISOString(),
        createdBy: nameOf(row.createdBy),
      }
    }),
  }
}

export function previewOf(terms: OfferCodeTerms, { products, find }: Collection): OfferCodePreview {
  const lines = products
    .filter((product) => availabilityOf(product) !== 'sold out')
    .filter((product) => appliesTo(terms, product))
    .map(({ type, id }) => ({ type, id, size: '', quantity: 1 }))
  const before = priceCart(lines, find)
  const offered = withOfferCode(before, terms)
  const savings = before.buyable.flatMap((line, at) => {
    const saving = line.total - (offered.buyable[at]?.total ?? line.total)
    return saving > 0 ? [{ saving, percent: (saving / line.total) * 100 }] : []
  })
  const amounts = savings.map(({ saving }) => saving)
  return {
    pieces: lines.length,
    cheaper: savings.length,
    savingMin: paise(savings.length > 0 ? Math.min(...amounts) : 0),
    savingMax: paise(Math.max(0, ...amounts)),
    reductionMax: Math.round(Math.max(0, ...savings.map(({ percent }) => percent)) * 10) / 10,
  }
}

export interface InvalidOfferCode {
  readonly field: 'percent' | 'appliesTo' | 'firstDay' | 'lastDay'
  readonly text: string
}

/** Null if the terms are consistent. */
export function termsError(
  { percent, on, appliesTo: keys }: Pick<OfferCodeTerms, 'percent' | 'on' | 'appliesTo'>,
  { products }: Collection,
): InvalidOfferCode | null {
  const max = OFFER_PERCENT_MAX[on]
  if (percent > max) return { field: 'percent', text: `A code takes at most ${max}% off the ${on}.` }
  const known = new Set<string>([...PRODUCT_TYPES, ...products.map(skuOf)])
  const unknown = keys.find((key) => !known.has(key))
  return unknown === undefined ? null : { field: 'appliesTo', text: `There is no piece ${unknown}.` }
}

/** From the beginning of the first day to the end of the last in India. */
export function validityOf({
  firstDay,
  lastDay,
}: OfferCodeDays): Result<OfferCodeValidity, InvalidOfferCode> {
  const validFrom = parseIndiaTime(`${firstDay}T00:00`)
  if (!validFrom) return invalid('firstDay', 'Enter a day that exists.')
  if (lastDay === null) return { ok: true, value: { validFrom, validUntil: null } }
  const lastFrom = parseIndiaTime(`${lastDay}T00:00`)
  if (!lastFrom) return invalid('lastDay', 'Enter a day that exists.')
  if (lastFrom < validFrom) return invalid('lastDay', 'The last day is before the first.')
  return { ok: true, value: { validFrom, validUntil: addMs(lastFrom, DAY_MS) } }
}

function invalid(field: InvalidOfferCode['field'], text: string) {
  return { ok: false as const, error: { field, text } }
}

/** Whether both have the same terms, so that a retry is recognized. */
export function isSameOffer(row: OfferCodeRow, other: OfferCodeRow): boolean {
  const { createdAt, createdBy } = other
  return isDeepStrictEqual({ ...row, createdAt, createdBy }, other)
}
