import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { statusText } from '#domain/order.ts'
import { addMs, MINUTE_MS } from '#domain/time.ts'
import { dashboardRefund, payForRings, type PaidOrder } from '#server/checkout/testing.ts'
import { dispute, gatewayRefund } from '#server/db/refund-schema.ts'
import { emailOutbox, order } from '#server/db/schema.ts'
import { setUpRefundDesk } from './testing.ts'

const {
  fixture,
  parcels,
  send,
  sendAbout,
  enterFreshCode,
  deskNow,
  failRefund,
  refundBody,
  sendRefunds,
  refundsAtGateway,
  advance,
  reconcile,
  readFacts,
  deliver,
  deliveredOrder,
  receivedReturn,
  decide,
  shownReturns,
  sendDue,
  shownOrder,
  unrefundedOnToday,
  failedReturn,
  failedCancellation,
  loseDispute,
} = setUpRefundDesk()

const RING_PRICE = 3_288_300
const GOODWILL = 7_000_000

const emailsAbout = (cause: string, id: string) =>
  fixture.db
    .select()
    .from(emailOutbox)
    .where(eq(emailOutbox.dedupeKey, `return-refund-${cause}:${id}`))

const requestRefund = (number: string, body: unknown) => sendAbout('owner', 'POST', `${number}/refunds`, body)

/** Of five rings four came back; their refund waits for a second person, the owner. */
async function acceptedAboveLimit() {
  const order = await payForRings(fixture, 5)
  const codes = [1, 2, 3, 4, 5].map(() => parcels.nextHuid())
  await deliver(order.number, [{ position: 0, codes }])
  const id = await receivedReturn(order, { position: 0, quantity: 4 })
  await enterFreshCode('manager')
  await enterFreshCode('owner')
  await decide('manager', order.number, 'accept', { id, codes: codes.slice(0, 4), restocks: true })
  return { order, id, decline: () => sendAbout('owner', 'POST', `${order.number}/refunds/decline`, { id }) }
}

/** Two returns of one ring each: after a refund for goodwill, each refund exceeds what one person makes alone. */
async function twoDeclined() {
  const order = await payForRings(fixture, 4)
  const codes = [1, 2, 3, 4].map(() => parcels.nextHuid())
  await deliver(order.number, [{ position: 0, codes }])
  await enterFreshCode('manager')
  await enterFreshCode('owner')
  await requestRefund(order.number, refundBody(4 * RING_PRICE, { lines: [], extra: GOODWILL }))
  const ids: string[] = []
  for (const code of codes.slice(0, 2)) {
    const id = await receivedReturn(order)
    await decide('manager', order.number, 'accept', { id, codes: [code], restocks: true })
    expect((await sendAbout('owner', 'POST', `${order.number}/refunds/decline`, { id })).status).toBe(200)
    ids.push(id)
  }
  return { order, ids, refundable: 4 * RING_PRICE - GOODWILL }
}

const listedOrder = async ({ number }: PaidOrder) =>
  (await sendAbout('packer', 'POST', 'search', { text: number, view: 'all', olderThan: null })).json.orders[0]

// Shows D41.refund
test.each([
  ['its pieces', { lines: [{ position: 0, quantity: 4 }] }],
  ['goodwill, which would leave too little,', { lines: [], extra: 4 * RING_PRICE }],
])(
  'a return is not accepted while another refund for %s waits, and is refunded in full once that is declined',
  async (_, own) => {
    const order = await payForRings(fixture, 5)
    const { number } = order
    const codes = [1, 2, 3, 4, 5].map(() => parcels.nextHuid())
    await deliver(number, [{ position: 0, codes }])
    const id = await receivedReturn(order, { position: 0, quantity: 3 })
    await enterFreshCode('manager')
    await enterFreshCode('owner')
    const waiting = refundBody(5 * RING_PRICE, own)
    expect((await sendAbout('manager', 'POST', `${number}/refunds`, waiting)).status).toBe(200)
    const accept = () => decide('owner', number, 'accept', { id, codes: codes.slice(0, 3), restocks: true })
    expect((await accept()).status).toBe(409)
    expect(await shownReturns(order)).toMatchObject([{ state: 'received' }])
    await sendAbout('owner', 'POST', `${number}/refunds/decline`, { id: waiting.id })
    expect((await accept()).status).toBe(200)
    expect((await sendAbout('owner', 'GET', number)).json.refunds).toMatchObject([
      { state: 'declined' },
      { id, amount: 3 * RING_PRICE },
    ])
  },
)

// Shows D41.unmade
test('a return whose refund is declined is unrefunded for customer and desk, until another is requested', async () => {
  const { order, id, decline } = await acceptedAboveLimit()
  const { number } = order
  expect(await unrefundedOnToday('manager')).not.toContain(id)
  for (let count = 0; count < 2; count++) expect((await decline()).status).toBe(200)
  expect([await unrefundedOnToday('manager'), await unrefundedOnToday('packer')]).toEqual([
    expect.arrayContaining([id]),
    [],
  ])
  expect(await shownReturns(order)).toMatchObject([{ state: 'accepted', unmadeRefund: 'declined' }])
  expect((await send('support', 'GET', `orders/${number}`)).json.returns).toMatchObject([
    { unmadeRefund: 'declined' },
  ])
  expect(await emailsAbout('declined', id)).toMatchObject([
    { subject: `Your refund for order ${number} is delayed` },
  ])
  const agreed = refundBody(5 * RING_PRICE, { lines: [], extra: RING_PRICE })
  expect((await requestRefund(number, agreed)).status).toBe(200)
  expect(await unrefundedOnToday('manager')).not.toContain(id)
  expect(await shownReturns(order)).toMatchObject([{ unmadeRefund: null, isRefundedBefore: false }])
})

test('a return whose refund is declined shows customer and desk each refund that is made in its place', async () => {
  const { order, decline } = await acceptedAboveLimit()
  const { number } = order
  await decline()
  await requestRefund(number, refundBody(5 * RING_PRICE, { lines: [], extra: RING_PRICE }))
  expect(await shownReturns(order)).toMatchObject([{ refunds: [] }])
  await sendRefunds()
  const sentAt = fixture.server.deps.now().toISOString()
  expect(await shownReturns(order)).toMatchObject([{ refunds: [{ amount: RING_PRICE, sentAt }] }])
  expect((await sendAbout('owner', 'GET', number)).json.refunds).toMatchObject([
    { state: 'declined', replacements: [{ amount: RING_PRICE, sentAt }] },
    { state: 'sent', replacements: [] },
  ])
  await requestRefund(number, refundBody(4 * RING_PRICE, { lines: [], extra: 50_000 }))
  await sendRefunds()
  expect(await shownReturns(order)).toMatchObject([
    { refunds: [{ amount: RING_PRICE, sentAt }, { amount: 50_000 }] },
  ])
})

test('a refund that was requested before that of a return is declined is not made in its place', async () => {
  const { order, id, decline } = await acceptedAboveLimit()
  await requestRefund(order.number, refundBody(RING_PRICE, { lines: [], extra: 50_000 }))
  await sendRefunds()
  await decline()
  expect(await unrefundedOnToday('manager')).toContain(id)
  expect(await shownReturns(order)).toMatchObject([{ unmadeRefund: 'declined', refunds: [] }])
})

test('the refund of another return is not made in place of one that was declined', async () => {
  const { order, id, decline } = await acceptedAboveLimit()
  const { number } = order
  await decline()
  const other = await receivedReturn(order)
  const [line] = (await sendAbout('owner', 'GET', number)).json.lines
  const codes = [line.codes.at(-1)]
  expect((await decide('owner', number, 'accept', { id: other, codes, restocks: true })).status).toBe(200)
  await sendRefunds()
  expect(await unrefundedOnToday('manager')).toContain(id)
  const shown = await shownReturns(order)
  expect(shown.find((each) => each.id === id)).toMatchObject({ unmadeRefund: 'declined', refunds: [] })
  expect(shown.find((each) => each.id === other)).toMatchObject({ refunds: [{ amount: RING_PRICE }] })
})

test('of two returns whose refunds are declined, one is refunded otherwise, and staff still owe the other', async () => {
  const { order, ids, refundable } = await twoDeclined()
  const owed = async () => (await unrefundedOnToday('manager')).filter((id) => ids.includes(id)).length
  expect(await owed()).toBe(2)
  const replacement = refundBody(refundable)
  expect((await requestRefund(order.number, replacement)).status).toBe(200)
  expect(await owed()).toBe(1)
  await sendAbout('manager', 'POST', `${order.number}/refunds/approve`, { id: replacement.id })
  await sendRefunds()
  const shown = await shownReturns(order)
  expect(shown.toSorted((one, other) => one.refunds.length - other.refunds.length)).toMatchObject([
    { unmadeRefund: 'declined', refunds: [] },
    { unmadeRefund: null, refunds: [{ amount: RING_PRICE }] },
  ])
  const rest = { lines: [], extra: refundable - RING_PRICE }
  expect((await requestRefund(order.number, refundBody(rest.extra, rest))).status).toBe(200)
  expect(await owed()).toBe(0)
})

// Shows D41.unmade
test('a return whose refund exceeds what is left of the payment is unrefunded for customer and desk', async () => {
  const order = await deliveredOrder()
  const { number, codes, paymentId } = order
  const id = await receivedReturn(order)
  await enterFreshCode('manager')
  await decide('manager', number, 'accept', { id, codes: [codes[0]], restocks: false })
  await dashboardRefund(fixture.sandbox, paymentId, RING_PRICE + 1)
  await sendRefunds()
  expect((await send('manager', 'GET', 'today')).json.unrefunded).toContainEqual({
    id,
    orderNumber: number,
    amount: RING_PRICE,
    cause: 'failed',
    isOfReturn: true,
  })
  expect(await emailsAbout('failed', id)).toHaveLength(1)
  expect(await shownReturns(order)).toMatchObject([{ unmadeRefund: 'failed', refunds: [] }])
})

// Shows D41.unmade
test('a return whose refund the bank does not take after it was sent is unrefunded for customer and desk', async () => {
  const { order, id, shownAsSent } = await failedReturn()
  expect(shownAsSent).toMatchObject([{ refunds: [{ amount: RING_PRICE }] }])
  expect(await shownReturns(order)).toMatchObject([{ unmadeRefund: 'failed', refunds: [] }])
  expect(await unrefundedOnToday('manager')).toContain(id)
  expect((await sendAbout('owner', 'GET', order.number)).json).toMatchObject({
    refundable: 2 * RING_PRICE,
    refunds: [{ id, state: 'failed', problem: 'The bank could not take it.' }],
    returns: [{ id, unmadeRefund: 'failed' }],
    lines: [{ refundableQuantity: 2 }],
  })
  expect(await emailsAbout('failed', id)).toHaveLength(1)
})

test('a return whose refund failed at the bank is refunded anew once, though two people press it', async () => {
  const { order, id } = await failedReturn()
  const { number } = order
  await enterFreshCode('manager')
  const responses = await Promise.all(
    (['owner', 'manager'] as const).map((role) =>
      sendAbout(role, 'POST', `${number}/refunds`, refundBody(2 * RING_PRICE)),
    ),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await unrefundedOnToday('manager')).not.toContain(id)
  await sendRefunds()
  expect(await refundsAtGateway(order)).toMatchObject([
    { amount: RING_PRICE, status: 'failed' },
    { amount: RING_PRICE, status: 'processed' },
  ])
  expect(await shownReturns(order)).toMatchObject([{ unmadeRefund: null, refunds: [{ amount: RING_PRICE }] }])
  const { emails } = await readFacts(number)
  expect(emails.filter((key) => key.startsWith('refund:'))).toHaveLength(2)
})

// Shows D41.unmade
test('the refund of a cancelled order that the bank does not take is owed for customer and desk, until it is made again', async () => {
  const order = await payForRings(fixture, 1)
  const { number, customer } = order
  await fixture.server.request(customer, 'POST', `/api/orders/${number}/cancel`)
  const shownAsSent = await failRefund(order, sendDue, () => shownOrder(order))
  expect(statusText(shownAsSent)).toBe('Cancelled · refund sent')
  expect(statusText(await shownOrder(order))).toBe('Cancelled · refund delayed')
  expect(await listedOrder(order)).toMatchObject({ isRefundOwed: true })
  const { json } = await sendAbout('packer', 'GET', number)
  expect(json).toMatchObject({ isRefundOwed: true, refunds: [] })
  const [failed] = (await sendAbout('owner', 'GET', number)).json.refunds
  expect((await send('manager', 'GET', 'today')).json.unrefunded).toContainEqual({
    id: failed.id,
    orderNumber: number,
    amount: RING_PRICE,
    cause: 'failed',
    isOfReturn: false,
  })
  const { emails } = await readFacts(number)
  expect(emails).toContain(`refund-failed:${failed.gatewayRefundId}`)
  const again = refundBody(RING_PRICE)
  expect((await requestRefund(number, again)).status).toBe(200)
  expect(await unrefundedOnToday('manager')).not.toContain(failed.id)
  expect(statusText(await shownOrder(order))).toBe('Cancelled · refund begun')
  expect(await listedOrder(order)).toMatchObject({ isRefundOwed: false })
})

// Shows D41.unmade
test('a refund of the dashboard that the bank does not take is on Today, until it is made again', async () => {
  const order = await payForRings(fixture, 1)
  const { paymentId } = order
  await failRefund(
    order,
    async () => {
      await dashboardRefund(fixture.sandbox, paymentId, 50_000)
      advance(3 * MINUTE_MS)
      await reconcile()
    },
    () => shownOrder(order),
  )
  const [failed] = await refundsAtGateway(order)
  const owed = { id: failed?.id, amount: 50_000, isOfReturn: false }
  const onToday = async () => (await send('manager', 'GET', 'today')).json.unrefunded
  expect(await onToday()).toContainEqual(expect.objectContaining(owed))
  const shown = async () => (await sendAbout('support', 'GET', order.number)).json.refundsOnDashboard
  expect(await shown()).toMatchObject([
    { id: failed?.id, amount: 50_000, isFailed: true, owed: 50_000, replacements: [] },
  ])
  expect((await sendAbout('packer', 'GET', order.number)).json.refundsOnDashboard).toEqual([])
  const again = refundBody(RING_PRICE, { lines: [], extra: 50_000 })
  expect((await requestRefund(order.number, again)).status).toBe(200)
  expect(await onToday()).not.toContainEqual(expect.objectContaining(owed))
  expect(await shown()).toMatchObject([{ owed: null, replacements: [{ amount: 50_000, sentAt: null }] }])
})

test('Today lists the oldest hundred unmade refunds and counts the rest', async () => {
  const { number: orderNumber, paymentId } = await payForRings(fixture, 1)
  const before = (await send('manager', 'GET', 'today')).json
  expect(before.unrefundedMore).toBe(0)
  const failedAt = addMs(deskNow(), MINUTE_MS)
  await fixture.db.insert(gatewayRefund).values(
    Array.from({ length: 120 }, (_, index) => ({
      gatewayRefundId: `rfnd_${orderNumber}_${index}`,
      orderNumber,
      paymentId,
      amount: paise(100 + index),
      createdAt: deskNow(),
      recordedAt: deskNow(),
      failedAt,
    })),
  )
  const { unrefunded, unrefundedMore } = (await send('manager', 'GET', 'today')).json
  expect([unrefunded.length, unrefundedMore]).toEqual([100, before.unrefunded.length + 20])
  await fixture.db.delete(gatewayRefund).where(eq(gatewayRefund.orderNumber, orderNumber))
})

test('Today finds a refund that is owed behind any number of later ones that were replaced', async () => {
  const { number } = await payForRings(fixture, 1)
  const unmade = (orderNumber: string, failedAt: Date | null) => ({
    gatewayRefundId: `rfnd_${orderNumber}_${failedAt ? 'failed' : 'made'}`,
    orderNumber,
    paymentId: `pay_${orderNumber}`,
    amount: paise(100),
    createdAt: addMs(deskNow(), failedAt ? 0 : MINUTE_MS),
    recordedAt: deskNow(),
    failedAt,
  })
  const numbers = Array.from({ length: 501 }, (_, index) => `${number}-${index}`)
  const [row] = await fixture.db.select().from(order).where(eq(order.number, number))
  if (!row) throw new Error('The order is not stored')
  const copies = numbers.map((each) => ({ number: each, gatewayOrderId: each, paymentId: each }))
  await fixture.db
    .insert(order)
    .values(
      copies.map((copy) => ({ ...row, ...copy, checkoutId: crypto.randomUUID(), nextReconcileAt: null })),
    )
  const owed = unmade(number, deskNow())
  await fixture.db.insert(gatewayRefund).values({ ...owed, createdAt: addMs(deskNow(), -MINUTE_MS) })
  await fixture.db
    .insert(gatewayRefund)
    .values(numbers.flatMap((each) => [unmade(each, deskNow()), unmade(each, null)]))
  const { unrefunded, unrefundedMore } = (await send('manager', 'GET', 'today')).json
  expect(unrefunded.map(({ id }: { id: string }) => id)).toContain(owed.gatewayRefundId)
  expect(unrefundedMore).toBe(0)
})

test('a refund at the desk that was declined is not on Today', async () => {
  const order = await payForRings(fixture, 4)
  await enterFreshCode('owner')
  await enterFreshCode('manager')
  const refund = refundBody(4 * RING_PRICE, { lines: [], extra: 4 * RING_PRICE })
  await requestRefund(order.number, refund)
  await sendAbout('manager', 'POST', `${order.number}/refunds/decline`, { id: refund.id })
  expect((await sendAbout('owner', 'GET', order.number)).json.refunds).toMatchObject([{ state: 'declined' }])
  expect(await unrefundedOnToday('manager')).not.toContain(refund.id)
})

test('the refund of pieces that are cancelled later is not made in place of one that failed', async () => {
  const order = await payForRings(fixture, 3)
  const { number, customer } = order
  const cancelRing = () =>
    fixture.server.request(customer, 'POST', `/api/orders/${number}/cancel-lines`, {
      id: crypto.randomUUID(),
      lines: [{ position: 0, quantity: 1 }],
    })
  expect((await cancelRing()).status).toBe(200)
  await failRefund(order, sendDue, () => shownOrder(order))
  const [failed] = (await sendAbout('owner', 'GET', number)).json.refunds
  expect(await unrefundedOnToday('manager')).toContain(failed.id)
  expect((await cancelRing()).status).toBe(200)
  await sendRefunds()
  expect(await refundsAtGateway(order)).toMatchObject([{ status: 'failed' }, { status: 'processed' }])
  expect(await unrefundedOnToday('manager')).toContain(failed.id)
})

// Shows D41.unmade
test('the e-mail about a refund that the bank does not take names what is owed of it, not of others too', async () => {
  const order = await deliveredOrder()
  const { number, codes } = order
  const accept = async (code: string | undefined) => {
    const id = await receivedReturn(order)
    await enterFreshCode('owner')
    await decide('owner', number, 'accept', { id, codes: [code], restocks: true })
    return id
  }
  const id = await accept(codes[0])
  await failRefund(order, sendDue, async () => {
    await accept(codes[1])
    await loseDispute(order, RING_PRICE - 1_000_000)
    await sendDue()
  })
  const { refunds } = (await sendAbout('owner', 'GET', number)).json
  expect(refunds).toMatchObject([{ id, owed: 1_000_000 }, { owed: RING_PRICE }])
  expect(await emailsAbout('failed', id)).toMatchObject([
    { text: expect.stringContaining('their refund of ₹10,000.00 could') },
  ])
})

describe('whether the refund of a cancelled order is owed', () => {
  const disputes = async (
    { number: orderNumber, paymentId }: PaidOrder,
    values: Pick<typeof dispute.$inferInsert, 'status' | 'amount'>,
  ) => {
    const at = deskNow()
    await fixture.db.insert(dispute).values({
      ...values,
      id: `disp_${paymentId}`,
      orderNumber,
      paymentId,
      reason: 'other',
      respondBy: null,
      createdAt: at,
      updatedAt: at,
    })
  }
  /** The answers of customer page, desk order, desk list and Today. */
  const answers = async (order: PaidOrder) => {
    const { unrefunded } = (await send('manager', 'GET', 'today')).json
    const owed = unrefunded.filter((each: { orderNumber: string }) => each.orderNumber === order.number)
    return {
      customer: (await shownOrder(order)).isRefundDelayed,
      desk: (await sendAbout('owner', 'GET', order.number)).json.isRefundOwed,
      list: (await listedOrder(order)).isRefundOwed,
      today: owed.map(({ amount }: { amount: number }) => amount),
    }
  }
  const owed = (...today: number[]) => {
    const is = today.length > 0
    return { customer: is, desk: is, list: is, today }
  }

  test('is e-mailed with what the bank has not returned by a dispute before', async () => {
    const order = await payForRings(fixture, 1)
    await fixture.server.request(order.customer, 'POST', `/api/orders/${order.number}/cancel`)
    await failRefund(order, sendDue, () => disputes(order, { status: 'lost', amount: paise(1_000_000) }))
    const emails = await fixture.db.select().from(emailOutbox).orderBy(emailOutbox.createdAt)
    const delayed = emails.filter(({ dedupeKey }) => dedupeKey.startsWith('refund-failed'))
    expect(delayed.slice(-1)).toMatchObject([
      { text: expect.stringContaining('Your refund of ₹22,883.00 could') },
    ])
  })

  test.each([
    ['after the shop has won a dispute', 'won', RING_PRICE, [RING_PRICE]],
    ['no more after the bank has returned the money', 'lost', RING_PRICE, []],
    [
      'as far as the bank has not returned it by a dispute for less',
      'lost',
      1_000_000,
      [RING_PRICE - 1_000_000],
    ],
    ['after a dispute was closed without a decision', 'closed', RING_PRICE, [RING_PRICE]],
  ] as const)('is one answer for customer, desk and Today: %s', async (_, status, amount, today) => {
    const { order } = await failedCancellation()
    expect(await answers(order)).toEqual(owed(RING_PRICE))
    await disputes(order, { status, amount: paise(amount) })
    expect(await answers(order)).toEqual(owed(...today))
  })

  test('has one answer for customer, desk and Today: owed until a replacement is requested, and again once that is declined', async () => {
    const all = 4 * RING_PRICE
    const { order } = await failedCancellation(4)
    const { number } = order
    await enterFreshCode('manager')
    for (const decision of ['decline', 'approve']) {
      expect(await answers(order)).toEqual(owed(all))
      const again = refundBody(all, { lines: [{ position: 0, quantity: 4 }] })
      expect((await requestRefund(number, again)).status).toBe(200)
      expect(await answers(order)).toEqual(owed())
      const path = `${number}/refunds/${decision}`
      expect((await sendAbout('manager', 'POST', path, { id: again.id })).status).toBe(200)
    }
    await sendRefunds()
    expect(await answers(order)).toEqual(owed())
    expect(statusText(await shownOrder(order))).toBe('Cancelled · refunded')
  })
})
