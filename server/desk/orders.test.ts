import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { ROLES, type Role } from '#domain/permissions.ts'
import { addMs, DAY_MS, indiaDate, indiaMonth, MINUTE_MS, parseIndiaTime } from '#domain/time.ts'
import { createActions, RING, setUpCheckout } from '#server/checkout/testing.ts'
import { gatewayRefund } from '#server/db/refund-schema.ts'
import { order } from '#server/db/schema.ts'
import { createParcelActions } from '#server/fulfilment/testing.ts'
import { auditEntriesAbout, createTestDesk, enrolAs, type TestDesk } from './testing.ts'

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const parcels = createParcelActions(fixture)
const { placePaidOrder } = parcels
const { advance } = createActions(fixture)

/** The desk has a clock of its own. */
async function runTasks() {
  advance(MINUTE_MS)
  await parcels.runTasks()
}

const RING_PRICE = 3_288_300

let desk: TestDesk
const cookies = new Map<Role, string>()
beforeAll(async () => {
  desk = createTestDesk(fixture.db)
  for (const role of ROLES) cookies.set(role, (await enrolAs(desk, role)).cookie)
})

const send = (role: Role, method: string, path: string, body?: unknown) =>
  desk.request(method, `/api/desk/${path}`, {
    cookie: cookies.get(role) ?? '',
    ...(body !== undefined && { body }),
  })
const search = async (text: string, view = 'all', role: Role = 'packer') =>
  (await send(role, 'POST', 'orders/search', { text, view, olderThan: null })).json.orders.map(
    (each: { number: string }) => each.number,
  )

describe('the list of orders', () => {
  test('finds an order by number, e-mail, telephone, pincode and words of the name', async () => {
    const number = await placePaidOrder()
    const { email } = fixture.asha
    for (const text of [number, number.toLowerCase(), email, email.toUpperCase()])
      expect([text, await search(text)]).toEqual([text, [number]])
    for (const text of ['98290 12345', '+91 9829012345', '302003', 'verma', 'Asha Ver'])
      expect([text, await search(text)]).toEqual([text, expect.arrayContaining([number])])
    for (const text of ['nobody@example.in', '9999999999', '999999', 'Zz', '&|!'])
      expect([text, await search(text)]).toEqual([text, []])
  })

  test('finds the order of a piece by its HUID', async () => {
    const [one, other] = [await placePaidOrder(), await placePaidOrder()]
    await parcels.pack(one, { pieces: [{ position: 0, codes: ['FIND01'] }] })
    await parcels.pack(other, { pieces: [{ position: 0, codes: ['918273'] }] })
    expect(await search('find01')).toEqual([one])
    expect(await search('918273')).toEqual([other])
    expect(await search('FIND02')).toEqual([])
  })

  test('filters by waiting step', async () => {
    const [packed, waiting] = [await placePaidOrder(), await placePaidOrder()]
    await parcels.pack(packed)
    const { email } = fixture.asha
    expect(await search(email, 'to pack')).toEqual([waiting])
    expect(await search(email, 'to book')).toEqual([packed])
    expect(await search(email, 'delivered')).toEqual([])
  })

  test('has pages that omit no order', async () => {
    const number = await placePaidOrder()
    const [row] = await fixture.db.select().from(order).where(eq(order.number, number))
    if (!row) throw new Error('No such order')
    const numbers = Array.from({ length: 60 }, (_, index) => `SJ-PAGE${String(index).padStart(12, '0')}`)
    // Ten at a time are placed at one moment.
    await fixture.db.insert(order).values(
      numbers.map((each, index) => ({
        ...row,
        number: each,
        checkoutId: crypto.randomUUID(),
        placedAt: addMs(row.placedAt, -DAY_MS * Math.floor(index / 10)),
      })),
    )
    const body = { text: fixture.asha.email, view: 'all' }
    const { json: first } = await send('owner', 'POST', 'orders/search', { ...body, olderThan: null })
    const { json: second } = await send('owner', 'POST', 'orders/search', {
      ...body,
      olderThan: first.olderThan,
    })
    const found = [...first.orders, ...second.orders].map((each: { number: string }) => each.number)
    expect(found.toSorted()).toEqual([...numbers, number].toSorted())
    expect(second.olderThan).toBeUndefined()
  })
})

describe('what a role sees of an order', () => {
  // Shows D44.permissions
  test.each([
    ['owner', 'Asha Verma', '9829012345', true],
    ['packer', 'Asha Verma', '9829012345', false],
    ['support', 'Asha V.', '•••2345', true],
    ['accountant', 'Asha V.', '•••2345', true],
  ] as const)('%s: customer and amounts', async (role, name, phone, seesAmounts) => {
    const number = await placePaidOrder()
    const { json } = await send(role, 'GET', `orders/${number}`)
    expect(json.shipTo).toMatchObject({ name, phone })
    expect(json.total !== null).toBe(seesAmounts)
    const { json: today } = await send(role, 'GET', 'today')
    const shown = today.waiting[0].orders.map((each: { name: string }) => each.name)
    expect(new Set(shown)).toEqual(new Set([name]))
  })

  test('an unknown number finds nothing', async () => {
    expect((await send('owner', 'GET', 'orders/SJ-0000000000000000')).status).toBe(404)
    expect((await send('owner', 'GET', 'orders/nonsense')).status).toBe(404)
  })
})

describe('sending a parcel', () => {
  const PACKING = { weightMg: 180_000, seal: 'S-7' }
  const pack = (number: string, code: string, role: Role = 'packer') =>
    send(role, 'POST', `orders/${number}/pack`, { ...PACKING, pieces: [{ position: 0, codes: [code] }] })
  const actsOn = async (number: string) => {
    const entries = await auditEntriesAbout(fixture.db, number)
    return entries.map(({ act }) => act)
  }

  // Shows D44.history
  test('every act returns the order, is idempotent, and is one entry of the audit log', async () => {
    const number = await placePaidOrder()
    const twice = async (act: () => ReturnType<typeof send>) => {
      const responses = await Promise.all([act(), act()])
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      return responses[0]?.json.parcel
    }
    expect(await twice(() => pack(number, 'qq11ww'))).toMatchObject({ state: 'packed', weightMg: 180_000 })
    expect(await twice(() => send('packer', 'POST', `orders/${number}/book`))).toMatchObject({ task: 'book' })
    await runTasks()
    expect(await twice(() => send('packer', 'POST', `orders/${number}/label`))).toMatchObject({
      task: 'label',
    })
    await runTasks()
    expect(await twice(() => send('packer', 'POST', `orders/${number}/hand-over`))).toMatchObject({
      state: 'handed over',
    })
    expect(await actsOn(number)).toEqual(['packed', 'requested booking', 'requested label', 'handed over'])
    const { json } = await send('packer', 'GET', `orders/${number}`)
    const history = json.history.map(({ event, source }: Readonly<Record<string, string>>) => [event, source])
    for (const effect of ['booked', 'labelled']) expect(history).toContainEqual([effect, 'courier'])
    const byOf = async (role: Role) => {
      const { history: steps } = (await send(role, 'GET', `orders/${number}`)).json
      return steps
        .filter(({ by }: { by: string | null }) => by !== null)
        .map(({ event, by }: Readonly<Record<string, string>>) => [event, by])
    }
    expect(await byOf('owner')).toEqual([
      ['packed', 'Kavita Rao'],
      ['dispatched', 'Kavita Rao'],
    ])
    expect(await byOf('support')).toContainEqual(['packed', 'Kavita R.'])
    expect(json.lines[0]).toMatchObject({ codes: ['QQ11WW'], needsHuids: true })
  })

  test('rejected acts are reported but not logged', async () => {
    const number = await placePaidOrder()
    const { status, json } = await pack(number, 'short')
    expect([status, json.code, json.fields]).toEqual([
      409,
      'conflict',
      { 'pieces.0': expect.stringMatching(/^SHORT is no HUID of .*: expected are six letters and digits/) },
    ])
    expect((await send('packer', 'POST', `orders/${number}/book`)).status).toBe(409)
    expect(await actsOn(number)).toEqual([])
  })

  test.each(['accountant', 'support'] as const)('%s may not', async (role) => {
    expect((await pack(await placePaidOrder(), 'QQ11XX', role)).status).toBe(403)
  })
})

describe('Today', () => {
  test('lists the longest waiting orders first, by step, and marks overdue ones', async () => {
    const number = await placePaidOrder()
    const longAgo = addMs(new Date(), -300 * DAY_MS)
    await fixture.db
      .update(order)
      .set({ placedAt: longAgo, completedAt: longAgo })
      .where(eq(order.number, number))
    const { json } = await send('packer', 'GET', 'today')
    expect(json.waiting.map(({ view }: { view: string }) => view)).toEqual([
      'to pack',
      'to book',
      'to hand over',
      'problems',
    ])
    expect(json.waiting[0].orders[0]).toMatchObject({ number, isOverdue: true })
    expect(json.waiting[0].count).toBeGreaterThan(1)
  })

  // Shows D44.takings
  test('shows payments and refunds of today, yesterday and this month, by Indian days', async () => {
    const midnight = parseIndiaTime(`${indiaDate(desk.now())}T00:00`) ?? desk.now()
    const firstOfMonth = indiaMonth(indiaDate(desk.now()).slice(0, 7)).from
    const takings = async () => (await send('accountant', 'GET', 'today')).json.takings
    const before = await takings()
    for (const completedAt of [midnight, addMs(midnight, -1), addMs(firstOfMonth, -1)]) {
      const number = await placePaidOrder()
      await fixture.db.update(order).set({ completedAt }).where(eq(order.number, number))
      const [row] = await fixture.db.select().from(order).where(eq(order.number, number))
      if (completedAt !== midnight || !row) continue
      const refunded = { orderNumber: number, paymentId: row.paymentId ?? '', amount: paise(100) }
      const times = { createdAt: midnight, recordedAt: midnight }
      await fixture.db.insert(gatewayRefund).values([
        { ...refunded, ...times, gatewayRefundId: 'rfnd_took', failedAt: null },
        { ...refunded, ...times, gatewayRefundId: 'rfnd_failed', failedAt: midnight },
      ])
    }
    const after = await takings()
    const isFirstOfMonth = firstOfMonth.getTime() === midnight.getTime()
    for (const [period, orders, refund] of [
      ['today', 1, 100],
      ['yesterday', isFirstOfMonth ? 2 : 1, 0],
      ['month', isFirstOfMonth ? 1 : 2, 100],
    ] as const) {
      expect(after[period].orders - before[period].orders).toBe(orders)
      expect(after[period].paid - before[period].paid).toBe(orders * RING_PRICE)
      expect(after[period].refunded - before[period].refunded).toBe(refund)
    }
  })

  // Shows D44.takings
  test.each([
    ['packer', false],
    ['support', false],
    ['owner', true],
  ] as const)('shows the takings to a %s: %s', async (role, isShown) => {
    expect((await send(role, 'GET', 'today')).json.takings !== null).toBe(isShown)
  })

  // Shows D53.box
  test('lists the box of a cancelled parcel until staff have opened it', async () => {
    const boxOf = async (number: string) =>
      (await send('packer', 'GET', 'today')).json.boxes.find(
        ({ orderNumber }: { orderNumber: string }) => orderNumber === number,
      )
    const number = await placePaidOrder()
    await parcels.pack(number, { seal: 'S-77' })
    expect(await boxOf(number)).toBeUndefined()
    await fixture.server.request(fixture.asha, 'POST', `/api/orders/${number}/cancel`)
    await runTasks()
    expect(await boxOf(number)).toMatchObject({ seal: 'S-77' })
    expect((await send('accountant', 'POST', `orders/${number}/box-opened`)).status).toBe(403)
    for (let count = 0; count < 2; count++)
      expect((await send('packer', 'POST', `orders/${number}/box-opened`)).status).toBe(200)
    expect(await boxOf(number)).toBeUndefined()
    const entries = await auditEntriesAbout(fixture.db, number)
    expect(entries.map(({ act }) => act)).toEqual(['opened box'])
  })
})
