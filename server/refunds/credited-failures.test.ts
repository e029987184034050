/** Refunds that were credited when they were made, and then failed: their notes stay, and nothing is credited twice. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { addMs, indiaDate } from '#domain/time.ts'
import { payForRings, type PaidOrder } from '#server/checkout/testing.ts'
import { gatewayRefund } from '#server/db/refund-schema.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import type { DeliveredOrder } from '#server/fulfilment/testing.ts'
import { uncreditedAmount } from './credit-refunds.ts'
import { recordGatewayRefunds } from './gateway-refunds.ts'
import { setUpRefundDesk } from './testing.ts'

const {
  fixture,
  parcels,
  sendAbout,
  enterFreshCode,
  deskNow,
  refundBody,
  passMinute,
  createBank,
  useSessions,
  loseDispute,
  deliver,
  receivedReturn,
  decide,
  deskOrder,
} = setUpRefundDesk()

const RING_PRICE = paise(3_288_300)
const GOODWILL = paise(100_000)
const ONE_RING = { line: 0, quantity: 1, total: RING_PRICE }
const DISCOUNT = { line: 0, quantity: 0, total: GOODWILL }
const FAILED = () => 'failed' as const
const MADE = () => 'processed' as const

/** The lines of each credit note. */
async function creditNotes({ number }: PaidOrder) {
  const documents = await loadTaxDocuments(fixture.db, number)
  return documents.flatMap(({ credited }) => (credited ? [credited] : []))
}

/** Acts of staff on an order, each at a later minute. */
function createActs(order: PaidOrder, codes: readonly string[]) {
  const { number } = order
  const bank = createBank(order)
  const left = [...codes]

  async function post(role: 'owner' | 'manager', path: string, body: unknown): Promise<void> {
    passMinute()
    await useSessions(order)
    await enterFreshCode(role)
    const { status, json } = await sendAbout(role, 'POST', `${number}/${path}`, body)
    expect({ status, message: json.message }).toMatchObject({ status: 200 })
    passMinute()
  }

  const acts = {
    order,
    /** By the bank, of all that is requested. */
    async decide(outcome: typeof FAILED | typeof MADE): Promise<void> {
      const { refunds } = await deskOrder(order)
      for (const { id, state } of refunds)
        if (state === 'requested') await post('manager', 'refunds/approve', { id })
      await bank.decide(outcome)
    },
    async acceptReturn(quantity = 1): Promise<string> {
      const id = await receivedReturn(order, { position: 0, quantity })
      await enterFreshCode('owner')
      const accepted = { id, codes: left.splice(0, quantity), restocks: true }
      expect((await decide('owner', number, 'accept', accepted)).status).toBe(200)
      return id
    },
    async failedReturn(quantity = 1): Promise<string> {
      const id = await acts.acceptReturn(quantity)
      await acts.decide(FAILED)
      return id
    },
    async refund(own: Readonly<Record<string, unknown>> = {}) {
      const { refundable } = await deskOrder(order)
      await post('owner', 'refunds', refundBody(refundable, own))
    },
    refundGoodwill: () => acts.refund({ lines: [], extra: GOODWILL }),
    close: (refundId: string, amount = RING_PRICE) =>
      post('owner', 'refunds/close', { id: randomUUID(), refundId, amount, reason: 'Took another ring' }),
    payDirectly: (failedRefundId: string, own: Readonly<Record<string, unknown>> = {}) =>
      post('manager', 'refunds/direct', {
        id: randomUUID(),
        failedRefundId,
        amount: RING_PRICE,
        isOwed: true,
        method: 'cash',
        reference: '',
        paidOn: indiaDate(deskNow()),
        ...own,
      }),
  }
  return acts
}

async function deliveredRings(quantity = 2) {
  const order: Omit<DeliveredOrder, 'codes'> = await payForRings(fixture, quantity)
  const codes = Array.from({ length: quantity }, () => parcels.nextHuid())
  await deliver(order.number, [{ position: 0, codes }])
  return createActs(order, codes)
}

// Shows D54.credited
test('a closed refund that is made again after all is credited once', async () => {
  const acts = await deliveredRings()
  await acts.close(await acts.failedReturn())
  await acts.refund()
  await acts.decide(MADE)
  expect(await creditNotes(acts.order)).toEqual([[ONE_RING]])
})

test('a piece is credited though a server whose clock is slow reported the failure of an earlier refund', async () => {
  const acts = await deliveredRings(3)
  await acts.acceptReturn()
  await acts.decide(MADE)
  const { db, server } = fixture
  const [made] = await db.select().from(gatewayRefund).where(eq(gatewayRefund.orderNumber, acts.order.number))
  if (!made) throw new Error('The refund is not recorded')
  const failed = { ...made, id: made.gatewayRefundId, status: 'failed', receipt: null } as const
  await db.transaction((tx) =>
    recordGatewayRefunds(tx, server.deps, {
      orderNumber: acts.order.number,
      refunds: [failed],
      source: 'webhook',
      at: addMs(made.recordedAt, -1),
    }),
  )
  await acts.acceptReturn()
  await acts.decide(MADE)
  expect(await creditNotes(acts.order)).toEqual([[ONE_RING], [ONE_RING]])
})

test('a closed refund that the shop had paid itself is credited once', async () => {
  const acts = await deliveredRings()
  const id = await acts.failedReturn()
  await acts.close(id)
  await acts.payDirectly(id, { isOwed: false })
  expect(await creditNotes(acts.order)).toEqual([[ONE_RING]])
})

test('a refund that is closed because the bank has returned another amount is credited once', async () => {
  const acts = await deliveredRings()
  const id = await acts.failedReturn()
  await loseDispute(acts.order, 1_000_000)
  await acts.close(id)
  expect(await creditNotes(acts.order)).toEqual([[ONE_RING]])
})

test('a piece is credited after a failed refund for goodwill that was credited, and that the bank has returned', async () => {
  const acts = await deliveredRings()
  await acts.refundGoodwill()
  await acts.decide(FAILED)
  await loseDispute(acts.order, GOODWILL)
  await acts.acceptReturn()
  await acts.decide(MADE)
  expect(await creditNotes(acts.order)).toEqual([[DISCOUNT], [ONE_RING]])
})

// Shows D54.credited
test('a refund for goodwill that fails beside an older one is not credited until it is made', async () => {
  const acts = await deliveredRings()
  const id = await acts.failedReturn()
  await acts.refundGoodwill()
  await acts.decide(FAILED)
  const { refunds } = await deskOrder(acts.order)
  expect(refunds).toMatchObject([{ owed: RING_PRICE }, { owed: GOODWILL }])
  expect(await creditNotes(acts.order)).toEqual([[ONE_RING]])
  await acts.payDirectly(refunds[1].id, { amount: GOODWILL })
  await acts.payDirectly(id)
  expect(await creditNotes(acts.order)).toEqual([[ONE_RING], [DISCOUNT]])
})

// Shows D54.credited
test('a piece is credited though the retry of a refund that was never sent was credited, and failed', async () => {
  const acts = await deliveredRings()
  const id = await acts.acceptReturn()
  await loseDispute(acts.order, 1_000)
  await acts.decide(MADE)
  await acts.refund()
  await acts.decide(FAILED)
  expect((await deskOrder(acts.order)).refunds).toMatchObject([{ id, owed: RING_PRICE }, { owed: null }])
  await acts.close(id)
  await acts.acceptReturn()
  await acts.decide(MADE)
  expect(await creditNotes(acts.order)).toEqual([[ONE_RING], [ONE_RING]])
  expect(await uncreditedAmount(fixture.db, acts.order.number)).toBe(0)
})

test.each([
  ['of one of them', {}],
  ['of no pieces', { lines: [], extra: RING_PRICE }],
])('a third ring is credited as a piece after a failed refund of two and a retry %s', async (_, own) => {
  const acts = await deliveredRings(4)
  await acts.failedReturn(2)
  await acts.refund(own)
  await acts.decide(MADE)
  await acts.acceptReturn()
  await acts.decide(MADE)
  expect(await creditNotes(acts.order)).toEqual([
    [{ line: 0, quantity: 2, total: 2 * RING_PRICE }],
    [ONE_RING],
  ])
})

test('a piece that was cancelled before the invoice is not credited if its retry fails after it', async () => {
  const order = await payForRings(fixture, 2)
  const codes = [parcels.nextHuid()]
  const acts = createActs(order, codes)
  const lines = [{ position: 0, quantity: 1 }]
  const path = `/api/orders/${order.number}/cancel-lines`
  await fixture.server.request(order.customer, 'POST', path, { id: randomUUID(), lines })
  await acts.decide(FAILED)
  await deliver(order.number, [{ position: 0, codes }])
  for (const refund of [acts.refund, acts.refundGoodwill]) {
    await refund()
    await acts.decide(FAILED)
  }
  expect(await creditNotes(order)).toEqual([])
})
