import { expect, test } from 'vitest'
import { useBrowser } from './testing.ts'

const browser = useBrowser()

const openTab = () =>
  browser.openTab(async () => ({
    ...(await import('./browsing-history.ts')),
    ...(await import('./personal-data.ts')),
  }))
const stored = () => JSON.parse(browser.storage.get('recentlyViewed') ?? 'null')
const ring = (id: number) => ({ type: 'rings', id }) as const

test('the browsing history lists the last viewed product first, and each product once', async () => {
  const { addRecentlyViewed } = await openTab()
  for (const id of [801, 802, 801]) addRecentlyViewed(ring(id))
  expect(stored()).toEqual([ring(801), ring(802)])
})

test('the browsing history keeps an earring and an anklet with the same id apart', async () => {
  const { addRecentlyViewed } = await openTab()
  addRecentlyViewed({ type: 'tops', id: 1 })
  addRecentlyViewed({ type: 'anklet', id: 1 })
  expect(stored()).toHaveLength(2)
})

test('the browsing history keeps eight products and drops the oldest', async () => {
  const { addRecentlyViewed } = await openTab()
  for (let id = 801; id <= 809; id += 1) addRecentlyViewed(ring(id))
  expect(stored().map(({ id }: { id: number }) => id)).toEqual([809, 808, 807, 806, 805, 804, 803, 802])
})

test('stores only the key of a product', async () => {
  const { addRecentlyViewed } = await openTab()
  addRecentlyViewed(Object.assign(ring(801), { name: 'Chandrika Solitaire Ring' }))
  expect(stored()).toEqual([ring(801)])
})

test('the browsing history keeps what another tab has just stored', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.addRecentlyViewed(ring(801))
  other.addRecentlyViewed(ring(802))
  expect(stored()).toEqual([ring(802), ring(801)])
})

test.each(['{', '"rings"', '[1,null,{"type":"cars","id":1},{"type":"rings","id":"801"}]'])(
  'drops invalid stored values: %s',
  async (text) => {
    browser.storage.set('recentlyViewed', text)
    const { addRecentlyViewed } = await openTab()
    addRecentlyViewed(ring(801))
    expect(stored()).toEqual([ring(801)])
  },
)

test('clears products and pincode at sign-out', async () => {
  const { addRecentlyViewed, saveDeliveryPincode, clearPersonalData } = await openTab()
  addRecentlyViewed(ring(801))
  saveDeliveryPincode('302001')
  clearPersonalData()
  expect([...browser.storage.values()]).toEqual(['[]', '""'])
})
