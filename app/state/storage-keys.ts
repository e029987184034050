/**
 * All keys that the shop stores in the browser. `createStorageItem` accepts no others, so that sign-out clears
 * everything personal, including data of pages that are not loaded.
 */
import type { Listing } from '#domain/listing.ts'

export type BrowserStorage = 'localStorage' | 'sessionStorage'

interface KeyDeclaration {
  readonly storage: BrowserStorage
  readonly isPersonal: boolean
}

const PERSONAL = { storage: 'localStorage', isPersonal: true } as const
const PERSONAL_IN_TAB = { storage: 'sessionStorage', isPersonal: true } as const
const DEVICE = { storage: 'localStorage', isPersonal: false } as const
const TAB = { storage: 'sessionStorage', isPersonal: false } as const

export const STORAGE_KEYS = {
  listsUserId: PERSONAL,
  /** The prefix of one key per pending change. */
  'listsPending/': PERSONAL,
  cart: PERSONAL,
  cartGeneration: PERSONAL,
  wishlist: PERSONAL,
  heldProducts: PERSONAL_IN_TAB,
  checkoutDelivery: PERSONAL_IN_TAB,
  offerCode: PERSONAL_IN_TAB,
  checkoutOrder: PERSONAL,
  lastOrderDetails: PERSONAL,
  orderFailureReason: PERSONAL,
  recentlyViewed: PERSONAL,
  deliveryPincode: PERSONAL,
  recentSearches: PERSONAL,
  contactDraft: PERSONAL_IN_TAB,
  /** The session clears it itself, after everything else: it notifies the other tabs. */
  signedIn: DEVICE,
  searchKey: DEVICE,
  screenPixelsPerMm: DEVICE,
  documentKeys: DEVICE,
  scrollPlaces: TAB,
} as const satisfies Record<string, KeyDeclaration>

/** Each listing declares the key of its filters, which are not personal (`3.storage.filters`), in localStorage. */
export type StorageKey = keyof typeof STORAGE_KEYS | NonNullable<Listing['storageKey']>

type Keys = typeof STORAGE_KEYS
/** Keys of `sessionStorage`; all others are of `localStorage`. */
export type TabStorageKey = {
  [Key in keyof Keys]: Keys[Key]['storage'] extends 'sessionStorage' ? Key : never
}[keyof Keys]
