/** How facts of a piece read. */
import { inDecimals } from '#domain/figures.ts'
import { inCarats, inGrams } from '#domain/product.ts'
import { MADE_TO_ORDER_DAYS, type RatedMetal } from '#domain/shop.ts'

/** 3.6 g. */
export function formatGrams(weightMg: number): string {
  return `${inDecimals(inGrams(weightMg))} g`
}

/** 0.62 carats. */
export function formatCarats(weightMg: number): string {
  return `${inDecimals(inCarats(weightMg))} carats`
}

/** 18 inches. */
export function formatInches(length: number): string {
  return `${inDecimals(length)} inches`
}

/** "… rate per gram": the metal whose rate a piece follows; bronze follows copper (decisions.md 5). */
export const RATE_NAMES: Record<RatedMetal, string> = {
  gold: 'gold',
  gold18k: '18K gold',
  silver: 'silver',
  platinum: 'platinum',
  copper: 'copper',
}

/** For one piece too the plural, as the specification gives the words (docs/decisions/005-the-letter.md). */
export function resultsInWords(count: number): string {
  return `Showing ${count} results`
}

export function piecesInWords(pieces: number): string {
  return pieces === 1 ? '1 piece' : `${pieces} pieces`
}

export const MADE_TO_ORDER = `Made to order: dispatched in ${MADE_TO_ORDER_DAYS} days`
