import { randomUUID } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, addMs } from '#domain/time.ts'
import { closedRefund, directRefund, dispute, gatewayRefund } from '#server/db/refund-schema.ts'
import { gatewayOrder, surplusRefund, webhookEvent } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { auditDaily } from '#server/jobs/daily-audit.ts'
import { audit, type Repair } from './audit.ts'
import { requestRefund } from '#server/refunds/refund-requests.ts'
import { sendDueRequestedRefunds } from '#server/refunds/send-requested-refunds.ts'
import type { PaymentGateway } from '#server/gateway/gateway.ts'
import {
  createActions,
  advanceClock,
  readGatewayState,
  dashboardRefund,
  createTestServer,
  orderPaid,
  SILENT,
  setUpCheckout,
  webhook,
  type TestServer,
} from '#server/checkout/testing.ts'
import { processDueWebhooks } from './webhooks.ts'

const fixture = setUpCheckout()
const { payAtGateway, readFacts, advance, reconcile, processWebhooks, sendRefunds } = createActions(fixture)

const RING_PRICE = 3_288_300
const WEBHOOK = '/api/webhooks/razorpay'
const VERIFY = '/api/verify-payment'

async function runAudit(number: string, repair: Repair = 'nothing', server: TestServer = fixture.server) {
  const period = { from: addMs(new Date(), -DAY_MS), to: addMs(new Date(), DAY_MS) }
  const result = await audit(server.deps, period, repair)
  if (!result.ok) throw new Error(result.error.detail)
  const about = result.value.found.filter(({ orderNumber }) => orderNumber === number)
  const left = result.value.left.filter(({ orderNumber }) => orderNumber === number)
  return { found: about.map(({ kind }) => kind), left: left.map(({ kind }) => kind), about }
}

/** Of ten days that begin after everything else. */
async function auditLater(number: string) {
  const period = { from: addMs(new Date(), 5 * DAY_MS), to: addMs(new Date(), 15 * DAY_MS) }
  const result = await audit(fixture.server.deps, period, 'nothing')
  if (!result.ok) throw new Error(result.error.detail)
  return result.value.found.filter(({ orderNumber }) => orderNumber === number).map(({ kind }) => kind)
}

async function completed() {
  const paid = await payAtGateway()
  await fixture.server.request(fixture.asha, 'POST', VERIFY, paid.verification)
  return { ...paid, paymentId: paid.proof.razorpay_payment_id }
}

test('reports no differences if gateway and database agree', async () => {
  const { number } = await completed()
  expect(await runAudit(number)).toMatchObject({ found: [], left: [] })
})

describe('after a restore from a backup that is older than the order', () => {
  const restored = useTestDatabase()

  const parked = () => restored.db.$count(webhookEvent, isNull(webhookEvent.processedAt))
  const refundsOf = async (paymentId: string) =>
    (await readGatewayState(fixture.sandbox)).refunds.filter(({ payment_id }) => payment_id === paymentId)

  test('parks its webhook with an alert, and reports the payment until it is refunded', async () => {
    const { id, number, proof } = await payAtGateway()
    const paymentId = proof.razorpay_payment_id
    const server = createTestServer(restored.db, fixture.sandbox)
    await server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id)))
    await processDueWebhooks(server.deps)
    expect(server.logged.filter((line) => line.includes('"event":"order.lost"'))).toHaveLength(1)
    expect(await parked()).toBe(1)

    expect((await runAudit(number, 'nothing', server)).about).toEqual([
      { kind: 'order lost', orderNumber: number, gatewayId: paymentId, amount: 3_288_300 },
    ])
    // Only an operator refunds unknown money.
    expect(await runAudit(number, 'safe', server)).toMatchObject({ left: ['order lost'] })
    expect(await refundsOf(paymentId)).toEqual([])
    expect(await parked()).toBe(1)

    expect(await runAudit(number, 'unknown money', server)).toMatchObject({ left: [] })
    expect(await refundsOf(paymentId)).toMatchObject([{ amount: 3_288_300 }])
    expect(await parked()).toBe(0)
    expect(await runAudit(number, 'unknown money', server)).toMatchObject({ found: [] })
    expect(await refundsOf(paymentId)).toHaveLength(1)
  })

  test('raises an alert in the daily job and refunds nothing', async () => {
    const { proof } = await payAtGateway()
    const paymentId = proof.razorpay_payment_id
    const server = createTestServer(restored.db, fixture.sandbox)
    server.clock.now = addMs(new Date(), 2 * HOUR_MS)
    await auditDaily(server.deps)
    const alerts = () => server.logged.filter((line) => line.includes('"event":"audit.difference"'))
    expect(alerts().filter((line) => line.includes(paymentId))).toHaveLength(1)
    expect(alerts().join()).not.toMatch(/example\.in|98290/)
    // Once a day, on however many servers.
    const before = alerts().length
    await auditDaily(server.deps)
    expect(alerts()).toHaveLength(before)
    server.clock.now = addMs(server.clock.now, DAY_MS)
    await auditDaily(server.deps)
    expect(alerts().length).toBeGreaterThan(before)
    expect(await refundsOf(paymentId)).toEqual([])
  })
})

describe('an order whose gateway order the database has lost', () => {
  async function unlinked() {
    const paid = await payAtGateway()
    await fixture.db
      .update(gatewayOrder)
      .set({ gatewayOrderId: null })
      .where(eq(gatewayOrder.orderNumber, paid.number))
    return paid
  }

  test('is linked again and completed by the webhook about its payment', async () => {
    const { id, number } = await unlinked()
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id)))
    await processWebhooks()
    expect((await readFacts(number)).row.status).toBe('completed')
  })

  test('is found and completed by the audit', async () => {
    const { number } = await unlinked()
    expect(await runAudit(number, 'safe')).toMatchObject({ found: ['gateway order unlinked'], left: [] })
    const { row, emails } = await readFacts(number)
    expect(row.status).toBe('completed')
    expect(emails).toEqual([`order-confirmation:${number}`])
  })
})

test('completes the order of a captured payment that no source reported', async () => {
  const { number } = await payAtGateway()
  expect(await runAudit(number)).toMatchObject({ found: ['payment not applied'] })
  expect(await runAudit(number, 'safe')).toMatchObject({ found: ['payment not applied'], left: [] })
  expect((await readFacts(number)).row.status).toBe('completed')
})

test('repairs the other differences if one repair throws, which is logged and left', async () => {
  const [older, broken, newer] = [await payAtGateway(), await payAtGateway(), await payAtGateway()]
  const { gateway } = fixture.server.deps
  const failing: PaymentGateway = {
    ...gateway,
    async fetchOrderPayments(id) {
      if (id === broken.id) throw new Error('An unexpected response')
      return gateway.fetchOrderPayments(id)
    },
  }
  const server = { ...fixture.server, deps: { ...fixture.server.deps, gateway: failing } }
  expect(await runAudit(broken.number, 'safe', server)).toMatchObject({ left: ['payment not applied'] })
  const logged = server.logged.filter((line) => line.includes('audit difference not repaired'))
  expect(logged).toEqual([expect.stringContaining(broken.proof.razorpay_payment_id)])
  for (const { number } of [older, newer]) expect((await readFacts(number)).row.status).toBe('completed')
})

test('records a dashboard refund months after the order although its webhook was lost', async () => {
  const { number, paymentId } = await completed()
  advance(60 * DAY_MS)
  await reconcile()
  const { id } = await dashboardRefund(fixture.sandbox, paymentId, 500_000)
  expect(await runAudit(number, 'safe')).toMatchObject({ found: ['refund unknown'], left: [] })
  expect((await readFacts(number)).emails).toContain(`refund:${id}`)
  expect(
    await fixture.db.select().from(gatewayRefund).where(eq(gatewayRefund.gatewayRefundId, id)),
  ).toMatchObject([{ amount: 500_000 }])
})

test('records a dashboard refund as failed that failed before the shop knew of it', async () => {
  const { id, number, paymentId } = await completed()
  fixture.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'refund-failed': true } } })
  const { id: refundId } = await dashboardRefund(fixture.sandbox, paymentId, 500_000)
  await advanceClock(fixture.sandbox, id)
  expect(await runAudit(number, 'safe')).toMatchObject({ found: ['refund unknown'], left: [] })
  expect((await readFacts(number)).steps).toContain('refund failed')
  expect(
    await fixture.db.select().from(gatewayRefund).where(eq(gatewayRefund.gatewayRefundId, refundId)),
  ).toMatchObject([{ amount: 500_000, failedAt: fixture.server.clock.now }])
})

test('reports a refunded order whose refund failed until it is refunded again', async () => {
  const { id, number, paymentId } = await completed()
  fixture.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'refund-failed': true } } })
  await dashboardRefund(fixture.sandbox, paymentId)
  await runAudit(number, 'safe')
  expect((await readFacts(number)).row.status).toBe('refunded')
  await advanceClock(fixture.sandbox, id)
  expect(await runAudit(number, 'safe')).toMatchObject({ left: ['refund failed'] })
  await dashboardRefund(fixture.sandbox, paymentId)
  expect(await runAudit(number, 'safe')).toMatchObject({ left: [] })
})

/** Refunded on the dashboard, which the bank then does not take. */
async function refundedInVain() {
  const { id, number, paymentId } = await completed()
  fixture.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'refund-failed': true } } })
  await dashboardRefund(fixture.sandbox, paymentId)
  await runAudit(number, 'safe')
  await advanceClock(fixture.sandbox, id)
  await runAudit(number, 'safe')
  return { number, paymentId }
}

async function loseDispute(number: string, paymentId: string, amount: number) {
  const now = new Date()
  await fixture.db.insert(dispute).values({
    id: `disp_${paymentId}`,
    orderNumber: number,
    paymentId,
    amount: paise(amount),
    status: 'lost',
    reason: 'other',
    respondBy: null,
    createdAt: now,
    updatedAt: now,
  })
}

test('reports no failed refund of a refunded order whose payment the bank has returned', async () => {
  const { number, paymentId } = await refundedInVain()
  expect((await runAudit(number)).about).toMatchObject([{ kind: 'refund failed', amount: RING_PRICE }])
  await loseDispute(number, paymentId, RING_PRICE)
  expect(await runAudit(number)).toMatchObject({ found: [] })
})

test('reports no failed refund of a refunded order whose rest staff have closed', async () => {
  const { number, paymentId } = await refundedInVain()
  await loseDispute(number, paymentId, 1_000_000)
  const owed = RING_PRICE - 1_000_000
  expect((await runAudit(number)).about).toMatchObject([{ kind: 'refund failed', amount: owed }])
  const [failed] = await fixture.db.select().from(gatewayRefund).where(eq(gatewayRefund.orderNumber, number))
  await fixture.db.insert(closedRefund).values({
    id: randomUUID(),
    orderNumber: number,
    refundId: failed?.gatewayRefundId ?? '',
    amount: paise(owed),
    reason: 'Exchanged in the shop',
    closedBy: 'meera@example.in',
    closedAt: new Date(),
  })
  expect(await runAudit(number)).toMatchObject({ found: [] })
})

test('reports that more was refunded than paid, by gateway, shop and bank together', async () => {
  const { number, paymentId } = await completed()
  await dashboardRefund(fixture.sandbox, paymentId, 500_000)
  await runAudit(number, 'safe')
  const at = new Date()
  await fixture.db.insert(directRefund).values({
    id: randomUUID(),
    orderNumber: number,
    failedRefundId: `rfnd_${number}`,
    amount: paise(200_000),
    lines: [],
    method: 'cash',
    reference: '',
    paidOn: '2026-11-01',
    recordedBy: 'meera@example.in',
    recordedAt: at,
  })
  expect(await runAudit(number)).toMatchObject({ found: [] })
  await loseDispute(number, paymentId, RING_PRICE - 600_000)
  expect((await runAudit(number)).about).toEqual([
    { kind: 'refunded more than paid', orderNumber: number, gatewayId: paymentId, amount: 100_000 },
  ])
})

async function sentSurplusRefund(amount = RING_PRICE) {
  const { number, proof } = await payAtGateway()
  const paymentId = proof.razorpay_payment_id
  const now = fixture.server.clock.now
  await fixture.db.insert(surplusRefund).values({
    id: `refund-${number}`,
    orderNumber: number,
    paymentId,
    amount: paise(amount),
    reason: 'a second payment',
    createdAt: now,
    sentAt: now,
  })
  return { number, paymentId }
}

test('reports a surplus refund in several parts of which one has failed', async () => {
  const { number, paymentId } = await sentSurplusRefund(RING_PRICE - 100)
  await dashboardRefund(fixture.sandbox, paymentId, RING_PRICE - 100)
  expect((await runAudit(number)).about).toMatchObject([{ kind: 'refund missing', amount: 100 }])
  await dashboardRefund(fixture.sandbox, paymentId, 100)
  expect(await runAudit(number)).toMatchObject({ found: [] })
})

describe('a surplus refund of which the bank has returned money', () => {
  async function partlyReturned(lost: number) {
    const sent = await sentSurplusRefund()
    await loseDispute(sent.number, sent.paymentId, lost)
    return sent
  }

  test('is missing only if gateway and bank together have returned less', async () => {
    const { number, paymentId } = await partlyReturned(RING_PRICE - 100)
    expect(await runAudit(number)).toMatchObject({ found: ['refund missing'] })
    await dashboardRefund(fixture.sandbox, paymentId, 100)
    expect(await runAudit(number)).toMatchObject({ found: [] })
  })

  test('is reported if gateway and bank together have returned more', async () => {
    const { number, paymentId } = await partlyReturned(RING_PRICE)
    expect(await runAudit(number)).toMatchObject({ found: [] })
    await dashboardRefund(fixture.sandbox, paymentId, 500_000)
    expect((await runAudit(number)).about).toMatchObject([
      { kind: 'refunded more than paid', amount: 500_000 },
    ])
  })
})

test('reports an order completed by a payment that the gateway does not know', async () => {
  const { number } = await completed()
  const { gateway } = fixture.server.deps
  const forgetful: PaymentGateway = {
    ...gateway,
    listPayments: async () => ({ ok: true, value: [] }),
    fetchPayment: async () => ({ ok: false, error: { kind: 'rejected', detail: 'HTTP 400' } }),
  }
  const server = { ...fixture.server, deps: { ...fixture.server.deps, gateway: forgetful } }
  expect(await runAudit(number, 'safe', server)).toMatchObject({ left: ['payment unknown to the gateway'] })
})

test('reports a refund that has been due for more than a day until it is sent', async () => {
  const { id, number, verification } = await payAtGateway()
  fixture.sandbox.faults.set({ ...SILENT, targets: { [id]: {} } })
  await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)
  await fixture.db.insert(surplusRefund).values({
    id: `refund-${number}`,
    orderNumber: number,
    paymentId: verification.razorpay_payment_id,
    amount: (await readFacts(number)).row.total,
    reason: 'a second payment',
    createdAt: fixture.server.clock.now,
    nextAttemptAt: fixture.server.clock.now,
  })
  expect(await runAudit(number)).toMatchObject({ found: [] })
  advance(DAY_MS)
  expect(await runAudit(number)).toMatchObject({ found: ['refund overdue'] })
  expect(await auditLater(number)).toEqual(['refund overdue'])
  await sendRefunds()
  expect((await runAudit(number)).found).not.toContain('refund overdue')
})

test('reports a refund of the desk that has been due for more than a day until it is sent', async () => {
  const { number } = await completed()
  const { row } = await readFacts(number)
  const refunded = await fixture.db.transaction((tx) =>
    requestRefund(tx, number, {
      id: randomUUID(),
      lines: [],
      extra: paise(100),
      reason: 'goodwill',
      refundable: row.total,
      by: 'meera@example.in',
      at: fixture.server.clock.now,
      approvalAbove: row.total,
    }),
  )
  expect(refunded.ok).toBe(true)
  expect(await runAudit(number)).toMatchObject({ found: [] })
  advance(DAY_MS)
  expect(await runAudit(number)).toMatchObject({ found: ['refund overdue'] })
  expect(await auditLater(number)).toEqual(['refund overdue'])
  while ((await sendDueRequestedRefunds(fixture.server.deps)) > 0);
  expect((await runAudit(number)).found).toEqual([])
})

test('fails if the gateway is unreachable', async () => {
  fixture.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
  const period = { from: new Date(0), to: new Date() }
  expect(await audit(fixture.server.deps, period, 'nothing')).toMatchObject({
    ok: false,
    error: { kind: 'unreachable' },
  })
})
