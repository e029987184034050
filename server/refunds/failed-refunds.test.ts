/** What follows a refund that has failed: its pieces stay returnable, and each is refunded and credited once. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { indiaDate } from '#domain/time.ts'
import { payForRings, type PaidOrder } from '#server/checkout/testing.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import type { DeliveredOrder } from '#server/fulfilment/testing.ts'
import { uncreditedAmount } from './credit-refunds.ts'
import { sendDueRequestedRefunds } from './send-requested-refunds.ts'
import { setUpRefundDesk } from './testing.ts'

const {
  fixture,
  sendAbout,
  enterFreshCode,
  deskNow,
  failRefund,
  failedReturn,
  acceptedReturn,
  refundBody,
  sendDue,
  sendRefunds,
  passMinute,
  loseDispute,
  deliver,
  parcels,
  deliveredOrder,
  receivedReturn,
  requestReturn,
  decide,
  deskOrder,
} = setUpRefundDesk()

const RING_PRICE = paise(3_288_300)
const ONE_RING = { line: 0, quantity: 1, total: RING_PRICE }

/** The lines of each credit note. */
async function creditNotes({ number }: PaidOrder) {
  const documents = await loadTaxDocuments(fixture.db, number)
  return documents.flatMap(({ credited }) => (credited ? [credited] : []))
}

async function acceptReturn(order: DeliveredOrder, code: string | undefined): Promise<string> {
  const id = await receivedReturn(order)
  await enterFreshCode('owner')
  await decide('owner', order.number, 'accept', { id, codes: [code], restocks: true })
  return id
}

/** The refund of the first of two rings that came back failed, that of the second was made. */
async function oneFailedOneMade() {
  const order = await deliveredOrder()
  const failedId = await acceptReturn(order, order.codes[0])
  await failRefund(order, sendDue, () => deskOrder(order))
  await acceptReturn(order, order.codes[1])
  passMinute()
  await sendDue()
  return { order, failedId }
}

/** The gateway rejects what is due, because the payment has nothing left. */
async function rejectDue(): Promise<void> {
  const { deps } = fixture.server
  const { gateway } = deps
  const rejecting: typeof gateway = {
    ...gateway,
    refund: async () => ({ ok: false, error: { kind: 'rejected', detail: 'HTTP 400' } }),
    async fetchPayment(payment) {
      const fetched = await gateway.fetchPayment(payment)
      return fetched.ok ? { ok: true, value: { ...fetched.value, refunded: fetched.value.amount } } : fetched
    },
  }
  passMinute()
  while ((await sendDueRequestedRefunds({ ...deps, gateway: rejecting })) > 0);
  passMinute()
}

// Shows D43.direct
test('the last part of a failed refund names only the pieces that no other part has named', async () => {
  const order = await payForRings(fixture, 3)
  const codes = [parcels.nextHuid(), parcels.nextHuid(), parcels.nextHuid()]
  await deliver(order.number, [{ position: 0, codes }])
  const third = await receivedReturn(order)
  const two = await receivedReturn(order, { position: 0, quantity: 2 })
  await enterFreshCode('owner')
  await decide('owner', order.number, 'accept', { id: two, codes: codes.slice(0, 2), restocks: true })
  await rejectDue()

  await enterFreshCode('owner')
  await sendAbout('owner', 'POST', `${order.number}/refunds`, refundBody(3 * RING_PRICE))
  passMinute()
  await sendDue()
  await enterFreshCode('manager')
  const rest = {
    id: randomUUID(),
    failedRefundId: two,
    amount: RING_PRICE,
    isOwed: true,
    method: 'bank transfer',
    reference: 'UTR 1',
    paidOn: indiaDate(deskNow()),
  }
  expect((await sendAbout('manager', 'POST', `${order.number}/refunds/direct`, rest)).status).toBe(200)
  expect(await creditNotes(order)).toEqual([[ONE_RING], [ONE_RING]])

  await enterFreshCode('owner')
  await decide('owner', order.number, 'accept', { id: third, codes: [codes[2]], restocks: true })
  const { refunds, refundable } = await deskOrder(order)
  expect(refundable).toBe(0)
  expect(refunds).toMatchObject([
    { amount: 2 * RING_PRICE, state: 'failed' },
    { amount: RING_PRICE, state: 'sent' },
    { amount: RING_PRICE, state: 'requested' },
  ])
})

// Shows D54.credited
test('a piece is credited when its refund is made, although that of an earlier return was credited and then failed', async () => {
  const { order, failedId } = await oneFailedOneMade()
  expect((await deskOrder(order)).refunds).toMatchObject([{ id: failedId, owed: RING_PRICE }, { owed: null }])
  expect(await creditNotes(order)).toEqual([[ONE_RING], [ONE_RING]])
})

test('closing a failed refund leaves both pieces credited', async () => {
  const { order, failedId } = await oneFailedOneMade()
  await enterFreshCode('owner')
  const closing = {
    id: randomUUID(),
    refundId: failedId,
    amount: RING_PRICE,
    reason: 'Took another ring instead',
  }
  expect((await sendAbout('owner', 'POST', `${order.number}/refunds/close`, closing)).status).toBe(200)
  expect(await creditNotes(order)).toEqual([[ONE_RING], [ONE_RING]])
  expect(await uncreditedAmount(fixture.db, order.number)).toBe(0)
})

test('the failed refund that is made again is not credited again', async () => {
  const { order } = await oneFailedOneMade()
  await enterFreshCode('owner')
  const again = refundBody(RING_PRICE)
  expect((await sendAbout('owner', 'POST', `${order.number}/refunds`, again)).status).toBe(200)
  passMinute()
  await sendDue()
  expect(await creditNotes(order)).toEqual([[ONE_RING], [ONE_RING]])
})

// Shows D54.credited
test('a piece is credited if its refund failed before the shop knew of it, and after the bank had returned the payment', async () => {
  const { order, id } = await acceptedReturn()
  const { gateway } = fixture.server.deps
  const refundUnknownToTheShop = async () => {
    const refund = { paymentId: order.paymentId, amount: RING_PRICE, idempotencyKey: id, receipt: id }
    expect((await gateway.refund(refund)).ok).toBe(true)
  }
  await failRefund(order, refundUnknownToTheShop, () => deskOrder(order))
  await loseDispute(order, 2 * RING_PRICE)
  expect(await creditNotes(order)).toEqual([])
  fixture.server.clock.now = deskNow()
  await sendRefunds()
  expect(await creditNotes(order)).toEqual([[ONE_RING]])
})

test('the other piece can be returned after the failed refund of the first was made again for its piece', async () => {
  const { order } = await failedReturn()
  await enterFreshCode('owner')
  await sendAbout('owner', 'POST', `${order.number}/refunds`, refundBody(2 * RING_PRICE))
  passMinute()
  await sendDue()
  expect((await deskOrder(order)).lines).toMatchObject([{ quantity: 2, refundableQuantity: 1 }])
  expect((await requestReturn(order)).status).toBe(200)
})
