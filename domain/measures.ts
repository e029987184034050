/** Formats weights, lengths and rates. */
import { formatDecimals } from './number-format.ts'
import { inCarats, inGrams } from './product.ts'
import type { RatedMetal } from './rates.ts'

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
export const METAL_NAMES: Record<RatedMetal, string> = {
  gold: 'gold',
  gold18k: '18K gold',
  silver: 'silver',
  platinum: 'platinum',
  copper: 'copper',
}
