/** FAQ, terms, privacy policy and About promise nothing that does not exist (D46). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ABOUT } from '#domain/content/about.ts'
import { FAQ } from '#domain/content/faq.ts'
import { PRIVACY } from '#domain/content/privacy.ts'
import { TERMS } from '#domain/content/terms.ts'
import { STORAGE_KEYS, type StorageKey } from '#app/state/storage-keys.ts'
import { ROOT } from '../console.ts'
import { PEOPLE, PROMISES, WITHOUT_PROMISE } from './promises.ts'
import { CHAPTERS } from './requirements.ts'

const texts = new Map([
  ...FAQ.map(({ question, answer }) => [question, answer] as const),
  ...[...TERMS, ...PRIVACY, ...ABOUT].map(
    ({ heading, paragraphs }) => [heading, paragraphs.join('\n')] as const,
  ),
])

const ids = new Set(CHAPTERS.flatMap(({ requirements }) => requirements.map(({ id }) => id)))

const textAt = (place: string) =>
  texts.get(place) ?? readFileSync(join(ROOT, place), 'utf8').replaceAll(/\s+/g, ' ')

// Shows D46.promises
test('every question and section is listed, with its promises or as one without any', () => {
  const listed = new Set([...PROMISES.map((one) => one.in), ...WITHOUT_PROMISE])
  expect([...texts.keys()].filter((heading) => !listed.has(heading))).toEqual([])
  expect(WITHOUT_PROMISE.filter((heading) => !texts.has(heading))).toEqual([])
})

// Shows D46.promises
test.each(PROMISES)('“$words” stands in “$in”, and what keeps it exists', ({ in: place, words, keptBy }) => {
  expect(textAt(place)).toContain(words)
  const isThere = (keeper: string) =>
    keeper === PEOPLE || ids.has(keeper) || (keeper.endsWith('.test.ts') && existsSync(join(ROOT, keeper)))
  expect(keptBy).not.toEqual([])
  expect(keptBy.filter((keeper) => !isThere(keeper))).toEqual([])
})

/** Null for data needed to show a page: it says nothing about a person. */
const STORED: Record<keyof typeof STORAGE_KEYS, string | null> = {
  listsUserId: 'your cart and wishlist',
  'listsPending/': 'changes of your lists that have not reached us yet',
  cart: 'your cart and wishlist',
  cartGeneration: 'your cart and wishlist',
  wishlist: 'your cart and wishlist',
  heldProducts: 'an order whose payment is under way',
  checkoutDelivery: 'a delivery address, the GSTIN and name of a business',
  offerCode: 'your offer code',
  checkoutOrder: 'an order whose payment is under way',
  lastOrderDetails: 'the details of your last order',
  orderFailureReason: 'why a payment failed',
  recentlyViewed: 'the pieces you looked at',
  deliveryPincode: 'the pincode you asked about',
  recentSearches: 'recent searches',
  contactDraft: 'a message that you are typing',
  signedIn: null,
  searchKey: null,
  screenPixelsPerMm: 'the scale of your screen',
  documentKeys: null,
  scrollPlaces: 'where you were on each page',
}

test('the privacy policy names what the shop stores in the browser', () => {
  const policy = texts.get('Cookies and storage in your browser')
  // Object.keys loses the key type.
  const named = (Object.keys(STORAGE_KEYS) as (StorageKey & keyof typeof STORED)[]).map((key) => STORED[key])
  expect(named.filter((words) => words !== null && !policy?.includes(words))).toEqual([])
})
