import { useCallback, useMemo, useState } from 'react'
import { applyFilters, countOptions, type FilterState, type OptionCounts } from '#domain/filter.ts'
import { sortProducts } from '#domain/sort.ts'
import type { PricedProduct } from '#domain/collection.ts'
import type { Page } from '#domain/paging.ts'
import type { ListingPageData } from '#app/product/page-data.ts'
import { useFuzzyMatches } from './use-fuzzy-matches.ts'

export interface Results {
  /** Products with a card. */
  readonly products: readonly PricedProduct[]
  /** The shown subset; by default all. */
  readonly shown?: ReadonlySet<PricedProduct>
  /** Total over all pages. */
  readonly total: number
  /** Null if all are shown. */
  readonly page: Page | null
  /** Counts for unapplied filters, except on a listing of several pages. */
  readonly countsOf: (filters: FilterState) => OptionCounts
  readonly understoodAs: string | null | undefined
}

/** The filtered products: from the loader for a listing of several pages, otherwise computed here. */
export function useResults(
  { listing, products, meaning, results }: ListingPageData,
  filters: FilterState,
): Results {
  const fuzzy = useFuzzyMatches(results ? '' : filters.query, listing, products, meaning)
  const matches = fuzzy?.matches
  const understoodAs = results ? meaning?.understoodAs : fuzzy?.understoodAs
  const found = useMemo(
    () => (results ? products : applyFilters(products, listing, filters, matches)),
    [results, products, listing, filters, matches],
  )
  const countsOf = useCallback(
    (applied: FilterState) => results?.counts ?? countOptions(products, listing, applied, matches),
    [results, products, listing, matches],
  )
  // Once all cards have been rendered, filters hide them: rendering them again takes longer than showing them.
  const [hasAllCards, setHasAllCards] = useState(found.length === products.length)
  if (!hasAllCards && found.length === products.length) setHasAllCards(true)
  return useMemo(
    () => ({
      ...(hasAllCards && !results
        ? { products: sortProducts(products, filters.sort), shown: new Set(found) }
        : { products: found }),
      total: results?.page.total ?? found.length,
      page: results?.page ?? null,
      countsOf,
      understoodAs,
    }),
    [hasAllCards, results, products, filters.sort, found, countsOf, understoodAs],
  )
}
