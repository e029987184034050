import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { applyCartChange, type Cart } from '#domain/cart-changes.ts'
import type { LineKey } from '#domain/sizes.ts'
import { useBrowser } from './testing.ts'

const ring: LineKey = { type: 'rings', id: 801, size: '12' }
const anklet: LineKey = { type: 'anklet', id: 1, size: '' }
const asha = { id: 'asha', name: 'Asha', email: 'asha@example.in' }

interface Sent {
  readonly id: string
  readonly list: 'cart' | 'wishlist'
  readonly change: Parameters<typeof applyCartChange>[1]
}

/** The server of one account; applies each change id once. */
function openServer() {
  const server = {
    cart: [] as Cart,
    signedInAs: asha.id,
    status: 200,
    calls: [] as string[],
    malformed: null as string | null,
    beforeResponse: () => {},
  }
  const applied = new Set<string>()
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body?: string }) => {
    server.calls.push(`${init.method} ${path}`)
    if (path === '/api/auth/token') {
      const claims = btoa(JSON.stringify({ sub: server.signedInAs }))
      return Response.json({ token: `head.${claims}.signature` })
    }
    if (path === '/api/auth/get-session') return Response.json({ user: { ...asha, id: server.signedInAs } })
    if (server.status === 0) throw new TypeError('no connection')
    const sent: Sent[] = init.body ? JSON.parse(init.body).changes : []
    const isMalformed = sent.some((change) => change.id === server.malformed)
    const status = isMalformed ? 400 : server.status
    if (status !== 200)
      return Response.json({ success: false, code: 'invalid-request', message: '' }, { status })
    for (const { id, list, change } of sent)
      if (list === 'cart' && !applied.has(id)) {
        applied.add(id)
        server.cart = applyCartChange(server.cart, change)
      }
    const lists = { cart: server.cart, wishlist: [], cartGeneration: 0 }
    server.beforeResponse()
    return Response.json(lists)
  })
  return server
}

const browser = useBrowser()
let server: ReturnType<typeof openServer>
const openTab = () =>
  browser.openTab(async () => ({
    ...(await import('./lists.ts')),
    ...(await import('./recent-searches.ts')),
    ...(await import('./pending-changes.ts')),
    ...(await import('./session.ts')),
    ...(await import('./sync.ts')),
  }))

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.spyOn(console, 'info').mockImplementation(() => {})
  server = openServer()
})
afterEach(() => vi.restoreAllMocks())

const addOf = (product: LineKey) => ({ do: 'add', product, quantity: 1 }) as const

describe('syncing the lists of a signed-in user', () => {
  // Shows 4.lists.merge, D23.merge, 4.lists.save
  test('merges the visitor’s cart into the account’s', async () => {
    server.cart = [{ ...anklet, quantity: 2 }]
    const tab = await openTab()
    tab.changeCart(addOf(ring))
    tab.onSignedIn(asha)
    await tab.syncLists()
    const joined = [
      { ...anklet, quantity: 2 },
      { ...ring, quantity: 1 },
    ]
    expect(tab.cartStore.get()).toEqual(joined)
    expect(server.cart).toEqual(joined)
    expect(tab.pendingChanges.get()).toEqual([])
  })

  test('sends no request for a visitor', async () => {
    const tab = await openTab()
    tab.changeCart(addOf(ring))
    await tab.syncLists()
    expect(server.calls).toEqual([])
  })

  test('keeps a change that is made during the request', async () => {
    const tab = await openTab()
    tab.onSignedIn(asha)
    server.beforeResponse = () => {
      server.beforeResponse = () => {}
      tab.changeCart(addOf(anklet))
    }
    tab.changeCart(addOf(ring))
    await tab.syncLists()
    expect(tab.cartStore.get()).toEqual([
      { ...ring, quantity: 1 },
      { ...anklet, quantity: 1 },
    ])
    await tab.syncLists()
    expect(server.cart).toEqual(tab.cartStore.get())
  })

  test('applies a change once if its response was lost', async () => {
    const tab = await openTab()
    tab.onSignedIn(asha)
    tab.changeCart(addOf(ring))
    server.beforeResponse = () => {
      server.beforeResponse = () => {}
      throw new TypeError('no connection')
    }
    await tab.syncLists()
    expect(tab.pendingChanges.get()).toHaveLength(1)
    await tab.syncLists()
    expect(server.cart).toEqual([{ ...ring, quantity: 1 }])
    expect(tab.pendingChanges.get()).toEqual([])
  })

  // Shows D23.offline
  test('keeps pending changes while offline', async () => {
    const tab = await openTab()
    tab.onSignedIn(asha)
    server.status = 0
    tab.changeCart(addOf(ring))
    await tab.syncLists()
    expect(tab.pendingChanges.get()).toHaveLength(1)
    expect(tab.cartStore.get()).toEqual([{ ...ring, quantity: 1 }])
  })

  test('retries after a failed call while the browser believes it is online', async () => {
    vi.useFakeTimers()
    const tab = await openTab()
    tab.onSignedIn(asha)
    server.status = 0
    tab.changeCart(addOf(ring))
    await tab.syncLists()
    server.status = 200
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    expect(server.cart).toEqual([{ ...ring, quantity: 1 }])
    expect(tab.pendingChanges.get()).toEqual([])
  })

  // Shows 8.lists.logged
  test('logs errors to the console only', async () => {
    const logged = vi.spyOn(console, 'info').mockImplementation(() => {})
    const tab = await openTab()
    tab.onSignedIn(asha)
    server.status = 0
    await tab.syncLists()
    expect(logged).toHaveBeenCalledWith('Cart and wishlist could not be saved or loaded: 0 no-connection')
  })

  test('removes only the change that the server rejects as malformed', async () => {
    const tab = await openTab()
    tab.onSignedIn(asha)
    tab.changeCart(addOf(ring))
    tab.changeCart({ do: 'set', product: ring, quantity: 7 })
    tab.changeCart(addOf(anklet))
    server.malformed = tab.pendingChanges.get()[1]?.id ?? null
    await tab.syncLists()
    expect(tab.pendingChanges.get()).toEqual([])
    expect(tab.cartStore.get()).toEqual([
      { ...ring, quantity: 1 },
      { ...anklet, quantity: 1 },
    ])
  })

  test('sends nothing with the token of an account that signed in in another tab', async () => {
    const tab = await openTab()
    tab.onSignedIn(asha)
    tab.changeCart(addOf(ring))
    server.signedInAs = 'bela'
    await tab.syncLists()
    expect(server.calls).not.toContain('POST /api/lists')
    expect(server.cart).toEqual([])
  })

  test('restores nothing if another tab signs out during the request', async () => {
    const tab = await openTab()
    const other = await openTab()
    tab.onSignedIn(asha)
    tab.changeCart(addOf(ring))
    server.beforeResponse = () => other.onSignedOut()
    await tab.syncLists()
    browser.deliver()
    expect(browser.storage.get('cart')).toBe('[]')
    expect(tab.cartStore.get()).toEqual([])
  })
})

describe('the session', () => {
  // Shows 4.auth.states
  test('is anonymous without a request if nobody signed in here', async () => {
    const tab = await openTab()
    tab.startSession()
    expect(await tab.loadSession()).toEqual({ status: 'anonymous' })
    expect(server.calls).toEqual([])
  })

  test('is not undone by a request from before the sign-in', async () => {
    const tab = await openTab()
    server.signedInAs = 'bela'
    const early = tab.loadSession(true)
    tab.onSignedIn(asha)
    expect(await early).toEqual({ status: 'signed in', user: asha })
  })

  test('ends in every tab at once', async () => {
    const tab = await openTab()
    const other = await openTab()
    other.startSession()
    tab.onSignedIn(asha)
    browser.deliver()
    await other.loadSession(true)
    tab.onSignedOut()
    browser.deliver()
    expect(await other.loadSession()).toEqual({ status: 'anonymous' })
  })

  test('clears the last order when another account signs in', async () => {
    const tab = await openTab()
    tab.onSignedIn(asha)
    browser.storage.set('lastOrderDetails', '{}')
    tab.onSignedIn({ ...asha, id: 'bela' })
    expect(browser.storage.has('lastOrderDetails')).toBe(false)
  })

  test('clears recent searches at sign-out and when another account signs in', async () => {
    const searches = () => browser.storage.get('recentSearches')
    const tab = await openTab()
    tab.onSignedIn(asha)
    tab.addRecentSearch('payal')
    tab.onSignedOut()
    expect(searches()).toBe('[]')
    tab.onSignedIn(asha)
    tab.addRecentSearch('jhumka')
    tab.onSignedIn({ ...asha, id: 'bela' })
    expect(searches()).toBe('[]')
  })

  // Shows 4.auth.states
  test('stays unknown without a connection', async () => {
    const tab = await openTab()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
    expect(await tab.loadSession(true)).toEqual({ status: 'unknown' })
  })
})
