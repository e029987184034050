import { useEffect, useState } from 'react'
import { noChoices, shown } from '#domain/filter.ts'
import type { Listing } from '#domain/listing.ts'
import type { Product } from '#domain/product.ts'
import type { TradeFindings } from '#domain/trade-search.ts'

interface Meant {
  /** Null where a word of the query is a metal or style of theirs. */
  readonly understoodAs: string | null
  readonly answers: (product: Product) => boolean
}

/**
 * The pieces that a query means where none has it in its name or category: "angoothi" among the rings. Null as long as
 * the specified search finds something, or there is nothing to find. The words are downloaded when they are needed.
 */
export function useMeant(query: string, listing: Listing, products: readonly Product[]): Meant | null {
  const [known, setKnown] = useState<{ readonly query: string; readonly meant: Meant | null } | null>(null)
  const isNeeded =
    query.trim() !== '' && shown(products, listing, { ...noChoices(listing), query }).length === 0

  useEffect(() => {
    if (!isNeeded) return
    let isOver = false
    import('#domain/trade-search.ts').then(
      ({ foundByTrade }) =>
        isOver ? undefined : setKnown({ query, meant: meantBy(foundByTrade(query, products)) }),
      // Without a connection the list stays with what the letters find.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [isNeeded, query, products])

  return isNeeded && known?.query === query ? known.meant : null
}

function meantBy({ products, understoodAs }: TradeFindings): Meant | null {
  if (products.length === 0) return null
  const found = new Set(products)
  return { understoodAs, answers: (product) => found.has(product) }
}
