import { applyFilters, countOptions, type FilterState, type OptionCounts } from '#domain/filter.ts'
import type { PricedProduct } from '#domain/collection.ts'
import type { Page } from '#domain/paging.ts'
import type { ListingPageData } from '#app/product/page-data.ts'
import { useFuzzyMatches } from './use-fuzzy-matches.ts'

export interface Results {
  /** Those that are shown. */
  readonly products: readonly PricedProduct[]
  /** On all pages. */
  readonly total: number
  /** Null where all are shown. */
  readonly page: Page | null
  /** Filters that are not applied yet have counts of their own, but on a listing of several pages. */
  readonly countsOf: (filters: FilterState) => OptionCounts
  readonly understoodAs: string | null | undefined
}

/** What the filters leave: of a listing of several pages by its loader, of another computed here. */
export function useResults(
  { listing, products, meaning, results }: ListingPageData,
  filters: FilterState,
): Results {
  const fuzzy = useFuzzyMatches(results ? '' : filters.query, listing, products, meaning)
  if (results) {
    const { page, counts } = results
    return { products, total: page.total, page, countsOf: () => counts, understoodAs: meaning?.understoodAs }
  }
  const found = applyFilters(products, listing, filters, fuzzy?.matches)
  return {
    products: found,
    total: found.length,
    page: null,
    countsOf: (applied) => countOptions(products, listing, applied, fuzzy?.matches),
    understoodAs: fuzzy?.understoodAs,
  }
}
