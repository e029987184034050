import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from '#server/gateway/gateway.ts'
import {
  mostFinalStatus,
  evaluatePayments,
  paymentToCapture,
  type OrderState,
  type ObservedPayment,
} from './payment-decision.ts'

const TOTAL = paise(3_288_300)
const unpaid: OrderState = {
  status: 'created',
  total: TOTAL,
  currency: 'INR',
  paymentId: null,
  isClosed: false,
}
const paid: OrderState = { ...unpaid, status: 'completed', paymentId: 'pay_1' }
const paymentOf = (changes: Partial<ObservedPayment> = {}): ObservedPayment => ({
  paymentId: 'pay_1',
  amount: TOTAL,
  currency: 'INR',
  status: 'captured',
  isAfterPriceExpiry: false,
  ...changes,
})
const NOTHING = { newPayingPaymentId: null, isRefunded: false, allFailed: false, dueRefunds: [] }

describe('the decision on an order', () => {
  test('is empty without payments', () => {
    expect(evaluatePayments(unpaid, [])).toEqual(NOTHING)
  })

  // Shows D32.verified
  test('accepts a captured payment of the exact amount', () => {
    expect(evaluatePayments(unpaid, [paymentOf()])).toEqual({ ...NOTHING, newPayingPaymentId: 'pay_1' })
  })

  test.each(['created', 'failed', 'authorized'] as const)('accepts no payment that is only %s', (status) => {
    expect(evaluatePayments(unpaid, [paymentOf({ status })]).newPayingPaymentId).toBeNull()
  })

  test.each(['failed', 'cancelled'] as const)(
    'accepts a late authorization although the order was %s',
    (status) => {
      expect(evaluatePayments({ ...unpaid, status }, [paymentOf()]).newPayingPaymentId).toBe('pay_1')
    },
  )

  test.each([
    ['a paisa less', { amount: paise(TOTAL - 1) }],
    ['a paisa more', { amount: paise(TOTAL + 1) }],
    ['dollars', { currency: 'USD' }],
  ])('refunds %s', (_, changes) => {
    const { newPayingPaymentId, dueRefunds } = evaluatePayments(unpaid, [paymentOf(changes)])
    expect(newPayingPaymentId).toBeNull()
    expect(dueRefunds).toMatchObject([{ paymentId: 'pay_1', reason: 'the amount differs' }])
  })

  test('refunds a second payment in full', () => {
    expect(evaluatePayments(paid, [paymentOf(), paymentOf({ paymentId: 'pay_2' })]).dueRefunds).toEqual([
      { paymentId: 'pay_2', amount: TOTAL, reason: 'a second payment' },
    ])
  })

  test('accepts one and refunds the other of two payments observed at the same time', () => {
    const decision = evaluatePayments(unpaid, [paymentOf(), paymentOf({ paymentId: 'pay_2' })])
    expect(decision).toMatchObject({ newPayingPaymentId: 'pay_1', dueRefunds: [{ paymentId: 'pay_2' }] })
  })

  test('refunds a payment of an expired order', () => {
    const decision = evaluatePayments({ ...unpaid, status: 'cancelled', isClosed: true }, [paymentOf()])
    expect(decision).toMatchObject({
      newPayingPaymentId: null,
      dueRefunds: [{ reason: 'the order was closed' }],
    })
  })

  test('refunds a payment that was begun when the price was no longer valid', () => {
    const decision = evaluatePayments(unpaid, [paymentOf({ isAfterPriceExpiry: true })])
    expect(decision).toMatchObject({
      newPayingPaymentId: null,
      dueRefunds: [{ reason: 'the price was no longer valid' }],
    })
  })

  test('reports that every attempt failed', () => {
    expect(evaluatePayments(unpaid, [paymentOf({ status: 'failed' })]).allFailed).toBe(true)
  })

  test('does not report so while an attempt is pending', () => {
    const payments = [paymentOf({ status: 'failed' }), paymentOf({ paymentId: 'pay_2', status: 'created' })]
    expect(evaluatePayments(unpaid, payments).allFailed).toBe(false)
  })

  test('is refunded if the paying payment is refunded', () => {
    expect(evaluatePayments(paid, [paymentOf({ status: 'refunded' })])).toEqual({
      ...NOTHING,
      isRefunded: true,
    })
  })

  test('is not refunded if another payment is refunded', () => {
    const payments = [paymentOf(), paymentOf({ paymentId: 'pay_2', status: 'refunded' })]
    expect(evaluatePayments(paid, payments)).toEqual(NOTHING)
  })
})

describe('an authorized payment', () => {
  const authorized = paymentOf({ status: 'authorized' })

  test('is captured if it pays the order', () => {
    expect(paymentToCapture(unpaid, [authorized])).toBe(authorized)
  })

  test.each([
    ['the order is paid', paid, authorized],
    ['the order has expired', { ...unpaid, isClosed: true }, authorized],
    ['the amount differs', unpaid, { ...authorized, amount: paise(100) }],
    ['it is captured already', unpaid, paymentOf()],
    ['it was begun too late', unpaid, { ...authorized, isAfterPriceExpiry: true }],
  ])('is not captured if %s', (_, order, payment) => {
    expect(paymentToCapture(order, [payment])).toBeUndefined()
  })

  test('is not captured if another is, since it would only have to be refunded', () => {
    expect(paymentToCapture(unpaid, [authorized, paymentOf({ paymentId: 'pay_2' })])).toBeUndefined()
  })

  test('is captured although a payment of another amount is', () => {
    const other = paymentOf({ paymentId: 'pay_2', amount: paise(100) })
    expect(paymentToCapture(unpaid, [other, authorized])).toBe(authorized)
  })

  test('is the only one captured of two', () => {
    expect(
      paymentToCapture(unpaid, [authorized, paymentOf({ paymentId: 'pay_2', status: 'authorized' })]),
    ).toBe(authorized)
  })
})

const anyStatus = fc.constantFrom(...PAYMENT_STATUSES)
/** Reports about a few payments: stale, repeated, in any order. */
const anyReport = fc.record({
  paymentId: fc.constantFrom('pay_1', 'pay_2', 'pay_3'),
  status: anyStatus,
})
const anyReports = fc.array(anyReport, { maxLength: 25 })
type Report = { paymentId: string; status: PaymentStatus }

/** Applies the decisions without a database. */
function applied(reports: readonly Report[], amounts: Readonly<Record<string, number>> = {}) {
  const payments = new Map<string, ObservedPayment>()
  const refunds = new Map<string, number>()
  const payingPaymentIds: string[] = []
  const order = (): OrderState => {
    const paymentId = payingPaymentIds[0] ?? null
    return { ...unpaid, status: paymentId === null ? 'created' : 'completed', paymentId }
  }
  for (const { paymentId, status } of reports) {
    const known = payments.get(paymentId)
    const amount = paise(amounts[paymentId] ?? TOTAL)
    payments.set(paymentId, {
      paymentId,
      amount,
      currency: 'INR',
      status: mostFinalStatus(known?.status, status),
      isAfterPriceExpiry: false,
    })
    const decision = evaluatePayments(order(), [...payments.values()])
    if (decision.newPayingPaymentId !== null) payingPaymentIds.push(decision.newPayingPaymentId)
    for (const each of decision.dueRefunds) refunds.set(each.paymentId, each.amount)
  }
  return { order: order(), payments, refunds, payingPaymentIds }
}

describe('with reports in any order, late or repeated,', () => {
  test('a known state never goes back to an earlier one', () => {
    fc.assert(
      fc.property(fc.array(anyStatus, { minLength: 1 }), (statuses) => {
        const known = statuses.reduce<PaymentStatus | undefined>(mostFinalStatus, undefined)
        const most = Math.max(...statuses.map((status) => PAYMENT_STATUSES.indexOf(status)))
        expect(known).toBe(PAYMENT_STATUSES[most])
      }),
    )
  })

  test('an order is paid at most once', () => {
    fc.assert(
      fc.property(anyReports, (reports) => {
        expect(applied(reports).payingPaymentIds.length).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('every captured payment pays the order or is refunded, never both', () => {
    const amounts = { pay_1: TOTAL, pay_2: TOTAL, pay_3: TOTAL - 100 }
    fc.assert(
      fc.property(anyReports, (reports) => {
        const { order, payments, refunds } = applied(reports, amounts)
        for (const { paymentId, status } of payments.values()) {
          if (status !== 'captured') continue
          expect([order.paymentId === paymentId, refunds.has(paymentId)].filter(Boolean)).toHaveLength(1)
        }
        if (order.paymentId !== null) expect(refunds.has(order.paymentId)).toBe(false)
      }),
    )
  })

  test('repeating all reports changes nothing', () => {
    fc.assert(
      fc.property(anyReports, (reports) => {
        const once = applied(reports)
        const twice = applied([...reports, ...reports])
        expect(twice).toEqual(once)
      }),
    )
  })

  test('an exact captured payment never leaves the order unpaid', () => {
    fc.assert(
      fc.property(anyReports, (reports) => {
        const { order, payments } = applied(reports)
        const isTaken = [...payments.values()].some(({ status }) => status === 'captured')
        expect(!isTaken || order.status === 'completed').toBe(true)
      }),
    )
  })
})
