import { describe, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { wrongAtCourier, wrongCancellations, wrongRestocking } from './audit-parcels.ts'
import type { Snapshot } from './snapshot.ts'

const NUMBER = 'SJ-7F3K2M9Q4T8W1X5Z'
const PRICE = paise(50_000)

/** One of two rings was cancelled and refunded, and the other is with the courier. */
function snapshotOf(changes: object = {}): Snapshot {
  const shop = {
    orders: [{ number: NUMBER, status: 'completed' }],
    lines: [
      {
        orderNumber: NUMBER,
        position: 0,
        type: 'rings',
        productId: 801,
        quantity: 2,
        cancelled: 1,
        unitPrice: PRICE,
      },
    ],
    events: [{ orderNumber: NUMBER, event: 'partially cancelled' }],
    refundRequests: [REFUND],
    returns: [],
    parcels: [PARCEL],
    pickups: [],
    movements: [moved(-2, 'sold'), moved(1, 'returned')],
    ...changes,
  }
  // The functions under test read only these.
  return { shop, courier: [ONCE, AGAIN] } as unknown as Snapshot
}

const REFUND = {
  orderNumber: NUMBER,
  cancels: true,
  state: 'sent',
  amount: PRICE,
  cancelledLines: [{ position: 0, quantity: 1 }],
}
const PARCEL = { orderNumber: NUMBER, reference: `${NUMBER}-R2`, state: 'booked', task: null }
const ONCE = { reference: NUMBER, isCancelled: true, isReturn: false }
const AGAIN = { reference: `${NUMBER}-R2`, isCancelled: false, isReturn: false }
function moved(change: number, cause: string) {
  return { orderNumber: NUMBER, key: 'rings-801', change, cause }
}

const found = (snapshot: Snapshot) =>
  [...wrongCancellations(snapshot), ...wrongRestocking(snapshot), ...wrongAtCourier(snapshot)].map(
    ({ rule }) => rule,
  )

test('accepts an order that lost a piece and was packed again', () => {
  expect(found(snapshotOf())).toEqual([])
})

describe('finds', () => {
  const whole = { ...REFUND, cancelledLines: null }
  test.each([
    ['a cancelled piece that was not restocked', 'stock', { movements: [moved(-2, 'sold')] }],
    ['one that was restocked twice', 'stock', { movements: [moved(-2, 'sold'), moved(2, 'returned')] }],
    [
      'one that is refunded with a paisa less',
      'money',
      { refundRequests: [{ ...REFUND, amount: PRICE - 1 }] },
    ],
    ['one that is refunded twice', 'money', { refundRequests: [REFUND, REFUND] }],
    ['one without an order event', 'events', { events: [] }],
    ['a cancelled order that is not refunded', 'money', { refundRequests: [whole] }],
    ['a parcel that waits for ever', 'pending', { parcels: [{ ...PARCEL, task: 'unpack' }] }],
    ['a parcel at the courier that was unpacked', 'stock', { parcels: [] }],
    [
      'a booked parcel that the courier does not know',
      'stock',
      { parcels: [PARCEL, { ...PARCEL, reference: 'R3' }] },
    ],
    [
      'a pickup that the courier was never asked for',
      'stock',
      { pickups: [{ orderNumber: NUMBER, reference: `${NUMBER}-P1`, state: 'booked', task: null }] },
    ],
  ])('%s', (_, rule, changes) => {
    expect(found(snapshotOf(changes))).toContain(rule)
  })
})
