/**
 * Price and purity in a query: "ring under 20000", "20k se 50k tak", "22k chain". fuzzy-search.ts matches the rest of
 * the query.
 */
import { formatWholeRupees, percentOf, rupees, type Paise } from './money.ts'
import { ratedMetalOf } from './price.ts'
import type { PricedProduct } from './collection.ts'
import type { RatedMetal } from './rates.ts'

export interface Constraint {
  /** For the shopper: "up to ₹20,000". */
  readonly label: string
  readonly matches: (product: PricedProduct) => boolean
}

export interface ConstrainedQuery {
  readonly constraints: readonly Constraint[]
  /** The query without its constraints; unchanged if there are none. */
  readonly rest: string
}

/** The search fields allow a hundred characters. */
const TOKENS_MAX = 40

/** Linear in the length of the query; never throws. */
export function readConstraints(query: string): ConstrainedQuery {
  const tokens = tokensOf(query)
  if (tokens.length > TOKENS_MAX) return { constraints: [], rest: query }
  const constraints: Constraint[] = []
  const rest: string[] = []
  for (let at = 0; at < tokens.length;) {
    const match = priceAt(tokens, at) ?? purityAt(tokens, at) ?? bareAmountAt(tokens, at)
    if (match) constraints.push(match.constraint)
    else rest.push(tokens[at] ?? '')
    at += match?.length ?? 1
  }
  return constraints.length > 0 ? { constraints, rest: rest.join(' ') } : { constraints, rest: query }
}

/** Numbers without commas, words, and meaningful signs; in lower case and Latin digits. */
function tokensOf(query: string): readonly string[] {
  return (
    query
      .toLowerCase()
      .normalize('NFKC')
      .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
      .replace(/(?<=\d),(?=\d\d)/g, '')
      .match(/\d+(?:\.\d+)?|[\p{L}\p{M}’']+|[₹<>+–—-]/gu) ?? []
  )
}
const DEVANAGARI_ZERO = 0x0966

interface Match {
  readonly length: number
  readonly constraint: Constraint
}

/** Phrases of up to three words; the longest is tried first. */
const phrases = (text: string): ReadonlySet<string> => new Set(text.split(',').map((phrase) => phrase.trim()))
const PHRASE_WORDS_MAX = 3

const AT_MOST_BEFORE = phrases(
  'under, below, less than, lower than, cheaper than, not more than, no more than, up to, upto, within, max, maximum, budget, in budget, budget of, <',
)
const AT_MOST_AFTER = phrases(
  'tak, tak ka, tak ki, tak ke, se kam, se kam ka, se kam ki, se niche, se neeche, ke andar, ke niche, ke neeche, ke under, or less, and below, max, budget, ke budget mein, तक, से कम, के अंदर, के अन्दर, के नीचे',
)
const AT_LEAST_BEFORE = phrases(
  'above, over, more than, higher than, at least, min, minimum, from, starting, starting from, >',
)
const AT_LEAST_AFTER = phrases(
  'se zyada, se jyada, se upar, se oopar, ke upar, ke oopar, and above, or more, or above, plus, +, से ज्यादा, से ज़्यादा, से ऊपर, के ऊपर',
)
const ABOUT_BEFORE = phrases('about, around, approx, approximately, near, nearly, lagbhag, karib, लगभग, करीब')
const ABOUT_AFTER = phrases('ke aas paas, ke aaspaas, ke karib, के आसपास, के करीब')
const BETWEEN = phrases('between, from')
const RANGE_MIDDLE = phrases('to, se, -, –, —, से')
/** "18k and 22k" are two purities; "between 18k and 22k" is a price. */
const RANGE_MIDDLE_AFTER_BETWEEN = phrases('to, and, aur, se, -, –, —, से, और')
const RANGE_END = phrases('tak, ke beech, ke bich, ke beech mein, ke bich me, तक, के बीच')

/** "About" allows this deviation in both directions. */
const ABOUT_PERCENT = 20

function priceAt(tokens: readonly string[], at: number): Match | null {
  return rangeAt(tokens, at) ?? boundBefore(tokens, at) ?? boundAfter(tokens, at)
}

/** "between 20000 and 50000", "1-2 lakh", "20k se 50k tak". */
function rangeAt(tokens: readonly string[], at: number): Match | null {
  const start = at + phraseLength(tokens, at, BETWEEN)
  const low = amountAt(tokens, start)
  if (!low) return null
  const middles = start > at ? RANGE_MIDDLE_AFTER_BETWEEN : RANGE_MIDDLE
  const middle = phraseLength(tokens, start + low.length, middles)
  if (middle === 0) return null
  const high = amountAt(tokens, start + low.length + middle)
  if (!high) return null
  const isPrice = start > at || isPriceAlone(low) || isPriceAlone(high)
  // "1 to 2 lakh" has the unit once.
  const scaled = low.rupees * high.unit
  const min = low.hasUnit || scaled > high.rupees ? low.rupees : scaled
  if (!isPrice || min > high.rupees) return null
  const end = start + low.length + middle + high.length
  const length = end + phraseLength(tokens, end, RANGE_END) - at
  return { length, constraint: priceBetween(rupees(min), rupees(high.rupees)) }
}

/** "under 20k", "around ₹50,000". */
function boundBefore(tokens: readonly string[], at: number): Match | null {
  for (const [words, constraintFor] of [
    [AT_MOST_BEFORE, priceUpTo],
    [AT_LEAST_BEFORE, priceFrom],
    [ABOUT_BEFORE, priceAbout],
  ] as const) {
    const before = phraseLength(tokens, at, words)
    const amount = before > 0 && amountAt(tokens, at + before)
    if (amount) return { length: before + amount.length, constraint: constraintFor(rupees(amount.rupees)) }
  }
  return null
}

/** "50000 se kam", "2 lakh tak", "1 lakh and above". */
function boundAfter(tokens: readonly string[], at: number): Match | null {
  const amount = amountAt(tokens, at)
  if (!amount) return null
  for (const [words, constraintFor] of [
    [AT_MOST_AFTER, priceUpTo],
    [AT_LEAST_AFTER, priceFrom],
    [ABOUT_AFTER, priceAbout],
  ] as const) {
    const after = phraseLength(tokens, at + amount.length, words)
    if (after > 0) return { length: amount.length + after, constraint: constraintFor(rupees(amount.rupees)) }
  }
  return null
}

/** From here on, a bare number is a price; smaller ones are sizes, carats and counts. */
const BARE_AMOUNT_MIN = 1000

/** "gold 50000", "₹999 earrings": about that amount. */
function bareAmountAt(tokens: readonly string[], at: number): Match | null {
  const amount = amountAt(tokens, at)
  if (!amount || !isPriceAlone(amount)) return null
  return { length: amount.length, constraint: priceAbout(rupees(amount.rupees)) }
}

function isPriceAlone({ hasUnit, hasCurrency, rupees: value }: Amount): boolean {
  return hasUnit || hasCurrency || value >= BARE_AMOUNT_MIN
}

interface Amount {
  readonly length: number
  readonly rupees: number
  readonly hasUnit: boolean
  readonly unit: number
  readonly hasCurrency: boolean
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ...[...phrases('k, hazar, hazaar, hajar, hajaar, thousand, हज़ार, हजार')].map(
    (word) => [word, 1e3] as const,
  ),
  ...[...phrases('l, lac, lacs, lakh, lakhs, लाख')].map((word) => [word, 1e5] as const),
  ...[...phrases('cr, crore, crores, करोड़')].map((word) => [word, 1e7] as const),
])
const CURRENCY = phrases('₹, rs, inr, rupee, rupees, rupay, rupaye, rupaiye, रुपये, रुपए')
/** Above any price, and far below overflow. */
const RUPEES_MAX = 1e10

/** Null without a number, or for an amount of zero or beyond any price. */
function amountAt(tokens: readonly string[], start: number): Amount | null {
  let at = start
  const isCurrency = () => CURRENCY.has(tokens[at] ?? '')
  let hasCurrency = isCurrency()
  if (hasCurrency) at += 1
  const figure = Number(tokens[at] ?? NaN)
  if (Number.isNaN(figure)) return null
  at += 1
  const unit = UNITS.get(tokens[at] ?? '')
  if (unit !== undefined) at += 1
  if (isCurrency()) {
    hasCurrency = true
    at += 1
  }
  const value = figure * (unit ?? 1)
  if (value <= 0 || value > RUPEES_MAX) return null
  return { length: at - start, rupees: value, hasUnit: unit !== undefined, unit: unit ?? 1, hasCurrency }
}

function phraseLength(tokens: readonly string[], at: number, words: ReadonlySet<string>): number {
  for (let length = PHRASE_WORDS_MAX; length > 0; length -= 1) {
    const phrase = tokens.slice(at, at + length)
    if (phrase.length === length && words.has(phrase.join(' '))) return length
  }
  return 0
}

function priceUpTo(max: Paise): Constraint {
  return {
    label: `up to ${formatWholeRupees(max)}`,
    matches: (product) => product.price.amount <= max,
  }
}

function priceFrom(min: Paise): Constraint {
  return {
    label: `from ${formatWholeRupees(min)}`,
    matches: (product) => product.price.amount >= min,
  }
}

function priceBetween(min: Paise, max: Paise): Constraint {
  return {
    label: `${formatWholeRupees(min)} to ${formatWholeRupees(max)}`,
    matches: (product) => {
      const { amount } = product.price
      return amount >= min && amount <= max
    },
  }
}

function priceAbout(amount: Paise): Constraint {
  return priceBetween(percentOf(amount, 100 - ABOUT_PERCENT), percentOf(amount, 100 + ABOUT_PERCENT))
}

interface Purity {
  readonly label: string
  /** Null if the shop has no such products. */
  readonly metal: RatedMetal | null
}

const KARATS: ReadonlyMap<string, Purity> = new Map([
  ['9', { label: '9K gold', metal: null }],
  ['14', { label: '14K gold', metal: null }],
  ['18', { label: '18K gold', metal: 'gold18k' }],
  ['22', { label: '22K gold', metal: 'gold' }],
  ['24', { label: '24K gold', metal: null }],
])
const KARAT = phrases('k, kt, karat, karats, carat, carats, ct, कैरेट')
/** As stamped by a hallmark, in thousandths. */
const FINENESS: ReadonlyMap<string, Purity> = new Map([
  ['916', { label: '22K gold', metal: 'gold' }],
  ['750', { label: '18K gold', metal: 'gold18k' }],
  ['925', { label: 'silver', metal: 'silver' }],
])

/** "22k", "18 carat", "916". After "under" or ₹ such a number is an amount, which is tried first. */
function purityAt(tokens: readonly string[], at: number): Match | null {
  const figure = tokens[at] ?? ''
  const fineness = FINENESS.get(figure)
  if (fineness) return { length: 1, constraint: purityConstraint(fineness) }
  const karat = KARATS.get(figure)
  if (!karat || !KARAT.has(tokens[at + 1] ?? '')) return null
  return { length: 2, constraint: purityConstraint(karat) }
}

function purityConstraint({ label, metal }: Purity): Constraint {
  return {
    label,
    matches: (product) => metal !== null && 'metal' in product && ratedMetalOf(product.metal) === metal,
  }
}
