import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { statusText } from '#domain/order.ts'
import type { Role } from '#domain/permissions.ts'
import { addMs, DAY_MS, indiaDate } from '#domain/time.ts'
import { audit } from '#server/payments/audit.ts'
import { dashboardRefund, payForRings, type PaidOrder } from '#server/checkout/testing.ts'
import { dispute, refundRequest } from '#server/db/refund-schema.ts'
import { emailOutbox } from '#server/db/schema.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import type { PaymentGateway } from '#server/gateway/gateway.ts'
import { loadTakings } from '#server/orders/takings.ts'
import { loadDifferences } from '#server/settlements/differences.ts'
import { sendDueRequestedRefunds } from './send-requested-refunds.ts'
import { setUpRefundDesk, type Failed } from './testing.ts'

const {
  fixture,
  sendAbout,
  enterFreshCode,
  deskNow,
  failRefund,
  refundBody,
  sendRefunds,
  refundsAtGateway,
  actsOn,
  advance,
  reconcile,
  receivedReturn,
  decide,
  shownReturns,
  sendDue,
  passMinute,
  shownOrder,
  deskOrder,
  unrefundedOnToday,
  acceptedReturn,
  failedReturn,
  failedCancellation,
  loseDispute,
} = setUpRefundDesk()

const RING_PRICE = 3_288_300
/** More than one person refunds alone. */
const FOUR_RINGS = 4 * RING_PRICE

const today = () => indiaDate(deskNow())

const bodyOf = ({ id }: Pick<Failed, 'id'>, own: Readonly<Record<string, unknown>> = {}) => ({
  id: randomUUID(),
  failedRefundId: id,
  amount: RING_PRICE,
  isOwed: true,
  method: 'bank transfer',
  reference: 'UTR 6112 0098',
  paidOn: today(),
  ...own,
})
const record = (role: Role, { number }: Pick<PaidOrder, 'number'>, body: unknown) =>
  sendAbout(role, 'POST', `${number}/refunds/direct`, body)
const recordOf = (failed: Failed, own: Readonly<Record<string, unknown>> = {}) =>
  record('owner', failed.order, bodyOf(failed, own))

/** Requested by the manager, approved by the owner. */
async function failedAboveLimit(): Promise<Failed> {
  const order = await payForRings(fixture, 4)
  await enterFreshCode('manager')
  await enterFreshCode('owner')
  const body = refundBody(FOUR_RINGS, { lines: [{ position: 0, quantity: 4 }] })
  await sendAbout('manager', 'POST', `${order.number}/refunds`, body)
  await sendAbout('owner', 'POST', `${order.number}/refunds/approve`, { id: body.id })
  await failRefund(order, sendDue, async () => null)
  await enterFreshCode('manager')
  return { order, id: body.id }
}

/** The gateway has refunded the payment already. */
async function sendToGatewayThatRejects(): Promise<void> {
  const { deps } = fixture.server
  const { gateway } = deps
  const rejecting: PaymentGateway = {
    ...gateway,
    refund: async () => ({ ok: false, error: { kind: 'rejected', detail: 'HTTP 400' } }),
    fetchPayment: async (id) => {
      const payment = await gateway.fetchPayment(id)
      return payment.ok ? { ok: true, value: { ...payment.value, refunded: payment.value.amount } } : payment
    },
  }
  passMinute()
  while ((await sendDueRequestedRefunds({ ...deps, gateway: rejecting })) > 0);
  passMinute()
}

const owedOnToday = async ({ id }: Failed) => (await unrefundedOnToday('manager')).includes(id)
const emailsOfDirect = (id: string) =>
  fixture.db
    .select()
    .from(emailOutbox)
    .where(eq(emailOutbox.dedupeKey, `direct-refund:${id}`))

// Shows D43.direct
test('a failed refund that is recorded as paid by bank transfer is owed no more, for desk and customer', async () => {
  const failed = await failedReturn()
  const { order, id } = failed
  expect(await owedOnToday(failed)).toBe(true)
  const body = bodyOf(failed)
  const { status, json } = await record('owner', order, body)
  expect(status).toBe(200)
  expect(json).toMatchObject({
    isRefundOwed: false,
    refundable: RING_PRICE,
    lines: [{ refundableQuantity: 1 }],
    refunds: [
      {
        id,
        state: 'failed',
        owed: null,
        directRefunds: [
          {
            amount: RING_PRICE,
            method: 'bank transfer',
            reference: 'UTR 6112 0098',
            paidOn: today(),
            recordedBy: 'Kavita Rao',
          },
        ],
      },
    ],
  })
  expect(json.history.at(-1)).toMatchObject({
    event: 'refund paid by bank transfer',
    source: 'desk',
    by: 'Kavita Rao',
  })
  expect(await owedOnToday(failed)).toBe(false)
  expect(await actsOn(order.number)).toContain('recorded direct refund')
  const shown = await shownOrder(order)
  expect(shown).toMatchObject({ isRefundDelayed: false, refunded: RING_PRICE })
  expect(shown.money).toMatchObject([
    { stage: 'refund paid directly', direct: { method: 'bank transfer', reference: 'UTR 6112 0098' } },
  ])
  expect(shown.history.at(-1)).toMatchObject({ step: 'refund paid by bank transfer' })
  expect(await shownReturns(order)).toMatchObject([
    { unmadeRefund: null, refunds: [{ amount: RING_PRICE, method: 'bank transfer' }] },
  ])
  const [email] = await emailsOfDirect(body.id)
  expect(email?.subject).toBe(`Your refund for order ${order.number} is paid`)
  expect(email?.text).toMatch(/paid you ₹32,883.00 by bank transfer on .+[\s\S]*Reference: UTR 6112 0098/)
})

test('the money of a direct refund cannot be refunded again', async () => {
  const failed = await failedReturn()
  const { order } = failed
  await recordOf(failed)
  const both = { position: 0, quantity: 2 }
  const again = await sendAbout('owner', 'POST', `${order.number}/refunds`, refundBody(2 * RING_PRICE))
  expect(again.status).toBe(409)
  const pieces = refundBody(RING_PRICE, { lines: [both] })
  expect((await sendAbout('owner', 'POST', `${order.number}/refunds`, pieces)).status).toBe(409)
  const more = refundBody(RING_PRICE, { lines: [], extra: RING_PRICE + 1 })
  expect((await sendAbout('owner', 'POST', `${order.number}/refunds`, more)).status).toBe(409)
})

test('a refund that is about to be sent fails if dashboard and direct refunds have left too little', async () => {
  const failed = await failedReturn()
  const { order } = failed
  await recordOf(failed)
  const rest = refundBody(RING_PRICE, { lines: [], extra: RING_PRICE })
  expect((await sendAbout('owner', 'POST', `${order.number}/refunds`, rest)).status).toBe(200)
  // The shop does not know of it yet when it sends its own.
  await dashboardRefund(fixture.sandbox, order.paymentId, RING_PRICE)
  await sendRefunds()
  const atGateway = (await refundsAtGateway(order)).filter(({ status }) => status !== 'failed')
  expect(atGateway).toHaveLength(1)
  const [request] = await fixture.db.select().from(refundRequest).where(eq(refundRequest.id, rest.id))
  expect(request?.state).toBe('failed')
})

// Shows D43.direct
describe('is recorded once', () => {
  test('however often it is sent, also at the same time', async () => {
    const failed = await failedReturn()
    const body = bodyOf(failed)
    const sent = await Promise.all([1, 2, 3].map(() => record('owner', failed.order, body)))
    sent.push(await record('owner', failed.order, body))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await emailsOfDirect(body.id)).toHaveLength(1)
    const acts = await actsOn(failed.order.number)
    expect(acts.filter((act) => act === 'recorded direct refund')).toHaveLength(1)
    expect((await deskOrder(failed.order)).refundable).toBe(RING_PRICE)
  })

  test('though two people record it at the same time, and the second reads why', async () => {
    const failed = await failedReturn()
    await enterFreshCode('manager')
    const sent = await Promise.all(
      (['owner', 'manager'] as const).map((role) => record(role, failed.order, bodyOf(failed))),
    )
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(sent.find(({ status }) => status === 409)?.json.message).toMatch(/is recorded already/)
    expect((await deskOrder(failed.order)).refundable).toBe(RING_PRICE)
  })

  test('though it is sent from two tabs, also in cash, which has no reference', async () => {
    const failed = await failedReturn()
    const cash = { method: 'cash', reference: '' }
    const sent = await Promise.all([recordOf(failed, cash), recordOf(failed, cash)])
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await deskOrder(failed.order)).refundable).toBe(RING_PRICE)
  })

  test('and not with other content, if the response was lost and the input changed', async () => {
    const failed = await failedReturn()
    const body = bodyOf(failed)
    await record('owner', failed.order, body)
    const changed = await record('owner', failed.order, { ...body, reference: 'UTR 7' })
    expect(changed.status).toBe(409)
  })
})

test('a direct refund is rejected if what is owed has changed since the dialog was opened', async () => {
  const failed = await failedReturn()
  const part = refundBody(2 * RING_PRICE, { lines: [], extra: 100_000 })
  await sendAbout('owner', 'POST', `${failed.order.number}/refunds`, part)
  const stale = await recordOf(failed)
  expect([stale.status, stale.json.message]).toEqual([409, expect.stringMatching(/has changed meanwhile/)])
  const rest = RING_PRICE - 100_000
  const { json } = await recordOf(failed, { amount: rest })
  expect(json.refunds).toMatchObject([{ directRefunds: [{ amount: rest }], owed: null }, { state: 'due' }])
  expect(json).toMatchObject({ refundable: RING_PRICE, isRefundOwed: false })
})

test('only a failed refund of the same order is recorded as paid directly', async () => {
  const failed = await failedReturn()
  const other = await payForRings(fixture, 1)
  expect((await record('owner', other, bodyOf(failed))).status).toBe(409)
  expect((await recordOf({ ...failed, id: 'rfnd_of_nobody' })).status).toBe(409)
  const waiting = await failedAboveLimit()
  const due = refundBody(FOUR_RINGS, { lines: [{ position: 0, quantity: 4 }] })
  await sendAbout('owner', 'POST', `${waiting.order.number}/refunds`, due)
  expect((await recordOf(waiting, { amount: FOUR_RINGS })).status).toBe(409)
})

test('input errors are named beside their fields', async () => {
  const failed = await failedReturn()
  const fieldsOf = async (own: Readonly<Record<string, unknown>>) => {
    const { status, json } = await recordOf(failed, own)
    return [status, Object.keys(json.fields)]
  }
  expect(await fieldsOf({ reference: '  ' })).toEqual([400, ['reference']])
  expect(await fieldsOf({ paidOn: indiaDate(addMs(deskNow(), DAY_MS)) })).toEqual([400, ['paidOn']])
  expect(await fieldsOf({ paidOn: '2020-01-01' })).toEqual([400, ['paidOn']])
  expect((await recordOf(failed, { method: 'cash', reference: '' })).status).toBe(200)
})

test('its reference, which may be an account of the customer, is read only by those who read money', async () => {
  const failed = await failedReturn()
  await recordOf(failed)
  const referenceFor = async (role: Role) =>
    (await sendAbout(role, 'GET', failed.order.number)).json.refunds[0].directRefunds[0].reference
  expect(await referenceFor('manager')).toBe('UTR 6112 0098')
  expect(await referenceFor('support')).toBe('')
})

test('is recorded also while the customer disputes the payment, because the money has been paid', async () => {
  const failed = await failedReturn()
  const { number: orderNumber, paymentId } = failed.order
  const at = deskNow()
  const times = { respondBy: null, createdAt: at, updatedAt: at }
  const values = { id: `disp_${paymentId}`, orderNumber, paymentId, reason: 'other', ...times }
  await fixture.db.insert(dispute).values({ ...values, amount: paise(RING_PRICE), status: 'open' })
  expect((await recordOf(failed)).status).toBe(200)
})

// Shows D43.direct
test('above the limit, the requester of the failed refund cannot record it, but another person can', async () => {
  const failed = await failedAboveLimit()
  const body = bodyOf(failed, { amount: FOUR_RINGS })
  const own = await record('manager', failed.order, body)
  expect([own.status, own.json.message]).toEqual([409, expect.stringMatching(/another person/)])
  const { json: approval } = await sendAbout('manager', 'GET', `${failed.order.number}/refund-approval`)
  expect(approval.directAlone).toBe(1_00_000_00)
  expect((await record('owner', failed.order, body)).status).toBe(200)
})

// Shows D43.direct
test('a cancelled order whose refund is paid directly is refunded, and the audit and the books agree', async () => {
  const failed = await failedCancellation()
  const { order } = failed
  const before = await loadTakings(fixture.db, { now: deskNow(), includesTestOrders: true })
  await recordOf(failed, { method: 'UPI' })
  expect(statusText(await shownOrder(order))).toBe('Cancelled · refunded')
  expect(await deskOrder(order)).toMatchObject({ status: 'refunded', refundable: 0 })
  advance(DAY_MS)
  await reconcile()
  const { deps } = fixture.server
  const period = { from: addMs(deps.now(), -7 * DAY_MS), to: deps.now() }
  const audited = await audit(deps, period, 'nothing')
  const found = audited.ok ? audited.value.found : null
  expect(found?.filter(({ orderNumber }) => orderNumber === order.number)).toEqual([])
  const differences = await loadDifferences(fixture.db, deps.now())
  expect(differences.filter(({ orderNumber }) => orderNumber === order.number)).toEqual([])
  const after = await loadTakings(fixture.db, { now: deskNow(), includesTestOrders: true })
  expect(after.today.refunded - before.today.refunded).toBe(RING_PRICE)
})

test('an order is refunded once gateway and direct refunds add up to its total', async () => {
  const failed = await failedReturn()
  const { order } = failed
  const other = await receivedReturn(order)
  const codes = [order.codes[1]]
  await decide('owner', order.number, 'accept', { id: other, codes, restocks: true })
  fixture.server.clock.now = deskNow()
  await sendDue()
  expect(await deskOrder(order)).toMatchObject({ status: 'completed', refundable: RING_PRICE })
  expect((await recordOf(failed)).json).toMatchObject({ status: 'refunded', refundable: 0 })
  expect(statusText(await shownOrder(order))).toBe('Refunded')
})

// Shows D43.direct
test('a failed refund that has a credit note gets no second one when it is paid directly', async () => {
  const failed = await failedReturn()
  const notes = async () => {
    const documents = await loadTaxDocuments(fixture.db, failed.order.number)
    return documents.filter(({ kind }) => kind === 'credit note').map(({ total }) => total)
  }
  expect(await notes()).toEqual([RING_PRICE])
  await recordOf(failed)
  expect(await notes()).toEqual([RING_PRICE])
})

test('a failed refund of the dashboard is recorded as paid directly', async () => {
  const order = await payForRings(fixture, 1)
  await failRefund(
    order,
    async () => {
      await dashboardRefund(fixture.sandbox, order.paymentId, 50_000)
      advance(3 * 60_000)
      await reconcile()
    },
    async () => null,
  )
  const [failed] = (await deskOrder(order)).refundsOnDashboard
  const { status, json } = await recordOf({ order, id: failed.id }, { amount: 50_000, method: 'cheque' })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    refundable: RING_PRICE - 50_000,
    refundsOnDashboard: [{ owed: null, directRefunds: [{ amount: 50_000, method: 'cheque' }] }],
  })
})

// Shows D43.direct
test('the rest of a refund that was paid directly beside a pending one is recorded too once that one fails', async () => {
  const failed = await failedReturn()
  const { order } = failed
  const half = RING_PRICE / 2
  const part = refundBody(2 * RING_PRICE, { lines: [], extra: half })
  await sendAbout('owner', 'POST', `${order.number}/refunds`, part)
  await recordOf(failed, { amount: half })
  await loseDispute(order, 200_000)
  await sendRefunds()
  await enterFreshCode('owner')
  expect((await deskOrder(order)).refunds).toMatchObject([{ owed: half }, { owed: null }])
  // The first part once more, by a person whose page still shows it as owed.
  const written = { amount: half, method: 'UPI', reference: 'utr 61120098' }
  expect((await recordOf(failed, written)).json.message).toMatch(/is recorded already/)
  expect((await recordOf(failed, { amount: half, reference: 'UTR 6112 0099' })).json).toMatchObject({
    isRefundOwed: false,
    refundable: RING_PRICE - 200_000,
    refunds: [{ directRefunds: [{ amount: half }, { amount: half }] }, {}],
  })
  expect((await recordOf(failed, { amount: half, method: 'cash' })).json.message).toMatch(
    /is recorded already/,
  )
})

// Shows D43.direct
test('a refund that was paid directly in two parts names its pieces with the last, in credit note and e-mail', async () => {
  const failed = await acceptedReturn()
  const { order } = failed
  await sendToGatewayThatRejects()
  const half = RING_PRICE / 2
  const pending = refundBody(2 * RING_PRICE, { lines: [], extra: half })
  await sendAbout('owner', 'POST', `${order.number}/refunds`, pending)
  expect((await recordOf(failed, { amount: half })).json.lines).toMatchObject([{ refundableQuantity: 2 }])
  await loseDispute(order, 200_000)
  await sendRefunds()
  await enterFreshCode('owner')
  const last = bodyOf(failed, { amount: half, reference: 'UTR 6112 0099' })
  expect((await record('owner', order, last)).json.lines).toMatchObject([{ refundableQuantity: 1 }])
  const documents = await loadTaxDocuments(fixture.db, order.number)
  expect(documents.flatMap(({ credited }) => credited ?? [])).toEqual([
    { line: 0, quantity: 0, total: half },
    { line: 0, quantity: 1, total: half },
  ])
  const [email] = await emailsOfDirect(last.id)
  expect(email?.text).toContain('The refund is for these pieces:')
  expect(email?.text).not.toContain('Additional amount')
})

// Shows D43.direct
test('money that was paid before the bank returned the payment is recorded, though it is not owed any more', async () => {
  const failed = await failedReturn()
  const { order } = failed
  await loseDispute(order, 2 * RING_PRICE)
  expect((await deskOrder(order)).refunds).toMatchObject([{ owed: null, payable: RING_PRICE }])
  expect((await recordOf(failed)).status).toBe(409)
  const { status, json } = await recordOf(failed, { isOwed: false })
  expect(status).toBe(200)
  expect(json.refunds).toMatchObject([{ owed: null, payable: null, directRefunds: [{ amount: RING_PRICE }] }])
  expect((await recordOf(failed, { isOwed: false })).status).toBe(409)
})

test('of what the bank has returned in part, a stale page does not record the rest', async () => {
  const failed = await failedReturn()
  const { order } = failed
  const half = RING_PRICE / 2
  await loseDispute(order, RING_PRICE + half)
  expect((await deskOrder(order)).refunds).toMatchObject([{ owed: half }])
  expect((await recordOf(failed, { amount: half })).status).toBe(200)
  expect((await deskOrder(order)).refunds).toMatchObject([{ owed: null, payable: half }])
  expect((await recordOf(failed, { amount: half })).status).toBe(409)
})

// Shows D43.approval
test('a failed refund that is paid directly still counts towards the limit of its requester', async () => {
  const failed = await acceptedReturn()
  const { order } = failed
  await loseDispute(order, 1_000_000)
  await sendRefunds()
  await enterFreshCode('owner')
  const withoutApproval = async () =>
    (await sendAbout('owner', 'GET', `${order.number}/refund-approval`)).json.alone
  const before = await withoutApproval()
  await recordOf(failed)
  expect(before - (await withoutApproval())).toBe(RING_PRICE)
})
