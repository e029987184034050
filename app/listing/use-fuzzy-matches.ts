import { useEffect, useState } from 'react'
import { hasNoExactMatch } from '#domain/filter.ts'
import type { Listing } from '#domain/listing.ts'
import type { Product } from '#domain/product.ts'
import type { Interpretation } from '#domain/fuzzy-search.ts'

interface FuzzyMatches {
  readonly understoodAs: string | null
  readonly answers: (product: Product) => boolean
}

/**
 * The pieces that a query means where none has it in its name or category: "angoothi" among the rings. Null as long as
 * the required search (`5.listing-search`) finds something, or there is nothing to find. What the address asked for came with the page;
 * for what is typed, the words are downloaded when they are needed.
 */
export function useFuzzyMatches(
  query: string,
  listing: Listing,
  products: readonly Product[],
  given: Interpretation | null,
): FuzzyMatches | null {
  const [known, setKnown] = useState(given)
  const isNeeded = hasNoExactMatch(query, listing, products)
  const isMissing = isNeeded && known?.query !== query

  useEffect(() => {
    if (!isMissing) return
    let isOver = false
    import('#domain/fuzzy-search.ts').then(
      ({ interpretQuery }) => (isOver ? undefined : setKnown(interpretQuery(products, query))),
      // Without a connection the list stays with what the letters find.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [isMissing, query, products])

  if (!isNeeded || known?.query !== query || known.ids.length === 0) return null
  const { ids, understoodAs } = known
  return { understoodAs, answers: ({ id }) => ids.includes(id) }
}
