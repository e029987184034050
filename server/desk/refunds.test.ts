import { randomUUID } from 'node:crypto'
import { eq, like, sum } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DisputeStatus } from '#domain/dispute.ts'
import type { Role } from '#domain/permissions.ts'
import { paise } from '#domain/money.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { sendDueRequestedRefunds } from '#server/checkout/refund-requests.ts'
import type { PaymentGateway } from '#server/checkout/gateway.ts'
import { reconcileOrder } from '#server/checkout/reconcile-order.ts'
import { processDueWebhooks } from '#server/checkout/webhooks.ts'
import {
  createActions,
  dashboardRefund,
  moveDispute,
  newUser,
  payForRings,
  readGatewayState,
  setUpCheckout,
  webhook,
  type PaidOrder,
} from '#server/checkout/testing.ts'
import { dispute as disputeTable } from '#server/db/refund-schema.ts'
import { stockLevel } from '#server/db/schema.ts'
import { auditLog } from '#server/db/staff-schema.ts'
import { issueInvoice, loadTaxDocuments } from '#server/documents/issue.ts'
import { auditDaily } from '#server/jobs/daily-audit.ts'
import { loadLines, lockOrder } from '#server/orders/orders.ts'
import { createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const fixture = setUpCheckout()
const { advance, readFacts } = createActions(fixture)

const RING_PRICE = 3_288_300

let desk: TestDesk
const staff = new Map<string, TestStaff>()
beforeAll(async () => {
  desk = createTestDesk(fixture.db)
  for (const role of ['owner', 'manager', 'packer', 'accountant', 'support'] as const)
    staff.set(role, await enrolAs(desk, role))
}, 60_000)

async function send(role: Role, method: string, path: string, body?: unknown) {
  return desk.request(method, `/api/desk/orders/${path}`, {
    cookie: staff.get(role)?.cookie ?? '',
    ...(body !== undefined && { body }),
  })
}

async function enterFreshCode(role: Role) {
  const person = staff.get(role)
  if (!person) throw new Error('No such role')
  const { status } = await desk.request('POST', '/api/desk/fresh-code', {
    cookie: person.cookie,
    body: { code: person.nextCode() },
  })
  if (status !== 200) throw new Error(`No fresh code: ${status}`)
}

const placePaidOrder = (quantity: number) => payForRings(fixture, quantity)

const request = (refundable: number, own: Readonly<Record<string, unknown>> = {}) => ({
  id: randomUUID(),
  lines: [{ position: 0, quantity: 1 }],
  extra: 0,
  reason: 'Scratched',
  refundable,
  ...own,
})

async function sendRefunds(gateway: Partial<PaymentGateway> = {}) {
  advance(HOUR_MS)
  const { deps } = fixture.server
  while ((await sendDueRequestedRefunds({ ...deps, gateway: { ...deps.gateway, ...gateway } })) > 0);
}

async function refundsAtGateway({ paymentId }: PaidOrder) {
  const { refunds } = await readGatewayState(fixture.sandbox)
  return refunds.filter((each) => each.payment_id === paymentId)
}

/** What Today lists of a refund that waits for a second person. */
async function waitingFor(role: Role, id: string) {
  const { json } = await desk.request('GET', '/api/desk/today', { cookie: staff.get(role)?.cookie ?? '' })
  return json.approvals.filter((each: { id: string }) => each.id === id)
}

async function actsOn(number: string) {
  const entries = await fixture.db.select().from(auditLog).where(eq(auditLog.subject, number))
  return entries.map(({ act }) => act)
}

describe('a refund of one piece', () => {
  test('is sent once though it is pressed twice, and is shown to staff and customer', async () => {
    const paid = await placePaidOrder(2)
    await enterFreshCode('manager')
    const body = request(2 * RING_PRICE)
    const answers = await Promise.all(
      [1, 2].map(() => send('manager', 'POST', `${paid.number}/refunds`, body)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.json).toMatchObject({
      refundable: RING_PRICE,
      refunds: [{ amount: RING_PRICE, state: 'due' }],
      lines: [{ refundedQuantity: 1 }],
    })
    await Promise.all([sendRefunds(), sendRefunds()])
    expect(await refundsAtGateway(paid)).toMatchObject([{ amount: RING_PRICE }])
    const { row, steps, emails } = await readFacts(paid.number)
    expect(row.status).toBe('completed')
    expect(steps.slice(-2)).toEqual(['refund due', 'partially refunded'])
    expect(emails.filter((key) => key.startsWith('refund:'))).toHaveLength(1)
    const { json } = await send('manager', 'GET', paid.number)
    expect(json.refunds).toMatchObject([{ state: 'sent', gatewayRefundId: expect.stringMatching(/^rfnd_/) }])
    expect(await actsOn(paid.number)).toEqual(['released refund'])
  })

  test('is refused to the slower of two people', async () => {
    const { number } = await placePaidOrder(2)
    for (const role of ['owner', 'manager'] as const) await enterFreshCode(role)
    const answers = await Promise.all(
      (['owner', 'manager'] as const).map((role) =>
        send(role, 'POST', `${number}/refunds`, request(2 * RING_PRICE)),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is not possible twice for the same piece, nor for more than was paid', async () => {
    const { number } = await placePaidOrder(2)
    await enterFreshCode('manager')
    const attempt = async (refundable: number, own: Readonly<Record<string, unknown>>) =>
      (await send('manager', 'POST', `${number}/refunds`, request(refundable, own))).status
    expect(await attempt(2 * RING_PRICE, { lines: [{ position: 0, quantity: 3 }] })).toBe(409)
    expect(await attempt(2 * RING_PRICE, { lines: [{ position: 7, quantity: 1 }] })).toBe(409)
    expect(await attempt(2 * RING_PRICE, { lines: [] })).toBe(409)
    expect(await attempt(2 * RING_PRICE, { lines: [], extra: 2 * RING_PRICE + 1 })).toBe(409)
    expect(await attempt(2 * RING_PRICE, {})).toBe(200)
    expect(await attempt(RING_PRICE, { lines: [{ position: 0, quantity: 2 }] })).toBe(409)
    expect(await attempt(RING_PRICE, {})).toBe(200)
    expect(await attempt(0, { lines: [], extra: 1 })).toBe(409)
  })

  test.each(['packer', 'accountant', 'support'] as const)('is refused to %s', async (role) => {
    const { number } = await placePaidOrder(1)
    await enterFreshCode(role)
    expect((await send(role, 'POST', `${number}/refunds`, request(RING_PRICE))).status).toBe(403)
    expect(await actsOn(number)).toEqual([])
  })

  test('needs a fresh code', async () => {
    const { number } = await placePaidOrder(1)
    desk.advance(11 * MINUTE_MS)
    const { json } = await send('manager', 'POST', `${number}/refunds`, request(RING_PRICE))
    expect(json.code).toBe('fresh-code-needed')
  })
})

describe('sending a refund', () => {
  async function refundOne(quantity = 2) {
    const paid = await placePaidOrder(quantity)
    await enterFreshCode('manager')
    const { status } = await send('manager', 'POST', `${paid.number}/refunds`, request(quantity * RING_PRICE))
    expect(status).toBe(200)
    return paid
  }
  const UNREACHABLE = { ok: false, error: { kind: 'unreachable', detail: 'timeout' } } as const

  test('finds it at the gateway after a lost response, instead of repeating it', async () => {
    const paid = await refundOne()
    const { gateway } = fixture.server.deps
    await sendRefunds({
      refund: async (each) => {
        await gateway.refund({ ...each, idempotencyKey: randomUUID() })
        return UNREACHABLE
      },
    })
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toHaveLength(1)
    expect((await readFacts(paid.number)).steps.filter((step) => step === 'partially refunded')).toHaveLength(
      1,
    )
  })

  test('is done by the reconciliation where the response was lost', async () => {
    const paid = await refundOne()
    const { deps } = fixture.server
    const { json } = await send('manager', 'GET', paid.number)
    const [{ id }] = json.refunds
    await deps.gateway.refund({
      paymentId: paid.paymentId,
      amount: json.refunds[0].amount,
      idempotencyKey: id,
      receipt: id,
    })
    await reconcileOrder(deps, paid.number, 'reconciliation')
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toHaveLength(1)
    const { json: after } = await send('manager', 'GET', paid.number)
    expect(after).toMatchObject({ refundable: RING_PRICE, refunds: [{ state: 'sent' }] })
  })

  test('marks the order as refunded once nothing is left of its payment', async () => {
    const paid = await refundOne(1)
    await sendRefunds()
    const { row, steps } = await readFacts(paid.number)
    expect(row.status).toBe('refunded')
    expect(steps.at(-1)).toBe('refunded')
  })

  test('of the whole payment credits the tax invoice', async () => {
    const { number } = await placePaidOrder(1)
    const invoice = await fixture.db.transaction(async (tx) => {
      const orderRow = await lockOrder(tx, number)
      return issueInvoice(tx, { orderRow, lines: await loadLines(tx, [number]), at: new Date() })
    })
    await enterFreshCode('manager')
    await send('manager', 'POST', `${number}/refunds`, request(RING_PRICE))
    await sendRefunds()
    expect(await loadTaxDocuments(fixture.db, number)).toMatchObject([
      { kind: 'invoice', number: invoice?.number, total: RING_PRICE },
      { kind: 'credit note', invoiceNumber: invoice?.number, total: RING_PRICE },
    ])
  })

  test('fails where a refund on the dashboard has left too little', async () => {
    const paid = await refundOne(2)
    await dashboardRefund(fixture.sandbox, paid.paymentId, RING_PRICE + 1)
    await sendRefunds()
    const { json } = await send('manager', 'GET', paid.number)
    expect(json.refunds).toMatchObject([
      { state: 'failed', problem: expect.stringMatching(/left of the payment/) },
    ])
    await reconcileOrder(fixture.server.deps, paid.number, 'reconciliation')
    expect(await refundsAtGateway(paid)).toHaveLength(1)
    const { json: after } = await send('manager', 'GET', paid.number)
    expect(after).toMatchObject({ refundable: RING_PRICE - 1, lines: [{ refundedQuantity: 0 }] })
  })

  test('that the bank could not take can be repeated by staff', async () => {
    const paid = await refundOne(1)
    fixture.sandbox.faults.set({
      rates: { 'webhook-never': 1 },
      targets: { [paid.gatewayOrderId]: { 'refund-failed': true } },
      timing: { refundFailsMs: 0 },
    })
    await sendRefunds()
    await expect
      .poll(async () => {
        await reconcileOrder(fixture.server.deps, paid.number, 'audit')
        return (await send('manager', 'GET', paid.number)).json.refunds[0].state
      })
      .toBe('failed')
    const { json } = await send('manager', 'POST', `${paid.number}/refunds`, request(RING_PRICE))
    expect(json.refunds).toMatchObject([{ state: 'failed' }, { state: 'due' }])
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toMatchObject([{ status: 'failed' }, { status: 'processed' }])
  })
})

describe('cancelling an order', () => {
  const stockOf = async () => {
    const [level] = await fixture.db
      .select({ onHand: sum(stockLevel.onHand).mapWith(Number) })
      .from(stockLevel)
      .where(like(stockLevel.key, 'rings-801%'))
    return level?.onHand
  }
  const cancel = (number: string, role: Role = 'manager') =>
    send(role, 'POST', `${number}/cancel`, { reason: 'The customer rang' })

  test('returns pieces and money once, though staff and customer press at the same time', async () => {
    const before = await stockOf()
    const paid = await placePaidOrder(2)
    expect(await stockOf()).toBe((before ?? 0) - 2)
    await enterFreshCode('manager')
    const cancelAsCustomer = () =>
      fixture.server.request(paid.customer, 'POST', `/api/orders/${paid.number}/cancel`)
    const answers = await Promise.all([cancel(paid.number), cancelAsCustomer(), cancelAsCustomer()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stockOf()).toBe(before)
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toMatchObject([{ amount: 2 * RING_PRICE }])
    const { row, steps, emails } = await readFacts(paid.number)
    expect(row.status).toBe('refunded')
    expect(steps.slice(-3)).toEqual(['cancelled', 'refund due', 'refunded'])
    expect(emails).toContain(`order-cancelled:${paid.number}`)
    const { json } = await fixture.server.request(paid.customer, 'GET', `/api/orders/${paid.number}`)
    expect(json).toMatchObject({ isCancellable: false, refunded: 2 * RING_PRICE })
  })

  test('refunds what earlier refunds have left', async () => {
    const paid = await placePaidOrder(2)
    await enterFreshCode('manager')
    await send('manager', 'POST', `${paid.number}/refunds`, request(2 * RING_PRICE, { extra: 50_000 }))
    await cancel(paid.number)
    await sendRefunds()
    const refunds = await refundsAtGateway(paid)
    expect(refunds.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
      RING_PRICE - 50_000,
      RING_PRICE + 50_000,
    ])
  })

  test('waits for the parcel once it is packed, and a cancelled order is not packed', async () => {
    const [packed, cancelled] = [await placePaidOrder(1), await placePaidOrder(1)]
    await enterFreshCode('manager')
    const pack = ({ number }: PaidOrder, code: string) =>
      send('manager', 'POST', `${number}/pack`, {
        weightMg: 100_000,
        seal: '',
        pieces: [{ position: 0, codes: [code] }],
      })
    expect((await pack(packed, 'CC11DD')).status).toBe(200)
    const answers = await Promise.all([cancel(packed.number), cancel(packed.number)])
    for (const { status, json } of answers) {
      expect(status).toBe(200)
      expect(json).toMatchObject({
        status: 'completed',
        parcel: { task: 'unpack' },
        refunds: [{ state: 'unpacking', cancels: true, amount: RING_PRICE }],
      })
    }
    expect((await send('packer', 'POST', `${packed.number}/book`)).status).toBe(409)
    expect((await actsOn(packed.number)).filter((act) => act === 'began cancellation')).toHaveLength(1)
    expect(await actsOn(packed.number)).not.toContain('cancelled order')
    expect((await cancel(cancelled.number)).status).toBe(200)
    expect((await pack(cancelled, 'CC22DD')).status).toBe(409)
  })

  test('is possible for the customer of the order alone', async () => {
    const { number, customer } = await placePaidOrder(4)
    const stranger = await newUser(fixture.db)
    const path = `/api/orders/${number}/cancel`
    expect((await fixture.server.request(stranger, 'POST', path)).status).toBe(404)
    await enterFreshCode('packer')
    expect((await cancel(number, 'packer')).status).toBe(403)
    expect((await fixture.server.request(customer, 'POST', path)).status).toBe(200)
  })

  test('or pieces of it is recorded with which pieces', async () => {
    const { number } = await placePaidOrder(5)
    await enterFreshCode('manager')
    const cancelled = (quantity: number) => ({ id: randomUUID(), lines: [{ position: 0, quantity }] })
    const reason = 'The customer rang'
    const [one, four] = [cancelled(1), cancelled(4)]
    for (const chosen of [one, one, four])
      expect((await send('manager', 'POST', `${number}/cancel-lines`, { ...chosen, reason })).status).toBe(
        200,
      )
    const entries = await fixture.db
      .select({ act: auditLog.act, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.subject, number))
      .orderBy(auditLog.number)
    expect(entries).toEqual([
      { act: 'cancelled pieces', after: { amount: RING_PRICE, reason, ...one } },
      { act: 'requested cancellation', after: { amount: 4 * RING_PRICE, reason, ...four } },
    ])
  })

  test('above the limit waits for another person, and nothing is packed meanwhile', async () => {
    const paid = await placePaidOrder(4)
    for (const role of ['owner', 'manager'] as const) await enterFreshCode(role)
    const before = await stockOf()
    await cancel(paid.number)
    const { json } = await cancel(paid.number)
    expect(json).toMatchObject({ status: 'completed', refunds: [{ cancels: true, state: 'requested' }] })
    const packing = { weightMg: 100_000, seal: '', pieces: [{ position: 0, codes: ['EE11FF'] }] }
    expect((await send('manager', 'POST', `${paid.number}/pack`, packing)).status).toBe(409)
    const approve = (role: Role) =>
      send(role, 'POST', `${paid.number}/refunds/approve`, { id: json.refunds[0].id })
    expect((await approve('manager')).status).toBe(409)
    expect((await approve('owner')).json).toMatchObject({ status: 'refunded' })
    expect((await approve('owner')).status).toBe(200)
    expect(await stockOf()).toBe((before ?? 0) + 4)
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toMatchObject([{ amount: 4 * RING_PRICE }])
    expect(await actsOn(paid.number)).toEqual(['requested cancellation', 'approved refund'])
  })

  test('by the customer refunds also what a waiting refund or cancellation had asked for', async () => {
    for (const path of ['refunds', 'cancel']) {
      const paid = await placePaidOrder(4)
      await enterFreshCode('manager')
      const body = path === 'cancel' ? { reason: 'rang' } : request(4 * RING_PRICE, ALL_FOUR)
      await send('manager', 'POST', `${paid.number}/${path}`, body)
      await fixture.server.request(paid.customer, 'POST', `/api/orders/${paid.number}/cancel`)
      await sendRefunds()
      expect([path, await refundsAtGateway(paid)]).toMatchObject([path, [{ amount: 4 * RING_PRICE }]])
    }
  })
})

const ALL_FOUR = { lines: [{ position: 0, quantity: 4 }] }

describe('a refund above the limit', () => {
  const AMOUNT = 4 * RING_PRICE

  async function requestLargeRefund() {
    const paid = await placePaidOrder(4)
    for (const role of ['owner', 'manager'] as const) await enterFreshCode(role)
    const body = request(AMOUNT, ALL_FOUR)
    const { json } = await send('manager', 'POST', `${paid.number}/refunds`, body)
    expect(json.refunds).toMatchObject([{ amount: AMOUNT, state: 'requested' }])
    return { ...paid, id: body.id }
  }

  // Shows D43.approval
  test('is sent once another person has approved it', async () => {
    const { id, ...paid } = await requestLargeRefund()
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toEqual([])
    const approve = (role: Role) => send(role, 'POST', `${paid.number}/refunds/approve`, { id })
    expect(await waitingFor('manager', id)).toMatchObject([{ orderNumber: paid.number, reason: 'Scratched' }])
    expect(await waitingFor('packer', id)).toEqual([])
    expect((await approve('manager')).status).toBe(409)
    expect((await Promise.all([approve('owner'), approve('owner')])).map(({ status }) => status)).toEqual([
      200, 200,
    ])
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toMatchObject([{ amount: AMOUNT }])
    expect(await actsOn(paid.number)).toEqual(['requested refund', 'approved refund'])
    expect(await waitingFor('manager', id)).toEqual([])
  })

  test('that is divided into small ones waits from where they exceed it together', async () => {
    const { number } = await placePaidOrder(4)
    await enterFreshCode('manager')
    let refundable = AMOUNT
    const states: string[] = []
    for (let count = 1; count <= 4; count++) {
      const { json } = await send('manager', 'POST', `${number}/refunds`, request(refundable))
      states.push(json.refunds.at(-1).state)
      refundable = json.refundable
    }
    expect(states).toEqual(['due', 'due', 'due', 'requested'])
  })

  test('does not count what the customer cancelled', async () => {
    const { number, customer } = await placePaidOrder(4)
    await enterFreshCode('manager')
    const cancelOne = () =>
      fixture.server.request(customer, 'POST', `/api/orders/${number}/cancel-lines`, {
        id: randomUUID(),
        lines: [{ position: 0, quantity: 1 }],
      })
    expect((await cancelOne()).status).toBe(200)
    let refundable = 3 * RING_PRICE
    const states: string[] = []
    for (let count = 1; count <= 3; count++) {
      const { json } = await send('manager', 'POST', `${number}/refunds`, request(refundable))
      states.push(json.refunds.at(-1).state)
      refundable = json.refundable
    }
    expect(states).toEqual(['due', 'due', 'due'])
  })

  test('is not sent if it is declined, and leaves the money refundable', async () => {
    const { id, ...paid } = await requestLargeRefund()
    const { json } = await send('owner', 'POST', `${paid.number}/refunds/decline`, { id })
    expect(json).toMatchObject({ refundable: AMOUNT, refunds: [{ state: 'declined' }] })
    expect((await send('owner', 'POST', `${paid.number}/refunds/approve`, { id })).status).toBe(409)
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toEqual([])
  })
})

describe('a disputed payment', () => {
  const dispute = async ({ paymentId }: PaidOrder, status: DisputeStatus) => {
    const event = await moveDispute(fixture.sandbox, paymentId, status)
    const { deps, send: deliver } = fixture.server
    await deliver('/api/webhooks/razorpay', webhook(fixture.sandbox, event))
    await processDueWebhooks(deps)
  }
  const disputeOf = async ({ number }: PaidOrder) => (await send('manager', 'GET', number)).json.dispute
  const refundAll = (paid: PaidOrder) =>
    send('manager', 'POST', `${paid.number}/refunds`, request(RING_PRICE))

  // Shows D43.dispute
  test('is neither refunded nor cancelled until the bank has decided for the shop', async () => {
    const paid = await placePaidOrder(1)
    await enterFreshCode('manager')
    for (const status of ['open', 'under_review'] as const) {
      await dispute(paid, status)
      expect(await disputeOf(paid)).toMatchObject({ status, amount: RING_PRICE })
      expect((await refundAll(paid)).status).toBe(409)
      expect((await send('manager', 'POST', `${paid.number}/cancel`, { reason: 'rang' })).status).toBe(409)
    }
    await dispute(paid, 'won')
    expect((await refundAll(paid)).status).toBe(200)
  })

  test('stays unrefunded once the bank has returned the money', async () => {
    const paid = await placePaidOrder(1)
    await enterFreshCode('manager')
    await dispute(paid, 'open')
    await dispute(paid, 'lost')
    expect((await refundAll(paid)).status).toBe(409)
  })

  test('leaves refundable what a lost dispute has not taken, and another payment untouched', async () => {
    const paid = await placePaidOrder(1)
    await enterFreshCode('manager')
    const { number: orderNumber, paymentId } = paid
    const now = new Date()
    const common = { orderNumber, reason: 'other', respondBy: null, createdAt: now, updatedAt: now }
    await fixture.db.insert(disputeTable).values([
      { ...common, id: `disp_${paymentId}`, paymentId, amount: paise(100_000), status: 'lost' },
      {
        ...common,
        id: `disp_other_${paymentId}`,
        paymentId: 'pay_other',
        amount: paise(RING_PRICE),
        status: 'open',
      },
    ])
    expect((await send('manager', 'GET', orderNumber)).json.refundable).toBe(RING_PRICE - 100_000)
    const rest = request(RING_PRICE - 100_000, { lines: [], extra: RING_PRICE - 100_000 })
    expect((await send('manager', 'POST', `${orderNumber}/refunds`, rest)).status).toBe(200)
  })

  test('that is decided stays so when a report of an earlier status arrives later', async () => {
    const paid = await placePaidOrder(1)
    await dispute(paid, 'open')
    await dispute(paid, 'lost')
    await dispute(paid, 'under_review')
    expect(await disputeOf(paid)).toMatchObject({ status: 'lost' })
  })

  test('keeps back a refund that was about to be sent', async () => {
    const paid = await placePaidOrder(1)
    await enterFreshCode('manager')
    await refundAll(paid)
    await dispute(paid, 'open')
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toEqual([])
    await dispute(paid, 'won')
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toHaveLength(1)
  })

  test('is found by the daily audit where its webhook was lost, and raises one alert', async () => {
    const paid = await placePaidOrder(1)
    await moveDispute(fixture.sandbox, paid.paymentId, 'open')
    advance(25 * HOUR_MS)
    for (let day = 1; day <= 2; day++) {
      await auditDaily(fixture.server.deps)
      advance(25 * HOUR_MS)
    }
    expect(await disputeOf(paid)).toMatchObject({ status: 'open' })
    const alerts = fixture.server.logged.filter((line) => line.includes('"event":"payment.disputed"'))
    expect(alerts).toHaveLength(1)
  })
})
