import { useEffect, useMemo, useState } from 'react'
import { hasNoExactMatch } from '#domain/filter.ts'
import type { Listing } from '#domain/listing.ts'
import type { PricedProduct } from '#domain/collection.ts'
import type { Interpretation } from '#domain/fuzzy-search.ts'

interface FuzzyMatches {
  readonly understoodAs: string | null
  readonly matches: (product: PricedProduct) => boolean
}

/**
 * Products that match a query fuzzily if the required search (`5.listing-search`) finds none: "angoothi" among the
 * rings. Null if it finds some, or if there is no fuzzy match either. The loader interprets the query of the URL; for
 * typed queries, the search code is fetched when needed.
 */
export function useFuzzyMatches(
  query: string,
  listing: Listing,
  products: readonly PricedProduct[],
  initial: Interpretation | null,
): FuzzyMatches | null {
  const [known, setKnown] = useState(initial)
  const isNeeded = hasNoExactMatch(query, listing, products)
  const isMissing = isNeeded && known?.query !== query

  useEffect(() => {
    if (!isMissing) return
    let isStale = false
    import('#domain/fuzzy-search.ts').then(
      ({ interpretQuery }) => (isStale ? undefined : setKnown(interpretQuery(products, query))),
      // Without a connection the exact search remains.
      () => undefined,
    )
    return () => {
      isStale = true
    }
  }, [isMissing, query, products])

  return useMemo(() => {
    if (!isNeeded || known?.query !== query || known.ids.length === 0) return null
    const ids = new Set(known.ids)
    return { understoodAs: known.understoodAs, matches: ({ id }) => ids.has(id) }
  }, [isNeeded, known, query])
}
