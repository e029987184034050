import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rupees } from './money.ts'
import {
  canTransition,
  isPaid,
  isCaptured,
  ORDER_STATUSES,
  STATUS_LABELS,
  statusText,
  type OrderStatus,
} from './order.ts'

const anyStatus = fc.constantFrom(...ORDER_STATUSES)
const anyStatuses = fc.array(anyStatus, { maxLength: 30 })

/** The status of an order after these reports in sequence. */
function after(reports: readonly OrderStatus[], from: OrderStatus = 'created'): OrderStatus {
  return reports.reduce((status, reported) => (canTransition(status, reported) ? reported : status), from)
}

/** All intermediate statuses. */
function lifeOf(reports: readonly OrderStatus[]): OrderStatus[] {
  return reports.map((_, index) => after(reports.slice(0, index + 1)))
}

describe('an order', () => {
  // Shows 4.order.completed
  test('goes from created to paid to completed', () => {
    expect(lifeOf(['paid', 'completed'])).toEqual(['paid', 'completed'])
  })

  test('is not completed before it is paid', () => {
    expect(canTransition('created', 'completed')).toBe(false)
  })

  // Shows D32.late
  test.each(['failed', 'cancelled'] as const)('that was %s can still be paid', (status) => {
    expect(canTransition(status, 'paid')).toBe(true)
  })

  test('that is paid neither fails nor is cancelled', () => {
    expect(lifeOf(['paid', 'failed', 'cancelled', 'created'])).toEqual(['paid', 'paid', 'paid', 'paid'])
  })

  test('is refunded only if it was completed', () => {
    expect(ORDER_STATUSES.filter((status) => canTransition(status, 'refunded'))).toEqual(['completed'])
  })

  test('that was refunded stays refunded', () => {
    expect(ORDER_STATUSES.filter((status) => canTransition('refunded', status))).toEqual([])
  })

  test('has a label in every status', () => {
    expect(Object.keys(STATUS_LABELS).toSorted()).toEqual(ORDER_STATUSES.toSorted())
  })
})

describe('any sequence of reports', () => {
  test('a repeated status is not a transition', () => {
    for (const status of ORDER_STATUSES) expect(canTransition(status, status)).toBe(false)
  })

  test('an order is paid until it is refunded', () => {
    expect(ORDER_STATUSES.filter(isPaid)).toEqual(['paid', 'completed'])
  })

  test('an order whose payment is captured stays so', () => {
    fc.assert(
      fc.property(anyStatuses, (reports) => {
        const captured = lifeOf(reports).map(isCaptured)
        const first = captured.indexOf(true)
        expect(first === -1 || captured.slice(first).every(Boolean)).toBe(true)
      }),
    )
  })

  test('an order passes through paid, completed and refunded in this order', () => {
    const rank: Partial<Record<OrderStatus, number>> = { paid: 1, completed: 2, refunded: 3 }
    fc.assert(
      fc.property(anyStatuses, (reports) => {
        const ranks = lifeOf(reports).map((status) => rank[status] ?? 0)
        expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
      }),
    )
  })

  test('no order is completed without being paid', () => {
    fc.assert(
      fc.property(anyStatuses, (reports) => {
        const life = lifeOf(reports)
        const completed = life.indexOf('completed')
        expect(completed === -1 || life.slice(0, completed).includes('paid')).toBe(true)
      }),
    )
  })

  test('repeated reports are idempotent', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyStatus, fc.integer({ min: 1, max: 4 }))), (reports) => {
        const once = reports.map(([status]) => status)
        const often = reports.flatMap(([status, times]) => Array<OrderStatus>(times).fill(status))
        expect(after(often)).toBe(after(once))
      }),
    )
  })

  test('replaying all transitions of a paid order changes nothing', () => {
    fc.assert(
      fc.property(anyStatuses, (reports) => {
        const before = after(['paid', ...reports])
        const taken = lifeOf(['paid', ...reports])
        expect(after(taken, before)).toBe(before)
      }),
    )
  })

  test('an unpaid order can always be paid', () => {
    fc.assert(
      fc.property(anyStatuses, (reports) => {
        const status = after(reports)
        expect(isCaptured(status) || canTransition(status, 'paid')).toBe(true)
      }),
    )
  })
})

describe('the status text of an order', () => {
  const order = {
    status: 'completed',
    total: rupees(32_883),
    refunded: rupees(0),
    returned: rupees(0),
    notOwed: rupees(0),
    money: [],
    isRefundDelayed: false,
    parcel: null,
  } as const

  test('is the label of its status', () => {
    expect(statusText(order)).toBe('Confirmed')
  })

  test('follows the parcel once the courier has it', () => {
    expect(statusText({ ...order, parcel: { state: 'in transit' } })).toBe('Dispatched')
    // From a server newer than the page.
    expect(statusText({ ...order, parcel: { state: 'unknown value' } })).toBe('Dispatched')
    expect(statusText({ ...order, parcel: { state: 'delivered' } })).toBe('Delivered')
  })

  test('names the amount of a partial refund', () => {
    expect(statusText({ ...order, refunded: rupees(5000) })).toBe(
      'Confirmed · ₹5,000.00 of ₹32,883.00 refunded',
    )
  })

  // Shows D43.stages
  test('has one word for each stage of a full refund: begun, sent, refunded', () => {
    const begun = { ...order, status: 'refunded', money: [{ stage: 'refund due' }] } as const
    const at = (stage: string) => ({ refunded: order.total, money: [{ stage }] })
    const sent = { ...begun, ...at('refund sent') }
    const confirmed = { ...begun, ...at('refund confirmed') }
    expect([begun, sent, confirmed].map(statusText)).toEqual([
      'Cancelled · refund begun',
      'Cancelled · refund sent',
      'Cancelled · refunded',
    ])
    const parcel = { state: 'delivered' } as const
    expect([begun, sent, confirmed].map((each) => statusText({ ...each, parcel }))).toEqual([
      'Refund begun',
      'Refund sent',
      'Refunded',
    ])
  })

  test('reports a refund that failed at the bank as delayed', () => {
    const failed = { ...order, status: 'refunded', isRefundDelayed: true } as const
    expect(statusText(failed)).toBe('Cancelled · refund delayed')
    expect(statusText({ ...failed, parcel: { state: 'delivered' } })).toBe('Refund delayed')
  })

  test('says that the refund of a part is delayed', () => {
    const part = { ...order, isRefundDelayed: true, parcel: { state: 'delivered' } } as const
    expect(statusText(part)).toBe('Delivered · refund delayed')
  })

  test('says that the bank returned a payment after a dispute, in whole or in addition to a refund', () => {
    const money = [{ stage: 'returned by the bank' }]
    const lost = { ...order, status: 'refunded', returned: order.total, money } as const
    expect(statusText(lost)).toBe('Cancelled · payment returned by your bank')
    // Of another payment.
    expect(statusText({ ...lost, returned: rupees(0) })).toBe('Cancelled · refund begun')
    const part = { refunded: rupees(883), returned: rupees(32_000) }
    const parts = [{ stage: 'refund sent' }, ...money]
    expect(statusText({ ...lost, ...part, money: parts })).toBe('Cancelled · refund sent')
  })

  test('promises nothing more of a full refund of which staff have closed what was not made', () => {
    const closed = { ...order, status: 'refunded', notOwed: order.total } as const
    expect(statusText(closed)).toBe('Cancelled · no further refund due')
    const part = { refunded: rupees(883), notOwed: rupees(32_000) }
    const sent = { ...closed, ...part, money: [{ stage: 'refund sent' }] }
    expect(statusText(sent)).toBe('Cancelled · refund sent')
    expect(statusText({ ...sent, money: [{ stage: 'refund confirmed' }] })).toBe(
      'Cancelled · no further refund due',
    )
  })
})
