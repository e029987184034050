import { afterEach, expect, test, vi } from 'vitest'
import { paise } from '#domain/money.ts'
import {
  finishCheckout,
  clearCheckout,
  keepOpenOrder,
  readLastOrder,
  readOpenOrder,
  type LastOrder,
} from './checkout.ts'

afterEach(() => vi.unstubAllGlobals())

const orderOf = (orderId: string): LastOrder => ({
  orderId,
  amount: paise(3_288_300),
  items: [{ name: 'Chandrika Solitaire Ring', price: paise(3_288_300), quantity: 1 }],
  timestamp: '2026-11-20T10:00:00.000Z',
})

/** A browser's storage in which nothing more fits. */
function fillStorage(kept: Record<string, string>): void {
  const texts = new Map(Object.entries(kept))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    removeItem: (key: string) => texts.delete(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
}

// Shows 2.success.redirect
test('a kept order that makes no sense is none', () => {
  const kept = orderOf('SJ-1')
  for (const order of [
    { ...kept, timestamp: 'yesterday' },
    { ...kept, orderId: '' },
    { ...kept, items: null },
  ]) {
    fillStorage({ lastOrderDetails: JSON.stringify(order) })
    expect(readLastOrder()).toBeNull()
  }
})

test('an order paid while the storage is full is shown, and not the one before it', () => {
  fillStorage({ lastOrderDetails: JSON.stringify(orderOf('SJ-OLD')) })
  finishCheckout(orderOf('SJ-NEW'))
  expect(readLastOrder()).toEqual(orderOf('SJ-NEW'))
})

test('the order being paid is known while the storage is full, until it is forgotten', () => {
  fillStorage({})
  keepOpenOrder('SJ-0123456789ABCDEF')
  expect(readOpenOrder()).toBe('SJ-0123456789ABCDEF')
  clearCheckout()
  expect(readOpenOrder()).toBeNull()
})
