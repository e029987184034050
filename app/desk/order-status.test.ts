import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#domain/order.ts'
import { PARCEL_STATES } from '#domain/parcel.ts'
import { RETURN_STATES } from '#domain/return.ts'
import { orderStatusText } from './order-status.ts'

const PACKED = {
  status: 'completed',
  parcelState: 'packed',
  returnState: null,
  isCancelled: false,
  isRefundOwed: false,
} as const

test.each([
  ['Awaiting payment', { status: 'created', parcelState: null }],
  ['To pack', { parcelState: null }],
  ['Packed', {}],
  ['In transit', { parcelState: 'in transit' }],
  ['Delivered', { parcelState: 'delivered', returnState: 'withdrawn' }],
  ['Delivered · return requested', { parcelState: 'delivered', returnState: 'requested' }],
  ['Delivered · pieces came back, to be inspected', { parcelState: 'delivered', returnState: 'received' }],
  ['Delivered · pieces returned', { parcelState: 'delivered', returnState: 'accepted' }],
  ['Delivered · refund not made', { parcelState: 'delivered', isRefundOwed: true }],
  ['Returned and refunded', { status: 'refunded', parcelState: 'delivered', returnState: 'accepted' }],
  ['Delivered · refunded', { status: 'refunded', parcelState: 'delivered' }],
  ['Refunded, nothing is sent', { status: 'refunded', parcelState: null }],
  ['Reload the page to see this', { parcelState: 'unknown value' }],
  ['Delivered · Reload the page to see this', { parcelState: 'delivered', returnState: 'unknown value' }],
  ['Cancelled', { status: 'refunded', parcelState: null, isCancelled: true }],
  [
    'Cancelled · refund not made',
    { status: 'refunded', parcelState: null, isCancelled: true, isRefundOwed: true },
  ],
  [
    'Returned · refund not made',
    { status: 'refunded', parcelState: 'delivered', returnState: 'accepted', isRefundOwed: true },
  ],
  ['Delivered · refund not made', { status: 'refunded', parcelState: 'delivered', isRefundOwed: true }],
  ['Refund not made, nothing is sent', { status: 'refunded', parcelState: null, isRefundOwed: true }],
] as const)('an order is called “%s”', (text, own) => {
  expect(orderStatusText({ ...PACKED, ...own })).toBe(text)
})

test('no paid order is shown as Confirmed, whatever the state of its parcel and returns', () => {
  for (const status of ORDER_STATUSES.filter((each) => each === 'completed' || each === 'refunded'))
    for (const parcelState of [null, ...PARCEL_STATES])
      for (const returnState of [null, ...RETURN_STATES])
        expect(orderStatusText({ ...PACKED, status, parcelState, returnState })).not.toContain('Confirmed')
})
