import { describe, expect, test } from 'vitest'
import { priceCart } from '#domain/cart.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { withHeld } from '#domain/collection.ts'
import type { LineKey } from '#domain/sizes.ts'
import { useBrowser } from './testing.ts'

const ring: LineKey = { type: 'rings', id: 801, size: '12' }
const anklet: LineKey = { type: 'anklet', id: 1, size: '' }
const earring: LineKey = { type: 'tops', id: 1, size: '' }

const browser = useBrowser()
const openTab = () =>
  browser.openTab(async () => ({
    ...(await import('./account-lists.ts')),
    ...(await import('./lists.ts')),
    ...(await import('./personal-data.ts')),
    ...(await import('./pending-changes.ts')),
    ...(await import('./priced-cart.ts')),
  }))

const addOf = (product: LineKey) => ({ do: 'add', product, quantity: 1 }) as const

describe('a cart whose last piece is held by the account’s own order', () => {
  test('stays buyable on the next page, until the hold ends or the account signs out', async () => {
    const soldOut = OPENING_COLLECTION.find(ring)
    const find = () => soldOut && { ...soldOut, inStock: false }
    const lists = { cart: [{ ...ring, quantity: 1 }], wishlist: [], cartGeneration: 0 }
    const tab = await openTab()
    const isBlocked = () => priceCart(lists.cart, withHeld(find, tab.heldStore.get())).isBlocked
    expect(isBlocked()).toBe(true)
    tab.applyServerLists({ ...lists, held: ['rings-801'] }, new Set())
    expect(isBlocked()).toBe(false)
    tab.applyServerLists(lists, new Set())
    expect(isBlocked()).toBe(true)
    tab.applyServerLists({ ...lists, held: ['rings-801'] }, new Set())
    tab.clearPersonalData()
    expect(isBlocked()).toBe(true)
  })
})

describe('a visitor’s cart', () => {
  // Shows 4.lists.load, 6.visitor, 3.storage.lists
  test('is loaded by a page that is opened later', async () => {
    const first = await openTab()
    first.changeCart(addOf(ring))
    const later = await openTab()
    expect(later.cartStore.get()).toEqual([{ ...ring, quantity: 1 }])
  })

  test('keeps what two tabs add before either receives the other’s event', async () => {
    const one = await openTab()
    const other = await openTab()
    one.changeCart(addOf(anklet))
    other.changeCart(addOf(earring))
    browser.deliver()
    const both = [
      { ...anklet, quantity: 1 },
      { ...earring, quantity: 1 },
    ]
    expect(one.cartStore.get()).toEqual(both)
    expect(other.cartStore.get()).toEqual(both)
  })

  test('lives as long as the page if storage rejects writes', async () => {
    const tab = await openTab()
    browser.rejectWrites()
    tab.changeCart(addOf(ring))
    tab.changeCart(addOf(ring))
    expect(tab.cartStore.get()).toEqual([{ ...ring, quantity: 2 }])
  })

  test('drops invalid lines and keeps the others', async () => {
    browser.storage.set(
      'cart',
      JSON.stringify([
        { ...ring, quantity: 2 },
        { ...ring, quantity: 5 },
        { type: 'crowns', id: 1, quantity: 1 },
        { ...anklet, quantity: 0 },
        { type: 'tops', id: 99_000_000, quantity: 1 },
        null,
      ]),
    )
    const tab = await openTab()
    expect(tab.cartStore.get()).toEqual([{ ...ring, quantity: 2 }])
  })

  // Shows D39.before
  test('that predates sizes gets standard sizes once products are known, and drops invalid ones', async () => {
    browser.storage.set(
      'cart',
      JSON.stringify([
        { type: 'rings', id: 801, quantity: 2 },
        { type: 'rings', id: 802, size: 'wide', quantity: 1 },
        { type: 'rings', id: 803, size: 14, quantity: 1 },
        { ...ring, quantity: 1 },
        { ...ring, size: '14', quantity: 1 },
        { type: 'tops', id: 1, quantity: 1 },
      ]),
    )
    const tab = await openTab()
    tab.fillStandardSizes(OPENING_COLLECTION.find)
    const sized = [
      { ...ring, quantity: 3 },
      { ...ring, size: '14', quantity: 1 },
      { ...earring, quantity: 1 },
    ]
    expect(tab.cartStore.get()).toEqual(sized)
    expect(JSON.parse(browser.storage.get('cart') ?? '')).toEqual(sized)
  })

  // Shows D40.line
  test('has a line for each size, and follows a size changed in another tab', async () => {
    const one = await openTab()
    const other = await openTab()
    one.changeCart(addOf(ring))
    one.changeCart(addOf({ ...ring, size: '14' }))
    browser.deliver()
    other.changeCart({ do: 'resize', product: ring, size: '10' })
    browser.deliver()
    expect(one.cartStore.get()).toEqual([
      { ...ring, size: '10', quantity: 1 },
      { ...ring, size: '14', quantity: 1 },
    ])
  })

  test('is empty if storage holds invalid JSON', async () => {
    browser.storage.set('cart', '[{"type":')
    const tab = await openTab()
    expect(tab.cartStore.get()).toEqual([])
  })

  // Shows 6.visitor
  test('queues no pending changes', async () => {
    const tab = await openTab()
    tab.changeCart(addOf(ring))
    expect(tab.pendingChanges.get()).toEqual([])
  })
})

describe('signing in', () => {
  // Shows D23.merge
  test('queues the visitor’s lists once, even if two tabs notice it', async () => {
    const one = await openTab()
    const other = await openTab()
    one.changeCart(addOf(ring))
    one.changeWishlist({ do: 'add', product: { type: 'anklet', id: 1 } })
    one.mergeIntoAccount('asha')
    other.mergeIntoAccount('asha')
    browser.deliver()
    const merges = [
      { list: 'cart', change: { do: 'merge', lines: [{ ...ring, quantity: 1 }] } },
      { list: 'wishlist', change: { do: 'merge', products: [{ type: 'anklet', id: 1 }] } },
    ]
    expect(one.pendingChanges.get()).toMatchObject(merges)
    expect(other.pendingChanges.get()).toMatchObject(merges)
    expect(one.pendingChanges.get()).toHaveLength(2)
  })

  test('queues no second merge after the session expired', async () => {
    const tab = await openTab()
    tab.changeCart(addOf(ring))
    tab.mergeIntoAccount('asha')
    tab.removePendingChanges()
    tab.mergeIntoAccount('asha')
    expect(tab.pendingChanges.get()).toEqual([])
  })

  test('to another account keeps nothing of the previous one', async () => {
    const tab = await openTab()
    tab.mergeIntoAccount('asha')
    tab.changeCart(addOf(ring))
    tab.mergeIntoAccount('bela')
    expect(tab.cartStore.get()).toEqual([])
    expect(tab.pendingChanges.get()).toEqual([])
  })
})

describe('pending changes', () => {
  test('are not lost if another tab concurrently removes confirmed ones', async () => {
    const acting = await openTab()
    acting.mergeIntoAccount('asha')
    acting.changeCart(addOf(ring))
    browser.deliver()
    const sending = await openTab()
    const sent = new Set(sending.pendingChanges.get().map((change) => change.id))

    acting.changeCart(addOf(anklet))
    sending.applyServerLists({ cart: [{ ...ring, quantity: 1 }], wishlist: [], cartGeneration: 0 }, sent)
    browser.deliver()

    expect(acting.pendingChanges.get()).toMatchObject([{ change: addOf(anklet) }])
    expect(acting.cartStore.get()).toEqual([
      { ...ring, quantity: 1 },
      { ...anklet, quantity: 1 },
    ])
  })

  // Shows D23.offline
  test('are loaded in order after the browser was closed', async () => {
    const tab = await openTab()
    tab.mergeIntoAccount('asha')
    tab.changeCart(addOf(ring))
    tab.changeCart({ do: 'set', product: ring, quantity: 4 })
    tab.changeCart({ do: 'remove', product: ring })
    const later = await openTab()
    expect(later.pendingChanges.get().map((entry) => entry.change.do)).toEqual(['add', 'set', 'remove'])
  })

  test('are applied on top of the server’s lists', async () => {
    const tab = await openTab()
    tab.mergeIntoAccount('asha')
    tab.changeCart(addOf(ring))
    tab.applyServerLists(
      { cart: [{ ...ring, quantity: 3 }], wishlist: [earring], cartGeneration: 0 },
      new Set(),
    )
    expect(tab.cartStore.get()).toEqual([{ ...ring, quantity: 4 }])
    expect(tab.wishlistStore.get()).toEqual([earring])
  })
})

describe('signing out', () => {
  // Shows D23.sign-out
  test('clears the lists in every tab and in storage', async () => {
    const one = await openTab()
    const other = await openTab()
    one.mergeIntoAccount('asha')
    one.changeCart(addOf(ring))
    one.changeWishlist({ do: 'add', product: ring })
    browser.deliver()
    one.clearPersonalData()
    browser.deliver()
    expect(other.cartStore.get()).toEqual([])
    expect(other.wishlistStore.get()).toEqual([])
    expect([...browser.storage.values()].join()).not.toContain('rings')
  })
})
