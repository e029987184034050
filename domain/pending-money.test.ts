import { expect, test } from 'vitest'
import { rupees } from './money.ts'
import { pendingMoney, workingDaysAfter } from './pending-money.ts'

/** A Friday, 18:00 in India. */
const friday = new Date('2026-11-20T12:30:00Z')
const unpaid = {
  status: 'failed',
  total: rupees(7250),
  placedAt: friday,
  payments: [],
  refunds: [],
  gatewayRefunds: [],
  directRefunds: [],
  lostDisputes: [],
} as const

test('five working days after a Friday is the next Friday', () => {
  expect(workingDaysAfter(friday, 5)).toEqual(new Date('2026-11-27T12:30:00Z'))
})

test('skips a Saturday in India that is still a Friday in UTC', () => {
  // Thursday 20:00 UTC is Friday in India; one working day later is Monday there.
  expect(workingDaysAfter(new Date('2026-11-19T20:00:00Z'), 1)).toEqual(new Date('2026-11-22T20:00:00Z'))
})

test('a debit for an unpaid order is reversed by the bank within five working days', () => {
  expect(pendingMoney(unpaid)).toEqual([
    {
      stage: 'payment not observed',
      amount: rupees(7250),
      since: null,
      resolvedBy: new Date('2026-11-27T12:30:00Z'),
    },
  ])
})

test('an authorized payment is held', () => {
  const payments = [{ amount: rupees(7250), status: 'authorized', observedAt: friday }]
  expect(pendingMoney({ ...unpaid, payments })[0]?.stage).toBe('payment authorized')
})

test('a completed order has no pending money', () => {
  expect(pendingMoney({ ...unpaid, status: 'completed' })).toEqual([])
})

test('a second payment of a completed order is being refunded, with the date of arrival', () => {
  const refund = { amount: rupees(7250), createdAt: friday, sentAt: null }
  const sent = { ...refund, sentAt: friday }
  expect(pendingMoney({ ...unpaid, status: 'completed', refunds: [refund] })[0]?.stage).toBe('refund due')
  expect(pendingMoney({ ...unpaid, status: 'completed', refunds: [sent] })).toEqual([
    {
      stage: 'refund sent',
      amount: rupees(7250),
      since: friday,
      resolvedBy: new Date('2026-12-01T12:30:00Z'),
    },
  ])
})

// Shows D43.direct
test('a refund that the shop has paid directly is listed with its day, method and reference', () => {
  const paid = { amount: rupees(250), method: 'cheque', reference: '000123', paidOn: '2026-11-24' } as const
  const day = new Date('2026-11-24')
  expect(pendingMoney({ ...unpaid, status: 'completed', directRefunds: [paid] })).toEqual([
    {
      stage: 'refund paid directly',
      amount: rupees(250),
      since: day,
      resolvedBy: day,
      direct: { method: 'cheque', reference: '000123' },
    },
  ])
})

// Shows D43.stages
test('refunds made on the gateway’s dashboard are listed individually, sent or confirmed, with the day', () => {
  const monday = new Date('2026-11-23T06:00:00Z')
  const resolvedBy = new Date('2026-12-01T12:30:00Z')
  const gatewayRefunds = [
    { amount: rupees(250), createdAt: friday, processedAt: null },
    { amount: rupees(7000), createdAt: friday, processedAt: monday },
  ]
  for (const status of ['completed', 'refunded'] as const)
    expect(pendingMoney({ ...unpaid, status, gatewayRefunds })).toEqual([
      { stage: 'refund sent', amount: rupees(250), since: friday, resolvedBy },
      { stage: 'refund confirmed', amount: rupees(7000), since: monday, resolvedBy },
    ])
})
