import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyCartChange, type Cart } from '#domain/cart.ts'
import type { ProductKey } from '#domain/product.ts'
import { openBrowser, type TestBrowser } from './testing.ts'

const ring: ProductKey = { type: 'rings', id: 801 }
const anklet: ProductKey = { type: 'anklet', id: 1 }
const asha = { id: 'asha', name: 'Asha', email: 'asha@example.in' }

interface Sent {
  readonly id: string
  readonly list: 'cart' | 'wishlist'
  readonly change: Parameters<typeof applyCartChange>[1]
}

/** Answers as the shop's server does, for one account; each id is applied once. */
function openServer() {
  const server = {
    cart: [] as Cart,
    signedInAs: asha.id,
    status: 200,
    calls: [] as string[],
    malformed: null as string | null,
    beforeAnswer: () => {},
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
    const answer = { cart: server.cart, wishlist: [], cartGeneration: 0 }
    server.beforeAnswer()
    return Response.json(answer)
  })
  return server
}

let browser: TestBrowser
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
  browser = openBrowser()
  server = openServer()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const addOf = (product: ProductKey) => ({ do: 'add', product, quantity: 1 }) as const

describe('syncing the lists of a signed-in person', () => {
  // Shows 4.lists.merge, D23.merge, 4.lists.save
  it('joins the visitor’s cart with the account’s', async () => {
    server.cart = [{ ...anklet, quantity: 2 }]
    const tab = await openTab()
    tab.changeCart(addOf(ring))
    tab.signedIn(asha)
    await tab.syncLists()
    const joined = [
      { ...anklet, quantity: 2 },
      { ...ring, quantity: 1 },
    ]
    expect(tab.cartStore.get()).toEqual(joined)
    expect(server.cart).toEqual(joined)
    expect(tab.pendingChanges.get()).toEqual([])
  })

  it('asks nothing for a visitor', async () => {
    const tab = await openTab()
    tab.changeCart(addOf(ring))
    await tab.syncLists()
    expect(server.calls).toEqual([])
  })

  it('keeps a change that is made while the server answers', async () => {
    const tab = await openTab()
    tab.signedIn(asha)
    server.beforeAnswer = () => {
      server.beforeAnswer = () => {}
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

  it('counts a change once whose answer was lost', async () => {
    const tab = await openTab()
    tab.signedIn(asha)
    tab.changeCart(addOf(ring))
    server.beforeAnswer = () => {
      server.beforeAnswer = () => {}
      throw new TypeError('no connection')
    }
    await tab.syncLists()
    expect(tab.pendingChanges.get()).toHaveLength(1)
    await tab.syncLists()
    expect(server.cart).toEqual([{ ...ring, quantity: 1 }])
    expect(tab.pendingChanges.get()).toEqual([])
  })

  // Shows D23.offline
  it('keeps what is unsent while the connection is away', async () => {
    const tab = await openTab()
    tab.signedIn(asha)
    server.status = 0
    tab.changeCart(addOf(ring))
    await tab.syncLists()
    expect(tab.pendingChanges.get()).toHaveLength(1)
    expect(tab.cartStore.get()).toEqual([{ ...ring, quantity: 1 }])
  })

  it('tries again by itself after a call was lost on a line that the browser takes for sound', async () => {
    vi.useFakeTimers()
    const tab = await openTab()
    tab.signedIn(asha)
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
  it('writes trouble with the lists into the console and says nothing else', async () => {
    const logged = vi.spyOn(console, 'info').mockImplementation(() => {})
    const tab = await openTab()
    tab.signedIn(asha)
    server.status = 0
    await tab.syncLists()
    expect(logged).toHaveBeenCalledWith('Cart and wishlist could not be saved or loaded: 0 no-connection')
  })

  it('gives up the one change that the server finds malformed, and no other', async () => {
    const tab = await openTab()
    tab.signedIn(asha)
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

  it('sends nothing with the token of somebody who has signed in meanwhile in another tab', async () => {
    const tab = await openTab()
    tab.signedIn(asha)
    tab.changeCart(addOf(ring))
    server.signedInAs = 'bela'
    await tab.syncLists()
    expect(server.calls).not.toContain('POST /api/lists')
    expect(server.cart).toEqual([])
  })

  it('brings nothing back after another tab has signed out during the conversation', async () => {
    const tab = await openTab()
    const other = await openTab()
    tab.signedIn(asha)
    tab.changeCart(addOf(ring))
    server.beforeAnswer = () => other.onSignedOut()
    await tab.syncLists()
    browser.deliver()
    expect(browser.storage.get('cart')).toBe('[]')
    expect(tab.cartStore.get()).toEqual([])
  })
})

describe('the session', () => {
  // Shows 4.auth.states
  it('is anonymous without a request for one who never signed in here', async () => {
    const tab = await openTab()
    tab.startSession()
    expect(await tab.loadSession()).toEqual({ status: 'anonymous' })
    expect(server.calls).toEqual([])
  })

  it('is not undone by an answer that was asked for before the sign-in', async () => {
    const tab = await openTab()
    server.signedInAs = 'bela'
    const early = tab.loadSession(true)
    tab.signedIn(asha)
    expect(await early).toEqual({ status: 'signed in', user: asha })
  })

  it('ends in every tab at once', async () => {
    const tab = await openTab()
    const other = await openTab()
    other.startSession()
    tab.signedIn(asha)
    browser.deliver()
    await other.loadSession(true)
    tab.onSignedOut()
    browser.deliver()
    expect(await other.loadSession()).toEqual({ status: 'anonymous' })
  })

  it('takes the last order along when it ran out and somebody else signs in', async () => {
    const tab = await openTab()
    tab.signedIn(asha)
    browser.storage.set('lastOrderDetails', '{}')
    tab.signedIn({ ...asha, id: 'bela' })
    expect(browser.storage.has('lastOrderDetails')).toBe(false)
  })

  it('takes along what was searched for here, when it ends and when somebody else signs in', async () => {
    const searches = () => browser.storage.get('recentSearches')
    const tab = await openTab()
    tab.signedIn(asha)
    tab.addRecentSearch('payal')
    tab.onSignedOut()
    expect(searches()).toBe('[]')
    tab.signedIn(asha)
    tab.addRecentSearch('jhumka')
    tab.signedIn({ ...asha, id: 'bela' })
    expect(searches()).toBe('[]')
  })

  // Shows 4.auth.states
  it('stays unknown while no connection can tell', async () => {
    const tab = await openTab()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
    expect(await tab.loadSession(true)).toEqual({ status: 'unknown' })
  })
})
