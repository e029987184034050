import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { addMs, DAY_MS, indiaDate } from '#domain/time.ts'
import { audit, type Difference, type Repair } from '#server/payments/audit.ts'
import { payForRings, type PaidOrder } from '#server/checkout/testing.ts'
import { directRefund } from '#server/db/refund-schema.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import type { DeliveredOrder } from '#server/fulfilment/testing.ts'
import { setUpRefundDesk } from './testing.ts'

const {
  fixture,
  parcels,
  sendAbout,
  enterFreshCode,
  deskNow,
  failRefund,
  refundBody,
  sendRefunds,
  sendDue,
  passMinute,
  deliver,
  deliveredOrder,
  receivedReturn,
  decide,
  deskOrder,
  loseDispute,
} = setUpRefundDesk()

const RING_PRICE = 3_288_300
const ONE_RING = { line: 0, quantity: 1, total: RING_PRICE }

/** What the credit notes of the order deduct from its invoice, oldest first. */
async function credited({ number }: PaidOrder) {
  const documents = await loadTaxDocuments(fixture.db, number)
  return documents.flatMap((each) => (each.credited ? [each.credited] : []))
}

async function invoiceTotal({ number }: PaidOrder) {
  const documents = await loadTaxDocuments(fixture.db, number)
  return documents.find(({ kind }) => kind === 'invoice')?.total
}

async function auditOf({ number }: PaidOrder, repair: Repair) {
  const { deps } = fixture.server
  const period = { from: addMs(deskNow(), -DAY_MS), to: addMs(deskNow(), DAY_MS) }
  const result = await audit(deps, period, repair)
  if (!result.ok) throw new Error(result.error.detail)
  const ofOrder = (all: readonly Difference[]) => all.filter(({ orderNumber }) => orderNumber === number)
  return { found: ofOrder(result.value.found), left: ofOrder(result.value.left) }
}

async function acceptReturn(order: DeliveredOrder) {
  const id = await receivedReturn(order)
  await enterFreshCode('owner')
  const codes = [order.codes[0]]
  const { status } = await decide('owner', order.number, 'accept', { id, codes, restocks: true })
  expect(status).toBe(200)
  return id
}

/** The customer has cancelled one of two rings, which are not packed yet. */
async function cancelledRing() {
  const order = await payForRings(fixture, 2)
  await cancelRing(order)
  return order
}

async function cancelRing({ customer, number }: PaidOrder) {
  const lines = [{ position: 0, quantity: 1 }]
  const path = `/api/orders/${number}/cancel-lines`
  const { status } = await fixture.server.request(customer, 'POST', path, { id: randomUUID(), lines })
  expect(status).toBe(200)
}

async function deliverOther(order: PaidOrder): Promise<DeliveredOrder> {
  const codes = [parcels.nextHuid()]
  await deliver(order.number, [{ position: 0, codes }])
  return { ...order, codes }
}

// Shows D54.credited
test('the pieces of a return are credited when the bank’s money takes the place of their refund', async () => {
  const order = await deliveredOrder()
  await acceptReturn(order)
  await loseDispute(order, RING_PRICE)
  await sendRefunds()
  expect(await credited(order)).toEqual([[ONE_RING]])
})

// Shows D54.credited
test('the pieces of a return are credited when they come back after the bank has returned the payment', async () => {
  const order = await deliveredOrder()
  await loseDispute(order, 2 * RING_PRICE)
  expect(await credited(order)).toEqual([])
  await acceptReturn(order)
  expect(await credited(order)).toEqual([[ONE_RING]])
})

test('the pieces of a return are credited when its refund fails first and the bank returns the money later', async () => {
  const order = await deliveredOrder()
  await acceptReturn(order)
  // It was credited when it was sent.
  await failRefund(order, sendDue, async () => null)
  await loseDispute(order, RING_PRICE)
  expect(await credited(order)).toEqual([[ONE_RING]])
})

test('the pieces of a return are credited once if the bank has returned a part and the rest is refunded', async () => {
  const order = await deliveredOrder()
  await loseDispute(order, RING_PRICE + 1_000_000)
  await acceptReturn(order)
  expect(await credited(order)).toMatchObject([[{ total: 1_000_000 }]])
  fixture.server.clock.now = deskNow()
  await sendRefunds()
  const notes = await credited(order)
  expect(notes.flat().reduce((all, { total }) => all + total, 0)).toBe(RING_PRICE)
})

// Shows D54.credited
test.each(['at the gateway', 'directly'])(
  'the pieces of a return are credited once if the bank returns exactly their price and a refund after that fails, and is made again %s',
  async (where) => {
    const order = await deliveredOrder()
    await acceptReturn(order)
    await loseDispute(order, RING_PRICE)
    await sendDue()
    passMinute()
    const request = async () => {
      const { status } = await sendAbout('owner', 'POST', `${order.number}/refunds`, refundBody(RING_PRICE))
      expect(status).toBe(200)
    }
    await enterFreshCode('owner')
    await request()
    await failRefund(order, sendDue, async () => null)
    const { refunds } = await deskOrder(order)
    const { id: failedRefundId } = refunds.find(({ owed }: { owed: number | null }) => owed !== null)
    if (where === 'directly') {
      const payment = { method: 'cash', reference: '', paidOn: indiaDate(deskNow()) }
      const body = { id: randomUUID(), failedRefundId, amount: RING_PRICE, isOwed: true, ...payment }
      expect((await sendAbout('owner', 'POST', `${order.number}/refunds/direct`, body)).status).toBe(200)
    } else {
      await request()
      fixture.server.clock.now = deskNow()
      await sendRefunds()
    }
    expect((await deskOrder(order)).refundable).toBe(0)
    expect(await credited(order)).toEqual([[ONE_RING]])
  },
)

test('nothing is credited when the bank returns the payment of pieces that the customer keeps', async () => {
  const order = await deliveredOrder()
  await loseDispute(order, 2 * RING_PRICE)
  expect(await credited(order)).toEqual([])
})

// Shows D54.credited
test('a piece cancelled after the invoice is credited in full if the bank had returned a part of its price', async () => {
  const order = await payForRings(fixture, 2)
  const codes = [parcels.nextHuid(), parcels.nextHuid()]
  await parcels.pack(order.number, { pieces: [{ position: 0, codes }] })
  await parcels.request(order.number, 'book')
  await parcels.runTasks()
  await loseDispute(order, RING_PRICE + 700_000)
  await cancelRing(order)
  await parcels.runTasks()
  fixture.server.clock.now = deskNow()
  await sendRefunds()
  const notes = (await credited(order)).flat()
  expect(notes.reduce((all, { total }) => all + total, 0)).toBe(RING_PRICE)
  expect(notes.reduce((all, { quantity }) => all + quantity, 0)).toBe(1)
})

// Shows D54.credited
test('a refund is credited in full after pieces that were cancelled before the invoice, whose money the bank returned', async () => {
  const order = await cancelledRing()
  await loseDispute(order, RING_PRICE)
  await sendRefunds()
  const delivered = await deliverOther(order)
  expect(await invoiceTotal(order)).toBe(RING_PRICE)
  await enterFreshCode('owner')
  const body = refundBody(RING_PRICE, { lines: [], extra: 100_000 })
  expect((await sendAbout('owner', 'POST', `${order.number}/refunds`, body)).status).toBe(200)
  await sendRefunds()
  expect(await credited(delivered)).toEqual([[{ line: 0, quantity: 0, total: 100_000 }]])
})

// Shows D54.credited
test('a return is credited in full after pieces that were cancelled before the invoice, whose money the bank returned in part', async () => {
  const order = await payForRings(fixture, 2)
  await loseDispute(order, RING_PRICE + 1_000_000)
  await cancelRing(order)
  fixture.server.clock.now = deskNow()
  await sendRefunds()
  await acceptReturn(await deliverOther(order))
  expect(await credited(order)).toEqual([[ONE_RING]])
})

// Shows D54.credited
test('the audit finds a credit note that is missing, and issues it once as a safe repair', async () => {
  const order = await deliveredOrder()
  const recordedAt = deskNow()
  await fixture.db.insert(directRefund).values({
    id: randomUUID(),
    orderNumber: order.number,
    failedRefundId: `rfnd_${order.number}`,
    amount: paise(100_000),
    lines: [],
    method: 'cash',
    reference: '',
    paidOn: indiaDate(recordedAt),
    recordedBy: 'meera@example.in',
    recordedAt,
  })
  const missing = { kind: 'credit note missing', gatewayId: order.paymentId, amount: 100_000 }
  expect(await auditOf(order, 'nothing')).toMatchObject({ found: [missing], left: [missing] })
  expect(await auditOf(order, 'safe')).toMatchObject({ found: [missing], left: [] })
  expect(await auditOf(order, 'safe')).toEqual({ found: [], left: [] })
  expect(await credited(order)).toEqual([[{ line: 0, quantity: 0, total: 100_000 }]])
})

test('a return is credited with its piece after a cancellation before the invoice whose refund is still owed', async () => {
  const order = await cancelledRing()
  await failRefund(order, sendDue, async () => null)
  const delivered = await deliverOther(order)
  expect(await credited(order)).toEqual([])
  await acceptReturn(delivered)
  fixture.server.clock.now = deskNow()
  await sendRefunds()
  expect(await credited(order)).toEqual([[ONE_RING]])
})

test('the refund in place of one for pieces that were cancelled before the invoice corrects nothing', async () => {
  const order = await cancelledRing()
  await failRefund(order, sendDue, async () => null)
  const delivered = await deliverOther(order)
  await enterFreshCode('owner')
  const again = refundBody(2 * RING_PRICE, { lines: [], extra: RING_PRICE })
  expect((await sendAbout('owner', 'POST', `${order.number}/refunds`, again)).status).toBe(200)
  fixture.server.clock.now = deskNow()
  await sendRefunds()
  expect(await credited(order)).toEqual([])
  await acceptReturn(delivered)
  fixture.server.clock.now = deskNow()
  await sendRefunds()
  expect(await credited(order)).toEqual([[ONE_RING]])
})

// Shows D54.credited
test('the pieces of a return are credited when staff close its refund because the bank has returned another amount', async () => {
  const order = await deliveredOrder()
  const refundId = await acceptReturn(order)
  await loseDispute(order, RING_PRICE + 1)
  await sendRefunds()
  expect(await credited(order)).toMatchObject([[{ total: 1 }]])
  const [{ owed }] = (await deskOrder(order)).refunds
  await enterFreshCode('owner')
  const body = { id: randomUUID(), refundId, amount: owed, reason: 'The bank has returned it' }
  expect((await sendAbout('owner', 'POST', `${order.number}/refunds/close`, body)).status).toBe(200)
  const notes = await credited(order)
  expect(notes.flat().reduce((all, { total }) => all + total, 0)).toBe(RING_PRICE)
  expect(notes.at(-1)).toMatchObject([{ quantity: 1 }])
})

test('a refund for goodwill that staff close credits nothing', async () => {
  const order = await deliveredOrder()
  await enterFreshCode('owner')
  const goodwill = refundBody(2 * RING_PRICE, { lines: [], extra: 100_000 })
  await sendAbout('owner', 'POST', `${order.number}/refunds`, goodwill)
  await loseDispute(order, 50_000)
  await sendRefunds()
  const body = { id: randomUUID(), refundId: goodwill.id, amount: 100_000, reason: 'Not owed' }
  expect((await sendAbout('owner', 'POST', `${order.number}/refunds/close`, body)).status).toBe(200)
  expect(await credited(order)).toEqual([])
})
