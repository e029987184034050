/**
 * The search that knows the trade. First comes what the required search finds (`5.search.ranking`), in its order (search.ts); then, or
 * alone where that finds nothing, what the words mean: Hindi words, several words together, misspellings.
 */
import type { Product } from './product.ts'
import { NO_MATCH, searchProducts, rankOf } from './search.ts'
import { readConstraints, type Constraint } from './search-constraints.ts'
import { closenessOf, STOP_WORDS, SEARCH_TERMS, tokenize, type SearchTerm } from './search-vocabulary.ts'
import { SEARCH_SUGGESTIONS_MAX } from './shop.ts'

export interface FuzzyResults {
  readonly products: readonly Product[]
  /** What the words were taken to mean, where nothing has them in itself: "gold · rings". */
  readonly understoodAs: string | null
}

export function fuzzySearch(query: string, products: readonly Product[]): FuzzyResults {
  const plain = searchProducts(query, products)
  const meant = interpret(query, products, plain.length === 0)
  if (plain.length === 0) return meant
  const known = new Set(plain)
  return {
    products: [...plain, ...meant.products.filter((product) => !known.has(product))],
    understoodAs: null,
  }
}

export function suggestionsFor(query: string, products: readonly Product[]): FuzzyResults {
  const findings = fuzzySearch(query, products)
  return { ...findings, products: findings.products.slice(0, SEARCH_SUGGESTIONS_MAX) }
}

/** What a query means among the pieces of one type; it crosses from the server to the page. */
export interface Interpretation {
  readonly query: string
  readonly understoodAs: string | null
  readonly ids: readonly number[]
}

/** Nothing for a word that a piece has, if only as its metal or style: which of its words count says the list. */
export function interpretQuery(products: readonly Product[], query: string): Interpretation {
  const isSaid = searchProducts(query, products).length > 0
  const { understoodAs, products: meant } = isSaid ? NOTHING : interpret(query, products, true)
  return { query, understoodAs, ids: meant.map(({ id }) => id) }
}

/** One word, or several that belong together, of what was typed. */
interface Term {
  readonly says: string
  /** The smaller the nearer; null where the piece is not meant. */
  readonly distanceOf: (product: Product) => number | null
}

const NOTHING: FuzzyResults = { products: [], understoodAs: null }

/** Pieces that answer to every word and constraint. `guesses` allows beginnings of words and slips of the pen. */
function interpret(query: string, products: readonly Product[], guesses: boolean): FuzzyResults {
  const { constraints, rest } = readConstraints(query)
  const terms: Term[] = []
  const words = rest
    .trim()
    .split(/[\s,.;:!?"“”()/&+–—-]+/)
    .filter((word) => phoneticKey(word) !== '')
  for (let at = 0; at < words.length;) {
    const { length, word } = longestKnown(words.slice(at))
    const text = words.slice(at, at + length).join(' ')
    at += length
    if (!word && fillers.has(phoneticKey(text))) continue
    const term = word
      ? knownTerm(word)
      : (plainTerm(text, products) ?? (guesses && nearestTerm(text, products)))
    if (!term) return NOTHING
    terms.push(term)
  }
  terms.push(...constraints.map(constraintTerm))
  if (terms.length === 0) return NOTHING
  const distances = products.flatMap((product) => {
    const each = terms.map((term) => term.distanceOf(product))
    const sum = each.reduce<number>((all, one) => all + (one ?? Infinity), 0)
    return sum < Infinity ? [{ product, sum }] : []
  })
  return {
    products: distances.sort((one, other) => one.sum - other.sum).map(({ product }) => product),
    understoodAs: [...new Set(terms.map(({ says }) => says))].join(' · '),
  }
}

const WORDS_TOGETHER_MAX = 3

function longestKnown(words: readonly string[]): { readonly length: number; readonly word?: SearchTerm } {
  for (let length = Math.min(WORDS_TOGETHER_MAX, words.length); length > 0; length -= 1) {
    const word = tradeWords.get(phoneticKey(words.slice(0, length).join('')))
    if (word) return { length, word }
  }
  return { length: 1 }
}

function constraintTerm({ says, allows }: Constraint): Term {
  return { says, distanceOf: (product) => (allows(product) ? 0 : null) }
}

function knownTerm({ english, means }: SearchTerm): Term {
  return { says: english, distanceOf: (product) => closenessOf(product, means) }
}

/** Null where no piece has the word in itself. */
function plainTerm(text: string, products: readonly Product[]): Term | null {
  const wanted = text.toLowerCase()
  const distanceOf = (product: Product) => {
    const rank = rankOf(product, wanted)
    return rank < NO_MATCH ? rank : null
  }
  return products.some((product) => distanceOf(product) !== null) ? { says: wanted, distanceOf } : null
}

const BEGINNING_MIN = 3

/** Somebody is still typing, or has slipped. */
function nearestTerm(text: string, products: readonly Product[]): Term | null {
  const typed = phoneticKey(text)
  if (typed.length < BEGINNING_MIN) return null
  for (const [sound, word] of tradeWords) if (sound.startsWith(typed)) return knownTerm(word)

  const slipsMax = maxEdits(typed)
  let nearest: { slips: number; term: Term | null } = { slips: slipsMax + 1, term: null }
  const consider = (sound: string, term: () => Term | null) => {
    if (Math.abs(sound.length - typed.length) > slipsMax) return
    const slips = editDistance(typed, sound)
    if (slips < nearest.slips) nearest = { slips, term: term() }
  }
  for (const [sound, word] of tradeWords) consider(sound, () => knownTerm(word))
  for (const word of wordsOf(products)) consider(phoneticKey(word), () => plainTerm(word, products))
  return nearest.term
}

const ONE_SLIP_FROM = 5
const TWO_SLIPS_FROM = 8

function maxEdits(typed: string): number {
  if (typed.length >= TWO_SLIPS_FROM) return 2
  return typed.length >= ONE_SLIP_FROM ? 1 : 0
}

function wordsOf(products: readonly Product[]): ReadonlySet<string> {
  return new Set(
    products.flatMap(({ name, category }) => `${name} ${category}`.toLowerCase().split(/[\s-]+/)),
  )
}

/** Letters left out, put in, changed, or changed places with their neighbour (optimal string alignment). */
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
 * A word as it sounds, so that spellings of the same sound meet: anguthi and angoothi, zanjeer and janjir, चाँदी and
 * चांदी, ड़ in one character or two.
 */
export function phoneticKey(text: string): string {
  const letters = text
    .toLowerCase()
    .normalize('NFKD')
    // Accents, the dot that makes ड़ of ड (which many keyboards leave out), joiners, and what is not a letter.
    .replace(/[\u0300-\u036f\u093c\u200c\u200d]|[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll('\u0901', '\u0902')
    .replaceAll('ी', 'ि')
    .replaceAll('ू', 'ु')
  return LATIN_SOUNDS.reduce((word, [from, to]) => word.replace(from, to), letters)
}

const tradeWords: ReadonlyMap<string, SearchTerm> = new Map(
  SEARCH_TERMS.flatMap((word) =>
    tokenize(word.said).map((said): [string, SearchTerm] => [phoneticKey(said), word]),
  ),
)
const fillers: ReadonlySet<string> = new Set(tokenize(STOP_WORDS).map(phoneticKey))
