import { expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import type { LastOrder } from './checkout.ts'
import { useBrowser } from './testing.ts'

const browser = useBrowser()

const openTab = () =>
  browser.openTab(async () => ({
    ...(await import('./checkout.ts')),
    ...(await import('./personal-data.ts')),
  }))

const orderOf = (orderId: string): LastOrder => ({
  orderId,
  amount: paise(3_288_300),
  items: [{ name: 'Chandrika Solitaire Ring', price: paise(3_288_300), quantity: 1 }],
  timestamp: '2026-11-20T10:00:00.000Z',
})

// Shows 2.success.redirect
test('an invalid stored order is ignored', async () => {
  const stored = orderOf('SJ-1')
  for (const order of [
    { ...stored, timestamp: 'yesterday' },
    { ...stored, orderId: '' },
    { ...stored, items: null },
  ]) {
    browser.storage.set('lastOrderDetails', JSON.stringify(order))
    const { readLastOrder } = await openTab()
    expect(readLastOrder()).toBeNull()
  }
})

test('an order paid while storage is full is shown instead of the previous one', async () => {
  browser.storage.set('lastOrderDetails', JSON.stringify(orderOf('SJ-OLD')))
  const { finishCheckout, readLastOrder } = await openTab()
  browser.fill()
  finishCheckout(orderOf('SJ-NEW'))
  expect(readLastOrder()).toEqual(orderOf('SJ-NEW'))
  expect(browser.storage.has('lastOrderDetails')).toBe(false)
})

test('the open order is known while storage is full, until it is cleared', async () => {
  const { clearPersonalData, readOpenOrder, saveOpenOrder } = await openTab()
  browser.fill()
  saveOpenOrder('SJ-0123456789ABCDEF')
  expect(readOpenOrder()).toBe('SJ-0123456789ABCDEF')
  clearPersonalData()
  expect(readOpenOrder()).toBeNull()
})
