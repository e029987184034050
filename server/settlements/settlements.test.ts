/** Settlements of the gateway, read day by day and compared with the shop's books. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addMs, DAY_MS, MINUTE_MS } from '#domain/time.ts'
import {
  createActions,
  createTestServer,
  dashboardRefund,
  payForRings,
  setUpCheckout,
  type PaidOrder,
} from '#server/checkout/testing.ts'
import { payment } from '#server/db/schema.ts'
import { settlementItem } from '#server/db/settlement-schema.ts'
import { loadDifferences } from './differences.ts'
import { readSettlements } from './items.ts'

const fixture = setUpCheckout()
const { injectFaults, reconcile } = createActions(fixture)

async function settle(): Promise<void> {
  await fetch(`${fixture.sandbox.url}/razorpay/sandbox/settle`, { method: 'POST' })
  expect(await readSettlements(fixture.server.deps)).toEqual({ ok: true, value: null })
}

/** In a week, when everything should be settled. */
const later = () => addMs(fixture.server.clock.now, 8 * DAY_MS)

async function differencesOf({ number }: PaidOrder) {
  const differences = await loadDifferences(fixture.db, later())
  return differences
    .filter(({ orderNumber }) => orderNumber === number)
    .map(({ kind, text }) => ({ kind, text }))
}

// Shows D52.compared
test('payments and refunds that are settled in full agree with the books, however often they are read', async () => {
  const paid = await payForRings(fixture, 1)
  const refunded = await payForRings(fixture, 2)
  await dashboardRefund(fixture.sandbox, refunded.paymentId, 5000)
  fixture.server.clock.now = addMs(fixture.server.clock.now, 5 * MINUTE_MS)
  await reconcile()
  await settle()
  const before = await fixture.db.$count(settlementItem)
  await settle()
  expect(await fixture.db.$count(settlementItem)).toBe(before)
  expect(await differencesOf(paid)).toEqual([])
  expect(await differencesOf(refunded)).toEqual([])
})

// Shows D52.compared
test('a payment that is settled short, or never, is found', async () => {
  const short = await payForRings(fixture, 1)
  await injectFaults(short.gatewayOrderId, { 'settlement-short': true })
  await settle()
  const missing = await payForRings(fixture, 1)
  await injectFaults(missing.gatewayOrderId, { 'settlement-left-out': true })
  await settle()
  expect(await differencesOf(short)).toEqual([
    {
      kind: 'sum',
      text: expect.stringMatching(/^₹[\d,.]+ instead of ₹[\d,.]+ was settled for a payment\.$/),
    },
  ])
  expect(await differencesOf(missing)).toEqual([
    { kind: 'not settled', text: 'The gateway has not paid a payment of ₹32,883.00.' },
  ])
  const tooEarly = await loadDifferences(fixture.db, fixture.server.clock.now)
  expect(tooEarly.filter(({ orderNumber }) => orderNumber === missing.number)).toEqual([])
})

test('a refund of the dashboard that the shop does not know, and a payment of another amount, are found', async () => {
  const paid = await payForRings(fixture, 1)
  const { id } = await dashboardRefund(fixture.sandbox, paid.paymentId, 700)
  await settle()
  const found = await loadDifferences(fixture.db, later())
  expect(found.find(({ entityId }) => entityId === id)).toMatchObject({
    kind: 'unknown',
    text: 'A refund of ₹7.00 is settled that the shop does not know.',
    orderNumber: null,
  })
  await fixture.db
    .update(payment)
    .set({ amount: 1 as never })
    .where(eq(payment.paymentId, paid.paymentId))
  expect(await differencesOf(paid)).toMatchObject([{ kind: 'amount' }])
})

test('items read before a gateway failure stay, and the rest is read the next time', async () => {
  let calls = 0
  const server = createTestServer(fixture.db, fixture.sandbox, {
    gateway: (real) => ({
      ...real,
      listSettlementItems: (day) =>
        (calls += 1) === 3
          ? Promise.resolve({ ok: false, error: { kind: 'unreachable', detail: 'ECONNRESET' } })
          : real.listSettlementItems(day),
    }),
  })
  expect((await readSettlements(server.deps)).ok).toBe(false)
  const paid = await payForRings(fixture, 1)
  await settle()
  expect(await differencesOf(paid)).toEqual([])
})
