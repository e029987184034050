import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { RETENTION } from '#domain/retention.ts'
import { orderPan } from '#server/db/pan-schema.ts'
import { order, orderEvent } from '#server/db/schema.ts'
import { purge } from '#server/jobs/purge.ts'
import { createPanEncryption, readPan, reencryptPans } from '#server/orders/pans.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import { createParcelActions } from '#server/fulfilment/testing.ts'
import {
  addressOf,
  checkoutOf,
  createActions,
  itemOf,
  pay,
  RING,
  setUpCheckout,
  TEST_PAN_KEY,
} from './testing.ts'

const fixture = setUpCheckout()
const { advance, reconcile } = createActions(fixture)
const { pack, request, runTasks, nextHuid } = createParcelActions(fixture)

const PAN = 'ABCPE1234F'
const OTHER_PAN = 'XYZPK9876L'
/** In Rajasthan, where the test orders are shipped. */
const BUSINESS = { gstin: '08AAACS1234F1ZS', business_name: 'Suvarna Traders' }

/** ₹2,30,181.00 */
const LARGE = { amount: 7 * itemOf(RING).price, items: [itemOf(RING, 7)] }

const create = (changes: object) =>
  fixture.server.request(fixture.asha, 'POST', '/api/create-order', checkoutOf(fixture.asha, { ...changes }))

const panOf = (number: string) => readPan(fixture.db, fixture.server.deps.pans, number)

async function rowOf(number: string) {
  const [row] = await fixture.db.select().from(order).where(eq(order.number, number))
  if (!row) throw new Error('No such order')
  return row
}

async function payFor(gatewayOrderId: string) {
  const proof = await pay(fixture.sandbox, gatewayOrderId)
  const body = { ...proof, ...LARGE }
  return fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', body)
}

describe('an order of two lakh rupees or more', () => {
  // Shows D42.pan
  test('is rejected without a PAN, before anything is stored, and the error names the field', async () => {
    const { status, json } = await create(LARGE)
    const message = 'PAN is required for orders from ₹2,00,000'
    expect([status, json]).toEqual([
      422,
      { success: false, code: 'pan-needed', message, fields: { pan: message } },
    ])
    expect(await fixture.db.$count(order, eq(order.userId, fixture.asha.id))).toBe(0)
  })

  test('is rejected with a malformed PAN', async () => {
    const { status, json } = await create({ ...LARGE, pan: 'ABCDE1234F' })
    expect([status, json.code, Object.keys(json.fields)]).toEqual([422, 'tax-identity-rejected', ['pan']])
  })

  // Shows D42.at-rest
  test('encrypts the PAN, and shows it in no log, event or purchase', async () => {
    const { json } = await create({ ...LARGE, pan: 'abcpe 1234f' })
    const number = json.order_number
    expect(await panOf(number)).toEqual({ ok: true, value: PAN })
    expect((await payFor(json.id)).status).toBe(200)
    const [stored] = await fixture.db.select().from(orderPan).where(eq(orderPan.orderNumber, number))
    const events = await fixture.db.select().from(orderEvent).where(eq(orderEvent.orderNumber, number))
    const own = await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)
    const everywhere = JSON.stringify([stored, events, await rowOf(number), own.json, fixture.server.logged])
    expect(everywhere).not.toMatch(/abcpe|1234f/i)
  })

  test('keeps its PAN when the checkout is retried without one, and replaces it when retried with another', async () => {
    const { json } = await create({ ...LARGE, pan: PAN })
    const number = json.order_number
    expect((await create(LARGE)).json.order_number).toBe(number)
    expect(await panOf(number)).toEqual({ ok: true, value: PAN })
    expect((await create({ ...LARGE, pan: OTHER_PAN })).json.order_number).toBe(number)
    expect(await panOf(number)).toEqual({ ok: true, value: OTHER_PAN })
  })

  test('cannot be changed once it is paid', async () => {
    const { json } = await create({ ...LARGE, pan: PAN })
    await payFor(json.id)
    const cart_generation = 0
    const again = await create({ ...LARGE, cart_generation, pan: OTHER_PAN })
    expect(again.json).toMatchObject({ order_number: json.order_number, paid: true })
    expect(await panOf(json.order_number)).toEqual({ ok: true, value: PAN })
  })

  test('requires a PAN when the GSTIN is removed', async () => {
    const { json } = await create({ ...LARGE, ...BUSINESS })
    expect((await create(LARGE)).json.code).toBe('pan-needed')
    expect(await rowOf(json.order_number)).toMatchObject({ gstin: BUSINESS.gstin })
    expect((await create({ ...LARGE, pan: PAN })).json.order_number).toBe(json.order_number)
    expect(await rowOf(json.order_number)).toMatchObject({ gstin: null, businessName: null })
    // And back: the PAN of the business is in the GSTIN.
    await create({ ...LARGE, ...BUSINESS })
    expect(await panOf(json.order_number)).toEqual({ ok: false, error: 'no PAN' })
  })
})

test('a smaller order stores no PAN, even if one is sent', async () => {
  const { json } = await create({ pan: PAN })
  expect(json.success).toBe(true)
  expect(await panOf(json.order_number)).toEqual({ ok: false, error: 'no PAN' })
})

describe('the order of a business', () => {
  // Shows D42.gstin
  test.each([
    ['another check character', { gstin: '08AAACS1234F1ZT' }, 'gstin'],
    ['the GSTIN of another state', { gstin: '07AAACS1234F1ZU' }, 'gstin'],
    ['no name', { business_name: '' }, 'business_name'],
    ['no GSTIN', { gstin: '' }, 'gstin'],
  ])('is rejected with %s', async (_, change, field) => {
    const { status, json } = await create({ ...BUSINESS, ...change })
    expect([status, json.code, Object.keys(json.fields)]).toEqual([422, 'tax-identity-rejected', [field]])
    expect(await fixture.db.$count(order, eq(order.userId, fixture.asha.id))).toBe(0)
  })

  test('stores GSTIN and name, which the invoice and the order page show', async () => {
    const { json } = await create({ ...LARGE, ...BUSINESS })
    const number = json.order_number
    await payFor(json.id)
    const codes = Array.from({ length: 7 }, nextHuid)
    await pack(number, { pieces: [{ position: 0, codes }] })
    await request(number, 'book')
    await runTasks()
    const [invoice] = await loadTaxDocuments(fixture.db, number)
    const business = { gstin: BUSINESS.gstin, name: BUSINESS.business_name }
    expect(invoice?.content.recipient).toEqual(business)
    const own = await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)
    expect(own.json.business).toEqual(business)
  })
})

describe('a stored PAN', () => {
  const read = (encryption: ReturnType<typeof createPanEncryption>, number: string) =>
    readPan(fixture.db, encryption, number)

  test('survives a key rotation, and needs the previous key only until it is re-encrypted', async () => {
    const { json } = await create({ ...LARGE, pan: PAN })
    const number = json.order_number
    const { db } = fixture
    const { log } = fixture.server.deps
    const without = createPanEncryption('another key for the PANs of tests', null)
    const changing = createPanEncryption('another key for the PANs of tests', TEST_PAN_KEY)
    expect(await read(without, number)).toEqual({ ok: false, error: 'unreadable' })
    await reencryptPans({ db, log, pans: without })
    expect(fixture.server.logged.join()).toContain('pan.unreadable')
    expect(await read(changing, number)).toEqual({ ok: true, value: PAN })
    await reencryptPans({ db, log, pans: changing })
    expect(await read(without, number)).toEqual({ ok: true, value: PAN })
    expect(await panOf(number)).toEqual({ ok: false, error: 'unreadable' })
    // The other tests of this file use the first key.
    await reencryptPans({
      db,
      log,
      pans: createPanEncryption(TEST_PAN_KEY, 'another key for the PANs of tests'),
    })
  })

  // Shows D42.retention
  test('is purged with the address and the GSTIN of an unpaid order, and after eight years for a paid one', async () => {
    const purged = async (id: 'pans' | 'unpaidOrders') => {
      while ((await purge(fixture.db, id, fixture.server.clock.now)) > 0);
    }
    const elsewhere = (address: string) => ({ address: { ...addressOf(fixture.asha), address } })
    const unpaid = (await create({ ...LARGE, pan: PAN })).json.order_number
    const ofBusiness = (await create({ ...LARGE, ...BUSINESS, ...elsewhere('2 MI Road') })).json.order_number
    const paid = (await create({ ...LARGE, pan: PAN, ...elsewhere('3 MI Road') })).json
    await payFor(paid.id)
    advance(RETENTION.unpaidOrders.days * DAY_MS + 1)
    await reconcile()
    await purged('unpaidOrders')
    expect(await panOf(unpaid)).toEqual({ ok: false, error: 'no PAN' })
    expect(await rowOf(ofBusiness)).toMatchObject({ gstin: null, businessName: null })
    advance((RETENTION.pans.days - RETENTION.unpaidOrders.days - 2) * DAY_MS)
    await purged('pans')
    expect(await panOf(paid.order_number)).toEqual({ ok: true, value: PAN })
    advance(2 * DAY_MS)
    await purged('pans')
    expect(await panOf(paid.order_number)).toEqual({ ok: false, error: 'no PAN' })
  })
})
