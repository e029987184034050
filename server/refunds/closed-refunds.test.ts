import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { statusText } from '#domain/order.ts'
import { indiaDate } from '#domain/time.ts'
import type { Role } from '#domain/permissions.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import { setUpRefundDesk, type Failed } from './testing.ts'

const {
  fixture,
  sendAbout,
  enterFreshCode,
  deskNow,
  refundBody,
  sendRefunds,
  sendDue,
  passMinute,
  refundsAtGateway,
  actsOn,
  readFacts,
  shownReturns,
  shownOrder,
  deskOrder,
  unrefundedOnToday,
  acceptedReturn,
  failedReturn,
  failedCancellation,
  loseDispute,
} = setUpRefundDesk()

const RING_PRICE = 3_288_300
const RETURNED = 1_000_000

const bodyOf = ({ id }: Pick<Failed, 'id'>, own: Readonly<Record<string, unknown>> = {}) => ({
  id: randomUUID(),
  refundId: id,
  amount: RING_PRICE,
  reason: 'The bank has returned it',
  ...own,
})
const close = (role: Role, { order }: Failed, body: unknown) =>
  sendAbout(role, 'POST', `${order.number}/refunds/close`, body)

/** The refund of one ring of two, kept back because the bank has returned another amount. */
async function keptBack(): Promise<Failed> {
  const accepted = await acceptedReturn()
  await loseDispute(accepted.order, RETURNED)
  await sendDue()
  passMinute()
  await enterFreshCode('owner')
  return accepted
}

// Shows D43.closed
test('a refund that the bank has returned by another amount is owed no more once staff record why, for desk and customer', async () => {
  const kept = await keptBack()
  const { order, id } = kept
  expect(await unrefundedOnToday('manager')).toContain(id)
  const { status, json } = await close('owner', kept, bodyOf(kept))
  expect(status).toBe(200)
  expect(json).toMatchObject({
    isRefundOwed: false,
    refundable: 2 * RING_PRICE - RETURNED,
    refunds: [
      {
        state: 'failed',
        owed: null,
        closed: [{ amount: RING_PRICE, reason: 'The bank has returned it', closedBy: 'Kavita Rao' }],
      },
    ],
  })
  expect(json.history.at(-1)).toMatchObject({ event: 'refund closed', source: 'desk', by: 'Kavita Rao' })
  expect(await unrefundedOnToday('manager')).not.toContain(id)
  expect(await actsOn(order.number)).toContain('closed refund')
  expect(await shownOrder(order)).toMatchObject({ isRefundDelayed: false, notOwed: RING_PRICE })
  expect(await shownReturns(order)).toMatchObject([
    { unmadeRefund: null, refunds: [], isRefundClosed: true, isRefundedBefore: false },
  ])
  expect((await readFacts(order.number)).emails.filter((key) => key.includes('refund'))).toEqual([])
})

// Shows D43.closed
test('nothing is sent of a closed refund, and staff can still make another', async () => {
  const kept = await keptBack()
  const { order } = kept
  await close('owner', kept, bodyOf(kept))
  await sendRefunds()
  expect(await refundsAtGateway(order)).toEqual([])
  const again = refundBody(2 * RING_PRICE - RETURNED)
  expect((await sendAbout('owner', 'POST', `${order.number}/refunds`, again)).status).toBe(200)
  await sendRefunds()
  expect(await refundsAtGateway(order)).toMatchObject([{ amount: RING_PRICE }])
  // The money of the bank and this refund credit the piece once.
  const documents = await loadTaxDocuments(fixture.db, order.number)
  const credited = documents.flatMap((each) => each.credited ?? [])
  expect(credited).toEqual([
    { line: 0, quantity: 1, total: RETURNED },
    { line: 0, quantity: 0, total: RING_PRICE - RETURNED },
  ])
  expect(await shownReturns(order)).toMatchObject([{ refunds: [{ amount: RING_PRICE }] }])
})

// Shows D43.closed
test('is closed once, however often and by whomever it is sent', async () => {
  const kept = await keptBack()
  await enterFreshCode('manager')
  const body = bodyOf(kept)
  const sent = await Promise.all([1, 2, 3].map(() => close('owner', kept, body)))
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await close('manager', kept, bodyOf(kept))).json.message).toMatch(/has changed meanwhile/)
  expect((await close('owner', kept, { ...body, reason: 'Another' })).status).toBe(409)
  expect((await deskOrder(kept.order)).refunds[0].closed).toHaveLength(1)
  expect((await actsOn(kept.order.number)).filter((act) => act === 'closed refund')).toHaveLength(1)
})

test('needs a reason, and only what is owed of a refund of the order is closed', async () => {
  const kept = await keptBack()
  expect((await close('owner', kept, bodyOf(kept, { reason: ' ' }))).status).toBe(400)
  expect((await close('owner', kept, bodyOf(kept, { amount: RETURNED }))).status).toBe(409)
  const other = await failedReturn()
  expect((await close('owner', kept, bodyOf(other))).status).toBe(409)
})

test('the page of a cancelled order promises no refund once staff have closed it', async () => {
  const failed = await failedCancellation()
  await loseDispute(failed.order, RETURNED)
  await close('owner', failed, bodyOf(failed, { amount: RING_PRICE - RETURNED }))
  expect(statusText(await shownOrder(failed.order))).toBe('Cancelled · no further refund due')
})

test('a closed refund that the shop had paid itself before can still be recorded as such', async () => {
  const kept = await keptBack()
  await close('owner', kept, bodyOf(kept))
  const body = {
    id: randomUUID(),
    failedRefundId: kept.id,
    amount: RING_PRICE,
    isOwed: false,
    method: 'cash',
    reference: '',
    paidOn: indiaDate(deskNow()),
  }
  const { status, json } = await sendAbout('owner', 'POST', `${kept.order.number}/refunds/direct`, body)
  expect(status).toBe(200)
  expect(json.refunds).toMatchObject([{ directRefunds: [{ amount: RING_PRICE }] }])
})
