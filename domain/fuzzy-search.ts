/**
 * Fuzzy search. Literal matches (search.ts) come first, in their required order (`5.search.ranking`); then products
 * that the query means: through Hindi words, several terms, misspellings.
 */
import type { PricedProduct } from './collection.ts'
import { NO_MATCH, searchProducts, rankOf } from './search.ts'
import { readConstraints, type Constraint } from './search-constraints.ts'
import { matchMeaning, STOP_WORDS, SEARCH_TERMS, tokenize, type SearchTerm } from './search-vocabulary.ts'
import { SEARCH_SUGGESTIONS_MAX } from './screen.ts'

export interface FuzzyResults {
  readonly products: readonly PricedProduct[]
  /** The meaning of a query without literal matches: "gold · rings". */
  readonly understoodAs: string | null
}

export function fuzzySearch(query: string, products: readonly PricedProduct[]): FuzzyResults {
  const matches = searchProducts(query, products)
  const interpreted = interpret(query, products, matches.length === 0)
  if (matches.length === 0) return interpreted
  const matched = new Set(matches)
  return {
    products: [...matches, ...interpreted.products.filter((product) => !matched.has(product))],
    understoodAs: null,
  }
}

export interface Suggestions extends FuzzyResults {
  /** Counts all results; the suggestions are the first of them. */
  readonly total: number
}

export function suggestionsFor(query: string, products: readonly PricedProduct[]): Suggestions {
  const { understoodAs, products: results } = fuzzySearch(query, products)
  return { understoodAs, products: results.slice(0, SEARCH_SUGGESTIONS_MAX), total: results.length }
}

/** The meaning of a query within one type, as the server sends it to the page. */
export interface Interpretation {
  readonly query: string
  readonly understoodAs: string | null
  readonly ids: readonly number[]
}

/** Empty for a query with literal matches, which the listing itself finds. */
export function interpretQuery(products: readonly PricedProduct[], query: string): Interpretation {
  const hasMatches = searchProducts(query, products).length > 0
  const { understoodAs, products: interpreted } = hasMatches ? NO_RESULTS : interpret(query, products, true)
  return { query, understoodAs, ids: interpreted.map(({ id }) => id) }
}

/** One or more words of a query with a meaning. */
interface Term {
  readonly label: string
  /** 0 is the nearest; null for no match. */
  readonly distanceOf: (product: PricedProduct) => number | null
}

const NO_RESULTS: FuzzyResults = { products: [], understoodAs: null }

/** Products that match every term and constraint. `isFuzzy` allows prefixes and misspellings. */
function interpret(query: string, products: readonly PricedProduct[], isFuzzy: boolean): FuzzyResults {
  const { constraints, rest } = readConstraints(query)
  const terms: Term[] = []
  const words = rest
    .trim()
    .split(/[\s,.;:!?"“”()/&+–—-]+/)
    .filter((word) => phoneticKey(word) !== '')
  for (let at = 0; at < words.length;) {
    const { length, term: knownTerm } = longestTerm(words.slice(at))
    const text = words.slice(at, at + length).join(' ')
    at += length
    if (!knownTerm && stopWordKeys.has(phoneticKey(text))) continue
    const term = knownTerm
      ? termFrom(knownTerm)
      : (literalTerm(text, products) ?? (isFuzzy && nearestTerm(text, products)))
    if (!term) return NO_RESULTS
    terms.push(term)
  }
  terms.push(...constraints.map(constraintTerm))
  if (terms.length === 0) return NO_RESULTS
  const distances = products.flatMap((product) => {
    const each = terms.map((term) => term.distanceOf(product))
    const sum = each.reduce<number>((all, one) => all + (one ?? Infinity), 0)
    return sum < Infinity ? [{ product, sum }] : []
  })
  return {
    products: distances.sort((one, other) => one.sum - other.sum).map(({ product }) => product),
    understoodAs: [...new Set(terms.map(({ label }) => label))].join(' · '),
  }
}

const TERM_WORDS_MAX = 3

function longestTerm(words: readonly string[]): { readonly length: number; readonly term?: SearchTerm } {
  for (let length = Math.min(TERM_WORDS_MAX, words.length); length > 0; length -= 1) {
    const term = termsByKey.get(phoneticKey(words.slice(0, length).join('')))
    if (term) return { length, term }
  }
  return { length: 1 }
}

function constraintTerm({ label, matches }: Constraint): Term {
  return { label, distanceOf: (product) => (matches(product) ? 0 : null) }
}

function termFrom({ label, meaning }: SearchTerm): Term {
  return { label, distanceOf: (product) => matchMeaning(product, meaning) }
}

/** Null without a literal match. */
function literalTerm(text: string, products: readonly PricedProduct[]): Term | null {
  const lowerText = text.toLowerCase()
  const distanceOf = (product: PricedProduct) => {
    const rank = rankOf(product, lowerText)
    return rank < NO_MATCH ? rank : null
  }
  return products.some((product) => distanceOf(product) !== null) ? { label: lowerText, distanceOf } : null
}

const PREFIX_LENGTH_MIN = 3

/** The nearest term by prefix, then by edit distance. */
function nearestTerm(text: string, products: readonly PricedProduct[]): Term | null {
  const typedKey = phoneticKey(text)
  if (typedKey.length < PREFIX_LENGTH_MIN) return null
  for (const [key, word] of termsByKey) if (key.startsWith(typedKey)) return termFrom(word)

  const editsMax = maxEdits(typedKey)
  let nearest: { edits: number; term: Term | null } = { edits: editsMax + 1, term: null }
  const consider = (key: string, term: () => Term | null) => {
    if (Math.abs(key.length - typedKey.length) > editsMax) return
    const edits = editDistance(typedKey, key)
    if (edits < nearest.edits) nearest = { edits, term: term() }
  }
  for (const [key, word] of termsByKey) consider(key, () => termFrom(word))
  for (const word of wordsOf(products)) consider(phoneticKey(word), () => literalTerm(word, products))
  return nearest.term
}

const ONE_EDIT_LENGTH_MIN = 5
const TWO_EDITS_LENGTH_MIN = 8

function maxEdits(typedKey: string): number {
  if (typedKey.length >= TWO_EDITS_LENGTH_MIN) return 2
  return typedKey.length >= ONE_EDIT_LENGTH_MIN ? 1 : 0
}

function wordsOf(products: readonly PricedProduct[]): ReadonlySet<string> {
  return new Set(
    products.flatMap(({ name, category }) => `${name} ${category}`.toLowerCase().split(/[\s-]+/)),
  )
}

/** Optimal string alignment distance. */
export function editDistance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  const at = (row: readonly number[], place: number) => row[place] ?? Infinity
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(
        Math.min(
          at(row, j - 1) + 1,
          at(last, j) + 1,
          at(last, j - 1) + Number(!isSame),
          isSwapped ? at(before, j - 2) + 1 : Infinity,
        ),
      )
    }
    ;[before, last] = [last, row]
  }
  return at(last, other.length)
}

const LATIN_SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/y/g, 'i'],
  [/ee|ii/g, 'i'],
  [/oo/g, 'u'],
  [/z/g, 'j'],
  [/w/g, 'v'],
  [/ph/g, 'f'],
  [/([tdb])h/g, '$1'],
  [/sh/g, 's'],
  [/(.)\1+/g, '$1'],
]

/**
 * Equal for words that sound alike: anguthi and angoothi, zanjeer and janjir, चाँदी and चांदी, ड़ in one character or
 * two.
 */
export function phoneticKey(text: string): string {
  const letters = text
    .toLowerCase()
    .normalize('NFKD')
    // Removes accents, the dot that distinguishes ड़ from ड (missing on many keyboards), joiners, and non-letters.
    .replace(/[\u0300-\u036f\u093c\u200c\u200d]|[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll('\u0901', '\u0902')
    .replaceAll('ी', 'ि')
    .replaceAll('ू', 'ु')
  return LATIN_SOUNDS.reduce((word, [from, to]) => word.replace(from, to), letters)
}

const termsByKey: ReadonlyMap<string, SearchTerm> = new Map(
  SEARCH_TERMS.flatMap((word) =>
    tokenize(word.spellings).map((spelling): [string, SearchTerm] => [phoneticKey(spelling), word]),
  ),
)
const stopWordKeys: ReadonlySet<string> = new Set(tokenize(STOP_WORDS).map(phoneticKey))
