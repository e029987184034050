/** Texts for facts of products. */
import { formatDecimals } from '#domain/number-format.ts'
import { inCarats, inGrams } from '#domain/product.ts'
import type { RatedMetal } from '#domain/rates.ts'
import { MADE_TO_ORDER_DAYS } from '#domain/shop.ts'

/** 3.6 g. */
export function formatGrams(weightMg: number): string {
  return `${formatDecimals(inGrams(weightMg))} g`
}

/** 0.62 carats. */
export function formatCarats(weightMg: number): string {
  return `${formatDecimals(inCarats(weightMg))} carats`
}

/** 18 inches. */
export function formatInches(length: number): string {
  return `${formatDecimals(length)} inches`
}

/** For "… rate per gram"; bronze follows copper (D5). */
export const RATE_NAMES: Record<RatedMetal, string> = {
  gold: 'gold',
  gold18k: '18K gold',
  silver: 'silver',
  platinum: 'platinum',
  copper: 'copper',
}

/** Plural for one result too (`2.listing.count`, docs/decisions/005-reading-the-requirements.md). */
export function resultCountText(count: number): string {
  return `Showing ${count} results`
}

export function itemCountText(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`
}

export const MADE_TO_ORDER = `Made to order: dispatched in ${MADE_TO_ORDER_DAYS} days`
