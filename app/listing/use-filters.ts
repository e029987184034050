import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { filtersFromParams, filtersToParams, type FilterState } from '#domain/filter.ts'
import type { ListingPageData } from '#app/product/page-data.ts'
import type { FilterChange } from './FilterControls.tsx'
import { readSavedFilters, saveFilters } from './saved-filters.ts'

/** Debounces typing and sliding. */
const URL_DEBOUNCE_MS = 200

/**
 * The filters of a listing. The state leads and the URL follows, except on a navigation (Back, a link). A URL without
 * filters restores the saved ones.
 */
export function useFilters({ listing, products, results }: ListingPageData) {
  const { key, pathname, search } = useLocation()
  const navigate = useNavigate()
  const { location: nextLocation } = useNavigation()
  const isLeaving = nextLocation !== undefined && nextLocation.pathname !== pathname
  const isPaged = results !== null
  const parse = (query: string) => filtersFromParams(new URLSearchParams(query), listing, products)
  const [filters, setFilterState] = useState(() => parse(search))
  const [seenKey, setSeenKey] = useState(key)
  /** The query of the navigation that these filters caused. */
  const [ownSearch, setOwnSearch] = useState<string | null>(null)
  if (key !== seenKey) {
    setSeenKey(key)
    setOwnSearch(null)
    // Later input is newer than the URL.
    if (search !== ownSearch) setFilterState(parse(search))
  }

  useEffect(() => {
    if (filtersToParams(filters, listing).size > 0) return
    // A link to a page means that page of all products.
    if (results && results.page.number > 1) return
    const saved = readSavedFilters(listing)
    if (saved.size > 0) setFilterState(filtersFromParams(saved, listing, products))
    // On each navigation, even to the same listing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])

  useEffect(() => {
    const { href } = window.location
    const next = filtersToParams(filters, listing).toString()
    const present = filtersFromParams(new URLSearchParams(window.location.search), listing, products)
    if (isLeaving || next === filtersToParams(present, listing).toString()) return
    const write = () => {
      if (window.location.href !== href) return
      const url = new URL(href)
      url.search = next
      url.hash = ''
      if (isPaged) {
        // The loader filters.
        setOwnSearch(url.search)
        void navigate({ search: url.search }, { replace: true })
      }
      // Not a navigation, which would abort one that the shopper has just started.
      else history.replaceState(history.state, '', url)
    }
    const timer = setTimeout(write, URL_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [filters, listing, products, isPaged, isLeaving, navigate])

  const present = useRef(filters)
  useLayoutEffect(() => {
    present.current = filters
  }, [filters])
  const changeFilters = useCallback(
    (change: FilterChange) => {
      present.current = change(present.current)
      setFilterState(present.current)
      saveFilters(listing, filtersToParams(present.current, listing))
    },
    [listing],
  )
  const isPending = nextLocation !== undefined && !isLeaving
  return { filters, changeFilters, isPending }
}

/** Keeps the previous query while a keystroke is painted: the results follow. */
export function useAppliedFilters({ query: typed, chosen, priceMax, sort }: FilterState): FilterState {
  const query = useDeferredValue(typed)
  return useMemo(() => ({ query, chosen, priceMax, sort }), [query, chosen, priceMax, sort])
}
