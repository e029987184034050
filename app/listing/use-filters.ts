import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { filtersFromParams, filtersToParams, type FilterState } from '#domain/filter.ts'
import type { Listing } from '#domain/listing.ts'
import type { PricedProduct } from '#domain/collection.ts'
import { readSavedFilters, saveFilters } from './saved-filters.ts'

/** Debounces typing and sliding. */
const URL_DEBOUNCE_MS = 200

/**
 * The filters of a listing. The state leads and the URL follows, except on a navigation (Back, a link). A URL without
 * filters restores the saved ones.
 */
export function useFilters(listing: Listing, products: readonly PricedProduct[]) {
  const { key, search } = useLocation()
  const parse = (query: string) => filtersFromParams(new URLSearchParams(query), listing, products)
  const [filters, setFilterState] = useState(() => parse(search))
  const [seenKey, setSeenKey] = useState(key)
  if (key !== seenKey) {
    setSeenKey(key)
    setFilterState(parse(search))
  }

  useEffect(() => {
    if (filtersToParams(filters, listing).size > 0) return
    const saved = readSavedFilters(listing)
    if (saved.size > 0) setFilterState(filtersFromParams(saved, listing, products))
    // On each navigation, also to the same listing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])

  useEffect(() => {
    const { href, search } = window.location
    const next = filtersToParams(filters, listing).toString()
    const present = filtersFromParams(new URLSearchParams(search), listing, products)
    if (next === filtersToParams(present, listing).toString()) return
    // Not a navigation, which would abort one that the shopper has just started.
    const write = () => {
      if (window.location.href !== href) return
      const url = new URL(href)
      url.search = next
      history.replaceState(history.state, '', url)
    }
    const timer = setTimeout(write, URL_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [filters, listing, products])

  const setFilters = (next: FilterState) => {
    setFilterState(next)
    saveFilters(listing, filtersToParams(next, listing))
  }
  return { filters, setFilters }
}
