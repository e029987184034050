import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { createActions, RING, setUpCheckout, SILENT, type CheckoutFixture } from '#server/checkout/testing.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { returnPickup } from '#server/db/return-schema.ts'
import { emailOutbox, orderEvent } from '#server/db/schema.ts'
import { runDuePickupTasks, trackDuePickups } from './pickup-jobs.ts'
import { findPickup, requestPickup, requestPickupCancellation } from './pickups.ts'
import { courierWebhook } from './courier-webhook.ts'
import { loadOpenReturns, loadReturns, moveReturn } from './returns.ts'
import { createParcelActions, reportingMeanwhile, silentCourier } from './testing.ts'
import { trackSoon } from './tracking.ts'

const fixture: CheckoutFixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { advance: advanceClock, readFacts } = createActions(fixture)
const { placePaidOrder, packBookAndLabel, advance } = createParcelActions(fixture)

const STILL = { ...SILENT, timing: { parcelStepMs: 0 } }
beforeEach(() => void fixture.sandbox.faults.set(STILL))

function injectFaults(reference: string, faults: Record<string, true | number>) {
  fixture.sandbox.faults.set({ ...STILL, targets: { [reference]: faults } })
}

const deps = () => fixture.server.deps
const at = () => deps().now()

/** A return of a ring that was just delivered. */
async function approvedReturn(): Promise<{ readonly number: string; readonly id: string }> {
  const number = await placePaidOrder()
  await packBookAndLabel(number)
  await fixture.db
    .update(parcel)
    .set({ state: 'delivered', deliveredAt: at(), dispatchedAt: at(), nextTrackAt: null })
    .where(eq(parcel.orderNumber, number))
  const id = randomUUID()
  await asCustomer(number, '', {
    id,
    lines: [{ position: 0, quantity: 1 }],
    reason: 'wrong size',
    note: '',
    resolution: 'refund',
  })
  await move(number, id, 'approved')
  return { number, id }
}

const asCustomer = (number: string, path: string, body: unknown) =>
  fixture.server.request(fixture.asha, 'POST', `/api/orders/${number}/returns${path}`, body)
const read = async (number: string) =>
  (await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}/returns`)).json.returns[0]
const move = (number: string, id: string, to: 'approved' | 'received') =>
  fixture.db.transaction((tx) =>
    moveReturn(tx, number, { id, to, source: 'desk', at: at(), siteUrl: deps().siteUrl }),
  )
const order = (number: string, id: string) =>
  fixture.db.transaction((tx) =>
    requestPickup(tx, number, { id, weightMg: 180_000, at: at(), sendsTestOrders: true }),
  )
const cancel = (number: string, id: string) =>
  fixture.db.transaction((tx) => requestPickupCancellation(tx, number, { id, at: at() }))

async function runTasks() {
  while ((await runDuePickupTasks(deps())) > 0);
}

async function track() {
  while ((await trackDuePickups(deps())) > 0);
}

/** The courier's status of a reference, or undefined. */
async function atCourier(reference: string) {
  const { apiUrl, email, password } = fixture.sandbox.shiprocket
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password })
  const { token } = (await (
    await fetch(`${apiUrl}/auth/login`, { method: 'POST', headers, body })
  ).json()) as {
    token: string
  }
  const response = await fetch(`${apiUrl}/orders/processing/return?per_page=1000`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await response.json()) as { data: { channel_order_id: string; status: string }[] }
  return data.filter((each) => each.channel_order_id === reference).map(({ status }) => status)
}

// Shows D55.pickup
describe('the courier’s pickup of a return', () => {
  test('is booked once even if pressed twice, and the customer sees when the courier comes', async () => {
    const { number, id } = await approvedReturn()
    const outcomes = await Promise.all([order(number, id), order(number, id)])
    expect(outcomes.filter((each) => each.ok && each.value.isNew)).toHaveLength(1)
    expect((await read(number)).pickup).toBeNull()
    await Promise.all([runTasks(), runTasks()])
    expect(await read(number)).toMatchObject({
      state: 'approved',
      pickup: {
        state: 'booked',
        courierName: expect.stringMatching(/\w/),
        awb: expect.stringMatching(/^1904/),
        scheduledFor: expect.any(String),
      },
    })
    expect(await atCourier(`${number}-P1`)).toEqual(['RETURN PENDING'])
    expect((await readFacts(number)).emails).toContain(`pickup-booked:${number}-P1`)
    expect((await asCustomer(number, '/tracking', { id, tracking: 'By myself' })).status).toBe(409)
  })

  test('is tracked to the shop, even by repeated and reordered scans, and waits for inspection', async () => {
    const { number, id } = await approvedReturn()
    await order(number, id)
    await runTasks()
    injectFaults(`${number}-P1`, { 'tracking-reordered': true })
    const states: unknown[] = []
    while ((await advance(`${number}-P1`)) !== null) {
      advanceClock(7 * HOUR_MS)
      await track()
      await track()
      states.push((await findPickup(fixture.db, id))?.state)
    }
    expect(states).toEqual(['collected', 'in transit', 'in transit', 'arrived'])
    const { steps, emails } = await readFacts(number)
    expect(steps.filter((step) => step === 'return received')).toHaveLength(1)
    expect(emails).toContain(`return-received:${id}`)
    expect(await read(number)).toMatchObject({ state: 'received', pickup: { state: 'arrived' } })
    expect((await findPickup(fixture.db, id))?.nextTrackAt).toBeNull()
  })

  test('is found again after lost responses of the courier', async () => {
    const { number, id } = await approvedReturn()
    injectFaults(`${number}-P1`, { 'courier-dropped': 3 })
    await order(number, id)
    for (let tries = 0; tries < 4; tries++) {
      await runTasks()
      advanceClock(MINUTE_MS)
    }
    expect((await findPickup(fixture.db, id))?.state).toBe('booked')
    expect(await atCourier(`${number}-P1`)).toHaveLength(1)
  })

  test('waits for staff if the courier rejects it inside a 200, who see the reason and retry', async () => {
    const { number, id } = await approvedReturn()
    injectFaults(`${number}-P1`, { 'courier-rejected': 1 })
    await order(number, id)
    await runTasks()
    expect((await findPickup(fixture.db, id))?.lastError).toContain('recharge your ShipRocket wallet')
    expect((await read(number)).pickup).toBeNull()
    expect(await order(number, id)).toMatchObject({ value: { isNew: true } })
    await runTasks()
    expect(await findPickup(fixture.db, id)).toMatchObject({ state: 'booked', lastError: null })
  })

  test('is cancelled at the courier if the customer keeps the pieces, unless the courier has them', async () => {
    const { number, id } = await approvedReturn()
    await order(number, id)
    await runTasks()
    expect((await asCustomer(number, '/withdraw', { id })).status).toBe(200)
    await runTasks()
    expect(await atCourier(`${number}-P1`)).toEqual(['RETURN CANCELLED'])
    expect((await findPickup(fixture.db, id))?.state).toBe('cancelled')

    const collected = await approvedReturn()
    await order(collected.number, collected.id)
    await runTasks()
    await advance(`${collected.number}-P1`)
    advanceClock(7 * HOUR_MS)
    await track()
    expect((await asCustomer(collected.number, '/withdraw', { id: collected.id })).status).toBe(409)
    expect((await cancel(collected.number, collected.id)).ok).toBe(false)
  })

  test('leaves nothing at the courier if cancelled while being booked, and can be followed by another', async () => {
    const { number, id } = await approvedReturn()
    await order(number, id)
    const { parcelCourier } = deps()
    const slow = {
      ...parcelCourier,
      bookPickup: async (...args: Parameters<typeof parcelCourier.bookPickup>) => {
        await cancel(number, id)
        await runTasks()
        return parcelCourier.bookPickup(...args)
      },
    }
    await runDuePickupTasks({ ...deps(), parcelCourier: slow })
    expect((await order(number, id)).ok).toBe(false)
    await runTasks()
    expect(await atCourier(`${number}-P1`)).toEqual(['RETURN CANCELLED'])
    expect(await order(number, id)).toMatchObject({ value: { isNew: true } })
    await runTasks()
    expect(await atCourier(`${number}-P2`)).toEqual(['RETURN PENDING'])
    const ordered = await fixture.db.select().from(orderEvent).where(eq(orderEvent.orderNumber, number))
    expect(ordered.filter(({ event }) => event === 'pickup requested')).toHaveLength(2)
  })

  test('is not booked for an unapproved return, and ends when the pieces arrive otherwise', async () => {
    const { number, id } = await approvedReturn()
    await order(number, id)
    await runTasks()
    await move(number, id, 'received')
    await runTasks()
    expect((await findPickup(fixture.db, id))?.state).toBe('cancelled')
    expect((await order(number, id)).ok).toBe(false)
    expect((await loadReturns(fixture.db, number)).map(({ state }) => state)).toEqual(['received'])
  })

  test('is tracked at once when the courier’s webhook reports it', async () => {
    const { number, id } = await approvedReturn()
    await order(number, id)
    await runTasks()
    await advance(`${number}-P1`)
    const woken: string[] = []
    const routes = courierWebhook(
      { ...deps(), worker: { wake: (job) => void woken.push(job) } },
      fixture.sandbox.shiprocket,
    )
    const awb = (await findPickup(fixture.db, id))?.awb
    const response = await routes.request('/api/webhooks/parcels', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': fixture.sandbox.shiprocket.webhookToken },
      body: JSON.stringify({ awb, is_return: 1 }),
    })
    expect(response.status).toBe(200)
    expect(woken).toContain('pickup tracking')
    await track()
    expect((await findPickup(fixture.db, id))?.state).toBe('collected')
  })

  test('leads to the inspection of its pieces even if the return was withdrawn meanwhile', async () => {
    const { number, id } = await approvedReturn()
    await order(number, id)
    await runTasks()
    while ((await advance(`${number}-P1`)) !== null);
    expect((await asCustomer(number, '/withdraw', { id })).status).toBe(200)
    expect((await move(number, id, 'received')).ok).toBe(false)
    advanceClock(7 * HOUR_MS)
    await track()
    await track()
    expect(await read(number)).toMatchObject({ state: 'received', pickup: { state: 'arrived' } })
    expect((await loadOpenReturns(fixture.db)).map((row) => row.id)).toContain(id)
    expect((await readFacts(number)).steps.slice(-3)).toEqual([
      'return withdrawn',
      'pickup arrived',
      'return received',
    ])
    const emails = await fixture.db
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.dedupeKey, `return-received:${id}`))
    expect(emails).toMatchObject([{ text: expect.stringContaining('You had withdrawn this return') }])
  })

  test('is tracked again at once if a webhook arrives during the call', async () => {
    const { number, id } = await approvedReturn()
    await order(number, id)
    await runTasks()
    advanceClock(7 * HOUR_MS)
    await track()
    await advance(`${number}-P1`)
    await trackSoon(fixture.db, (await findPickup(fixture.db, id))?.awb ?? '', at())
    await trackDuePickups({ ...deps(), parcelCourier: reportingMeanwhile(fixture) })
    expect((await findPickup(fixture.db, id))?.state).toBe('collected')
    await advance(`${number}-P1`)
    await track()
    expect((await findPickup(fixture.db, id))?.state).toBe('in transit')
  })

  test('is tracked less and less often while the courier does not respond', async () => {
    const { number, id } = await approvedReturn()
    await order(number, id)
    await runTasks()
    advanceClock(7 * HOUR_MS)
    const parcelCourier = silentCourier(fixture)
    for (const minutes of [60, 120, 240]) {
      while ((await trackDuePickups({ ...deps(), parcelCourier })) > 0);
      const nextTrackAt = (await findPickup(fixture.db, id))?.nextTrackAt
      expect(nextTrackAt).toEqual(addMs(at(), minutes * MINUTE_MS))
      advanceClock(minutes * MINUTE_MS)
    }
  })

  test('is no longer tracked a month after it was lost, until the courier reports it', async () => {
    const { number, id } = await approvedReturn()
    await order(number, id)
    await runTasks()
    const isOfReturn = eq(returnPickup.returnId, id)
    await fixture.db.update(returnPickup).set({ state: 'lost', trackAttempts: 120 }).where(isOfReturn)
    advanceClock(7 * HOUR_MS)
    await track()
    const lost = await findPickup(fixture.db, id)
    expect(lost).toMatchObject({ state: 'lost', nextTrackAt: null })
    await trackSoon(fixture.db, lost?.awb ?? '', at())
    await track()
    expect((await findPickup(fixture.db, id))?.nextTrackAt).not.toBeNull()
  })
})
