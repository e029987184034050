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

const PERSONAL: KeyDeclaration = { storage: 'localStorage', isPersonal: true }
const PERSONAL_IN_TAB: KeyDeclaration = { storage: 'sessionStorage', isPersonal: true }
const DEVICE: KeyDeclaration = { storage: 'localStorage', isPersonal: false }
const TAB: KeyDeclaration = { storage: 'sessionStorage', isPersonal: false }

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

export function storageOf(key: StorageKey): BrowserStorage {
  return key in STORAGE_KEYS ? STORAGE_KEYS[key as keyof typeof STORAGE_KEYS].storage : 'localStorage'
}
