import { useEffect, useState } from 'react'
import { isInNoLetters } from '#domain/filter.ts'
import type { Listing } from '#domain/listing.ts'
import type { Product } from '#domain/product.ts'
import type { Meaning } from '#domain/trade-search.ts'

interface Meant {
  readonly understoodAs: string | null
  readonly answers: (product: Product) => boolean
}

/**
 * The pieces that a query means where none has it in its name or category: "angoothi" among the rings. Null as long as
 * the specified search finds something, or there is nothing to find. What the address asked for came with the page;
 * for what is typed, the words are downloaded when they are needed.
 */
export function useMeant(
  query: string,
  listing: Listing,
  products: readonly Product[],
  given: Meaning | null,
): Meant | null {
  const [known, setKnown] = useState(given)
  const isNeeded = isInNoLetters(query, listing, products)
  const isMissing = isNeeded && known?.query !== query

  useEffect(() => {
    if (!isMissing) return
    let isOver = false
    import('#domain/trade-search.ts').then(
      ({ meaningAmong }) => (isOver ? undefined : setKnown(meaningAmong(products, query))),
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
