import { expect, test } from 'vitest'
import { rupees } from './money.ts'
import { pendingMoney, workingDaysAfter } from './refund-status.ts'

/** A Friday, 18:00 in India. */
const friday = new Date('2026-11-20T12:30:00Z')
const unpaid = {
  status: 'failed',
  total: rupees(7250),
  placedAt: friday,
  payments: [],
  refunds: [],
  dashboardRefunds: [],
} as const

test('five working days after a Friday are the next Friday', () => {
  expect(workingDaysAfter(friday, 5)).toEqual(new Date('2026-11-27T12:30:00Z'))
})

test('a day that is Saturday in India already does not count, though it is Friday in Greenwich', () => {
  // Thursday 20:00 UTC is Friday in India; one working day later is Monday there.
  expect(workingDaysAfter(new Date('2026-11-19T20:00:00Z'), 1)).toEqual(new Date('2026-11-22T20:00:00Z'))
})

test('an order that was never paid: a debit comes back from the bank within five working days', () => {
  expect(pendingMoney(unpaid)).toEqual([
    { place: 'not received', amount: rupees(7250), resolvedBy: new Date('2026-11-27T12:30:00Z') },
  ])
})

test('money that the bank holds for the shop is said to be held', () => {
  const payments = [{ amount: rupees(7250), status: 'authorized', seenAt: friday }]
  expect(pendingMoney({ ...unpaid, payments })[0]?.place).toBe('held')
})

test('a completed order has no money on its way', () => {
  expect(pendingMoney({ ...unpaid, status: 'completed' })).toEqual([])
})

test('a second payment of a completed order is on its way back, and says when it arrives', () => {
  const refund = { amount: rupees(7250), createdAt: friday, sentAt: null }
  const sent = { ...refund, sentAt: friday }
  expect(pendingMoney({ ...unpaid, status: 'completed', refunds: [refund] })[0]?.place).toBe('going back')
  expect(pendingMoney({ ...unpaid, status: 'completed', refunds: [sent] })).toEqual([
    { place: 'sent back', amount: rupees(7250), resolvedBy: new Date('2026-12-01T12:30:00Z') },
  ])
})

test('refunds made on the gateway’s dashboard are told one by one, the order completed or refunded', () => {
  const dashboardRefunds = [
    { amount: rupees(250), createdAt: friday },
    { amount: rupees(7000), createdAt: friday },
  ]
  for (const status of ['completed', 'refunded'] as const)
    expect(pendingMoney({ ...unpaid, status, dashboardRefunds })).toEqual([
      { place: 'sent back', amount: rupees(250), resolvedBy: new Date('2026-12-01T12:30:00Z') },
      { place: 'sent back', amount: rupees(7000), resolvedBy: new Date('2026-12-01T12:30:00Z') },
    ])
})
