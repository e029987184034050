import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser, type TestBrowser } from './testing.ts'

let browser: TestBrowser
beforeEach(() => {
  browser = openBrowser()
})
afterEach(() => vi.unstubAllGlobals())

const openTab = () => browser.openTab(() => import('./browsing-history.ts'))
const stored = () => JSON.parse(browser.storage.get('recentlyViewed') ?? 'null')
const ring = (id: number) => ({ type: 'rings', id }) as const

test('the piece seen last stands first, and each stands there once', async () => {
  const { addRecentlyViewed } = await openTab()
  for (const id of [801, 802, 801]) addRecentlyViewed(ring(id))
  expect(stored()).toEqual([ring(801), ring(802)])
})

test('an earring and an anklet of the same number are two pieces', async () => {
  const { addRecentlyViewed } = await openTab()
  addRecentlyViewed({ type: 'tops', id: 1 })
  addRecentlyViewed({ type: 'anklet', id: 1 })
  expect(stored()).toHaveLength(2)
})

test('eight are remembered, the oldest is forgotten', async () => {
  const { addRecentlyViewed } = await openTab()
  for (let id = 801; id <= 809; id += 1) addRecentlyViewed(ring(id))
  expect(stored().map(({ id }: { id: number }) => id)).toEqual([809, 808, 807, 806, 805, 804, 803, 802])
})

test('only the key is kept, whatever piece is handed over', async () => {
  const { addRecentlyViewed } = await openTab()
  addRecentlyViewed(Object.assign(ring(801), { name: 'Chandrika Solitaire Ring' }))
  expect(stored()).toEqual([ring(801)])
})

test('what another tab has just remembered is kept', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.addRecentlyViewed(ring(801))
  other.addRecentlyViewed(ring(802))
  expect(stored()).toEqual([ring(802), ring(801)])
})

test.each(['{', '"rings"', '[1,null,{"type":"cars","id":1},{"type":"rings","id":"801"}]'])(
  'nonsense in storage is dropped: %s',
  async (text) => {
    browser.storage.set('recentlyViewed', text)
    const { addRecentlyViewed } = await openTab()
    addRecentlyViewed(ring(801))
    expect(stored()).toEqual([ring(801)])
  },
)

test('sign-out forgets the pieces and the pincode', async () => {
  const { addRecentlyViewed, saveDeliveryPincode, clearBrowsingHistory } = await openTab()
  addRecentlyViewed(ring(801))
  saveDeliveryPincode('302001')
  clearBrowsingHistory()
  expect([...browser.storage.values()]).toEqual(['[]', '""'])
})
