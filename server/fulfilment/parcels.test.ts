import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { createActions, RING, setUpCheckout, SILENT } from '#server/checkout/testing.ts'
import { parcel, parcelScan } from '#server/db/parcel-schema.ts'
import { emailOutbox, order, orderLine, serialItem, stockLevel } from '#server/db/schema.ts'
import { runDueParcelTasks, trackDueParcels } from './parcel-jobs.ts'
import { courierWebhook } from './courier-webhook.ts'
import { findParcel, loadScans } from './parcels.ts'
import { createParcelActions, reportingMeanwhile } from './testing.ts'
import { trackSoon } from './tracking.ts'

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { advance: advanceClock, readFacts } = createActions(fixture)
const parcels = createParcelActions(fixture)
const { placePaidOrder, pack, request, runTasks, handOver, track, advance, packAndBook, packBookAndLabel } =
  parcels

/** Prevents parcels from advancing automatically. */
const STILL = { ...SILENT, timing: { parcelStepMs: 0 } }
beforeEach(() => void fixture.sandbox.faults.set(STILL))

function injectFaults(number: string, faults: Record<string, true | number>) {
  fixture.sandbox.faults.set({ ...STILL, targets: { [number]: faults } })
}

const stateOf = async (number: string) => (await findParcel(fixture.db, number))?.state
const readOrder = async (number: string) =>
  (await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)).json
const stepsOf = async (number: string) =>
  (await readOrder(number)).history.map(({ step }: { step: string }) => step)

/** Runs all tasks that are due by then. */
async function trackLater() {
  advanceClock(7 * HOUR_MS)
  await track()
}

describe('a parcel', () => {
  test('goes from packing to the customer, who reads every step', async () => {
    const number = await placePaidOrder()
    await packBookAndLabel(number)
    expect(await findParcel(fixture.db, number)).toMatchObject({
      state: 'labelled',
      awb: expect.stringMatching(/^1904\d{10}$/),
      courierName: 'Delhivery Surface',
      labelUrl: expect.stringContaining('/label/'),
      manifestUrl: expect.stringContaining('/manifest/'),
      task: null,
      lastError: null,
    })
    expect((await readOrder(number)).parcel).toBeNull()

    expect((await handOver(number)).ok).toBe(true)
    const tracking = {
      courierName: 'Delhivery Surface',
      awb: expect.stringMatching(/^1904\d{10}$/),
      trackingUrl: expect.stringMatching(/\/tracking\/1904\d{10}$/),
    }
    expect((await readOrder(number)).parcel).toMatchObject({
      ...tracking,
      state: 'handed over',
      deliveredAt: null,
    })
    const { awb, trackingUrl } = (await readOrder(number)).parcel
    const [dispatched] = await fixture.db
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.dedupeKey, `order-dispatched:${number}`))
    for (const fact of [`Tracking number: ${awb}`, `Track the parcel:\n${trackingUrl}`, 'Expected: '])
      expect(dispatched?.text).toContain(fact)
    while ((await advance(number)) !== null);
    await trackLater()
    expect((await readOrder(number)).parcel).toMatchObject({
      ...tracking,
      state: 'delivered',
      expectedAt: expect.any(String),
      deliveredAt: expect.any(String),
    })
    expect((await stepsOf(number)).slice(-3)).toEqual(['completed', 'dispatched', 'delivered'])
    const { emails } = await readFacts(number)
    expect(emails).toEqual(
      expect.arrayContaining([`order-dispatched:${number}`, `order-delivered:${number}`]),
    )
    expect((await findParcel(fixture.db, number))?.nextTrackAt).toBeNull()
  })

  test('is scanned in the shop’s town, then in that of its destination', async () => {
    const number = await placePaidOrder()
    const town = sql`jsonb_set(${order.shipTo}, '{city}', '"Kochi"')`
    await fixture.db.update(order).set({ shipTo: town }).where(eq(order.number, number))
    await packBookAndLabel(number)
    await handOver(number)
    while ((await advance(number)) !== null);
    await trackLater()
    const scans = await loadScans(fixture.db, number)
    expect(Object.fromEntries(scans.map(({ activity, location }) => [activity, location]))).toEqual({
      'PICKED UP': 'New Delhi',
      'IN TRANSIT': 'New Delhi',
      'OUT FOR DELIVERY': 'Kochi',
      DELIVERED: 'Kochi',
    })
  })

  test('is packed with a HUID for every piece of gold, each in one parcel only', async () => {
    const [one, other] = [await placePaidOrder(), await placePaidOrder()]
    const packed = await pack(one, { pieces: [{ position: 0, codes: ['ZZ99ZZ'] }] })
    expect(packed).toMatchObject({ ok: true, value: { isNew: true } })
    const [line] = await fixture.db.select().from(orderLine).where(eq(orderLine.orderNumber, one))
    expect(line?.codes).toEqual(['ZZ99ZZ'])
    for (const codes of [[], ['ABC'], ['AB12CD', 'AB12CE'], ['ZZ99ZZ']]) {
      const rejected = await pack(other, { pieces: [{ position: 0, codes }] })
      expect([codes, rejected.ok]).toEqual([codes, false])
    }
    expect(await stateOf(other)).toBeUndefined()
  })

  test('with the HUID of another piece is rejected with what was expected and what to do', async () => {
    const number = await placePaidOrder()
    await fixture.db.insert(stockLevel).values({ key: 'rings-801/10', onHand: 5 }).onConflictDoNothing()
    const weights = { netWeightMg: 1, grossWeightMg: 1 }
    await fixture.db.insert(serialItem).values([
      { serial: 'S1', key: 'rings-802', huid: 'OTHER1', state: 'available', ...weights },
      { serial: 'S2', key: 'rings-801/10', huid: 'SIZE10', state: 'available', ...weights },
      { serial: 'S3', key: 'rings-801', huid: 'WROFF1', state: 'written off', ...weights },
    ])
    for (const [code, found] of [
      ['OTHER1', 'OTHER1 is a piece of rings-802; expected is '],
      ['SIZE10', 'SIZE10 is a piece of rings-801, size 10; expected is '],
      ['WROFF1', 'WROFF1 is written off by the entry under Stock; expected is '],
      ['ABC', 'ABC is no HUID of '],
    ] as const) {
      const rejected = await pack(number, { pieces: [{ position: 0, codes: [code] }] })
      const fields = { 'pieces.0': expect.stringContaining(found) }
      expect(rejected).toMatchObject({ ok: false, error: { fields } })
    }
    const sent = await placePaidOrder()
    await pack(sent, { pieces: [{ position: 0, codes: ['GONE01'] }] })
    expect(await pack(number, { pieces: [{ position: 0, codes: ['GONE01'] }] })).toMatchObject({
      error: { fields: { 'pieces.0': expect.stringContaining(`was sent with order ${sent} already`) } },
    })
  })

  test('packed twice with the same values is packed once, and other values do not replace the first', async () => {
    const number = await placePaidOrder()
    const pieces = [{ position: 0, codes: [parcels.nextHuid()] }]
    expect(await pack(number, { pieces })).toMatchObject({ value: { isNew: true } })
    expect(await pack(number, { pieces })).toMatchObject({ value: { isNew: false } })
    expect(await pack(number, { pieces, seal: 'S-102' })).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
  })

  test('needs an unused seal: the error names the order that has it, and retrying the same packing is accepted', async () => {
    const [one, other] = [await placePaidOrder(), await placePaidOrder()]
    const pieces = [{ position: 0, codes: [parcels.nextHuid()] }]
    expect(await pack(one, { pieces, seal: 'Sw-4711' })).toMatchObject({ value: { isNew: true } })
    expect(await pack(one, { pieces, seal: 'Sw-4711' })).toMatchObject({ value: { isNew: false } })
    const used = { code: 'conflict', fields: { seal: expect.stringContaining(`order ${one}`) } }
    expect(await pack(other, { seal: 'SW-4711' })).toMatchObject({ ok: false, error: used })
    expect(await stateOf(other)).toBeUndefined()
    expect(await pack(other, { seal: 'SW-4712' })).toMatchObject({ value: { isNew: true } })
  })

  test('packed concurrently with the same seal as another is rejected', async () => {
    const numbers = [await placePaidOrder(), await placePaidOrder()]
    const packed = await Promise.all(numbers.map((number) => pack(number, { seal: 'TWICE-1' })))
    expect(packed.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })

  test('of a refunded order or a test order is neither packed nor booked', async () => {
    const refunded = await placePaidOrder()
    await pack(refunded)
    await fixture.db.update(order).set({ status: 'refunded' }).where(eq(order.number, refunded))
    expect((await request(refunded, 'book')).ok).toBe(false)
    expect((await pack(await placePaidOrder(), { sendsTestOrders: false })).ok).toBe(false)
  })

  test('is handed over once, and only with a label', async () => {
    const number = await placePaidOrder()
    await packAndBook(number)
    expect((await handOver(number)).ok).toBe(false)
    await request(number, 'label')
    await runTasks()
    expect(await handOver(number)).toMatchObject({ value: { isNew: true } })
    expect(await handOver(number)).toMatchObject({ value: { isNew: false } })
    expect((await stepsOf(number)).filter((step: string) => step === 'dispatched')).toHaveLength(1)
  })
})

describe('booking', () => {
  test.each([1, 2, 3])('finds its result after %i lost responses of the courier', async (times) => {
    const number = await placePaidOrder()
    injectFaults(number, { 'courier-dropped': times })
    await packAndBook(number)
    expect(await stateOf(number)).toBe('packed')
    for (let count = 0; count < times; count++) {
      advanceClock(MINUTE_MS)
      await runTasks()
    }
    expect(await stateOf(number)).toBe('booked')
  })

  test('waits for staff if the courier rejects it inside a 200, who see the reason and retry', async () => {
    const number = await placePaidOrder()
    injectFaults(number, { 'courier-rejected': 1 })
    await packAndBook(number)
    const rejected = await findParcel(fixture.db, number)
    expect(rejected).toMatchObject({ state: 'packed', task: 'book', nextAttemptAt: null })
    expect(rejected?.lastError).toContain('recharge your ShipRocket wallet')
    expect(fixture.server.logged.join('')).not.toContain('recharge')
    advanceClock(DAY_MS)
    await runTasks()
    expect(await stateOf(number)).toBe('packed')
    expect(await request(number, 'book')).toMatchObject({ value: { isNew: true } })
    await runTasks()
    expect(await findParcel(fixture.db, number)).toMatchObject({ state: 'booked', lastError: null })
  })

  test('is done once even if two people request it', async () => {
    const number = await placePaidOrder()
    await pack(number)
    const requests = await Promise.all([request(number, 'book'), request(number, 'book')])
    expect(requests.filter((each) => each.ok && each.value.isNew)).toHaveLength(1)
    await runTasks()
    expect(await request(number, 'book')).toMatchObject({ value: { isNew: false } })
  })

  test('is completed by another server after a crash between call and record', async () => {
    const number = await placePaidOrder()
    await pack(number)
    await request(number, 'book')
    const { deps } = fixture.server
    const dying = {
      ...deps.parcelCourier,
      book: async (...args: Parameters<typeof deps.parcelCourier.book>) => {
        await deps.parcelCourier.book(...args)
        throw new Error('killed')
      },
    }
    await expect(runDueParcelTasks({ ...deps, parcelCourier: dying })).rejects.toThrow('killed')
    await runTasks()
    expect(await stateOf(number)).toBe('packed')
    advanceClock(3 * MINUTE_MS)
    await runTasks()
    expect(await stateOf(number)).toBe('booked')
  })
})

describe('the scans of a parcel', () => {
  test('are applied correctly even if repeated and reordered', async () => {
    const number = await placePaidOrder()
    await packBookAndLabel(number)
    injectFaults(number, { 'tracking-reordered': true })
    for (let count = 0; count < 3; count++) await advance(number)
    await trackLater()
    await trackLater()
    expect(await stateOf(number)).toBe('out for delivery')
    const scans = await fixture.db.select().from(parcelScan).where(eq(parcelScan.orderNumber, number))
    expect(scans).toHaveLength(3)
    expect((await stepsOf(number)).filter((step: string) => step === 'dispatched')).toHaveLength(1)
  })

  test('mark a parcel as dispatched if nobody recorded its collection', async () => {
    const number = await placePaidOrder()
    await packBookAndLabel(number)
    await advance(number)
    await trackLater()
    expect(await stateOf(number)).toBe('handed over')
    expect(await stepsOf(number)).toContain('dispatched')
  })

  test.each([
    ['parcel-returned', 'returned', 'returning'],
    ['parcel-lost', 'lost', 'lost'],
  ])('%s ends as %s', async (fault, state, step) => {
    const number = await placePaidOrder()
    await packBookAndLabel(number)
    injectFaults(number, { [fault]: true })
    while ((await advance(number)) !== null) await trackLater()
    expect(await stateOf(number)).toBe(state)
    expect(await stepsOf(number)).toContain(step)
  })
})

describe('the tracking of a parcel', () => {
  test('is due again at once if a webhook arrives during the call', async () => {
    const number = await placePaidOrder()
    await packBookAndLabel(number)
    await trackLater()
    await advance(number)
    const { deps } = fixture.server
    await trackSoon(fixture.db, (await findParcel(fixture.db, number))?.awb ?? '', deps.now())
    await trackDueParcels({ ...deps, parcelCourier: reportingMeanwhile(fixture) })
    expect(await stateOf(number)).toBe('handed over')
    await advance(number)
    await track()
    expect(await stateOf(number)).toBe('in transit')
  })

  test('ends after a month for a lost parcel, until the courier reports it', async () => {
    const number = await placePaidOrder()
    await packBookAndLabel(number)
    const isOfOrder = eq(parcel.orderNumber, number)
    await fixture.db.update(parcel).set({ state: 'lost', trackAttempts: 120 }).where(isOfOrder)
    await trackLater()
    const lost = await findParcel(fixture.db, number)
    expect(lost).toMatchObject({ state: 'lost', nextTrackAt: null })
    await trackSoon(fixture.db, lost?.awb ?? '', fixture.server.deps.now())
    await track()
    expect((await findParcel(fixture.db, number))?.nextTrackAt).not.toBeNull()
  })
})

describe('the webhook of the courier', () => {
  const post = (body: unknown, token: string, settings = {}) => {
    const { deps } = fixture.server
    const app = courierWebhook(
      { ...deps, worker: { wake: () => {} } },
      { ...fixture.sandbox.shiprocket, ...settings },
    )
    return app.request('/api/webhooks/parcels', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': token },
      body: JSON.stringify(body),
    })
  }

  test('makes the tracking due at once', async () => {
    const number = await placePaidOrder()
    await packBookAndLabel(number)
    await advance(number)
    await track()
    expect(await stateOf(number)).toBe('labelled')
    const awb = (await findParcel(fixture.db, number))?.awb
    const { webhookToken } = fixture.sandbox.shiprocket
    // The webhook claims a delivery; the courier's response says that it has only collected the parcel.
    const event = { awb, shipment_status_id: 7 }
    for (let count = 0; count < 2; count++) expect((await post(event, webhookToken)).status).toBe(200)
    await track()
    expect(await stateOf(number)).toBe('handed over')
  })

  test('is rejected with another token, and changes nothing for an unknown parcel', async () => {
    const { webhookToken } = fixture.sandbox.shiprocket
    expect((await post({ awb: '1' }, 'nonsense')).status).toBe(401)
    expect((await post({ awb: '1' }, webhookToken)).status).toBe(200)
    expect((await post({}, webhookToken)).status).toBe(400)
  })

  test('is accepted with the previous token', async () => {
    const previousWebhookToken = 'a-token-from-before-the-change'
    expect((await post({ awb: '1' }, previousWebhookToken)).status).toBe(401)
    for (const token of [fixture.sandbox.shiprocket.webhookToken, previousWebhookToken])
      expect((await post({ awb: '1' }, token, { previousWebhookToken })).status).toBe(200)
  })
})
