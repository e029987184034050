/** The filters of a listing: state, application and URL parameters. */
import type { PricedProduct } from './collection.ts'
import { facetValuesOf, optionsOf, type FacetKey } from './facet.ts'
import type { Listing } from './listing.ts'
import { rupees, type Paise } from './money.ts'
import type { Product } from './product.ts'
import { sortProducts, type SortKey } from './sort.ts'

export interface FilterState {
  readonly query: string
  readonly chosen: Partial<Record<FacetKey, readonly string[]>>
  /** Inclusive upper bound; the lower bound is always 0. */
  readonly priceMax: Paise
  readonly sort: SortKey
}

export function defaultFilters(listing: Listing): FilterState {
  return { query: '', chosen: {}, priceMax: listing.priceMax, sort: 'featured' }
}

type Matcher = (product: PricedProduct) => boolean

/** Filtering never reorders; every sort is stable. */
export function applyFilters<P extends PricedProduct>(
  products: readonly P[],
  listing: Listing,
  filters: FilterState,
  /** Replaces the literal match of the query. */
  matches: Matcher = matcherOf(listing, filters.query),
): readonly P[] {
  const facets = listing.facets.map(({ key }) => facetMatcher(key, filters.chosen[key]))
  const remaining = products.filter(
    (product) =>
      matches(product) &&
      isWithin(product, filters.priceMax, listing) &&
      facets.every((isMatch) => isMatch(product)),
  )
  return sortProducts(remaining, filters.sort)
}

/** For each facet, how many products each option would leave with the other filters unchanged. */
export type OptionCounts = ReadonlyMap<FacetKey, ReadonlyMap<string, number>>

/** In one pass: a product that a single facet excludes counts for the options of that facet only. */
export function countOptions(
  products: readonly PricedProduct[],
  listing: Listing,
  filters: FilterState,
  matches: Matcher = matcherOf(listing, filters.query),
): OptionCounts {
  const facets = listing.facets.map((facet) => ({
    key: facet.key,
    isMatch: facetMatcher(facet.key, filters.chosen[facet.key]),
    counts: new Map(optionsOf(facet, products).map((option) => [option, 0])),
  }))
  for (const product of products) {
    if (!matches(product) || !isWithin(product, filters.priceMax, listing)) continue
    const excluding = facets.filter(({ isMatch }) => !isMatch(product))
    if (excluding.length > 1) continue
    for (const { key, counts } of excluding.length === 1 ? excluding : facets)
      for (const value of facetValuesOf(product, key)) {
        const count = counts.get(value)
        if (count !== undefined) counts.set(value, count + 1)
      }
  }
  return new Map(facets.map(({ key, counts }) => [key, counts]))
}

export function toggleOption(filters: FilterState, key: FacetKey, option: string): FilterState {
  const before = filters.chosen[key] ?? []
  const after = before.includes(option) ? before.filter((other) => other !== option) : [...before, option]
  return { ...filters, chosen: { ...filters.chosen, [key]: after } }
}

/** Applies changes made elsewhere, from `before` to `after`, to the unapplied `draft`; its own changes stay pending. */
export function rebaseDraft(
  draft: FilterState,
  before: FilterState,
  after: FilterState,
  listing: Listing,
): FilterState {
  const priceMax = after.priceMax === before.priceMax ? draft.priceMax : after.priceMax
  let rebased: FilterState = { ...after, chosen: draft.chosen, priceMax }
  for (const { key } of listing.facets)
    for (const option of optionsChanged(before.chosen[key], after.chosen[key]))
      if (isChosen(rebased, key, option) !== isChosen(after, key, option))
        rebased = toggleOption(rebased, key, option)
  return rebased
}

function isChosen(filters: FilterState, key: FacetKey, option: string): boolean {
  return filters.chosen[key]?.includes(option) ?? false
}

function optionsChanged(before: readonly string[] = [], after: readonly string[] = []): readonly string[] {
  return [...before.filter((one) => !after.includes(one)), ...after.filter((one) => !before.includes(one))]
}

export function hasNoExactMatch(
  query: string,
  listing: Listing,
  products: readonly PricedProduct[],
): boolean {
  return !products.some(matcherOf(listing, query))
}

/** Matches the query literally. */
function matcherOf({ searchedFields }: Listing, query: string): Matcher {
  const text = query.trim().toLowerCase()
  if (text === '') return () => true
  return (product) => searchedFields.some((field) => product[field].toLowerCase().includes(text))
}

/** The upper end of the filter does not limit: a rise of the gold rate hides no product. */
function isWithin(product: PricedProduct, priceMax: Paise, listing: Listing): boolean {
  return priceMax === listing.priceMax || product.price.amount <= priceMax
}

/** An empty selection means no restriction. */
function facetMatcher(key: FacetKey, chosen: readonly string[] = []): Matcher {
  if (chosen.length === 0) return () => true
  return (product) => facetValuesOf(product, key).some((value) => chosen.includes(value))
}

/**
 * `q`, `max` (whole rupees), `sort`, and one parameter per chosen option; defaults are omitted for a clean URL (D15).
 */
export function filtersToParams(filters: FilterState, listing: Listing): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.query.trim() !== '') params.set('q', filters.query)
  for (const facet of listing.facets)
    for (const option of filters.chosen[facet.key] ?? []) params.append(facet.key, option)
  if (filters.priceMax < listing.priceMax) params.set('max', String(filters.priceMax / 100))
  if (filters.sort !== 'featured') params.set('sort', filters.sort)
  return params
}

/** Parses a URL or a stored value; ignores invalid parts (D15). */
export function filtersFromParams(
  params: URLSearchParams,
  listing: Listing,
  products: readonly Product[],
): FilterState {
  const chosen: Partial<Record<FacetKey, readonly string[]>> = {}
  for (const facet of listing.facets) {
    const options = optionsOf(facet, products)
    const valid = [...new Set(params.getAll(facet.key))].filter((option) => options.includes(option))
    if (valid.length > 0) chosen[facet.key] = valid
  }
  return {
    query: (params.get('q') ?? '').slice(0, 100),
    chosen,
    priceMax: priceMaxFrom(params.get('max'), listing),
    sort: listing.sorts.find((sort) => sort === params.get('sort')) ?? 'featured',
  }
}

function priceMaxFrom(text: string | null, listing: Listing): Paise {
  const isAmount = text !== null && /^\d{1,7}$/.test(text)
  if (!isAmount) return listing.priceMax
  const amount = rupees(Number(text))
  return amount > listing.priceMax ? listing.priceMax : amount
}
