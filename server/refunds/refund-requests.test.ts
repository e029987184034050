import { randomUUID } from 'node:crypto'
import { and, desc, eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/permissions.ts'
import { paise } from '#domain/money.ts'
import { addMs, MINUTE_MS } from '#domain/time.ts'
import { emailOutbox } from '#server/db/schema.ts'
import { staff } from '#server/db/staff-schema.ts'
import { setUpOrderDesk } from '#server/desk/testing.ts'
import { issueInvoice, loadTaxDocuments } from '#server/documents/issue.ts'
import { loadLines, lockOrder } from '#server/orders/orders.ts'
import { reconcileOrder } from '#server/payments/reconcile-order.ts'
import { recordGatewayRefunds } from './gateway-refunds.ts'
import { createActions, dashboardRefund, payForRings, setUpCheckout } from '#server/checkout/testing.ts'

const fixture = setUpCheckout()
const { readFacts } = createActions(fixture)
const {
  send,
  sendAbout,
  enterFreshCode,
  deskNow,
  advanceDesk,
  actsOn,
  refundBody,
  sendRefunds,
  refundsAtGateway,
} = setUpOrderDesk(fixture)

const RING_PRICE = 3_288_300

const placePaidOrder = (quantity: number) => payForRings(fixture, quantity)

/** What Today lists of a refund that waits for a second person. */
async function waitingFor(role: Role, id: string) {
  const { json } = await send(role, 'GET', 'today')
  return json.approvals.filter((each: { id: string }) => each.id === id)
}

test('an order says how much one person refunds alone, and whether another could approve more', async () => {
  const { number } = await placePaidOrder(2)
  const approval = async (role: Role) => (await sendAbout(role, 'GET', `${number}/refund-approval`)).json
  const before = await approval('manager')
  expect(before.hasApprover).toBe(true)
  await enterFreshCode('manager')
  await sendAbout('manager', 'POST', `${number}/refunds`, refundBody(2 * RING_PRICE))
  expect((await approval('manager')).alone).toBe(before.alone - RING_PRICE)
  await fixture.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.role, 'manager'))
  expect((await approval('owner')).hasApprover).toBe(false)
  await fixture.db.update(staff).set({ disabledAt: null }).where(eq(staff.role, 'manager'))
})

describe('a refund of one piece', () => {
  test('is sent once though it is pressed twice, and is shown to staff and customer', async () => {
    const paid = await placePaidOrder(2)
    await enterFreshCode('manager')
    const body = refundBody(2 * RING_PRICE)
    const responses = await Promise.all(
      [1, 2].map(() => sendAbout('manager', 'POST', `${paid.number}/refunds`, body)),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(responses[0]?.json).toMatchObject({
      refundable: RING_PRICE,
      refunds: [{ amount: RING_PRICE, state: 'due' }],
      lines: [{ refundableQuantity: 1 }],
    })
    await Promise.all([sendRefunds(), sendRefunds()])
    expect(await refundsAtGateway(paid)).toMatchObject([{ amount: RING_PRICE }])
    const { row, steps, emails } = await readFacts(paid.number)
    expect(row.status).toBe('completed')
    expect(steps.slice(-2)).toEqual(['refund due', 'partially refunded'])
    expect(emails.filter((key) => key.startsWith('refund:'))).toHaveLength(1)
    const { json } = await sendAbout('manager', 'GET', paid.number)
    expect(json.refunds).toMatchObject([{ state: 'sent', gatewayRefundId: expect.stringMatching(/^rfnd_/) }])
    expect(await actsOn(paid.number)).toEqual(['requested refund'])
  })

  test('is refused to the slower of two people', async () => {
    const { number } = await placePaidOrder(2)
    for (const role of ['owner', 'manager'] as const) await enterFreshCode(role)
    const responses = await Promise.all(
      (['owner', 'manager'] as const).map((role) =>
        sendAbout(role, 'POST', `${number}/refunds`, refundBody(2 * RING_PRICE)),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is not possible twice for the same piece, nor for more than was paid', async () => {
    const { number } = await placePaidOrder(2)
    await enterFreshCode('manager')
    const attempt = async (refundable: number, own: Readonly<Record<string, unknown>>) =>
      (await sendAbout('manager', 'POST', `${number}/refunds`, refundBody(refundable, own))).status
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
    expect((await sendAbout(role, 'POST', `${number}/refunds`, refundBody(RING_PRICE))).status).toBe(403)
    expect(await actsOn(number)).toEqual([])
  })

  test('needs a reason', async () => {
    const { number } = await placePaidOrder(1)
    await enterFreshCode('manager')
    const { status, json } = await sendAbout(
      'manager',
      'POST',
      `${number}/refunds`,
      refundBody(RING_PRICE, { reason: ' ' }),
    )
    expect([status, json.fields]).toEqual([400, { reason: 'Enter a reason.' }])
    expect(await actsOn(number)).toEqual([])
  })

  test('needs a fresh code', async () => {
    const { number } = await placePaidOrder(1)
    advanceDesk(11 * MINUTE_MS)
    const { json } = await sendAbout('manager', 'POST', `${number}/refunds`, refundBody(RING_PRICE))
    expect(json.code).toBe('fresh-code-needed')
  })
})

describe('sending a refund', () => {
  async function refundOne(quantity = 2) {
    const paid = await placePaidOrder(quantity)
    await enterFreshCode('manager')
    const { status } = await sendAbout(
      'manager',
      'POST',
      `${paid.number}/refunds`,
      refundBody(quantity * RING_PRICE),
    )
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
    const { json } = await sendAbout('manager', 'GET', paid.number)
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
    const { json: after } = await sendAbout('manager', 'GET', paid.number)
    expect(after).toMatchObject({ refundable: RING_PRICE, refunds: [{ state: 'sent' }] })
  })

  test('marks the order as refunded once nothing is left of its payment', async () => {
    const paid = await refundOne(1)
    await sendRefunds()
    const { row, steps } = await readFacts(paid.number)
    expect(row.status).toBe('refunded')
    expect(steps.at(-1)).toBe('refunded')
  })

  const invoiceOf = (number: string) =>
    fixture.db.transaction(async (tx) => {
      const orderRow = await lockOrder(tx, number)
      return issueInvoice(tx, { orderRow, lines: await loadLines(tx, [number]), at: deskNow() })
    })

  test('credits the tax invoice where the whole payment is refunded', async () => {
    const { number } = await placePaidOrder(1)
    const invoice = await invoiceOf(number)
    await enterFreshCode('manager')
    await sendAbout('manager', 'POST', `${number}/refunds`, refundBody(RING_PRICE))
    await sendRefunds()
    expect(await loadTaxDocuments(fixture.db, number)).toMatchObject([
      { kind: 'invoice', number: invoice?.number, total: RING_PRICE },
      { kind: 'credit note', invoiceNumber: invoice?.number, total: RING_PRICE },
    ])
  })

  /** The text about the newest refund of an order. */
  async function refundEmail(number: string): Promise<string> {
    const [email] = await fixture.db
      .select({ text: emailOutbox.text })
      .from(emailOutbox)
      .where(and(like(emailOutbox.dedupeKey, 'refund:%'), like(emailOutbox.text, `%Order: ${number}%`)))
      .orderBy(desc(emailOutbox.createdAt))
      .limit(1)
    return email?.text ?? ''
  }

  test('e-mails for which pieces it is, the additional amount, and the number of the credit note', async () => {
    const { number } = await placePaidOrder(2)
    await invoiceOf(number)
    await enterFreshCode('manager')
    const body = refundBody(2 * RING_PRICE, { extra: 50_000 })
    await sendAbout('manager', 'POST', `${number}/refunds`, body)
    await sendRefunds()
    const [, note] = await loadTaxDocuments(fixture.db, number)
    const text = await refundEmail(number)
    expect(text).toContain('The refund is for these pieces:\n\nChandrika Solitaire Ring (Size 12) × 1')
    expect(text).toContain('Additional amount: ₹500.00')
    expect(text).toContain(`Credit note: ${note?.number}`)
  })

  test.each([
    ['the older one first', 0],
    ['the newer one first', 1],
  ])(
    'of a piece that was cancelled before its invoice e-mails no credit note, that of an amount its own, in one report, %s',
    async (_, newer) => {
      const { number, paymentId } = await placePaidOrder(2)
      await enterFreshCode('manager')
      const lines = [{ position: 0, quantity: 1 }]
      const cancelled = { id: randomUUID(), lines, reason: 'Asked by phone' }
      expect((await sendAbout('manager', 'POST', `${number}/cancel-lines`, cancelled)).status).toBe(200)
      await invoiceOf(number)
      const goodwill = refundBody(RING_PRICE, { lines: [], extra: 50_000 })
      expect((await sendAbout('manager', 'POST', `${number}/refunds`, goodwill)).status).toBe(200)
      const refunds = [
        { receipt: cancelled.id, amount: paise(RING_PRICE) },
        { receipt: goodwill.id, amount: paise(50_000) },
      ].map((refund, index) => ({
        ...refund,
        id: `rfnd_${randomUUID()}`,
        paymentId,
        status: 'processed' as const,
        createdAt: addMs(deskNow(), index === newer ? MINUTE_MS : 0),
      }))
      const report = { orderNumber: number, refunds, source: 'reconciliation', at: deskNow() } as const
      await fixture.db.transaction((tx) => recordGatewayRefunds(tx, fixture.server.deps, report))
      const [, note, ...more] = await loadTaxDocuments(fixture.db, number)
      expect([note?.total, more]).toEqual([50_000, []])
      const textAbout = async ({ id }: { readonly id: string } = { id: '' }) => {
        const ofRefund = eq(emailOutbox.dedupeKey, `refund:${id}`)
        return (await fixture.db.select().from(emailOutbox).where(ofRefund))[0]?.text
      }
      expect(await textAbout(refunds[0])).not.toMatch(/[Cc]redit note/)
      expect(await textAbout(refunds[1])).toContain(`Credit note: ${note?.number}`)
    },
  )

  test('e-mails the credit note of an order that was cancelled as a whole, which was issued before', async () => {
    const { number, customer } = await placePaidOrder(2)
    await invoiceOf(number)
    await fixture.server.request(customer, 'POST', `/api/orders/${number}/cancel`)
    const [, note] = await loadTaxDocuments(fixture.db, number)
    await sendRefunds()
    const text = await refundEmail(number)
    expect(text).toContain('Chandrika Solitaire Ring (Size 12) × 2')
    expect(text).toContain(`Credit note: ${note?.number}`)
  })

  test('e-mails no credit note before there is an invoice, and no pieces where an amount alone is refunded', async () => {
    const { number } = await placePaidOrder(2)
    await enterFreshCode('manager')
    const body = refundBody(2 * RING_PRICE, { lines: [], extra: 50_000 })
    await sendAbout('manager', 'POST', `${number}/refunds`, body)
    await sendRefunds()
    const text = await refundEmail(number)
    expect(text).toContain('We have sent ₹500.00 back')
    expect(text).not.toMatch(/[Cc]redit note|pieces/)
  })

  test('fails where a refund on the dashboard has left too little', async () => {
    const paid = await refundOne(2)
    await dashboardRefund(fixture.sandbox, paid.paymentId, RING_PRICE + 1)
    await sendRefunds()
    const { json } = await sendAbout('manager', 'GET', paid.number)
    expect(json.refunds).toMatchObject([
      { state: 'failed', problem: expect.stringMatching(/left of the payment/) },
    ])
    await reconcileOrder(fixture.server.deps, paid.number, 'reconciliation')
    expect(await refundsAtGateway(paid)).toHaveLength(1)
    const { json: after } = await sendAbout('manager', 'GET', paid.number)
    expect(after).toMatchObject({ refundable: RING_PRICE - 1, lines: [{ refundableQuantity: 2 }] })
  })

  test('can be repeated by staff where the bank could not take it', async () => {
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
        return (await sendAbout('manager', 'GET', paid.number)).json.refunds[0].state
      })
      .toBe('failed')
    const { json } = await sendAbout('manager', 'POST', `${paid.number}/refunds`, refundBody(RING_PRICE))
    expect(json.refunds).toMatchObject([{ state: 'failed' }, { state: 'due' }])
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toMatchObject([{ status: 'failed' }, { status: 'processed' }])
  })
})

const ALL_FOUR = { lines: [{ position: 0, quantity: 4 }] }

describe('a refund above the limit', () => {
  const AMOUNT = 4 * RING_PRICE

  async function requestLargeRefund() {
    const paid = await placePaidOrder(4)
    for (const role of ['owner', 'manager'] as const) await enterFreshCode(role)
    const body = refundBody(AMOUNT, ALL_FOUR)
    const { json } = await sendAbout('manager', 'POST', `${paid.number}/refunds`, body)
    expect(json.refunds).toMatchObject([{ amount: AMOUNT, state: 'requested' }])
    return { ...paid, id: body.id }
  }

  // Shows D43.approval
  test('is sent once another person has approved it', async () => {
    const { id, ...paid } = await requestLargeRefund()
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toEqual([])
    const approve = (role: Role) => sendAbout(role, 'POST', `${paid.number}/refunds/approve`, { id })
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

  // All have the same name here: it does not decide whose request it is.
  test('names who requested and who approved it, masked where the history is, and by e-mail to who approves', async () => {
    const { number, id } = await requestLargeRefund()
    expect(await waitingFor('owner', id)).toMatchObject([{ requestedBy: 'Kavita Rao' }])
    const shownTo = async (role: Role) => (await sendAbout(role, 'GET', number)).json.refunds
    expect(await shownTo('manager')).toMatchObject([{ requestedBy: 'Kavita Rao', isOwn: true }])
    expect(await shownTo('owner')).toMatchObject([
      { requestedBy: 'Kavita Rao', requesterEmail: expect.stringContaining('@'), isOwn: false },
    ])
    await sendAbout('owner', 'POST', `${number}/refunds/approve`, { id })
    expect(await shownTo('owner')).toMatchObject([{ decidedBy: 'Kavita Rao' }])
    expect(await shownTo('support')).toMatchObject([
      { requestedBy: 'Kavita R.', requesterEmail: null, decidedBy: 'Kavita R.' },
    ])
  })

  test('cannot be avoided by small ones, which wait once they exceed it together', async () => {
    const { number } = await placePaidOrder(4)
    await enterFreshCode('manager')
    let refundable = AMOUNT
    const states: string[] = []
    for (let count = 1; count <= 4; count++) {
      const { json } = await sendAbout('manager', 'POST', `${number}/refunds`, refundBody(refundable))
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
      const { json } = await sendAbout('manager', 'POST', `${number}/refunds`, refundBody(refundable))
      states.push(json.refunds.at(-1).state)
      refundable = json.refundable
    }
    expect(states).toEqual(['due', 'due', 'due'])
  })

  test('is not sent if it is declined, and leaves the money refundable', async () => {
    const { id, ...paid } = await requestLargeRefund()
    const { json } = await sendAbout('owner', 'POST', `${paid.number}/refunds/decline`, { id })
    expect(json).toMatchObject({ refundable: AMOUNT, refunds: [{ state: 'declined' }] })
    expect((await sendAbout('owner', 'POST', `${paid.number}/refunds/approve`, { id })).status).toBe(409)
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toEqual([])
  })
})
