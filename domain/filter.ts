/** What a shopper has chosen on a listing, and what it leaves. Pure: the same on server and in the browser. */
import { facetValuesOf, optionsOf, type Facet, type FacetKey } from './facet.ts'
import type { Listing } from './listing.ts'
import { rupees, type Paise } from './money.ts'
import { priceOf } from './price.ts'
import type { Product } from './product.ts'
import { sortProducts, type SortKey } from './sort.ts'

export interface FilterState {
  readonly query: string
  readonly chosen: Partial<Record<FacetKey, readonly string[]>>
  /** Inclusive upper bound; the lower one is always 0. */
  readonly priceMax: Paise
  readonly sort: SortKey
}

export function defaultFilters(listing: Listing): FilterState {
  return { query: '', chosen: {}, priceMax: listing.priceMax, sort: 'featured' }
}

/** The products that the choices leave, in the chosen order. Filtering never reorders; every sort is stable. */
export function applyFilters<P extends Product>(
  products: readonly P[],
  listing: Listing,
  choices: FilterState,
  /** Given where the query is not to be taken by the letter. */
  answers: (product: Product) => boolean = (product) => matchesQuery(product, listing, choices.query),
): readonly P[] {
  const left = products.filter(
    (product) =>
      answers(product) &&
      isWithin(product, choices.priceMax) &&
      listing.facets.every((facet) => matchesFacet(product, facet.key, choices.chosen[facet.key])),
  )
  return sortProducts(left, choices.sort)
}

/** How many products each option of a facet would leave beside the other choices. */
export function optionCounts(
  products: readonly Product[],
  listing: Listing,
  choices: FilterState,
  facet: Facet,
  answers?: (product: Product) => boolean,
): ReadonlyMap<string, number> {
  const others: FilterState = { ...choices, chosen: { ...choices.chosen, [facet.key]: [] }, sort: 'featured' }
  const left = applyFilters(products, listing, others, answers)
  return new Map(
    optionsOf(facet, products).map((option) => [
      option,
      left.filter((product) => facetValuesOf(product, facet.key).includes(option)).length,
    ]),
  )
}

export function toggleOption(choices: FilterState, key: FacetKey, option: string): FilterState {
  const before = choices.chosen[key] ?? []
  const after = before.includes(option) ? before.filter((other) => other !== option) : [...before, option]
  return { ...choices, chosen: { ...choices.chosen, [key]: after } }
}

/**
 * What is ticked and waits to be applied, after the choices were changed elsewhere from `before` to `after`: what came or
 * went there comes or goes here too, and what is ticked waits on.
 */
export function keepUnknownParams(
  draft: FilterState,
  before: FilterState,
  after: FilterState,
  listing: Listing,
): FilterState {
  const priceMax = after.priceMax === before.priceMax ? draft.priceMax : after.priceMax
  let carried: FilterState = { ...after, chosen: draft.chosen, priceMax }
  for (const { key } of listing.facets)
    for (const option of optionsChanged(before.chosen[key], after.chosen[key]))
      if (isChosen(carried, key, option) !== isChosen(after, key, option))
        carried = toggleOption(carried, key, option)
  return carried
}

function isChosen(choices: FilterState, key: FacetKey, option: string): boolean {
  return choices.chosen[key]?.includes(option) ?? false
}

function optionsChanged(before: readonly string[] = [], after: readonly string[] = []): readonly string[] {
  return [...before.filter((one) => !after.includes(one)), ...after.filter((one) => !before.includes(one))]
}

/** Something is looked for that no piece has in its letters. */
export function hasNoExactMatch(query: string, listing: Listing, products: readonly Product[]): boolean {
  return !products.some((product) => matchesQuery(product, listing, query))
}

function matchesQuery(product: Product, listing: Listing, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  return (
    wanted === '' || listing.searchedFields.some((field) => product[field].toLowerCase().includes(wanted))
  )
}

function isWithin(product: Product, priceMax: Paise): boolean {
  return priceOf(product).amount <= priceMax
}

/** An empty choice means no restriction. */
function matchesFacet(product: Product, key: FacetKey, chosen: readonly string[] = []): boolean {
  return chosen.length === 0 || facetValuesOf(product, key).some((value) => chosen.includes(value))
}

/**
 * Choices as URL parameters: `q`, `max` (whole rupees), `sort`, and one parameter per chosen option. What is at its
 * default is left out, so that a fresh listing has a clean address.
 */
export function choicesToParams(choices: FilterState, listing: Listing): URLSearchParams {
  const params = new URLSearchParams()
  if (choices.query.trim() !== '') params.set('q', choices.query)
  for (const facet of listing.facets)
    for (const option of choices.chosen[facet.key] ?? []) params.append(facet.key, option)
  if (choices.priceMax < listing.priceMax) params.set('max', String(choices.priceMax / 100))
  if (choices.sort !== 'featured') params.set('sort', choices.sort)
  return params
}

/** Reads choices from a URL or from storage; whatever makes no sense is dropped, never an error (D15). */
export function choicesFromParams(
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
