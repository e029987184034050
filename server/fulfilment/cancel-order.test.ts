import { randomUUID } from 'node:crypto'
import { and, eq, like, sum } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { paise, rupees, ZERO } from '#domain/money.ts'
import type { Role } from '#domain/permissions.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import {
  CHAIN_ANKLET,
  createActions,
  itemOf,
  newUser,
  payForPieces,
  payForRings,
  RING,
  setUpCheckout,
  SILENT,
  type PaidOrder,
} from '#server/checkout/testing.ts'
import { refundRequest } from '#server/db/refund-schema.ts'
import { orderEvent, orderLine, serialItem, stockLevel, stockMovement } from '#server/db/schema.ts'
import { auditLog } from '#server/db/staff-schema.ts'
import { setUpOrderDesk } from '#server/desk/testing.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import { requestRefund } from '#server/refunds/refund-requests.ts'
import { enterSerialItem } from '#server/stock/serial-items.ts'
import { cancelLines, cancelOrder } from './cancel-order.ts'
import { approveRefundRequest, declineRefundRequest } from './decide-refund.ts'
import { runDueParcelTasks } from './parcel-jobs.ts'
import { findParcel } from './parcels.ts'
import { createParcelActions } from './testing.ts'
import { requestUnpack } from './unpack.ts'

const fixture = setUpCheckout()
const { advance: advanceClock, readFacts } = createActions(fixture)
const parcels = createParcelActions(fixture)
const { sendAbout, enterFreshCode, actsOn, refundBody, sendRefunds, refundsAtGateway } =
  setUpOrderDesk(fixture)
const { pack, request, runTasks, handOver, track, advance, nextHuid } = parcels

const RING_PRICE = 3_288_300
const ANKLET_PRICE = itemOf(CHAIN_ANKLET).price
const STILL = { ...SILENT, timing: { parcelStepMs: 0 } }
beforeEach(() => void fixture.sandbox.faults.set(STILL))

function injectFaults(number: string, faults: Record<string, true | number>) {
  fixture.sandbox.faults.set({ ...STILL, targets: { [number]: faults } })
}

type State = 'paid' | 'packed' | 'booked' | 'labelled'

/** Two rings and an anklet. */
async function orderIn(state: State): Promise<PaidOrder & { readonly huids: readonly string[] }> {
  const paid = await payForPieces(fixture, [
    { ...RING, quantity: 2 },
    { ...CHAIN_ANKLET, quantity: 1 },
  ])
  const huids = [nextHuid(), nextHuid()]
  if (state === 'paid') return { ...paid, huids }
  await packed(paid.number, huids)
  if (state !== 'packed') await book(paid.number)
  if (state === 'labelled') {
    await request(paid.number, 'label')
    await runTasks()
  }
  return { ...paid, huids }
}

const packed = (number: string, huids: readonly string[]) =>
  pack(number, { pieces: [{ position: 0, codes: huids }] })

async function book(number: string) {
  await request(number, 'book')
  await runTasks()
}

const asCustomer = ({ customer, number }: PaidOrder) =>
  fixture.server.request(customer, 'POST', `/api/orders/${number}/cancel`)
const linesAsCustomer = (
  { customer, number }: PaidOrder,
  lines: readonly { position: number; quantity: number }[],
  id: string = randomUUID(),
) => fixture.server.request(customer, 'POST', `/api/orders/${number}/cancel-lines`, { id, lines })
const read = async ({ customer, number }: PaidOrder) =>
  (await fixture.server.request(customer, 'GET', `/api/orders/${number}`)).json

const refundedAtGateway = async (paid: PaidOrder) =>
  (await refundsAtGateway(paid)).map(({ amount }) => amount)

/** What was restocked, by level. */
async function restocked(number: string): Promise<Record<string, number>> {
  const rows = await fixture.db
    .select()
    .from(stockMovement)
    .where(and(eq(stockMovement.orderNumber, number), eq(stockMovement.cause, 'returned')))
  const levels: Record<string, number> = {}
  for (const { key, change } of rows) levels[key] = (levels[key] ?? 0) + change
  return levels
}

const documentsOf = async (number: string) =>
  (await loadTaxDocuments(fixture.db, number)).map(({ kind, total }) => [kind, total])

const onDesk = (number: string) => ({
  by: 'meera@example.in',
  reason: 'The customer rang',
  approvalAbove: null,
  at: fixture.server.deps.now(),
  siteUrl: fixture.server.deps.siteUrl,
  number,
})

/** The courier's status of a reference. */
async function courierStatus(reference: string): Promise<string | undefined> {
  const { apiUrl, email, password } = fixture.sandbox.shiprocket
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password })
  const login = await fetch(`${apiUrl}/auth/login`, { method: 'POST', headers, body })
  const { token } = (await login.json()) as { token: string }
  const found = await fetch(`${apiUrl}/orders?search=${reference}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await found.json()) as { data: { status: string }[] }).data[0]?.status
}

const TOTAL = 2 * RING_PRICE + ANKLET_PRICE

// Shows D53.until-courier
describe('cancelling an order whose parcel is still in the shop', () => {
  test.each(['packed', 'booked', 'labelled'] as const)(
    '%s: unpacks it, and returns pieces and money once though staff and customer press together',
    async (state) => {
      const order = await orderIn(state)
      const { number } = order
      const responses = await Promise.all([
        asCustomer(order),
        asCustomer(order),
        fixture.db.transaction((tx) => cancelOrder(tx, number, onDesk(number))),
      ])
      expect(responses.slice(0, 2).map((response) => 'status' in response && response.status)).toEqual([
        200, 200,
      ])
      expect(await read(order)).toMatchObject({ isBeingCancelled: true, isCancellable: false })
      await Promise.all([runTasks(), runTasks()])
      await Promise.all([sendRefunds(), sendRefunds()])

      expect(await findParcel(fixture.db, number)).toBeUndefined()
      expect(await courierStatus(number)).toBe(state === 'packed' ? undefined : 'CANCELED')
      expect(await refundedAtGateway(order)).toEqual([TOTAL])
      expect(await restocked(number)).toEqual({ 'rings-801': 2, 'anklet-2': 1 })
      const { row, steps, emails } = await readFacts(number)
      expect(row).toMatchObject({ status: 'refunded', packedAt: null })
      for (const step of ['cancellation begun', 'unpacked', 'paid order cancelled', 'refund due', 'refunded'])
        expect([step, steps.filter((each) => each === step).length]).toEqual([step, 1])
      expect(emails).toContain(`order-cancelled:${number}`)
      expect(await documentsOf(number)).toEqual(
        state === 'packed'
          ? []
          : [
              ['invoice', TOTAL],
              ['credit note', TOTAL],
            ],
      )
      expect(await read(order)).toMatchObject({ isBeingCancelled: false, refunded: TOTAL })
      // The HUIDs are available again.
      const other = await orderIn('paid')
      expect(await packed(other.number, order.huids)).toMatchObject({ ok: true })
    },
  )

  test('records who cancelled as the source of the unpacking', async () => {
    const [byCustomer, byStaff, anew] = [
      await orderIn('packed'),
      await orderIn('packed'),
      await orderIn('packed'),
    ]
    await asCustomer(byCustomer)
    await fixture.db.transaction((tx) => cancelOrder(tx, byStaff.number, onDesk(byStaff.number)))
    const { now } = fixture.server.deps
    await fixture.db.transaction((tx) => requestUnpack(tx, anew.number, { at: now() }))
    await runTasks()
    const sourceOf = async ({ number }: PaidOrder) => {
      const ofUnpacking = and(eq(orderEvent.orderNumber, number), eq(orderEvent.event, 'unpacked'))
      return (await fixture.db.select().from(orderEvent).where(ofUnpacking)).map(({ source }) => source)
    }
    expect(await sourceOf(byCustomer)).toEqual(['shopper'])
    expect(await sourceOf(byStaff)).toEqual(['desk'])
    expect(await sourceOf(anew)).toEqual(['desk'])
  })

  test.each([
    ['the order', asCustomer],
    ['pieces', (order: PaidOrder) => linesAsCustomer(order, [{ position: 0, quantity: 1 }])],
  ])('by the customer wakes the jobs that go on with it: %s', async (_, cancel) => {
    const order = await orderIn('packed')
    const before = fixture.server.wakes().length
    expect((await cancel(order)).status).toBe(200)
    expect(fixture.server.wakes().slice(before)).toEqual(['parcel tasks', 'requested refunds'])
  })

  test('is completed after a lost response of the courier, by looking first', async () => {
    const order = await orderIn('labelled')
    injectFaults(order.number, { 'courier-dropped': 2 })
    await asCustomer(order)
    await runTasks()
    expect(await read(order)).toMatchObject({ status: 'completed', isBeingCancelled: true })
    for (let tries = 0; tries < 2; tries++) {
      advanceClock(MINUTE_MS)
      await runTasks()
    }
    expect(await courierStatus(order.number)).toBe('CANCELED')
    expect((await read(order)).status).toBe('refunded')
  })

  test('is completed by another server after a crash between the courier’s response and its record', async () => {
    const order = await orderIn('booked')
    await asCustomer(order)
    const { deps } = fixture.server
    const dying = {
      ...deps.parcelCourier,
      cancel: async (reference: string) => {
        await deps.parcelCourier.cancel(reference)
        throw new Error('killed')
      },
    }
    await expect(runDueParcelTasks({ ...deps, parcelCourier: dying })).rejects.toThrow('killed')
    await runTasks()
    expect((await read(order)).isBeingCancelled).toBe(true)
    advanceClock(3 * MINUTE_MS)
    await runTasks()
    await sendRefunds()
    expect(await refundedAtGateway(order)).toEqual([TOTAL])
  })

  test('waits for a booking in progress, and leaves nothing at the courier', async () => {
    const order = await orderIn('packed')
    const { number } = order
    await request(number, 'book')
    const { deps } = fixture.server
    const slow = {
      ...deps.parcelCourier,
      book: async (...args: Parameters<typeof deps.parcelCourier.book>) => {
        await asCustomer(order)
        await runTasks()
        expect(await courierStatus(number)).toBeUndefined()
        return deps.parcelCourier.book(...args)
      },
    }
    await runDueParcelTasks({ ...deps, parcelCourier: slow })
    expect(await documentsOf(number)).toEqual([])
    await runTasks()
    expect(await courierStatus(number)).toBe('CANCELED')
    expect((await read(order)).status).toBe('refunded')
  })

  test('waits for staff if the courier rejects it, who retry or keep the order', async () => {
    const order = await orderIn('labelled')
    const { number } = order
    injectFaults(number, { 'courier-keeps': 2 })
    await asCustomer(order)
    await runTasks()
    expect(await findParcel(fixture.db, number)).toMatchObject({
      task: 'unpack',
      lastError: 'Cannot cancel order as it is already shipped',
    })
    expect((await handOver(number)).ok).toBe(false)
    await fixture.db.transaction((tx) => cancelOrder(tx, number, onDesk(number)))
    await runTasks()
    const [waiting] = await fixture.db
      .select()
      .from(refundRequest)
      .where(eq(refundRequest.orderNumber, number))
    const decision = { ...onDesk(number), orderNumber: number, id: waiting?.id ?? '' }
    expect(await fixture.db.transaction((tx) => declineRefundRequest(tx, decision))).toMatchObject({
      ok: true,
    })
    expect((await handOver(number)).ok).toBe(true)
    const { steps, emails } = await readFacts(number)
    expect(steps).toContain('cancellation declined')
    expect(emails).toContain(`cancellation-declined:${waiting?.id}`)
    expect(await restocked(number)).toEqual({})
    await sendRefunds()
    expect(await refundedAtGateway(order)).toEqual([])
  })

  test('is declined once the courier has collected the parcel, even if nobody recorded that', async () => {
    const order = await orderIn('labelled')
    const { number } = order
    await advance(number)
    injectFaults(number, { 'courier-keeps': 1 })
    await asCustomer(order)
    advanceClock(7 * HOUR_MS)
    await track()
    expect(await findParcel(fixture.db, number)).toMatchObject({ state: 'handed over', task: null })
    expect((await readFacts(number)).steps).toContain('cancellation declined')
    await runTasks()
    await sendRefunds()
    expect(await refundedAtGateway(order)).toEqual([])
    expect((await asCustomer(order)).status).toBe(409)
  })

  test('waits for another person above the limit, and nothing is booked meanwhile', async () => {
    const order = await orderIn('packed')
    const { number } = order
    const limited = { ...onDesk(number), approvalAbove: rupees(1) }
    await fixture.db.transaction((tx) => cancelOrder(tx, number, limited))
    expect((await request(number, 'book')).ok).toBe(false)
    const [waiting] = await fixture.db
      .select()
      .from(refundRequest)
      .where(eq(refundRequest.orderNumber, number))
    const approval = { ...onDesk(number), orderNumber: number, id: waiting?.id ?? '', by: 'ravi@example.in' }
    await fixture.db.transaction((tx) => approveRefundRequest(tx, approval))
    await runTasks()
    await sendRefunds()
    expect(await refundedAtGateway(order)).toEqual([TOTAL])
  })
})

// Shows D53.anew
test('a parcel is unpacked and packed again under another reference, with the pieces of its invoice', async () => {
  const { number, huids } = await orderIn('labelled')
  const unpack = () =>
    fixture.db.transaction((tx) => requestUnpack(tx, number, { at: fixture.server.deps.now() }))
  const responses = await Promise.all([unpack(), unpack()])
  // PostgreSQL decides which of the two comes first.
  expect(responses.map((response) => response.ok && response.value.isNew).toSorted()).toEqual([false, true])
  await runTasks()
  expect((await packed(number, [nextHuid(), nextHuid()])).ok).toBe(false)
  expect((await packed(number, huids.toReversed())).ok).toBe(true)
  await book(number)
  expect(await findParcel(fixture.db, number)).toMatchObject({ state: 'booked', reference: `${number}-R2` })
  expect(await courierStatus(number)).toBe('CANCELED')
  expect(await courierStatus(`${number}-R2`)).toBe('READY TO SHIP')
  expect(await documentsOf(number)).toEqual([['invoice', TOTAL]])
})

// Shows D54.lines
describe('cancelling some pieces of an order', () => {
  const ONE_RING = [{ position: 0, quantity: 1 }]

  test('sends and invoices only the rest if nothing is packed yet', async () => {
    const order = await orderIn('paid')
    const { number } = order
    const id = randomUUID()
    const responses = await Promise.all([1, 2, 3].map(() => linesAsCustomer(order, ONE_RING, id)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    await Promise.all([sendRefunds(), sendRefunds()])
    expect(await refundedAtGateway(order)).toEqual([RING_PRICE])
    expect(await restocked(number)).toEqual({ 'rings-801': 1 })
    const { steps, emails } = await readFacts(number)
    expect(steps.filter((step) => step === 'partially cancelled')).toHaveLength(1)
    expect(emails).toContain(`lines-cancelled:${id}`)

    expect((await packed(number, [nextHuid(), nextHuid()])).ok).toBe(false)
    expect((await packed(number, [nextHuid()])).ok).toBe(true)
    await book(number)
    expect(await documentsOf(number)).toEqual([['invoice', RING_PRICE + ANKLET_PRICE]])
    expect(await read(order)).toMatchObject({
      status: 'completed',
      refunded: RING_PRICE,
      lines: [{ quantity: 2, cancelled: 1 }, { cancelled: 0 }],
    })
  })

  test('credits a later refund of something else, but not the pieces', async () => {
    const order = await orderIn('paid')
    const { number } = order
    await linesAsCustomer(order, ONE_RING)
    await packed(number, [nextHuid()])
    await book(number)
    await sendRefunds()
    expect(await documentsOf(number)).toEqual([['invoice', RING_PRICE + ANKLET_PRICE]])
    await asCustomer(order)
    await runTasks()
    await sendRefunds()
    expect(await documentsOf(number)).toEqual([
      ['invoice', RING_PRICE + ANKLET_PRICE],
      ['credit note', RING_PRICE + ANKLET_PRICE],
    ])
    expect((await refundedAtGateway(order)).toSorted()).toEqual([RING_PRICE, RING_PRICE + ANKLET_PRICE])
    expect(await restocked(number)).toEqual({ 'rings-801': 2, 'anklet-2': 1 })
  })

  test('unpacks the parcel after the booking, credits the pieces, and lets the rest be packed again', async () => {
    const order = await orderIn('labelled')
    const { number, huids } = order
    expect((await linesAsCustomer(order, ONE_RING)).json.isBeingCancelled).toBe(true)
    await runTasks()
    await sendRefunds()
    expect(await documentsOf(number)).toEqual([
      ['invoice', TOTAL],
      ['credit note', RING_PRICE],
    ])
    expect(await findParcel(fixture.db, number)).toBeUndefined()
    expect((await packed(number, huids.slice(0, 1))).ok).toBe(true)
    await book(number)
    expect((await findParcel(fixture.db, number))?.reference).toBe(`${number}-R2`)
    expect(await refundedAtGateway(order)).toEqual([RING_PRICE])
  })

  test('never cancels more than the order has, even if two people press concurrently', async () => {
    const order = await orderIn('booked')
    const { number } = order
    const both = [{ position: 0, quantity: 2 }]
    const responses = await Promise.all([
      linesAsCustomer(order, ONE_RING),
      fixture.db.transaction((tx) =>
        cancelLines(tx, number, { ...onDesk(number), id: randomUUID(), lines: both }),
      ),
      linesAsCustomer(order, ONE_RING),
    ])
    await runTasks()
    await sendRefunds()
    const [line] = await fixture.db
      .select()
      .from(orderLine)
      .where(eq(orderLine.orderNumber, number))
      .orderBy(orderLine.position)
    expect(line?.cancelled).toBe(2)
    expect(await refundedAtGateway(order)).toHaveLength(responses[1].ok ? 1 : 2)
    expect((await refundedAtGateway(order)).reduce((sum, amount) => sum + amount)).toBe(2 * RING_PRICE)
    expect(await restocked(number)).toEqual({ 'rings-801': 2 })
  })

  test('stays if a second person declines to cancel the rest while the parcel is being unpacked', async () => {
    const order = await orderIn('booked')
    const { number } = order
    await linesAsCustomer(order, ONE_RING)
    const limited = { ...onDesk(number), approvalAbove: rupees(1) }
    await fixture.db.transaction((tx) => cancelOrder(tx, number, limited))
    const [waiting] = await fixture.db
      .select()
      .from(refundRequest)
      .where(and(eq(refundRequest.orderNumber, number), eq(refundRequest.state, 'requested')))
    expect(waiting).toMatchObject({ amount: TOTAL - RING_PRICE })
    const decision = { ...onDesk(number), orderNumber: number, id: waiting?.id ?? '', by: 'ravi@example.in' }
    await fixture.db.transaction((tx) => declineRefundRequest(tx, decision))
    await runTasks()
    await sendRefunds()
    expect(await read(order)).toMatchObject({
      status: 'completed',
      lines: [{ cancelled: 1 }, { cancelled: 0 }],
    })
    expect(await refundedAtGateway(order)).toEqual([RING_PRICE])
  })

  test('is completed once beside the rest that staff cancel while the parcel is being unpacked', async () => {
    const order = await orderIn('booked')
    const { number } = order
    await linesAsCustomer(order, ONE_RING)
    await fixture.db.transaction((tx) => cancelOrder(tx, number, onDesk(number)))
    await runTasks()
    await sendRefunds()
    expect((await read(order)).status).toBe('refunded')
    expect((await refundedAtGateway(order)).toSorted()).toEqual([RING_PRICE, TOTAL - RING_PRICE])
    expect(await restocked(number)).toEqual({ 'rings-801': 2, 'anklet-2': 1 })
    expect(await documentsOf(number)).toEqual([
      ['invoice', TOTAL],
      ['credit note', TOTAL],
    ])
  })

  test('waits for the decision on another refund of some of the pieces', async () => {
    const order = await orderIn('paid')
    const { number } = order
    const both = [{ position: 0, quantity: 2 }]
    const id = randomUUID()
    const request = { id, lines: ONE_RING, extra: ZERO, reason: 'Scratched', refundable: paise(TOTAL) }
    const requested = await fixture.db.transaction((tx) =>
      requestRefund(tx, number, { ...onDesk(number), ...request, approvalAbove: rupees(1) }),
    )
    expect(requested).toMatchObject({ ok: true, value: { request: { state: 'requested' } } })
    expect((await linesAsCustomer(order, both)).status).toBe(409)
    const decision = { ...onDesk(number), orderNumber: number, id, by: 'ravi@example.in' }
    await fixture.db.transaction((tx) => declineRefundRequest(tx, decision))
    expect((await linesAsCustomer(order, both)).status).toBe(200)
    await sendRefunds()
    expect(await refundedAtGateway(order)).toEqual([2 * RING_PRICE])
  })

  test('waits for the decision on cancelling other pieces if goodwill has left too little for both', async () => {
    const order = await orderIn('paid')
    const { number } = order
    const limited = { ...onDesk(number), approvalAbove: rupees(1) }
    const goodwill = { lines: [], extra: paise(RING_PRICE), reason: 'Late', refundable: paise(TOTAL) }
    const id = randomUUID()
    await fixture.db.transaction((tx) =>
      requestRefund(tx, number, {
        ...onDesk(number),
        ...goodwill,
        id: randomUUID(),
        approvalAbove: paise(TOTAL),
      }),
    )
    await fixture.db.transaction((tx) => cancelLines(tx, number, { ...limited, id, lines: ONE_RING }))
    expect((await linesAsCustomer(order, ONE_RING)).status).toBe(409)
    const decision = { ...onDesk(number), orderNumber: number, id, by: 'ravi@example.in' }
    await fixture.db.transaction((tx) => declineRefundRequest(tx, decision))
    expect((await linesAsCustomer(order, ONE_RING)).status).toBe(200)
    await sendRefunds()
    expect(await refundedAtGateway(order)).toEqual([RING_PRICE, RING_PRICE])
  })

  test('cancels the order if everything left is chosen, even one by one', async () => {
    const order = await orderIn('packed')
    const { number } = order
    await linesAsCustomer(order, [{ position: 0, quantity: 2 }])
    await linesAsCustomer(order, [{ position: 1, quantity: 1 }])
    await runTasks()
    await sendRefunds()
    expect((await read(order)).status).toBe('refunded')
    expect(await refundedAtGateway(order)).toEqual([TOTAL])
    expect(await restocked(number)).toEqual({ 'rings-801': 2, 'anklet-2': 1 })
  })

  test.each(['paid', 'packed'] as const)(
    'of all that is left is repeated after a lost response while the order is %s',
    async (state) => {
      const order = await orderIn(state)
      const all = [
        { position: 0, quantity: 2 },
        { position: 1, quantity: 1 },
      ]
      const id = randomUUID()
      const cancel = async () => (await linesAsCustomer(order, all, id)).status
      expect([await cancel(), await cancel()]).toEqual([200, 200])
      await runTasks()
      await sendRefunds()
      expect(await cancel()).toBe(200)
      expect((await linesAsCustomer(order, all)).status).toBe(409)
      expect(await refundedAtGateway(order)).toEqual([TOTAL])
      expect(await restocked(order.number)).toEqual({ 'rings-801': 2, 'anklet-2': 1 })
    },
  )

  test.each([
    ['more than was bought', [{ position: 0, quantity: 3 }]],
    ['another line', [{ position: 7, quantity: 1 }]],
    ['a line twice', [ONE_RING[0], ONE_RING[0]]],
  ])('is rejected for %s', async (_, lines) => {
    const order = await orderIn('paid')
    // @ts-expect-error -- a test of what a browser may send
    expect((await linesAsCustomer(order, lines)).status).toBe(409)
  })

  test('frees one of the serial items that the sale had assigned', async () => {
    const by = { actor: 'asha', reason: 'entered', now: new Date() }
    for (const serial of ['X1', 'X2', 'X3'])
      await enterSerialItem(
        fixture.db,
        {
          item: {
            serial,
            key: 'rings-801',
            huid: `HU${serial}Z`.slice(0, 6).padEnd(6, '0'),
            netWeightMg: 1,
            grossWeightMg: 1,
          },
          isNew: true,
        },
        by,
      )
    const order = await orderIn('paid')
    const serials = async () =>
      (await fixture.db.select().from(serialItem).orderBy(serialItem.serial)).map(({ state }) => state)
    expect(await serials()).toEqual(['sold', 'sold', 'available'])
    await linesAsCustomer(order, ONE_RING)
    expect(await serials()).toEqual(['sold', 'available', 'available'])
    // The packing table decides which of several equal items leaves.
    expect((await packed(order.number, ['HUX3Z0'])).ok).toBe(true)
    expect(await serials()).toEqual(['available', 'available', 'sold'])
    await asCustomer(order)
    await runTasks()
    expect(await serials()).toEqual(['available', 'available', 'available'])
  })
})

describe('cancelling an order at the desk or by its customer', () => {
  const stockOf = async () => {
    const [level] = await fixture.db
      .select({ onHand: sum(stockLevel.onHand).mapWith(Number) })
      .from(stockLevel)
      .where(like(stockLevel.key, 'rings-801%'))
    return level?.onHand
  }
  const cancel = (number: string, role: Role = 'manager') =>
    sendAbout(role, 'POST', `${number}/cancel`, { reason: 'The customer rang' })

  test('restocks and refunds once, even if staff and customer press concurrently', async () => {
    const before = await stockOf()
    const paid = await payForRings(fixture, 2)
    expect(await stockOf()).toBe((before ?? 0) - 2)
    await enterFreshCode('manager')
    const cancelAsCustomer = () =>
      fixture.server.request(paid.customer, 'POST', `/api/orders/${paid.number}/cancel`)
    const responses = await Promise.all([cancel(paid.number), cancelAsCustomer(), cancelAsCustomer()])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stockOf()).toBe(before)
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toMatchObject([{ amount: 2 * RING_PRICE }])
    const { row, steps, emails } = await readFacts(paid.number)
    expect(row.status).toBe('refunded')
    expect(steps.slice(-3)).toEqual(['paid order cancelled', 'refund due', 'refunded'])
    expect(emails).toContain(`order-cancelled:${paid.number}`)
    const { json } = await fixture.server.request(paid.customer, 'GET', `/api/orders/${paid.number}`)
    expect(json).toMatchObject({ isCancellable: false, refunded: 2 * RING_PRICE })
  })

  test('refunds what earlier refunds have left', async () => {
    const paid = await payForRings(fixture, 2)
    await enterFreshCode('manager')
    await sendAbout(
      'manager',
      'POST',
      `${paid.number}/refunds`,
      refundBody(2 * RING_PRICE, { extra: 50_000 }),
    )
    await cancel(paid.number)
    await sendRefunds()
    const refunds = await refundsAtGateway(paid)
    expect(refunds.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
      RING_PRICE - 50_000,
      RING_PRICE + 50_000,
    ])
  })

  test('waits for the parcel once it is packed, and a cancelled order cannot be packed', async () => {
    const [packed, cancelled] = [await payForRings(fixture, 1), await payForRings(fixture, 1)]
    await enterFreshCode('manager')
    const pack = ({ number }: PaidOrder, code: string) =>
      sendAbout('manager', 'POST', `${number}/pack`, {
        weightMg: 100_000,
        seal: '',
        pieces: [{ position: 0, codes: [code] }],
      })
    expect((await pack(packed, 'CC11DD')).status).toBe(200)
    const responses = await Promise.all([cancel(packed.number), cancel(packed.number)])
    for (const { status, json } of responses) {
      expect(status).toBe(200)
      expect(json).toMatchObject({
        status: 'completed',
        parcel: { task: 'unpack' },
        refunds: [{ state: 'unpacking', cancels: 'order', amount: RING_PRICE }],
      })
    }
    expect((await sendAbout('packer', 'POST', `${packed.number}/book`)).status).toBe(409)
    expect((await actsOn(packed.number)).filter((act) => act === 'began cancellation')).toHaveLength(1)
    expect(await actsOn(packed.number)).not.toContain('cancelled order')
    expect((await cancel(cancelled.number)).status).toBe(200)
    expect((await pack(cancelled, 'CC22DD')).status).toBe(409)
  })

  test('is possible only for the customer of the order', async () => {
    const { number, customer } = await payForRings(fixture, 4)
    const stranger = await newUser(fixture.db)
    const path = `/api/orders/${number}/cancel`
    expect((await fixture.server.request(stranger, 'POST', path)).status).toBe(404)
    await enterFreshCode('packer')
    expect((await cancel(number, 'packer')).status).toBe(403)
    expect((await fixture.server.request(customer, 'POST', path)).status).toBe(200)
  })

  test('needs a reason at the desk', async () => {
    const { number } = await payForRings(fixture, 2)
    await enterFreshCode('manager')
    const lines = [{ position: 0, quantity: 1 }]
    for (const [act, body] of [
      ['cancel', { reason: '' }],
      ['cancel-lines', { id: randomUUID(), lines, reason: ' ' }],
    ] as const) {
      const { status, json } = await sendAbout('manager', 'POST', `${number}/${act}`, body)
      expect([status, json.fields]).toEqual([400, { reason: 'Enter a reason.' }])
    }
    expect(await actsOn(number)).toEqual([])
  })

  test('is recorded with the pieces that were cancelled', async () => {
    const { number } = await payForRings(fixture, 5)
    await enterFreshCode('manager')
    const cancelled = (quantity: number) => ({ id: randomUUID(), lines: [{ position: 0, quantity }] })
    const reason = 'The customer rang'
    const [one, four] = [cancelled(1), cancelled(4)]
    for (const chosen of [one, one, four])
      expect(
        (await sendAbout('manager', 'POST', `${number}/cancel-lines`, { ...chosen, reason })).status,
      ).toBe(200)
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

  test('waits for another person above the limit, and nothing is packed meanwhile', async () => {
    const paid = await payForRings(fixture, 4)
    for (const role of ['owner', 'manager'] as const) await enterFreshCode(role)
    const before = await stockOf()
    await cancel(paid.number)
    const { json } = await cancel(paid.number)
    expect(json).toMatchObject({ status: 'completed', refunds: [{ cancels: 'order', state: 'requested' }] })
    const packing = { weightMg: 100_000, seal: '', pieces: [{ position: 0, codes: ['EE11FF'] }] }
    expect((await sendAbout('manager', 'POST', `${paid.number}/pack`, packing)).status).toBe(409)
    const approve = (role: Role) =>
      sendAbout(role, 'POST', `${paid.number}/refunds/approve`, { id: json.refunds[0].id })
    expect((await approve('manager')).status).toBe(409)
    expect((await approve('owner')).json).toMatchObject({ status: 'refunded' })
    expect((await approve('owner')).status).toBe(200)
    expect(await stockOf()).toBe((before ?? 0) + 4)
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toMatchObject([{ amount: 4 * RING_PRICE }])
    expect(await actsOn(paid.number)).toEqual(['requested cancellation', 'approved refund'])
  })

  test('also refunds what a waiting refund or cancellation had requested', async () => {
    for (const path of ['refunds', 'cancel']) {
      const paid = await payForRings(fixture, 4)
      await enterFreshCode('manager')
      const body =
        path === 'cancel'
          ? { reason: 'rang' }
          : refundBody(4 * RING_PRICE, { lines: [{ position: 0, quantity: 4 }] })
      await sendAbout('manager', 'POST', `${paid.number}/${path}`, body)
      await fixture.server.request(paid.customer, 'POST', `/api/orders/${paid.number}/cancel`)
      await sendRefunds()
      expect([path, await refundsAtGateway(paid)]).toMatchObject([path, [{ amount: 4 * RING_PRICE }]])
    }
  })
})
