import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { choicesFromParams, choicesToParams, type FilterState } from '#domain/filter.ts'
import type { Listing } from '#domain/listing.ts'
import type { Product } from '#domain/product.ts'
import { readSavedFilters, saveFilters } from './saved-filters.ts'

/** The address follows the choices at this distance, so that typing and sliding do not write it at every step. */
const ADDRESS_FOLLOWS_AFTER_MS = 200

/**
 * What the shopper has chosen. The choices live in the page and are seen at once; the address follows them, and leads
 * where somebody else changed it (Back, a link). An address without choices takes the remembered ones.
 */
export function useFilters(listing: Listing, products: readonly Product[]) {
  const { key, search } = useLocation()
  const chosenIn = (query: string) => choicesFromParams(new URLSearchParams(query), listing, products)
  const [choices, setChoices] = useState(() => chosenIn(search))
  const [seenKey, setSeenKey] = useState(key)
  if (key !== seenKey) {
    setSeenKey(key)
    setChoices(chosenIn(search))
  }

  useEffect(() => {
    if (choicesToParams(choices, listing).size > 0) return
    const remembered = readSavedFilters(listing)
    if (remembered.size > 0) setChoices(choicesFromParams(remembered, listing, products))
    // Each time that the listing is opened, from the menu above itself too.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])

  useEffect(() => {
    const { href, search: present } = window.location
    const wanted = choicesToParams(choices, listing).toString()
    const written = choicesFromParams(new URLSearchParams(present), listing, products)
    if (wanted === choicesToParams(written, listing).toString()) return
    // Not a navigation: it would call back whoever has pressed a link a moment ago.
    const write = () => {
      if (window.location.href !== href) return
      const address = new URL(href)
      address.search = wanted
      history.replaceState(history.state, '', address)
    }
    const timer = setTimeout(write, ADDRESS_FOLLOWS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [choices, listing, products])

  const choose = (next: FilterState) => {
    setChoices(next)
    saveFilters(listing, choicesToParams(next, listing))
  }
  return { choices, choose }
}
