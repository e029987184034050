/** Texts for facts of products. */
import { MADE_TO_ORDER_DAYS } from '#domain/deadlines.ts'

/** Plural for one result too (`2.listing.count`, docs/decisions/005-reading-the-requirements.md). */
export function resultCountText(count: number): string {
  return `Showing ${count} results`
}

export function nothingFoundText(query: string): string {
  return `Nothing found for “${query}”`
}

export function itemCountText(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`
}

/** A page and its invoice state different amounts of GST (D30, D38). */
export const GST_ON_INVOICES = 'All taxes are included. The tax invoice states GST as the law computes it'

export const MADE_TO_ORDER = `Made to order: dispatched in ${MADE_TO_ORDER_DAYS} days`
