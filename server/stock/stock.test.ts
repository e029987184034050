import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { paise } from '#domain/money.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { user } from '#server/db/account-schema.ts'
import type { Database, Db } from '#server/db/open.ts'
import {
  edition,
  editionEntry,
  order,
  serialItem,
  stockHold,
  stockLevel,
  stockMovement,
} from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { writeTogether } from '#server/db/together.ts'
import { allocate, type AllocationRequest, type StockLine } from './allocate.ts'
import { correctLevel, listLevels, setLevel } from './corrections.ts'
import { purgeExpiredHolds, writeHolds } from './holds.ts'
import { seedOpeningStock } from './levels.ts'
import { loadOutOfStock } from './out-of-stock.ts'
import { createLevelOpener } from './published.ts'
import { correctSerialItem, enterSerialItem, listSerialItems } from './serial-items.ts'
import { notifySale, restockOrder, saleWrites } from './sell.ts'

const NOW = new Date('2026-11-22T10:00:00Z')
const OPENING = { products: OPENING_CONTENT.products, each: 20, now: NOW }
const BY_ASHA = { actor: 'Asha', reason: 'counted', now: NOW }
const USER = 'ravi'

const database = useTestDatabase()
let db: Database

const restock = (orderNumber: string, correction: typeof BY_ASHA) =>
  db.transaction((tx) => restockOrder(tx, orderNumber, correction))

beforeAll(async () => {
  db = database.db
  await db.insert(user).values({ id: USER, name: 'Ravi', email: 'ravi@example.in' })
  // Like several servers that start concurrently.
  await Promise.all([
    seedOpeningStock(db, OPENING),
    seedOpeningStock(db, OPENING),
    seedOpeningStock(db, OPENING),
  ])
})

const ring = (id: number, size = ''): StockLine => ({
  type: 'rings',
  id,
  size,
  name: 'A ring',
  quantity: 1,
  canBeMade: false,
})

let orders = 0
async function newOrder(): Promise<string> {
  orders += 1
  const number = `SJ-${String(orders).padStart(16, '0')}`
  const amounts = {
    subtotal: paise(100),
    saving: paise(0),
    shipping: paise(0),
    total: paise(100),
    currency: 'INR',
  }
  const shipTo = { name: '', address: '', city: '', state: '', pincode: '', phone: '', email: '' }
  const courier = { courierId: 1, courierName: '', estimatedDays: 1, weightMg: 1 }
  await db.insert(order).values({
    number,
    userId: USER,
    checkoutId: randomUUID(),
    status: 'created',
    placedAt: NOW,
    shipTo,
    ...amounts,
    ...courier,
  })
  return number
}

async function hold(line: StockLine, at = NOW): Promise<string> {
  const orderNumber = await newOrder()
  await db.transaction(async (tx) => {
    const claimant = { orderNumber, userId: USER }
    const allocated = await allocate(tx, { claimant, lines: [line], at })
    if (!allocated.ok) throw new Error('Out of stock')
    await writeHolds(tx, { orderNumber, userId: USER, allocation: allocated.value, at })
  })
  return orderNumber
}

async function sellLines(tx: Db, request: AllocationRequest): Promise<void> {
  const allocated = await allocate(tx, request)
  if (!allocated.ok) throw new Error('Out of stock')
  const orderNumber = request.claimant.orderNumber ?? ''
  const sale = { orderNumber, allocation: allocated.value, at: request.at }
  await writeTogether(tx, saleWrites(tx, sale))
  await notifySale(tx, sale)
}

async function sell(line: StockLine): Promise<string> {
  const orderNumber = await newOrder()
  const claimant = { orderNumber, userId: USER }
  await db.transaction((tx) => sellLines(tx, { claimant, lines: [line], at: NOW }))
  return orderNumber
}

const levelOf = async (key: string) => (await listLevels(db, key, NOW)).find((level) => level.key === key)

/** For each key whose movements do not sum up to its level, that sum. */
async function mismatches() {
  const { rows } = await db.execute(sql`
    select key, on_hand from ${stockLevel} level
    where on_hand <> (select coalesce(sum(change), 0) from ${stockMovement} where key = level.key)`)
  return rows
}

describe('the opening stock', () => {
  // Shows D49.opening
  test('is twenty of each product in stock and none of the others, however many servers start concurrently', async () => {
    const levels = await listLevels(db, '', NOW)
    expect(levels).toHaveLength(OPENING_CONTENT.products.length)
    for (const { type, id, inStock } of OPENING_CONTENT.products)
      expect(levels.find(({ key }) => key === `${type}-${id}`)?.onHand).toBe(inStock ? 20 : 0)
    expect(await mismatches()).toEqual([])
  })

  test('makes available exactly what the opening collection shows as in stock', async () => {
    const shown = OPENING_CONTENT.products.filter(({ inStock }) => !inStock)
    expect(await loadOutOfStock(db, NOW)).toEqual(new Set(shown.map(({ type, id }) => `${type}-${id}`)))
  })
})

describe('a product is out of stock', () => {
  test('while its last piece is held, until the hold expires', async () => {
    await setLevel(db, { key: 'rings-802', count: 1 }, BY_ASHA)
    await hold(ring(802))
    const at = async (minutes: number) =>
      (await loadOutOfStock(db, addMs(NOW, minutes * MINUTE_MS))).has('rings-802')
    expect([await at(0), await at(14), await at(15)]).toEqual([true, true, false])
  })

  test('only if every size is', async () => {
    await setLevel(db, { key: 'rings-803/12', count: 1 }, BY_ASHA)
    await setLevel(db, { key: 'rings-803', count: 0 }, BY_ASHA)
    const isOut = async () => (await loadOutOfStock(db, NOW)).has('rings-803')
    expect(await isOut()).toBe(false)
    await sell(ring(803, '12'))
    expect(await isOut()).toBe(true)
  })
})

describe('a size', () => {
  // Shows D49.sizes
  test('shares the level of its product unless it has its own', async () => {
    await setLevel(db, { key: 'rings-804/14', count: 1 }, BY_ASHA)
    await sell(ring(804, '14'))
    await sell(ring(804, '12'))
    expect([await levelOf('rings-804/14'), await levelOf('rings-804')]).toMatchObject([
      { onHand: 0 },
      { onHand: 19 },
    ])
    await expect(sell(ring(804, '14'))).rejects.toThrow()
  })
})

async function publishRing(id: number): Promise<void> {
  await db
    .insert(edition)
    .values({ number: 1, hash: 'hash', publishedAt: NOW, publishedBy: 'Asha', reason: 'new ring' })
    .onConflictDoNothing()
  const value = { ...OPENING_CONTENT.products.find(({ type }) => type === 'rings'), id }
  await db.insert(editionEntry).values({ key: `rings-${id}`, validFrom: 1, value })
}

describe('a correction', () => {
  test('counts a product that was published without a count, and its sizes', async () => {
    await publishRing(900)
    expect(await setLevel(db, { key: 'rings-900/12', count: 2 }, BY_ASHA)).toEqual({ ok: true, value: 2 })
    expect(await listLevels(db, 'rings-900', NOW)).toMatchObject([
      { key: 'rings-900', onHand: 0 },
      { key: 'rings-900/12', onHand: 2 },
    ])
    expect(await setLevel(db, { key: 'rings-900/99', count: 5 }, BY_ASHA)).toEqual({
      ok: false,
      error: 'no such product',
    })
  })

  test('is recorded with its author and reason', async () => {
    const corrected = await correctLevel(
      db,
      { key: 'rings-805', change: -2 },
      { ...BY_ASHA, reason: 'lent to a fair' },
    )
    expect(corrected).toEqual({ ok: true, value: 18 })
    const movements = await db
      .select()
      .from(stockMovement)
      .where(eq(stockMovement.key, 'rings-805'))
      .orderBy(stockMovement.id)
    expect(movements.at(-1)).toMatchObject({
      change: -2,
      cause: 'correction',
      actor: 'Asha',
      reason: 'lent to a fair',
    })
  })

  test('below zero is rejected', async () => {
    const rejected = await correctLevel(db, { key: 'rings-806', change: -21 }, BY_ASHA)
    expect(rejected).toEqual({ ok: false, error: 'below zero' })
    expect(await levelOf('rings-806')).toMatchObject({ onHand: 20 })
    expect(await correctLevel(db, { key: 'rings-806/9', change: -1 }, BY_ASHA)).toEqual(rejected)
    expect(await levelOf('rings-806/9')).toBe(undefined)
  })

  test.each(['rings-99999', 'rings-99999/12', 'rings', 'rings-801/'])('of %s is rejected', async (key) => {
    expect(await setLevel(db, { key, count: 1 }, BY_ASHA)).toEqual({ ok: false, error: 'no such product' })
  })

  test('made concurrently by many is never lost', async () => {
    const changes = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 3 : -2))
    await Promise.all(changes.map((change) => correctLevel(db, { key: 'rings-807', change }, BY_ASHA)))
    expect(await levelOf('rings-807')).toMatchObject({ onHand: 30 })
    expect(await mismatches()).toEqual([])
  })
})

test('a published product is counted: one piece if it is in stock, otherwise none', async () => {
  const openLevels = createLevelOpener(db)
  const publish = async (number: number, products: Record<string, object>) => {
    await db
      .insert(edition)
      .values({ number, hash: 'hash', publishedAt: NOW, publishedBy: 'Asha', reason: 'new rings' })
      .onConflictDoNothing()
    await db
      .insert(editionEntry)
      .values(Object.entries(products).map(([key, value]) => ({ key, validFrom: number, value })))
  }
  await publish(1, { 'rings-901': { inStock: true }, rates: {}, 'rings-815': { inStock: false } })
  await openLevels(NOW)
  expect(await openLevels(NOW)).toBe(0)
  await publish(2, { 'rings-902': { inStock: false } })
  expect([await openLevels(NOW), await openLevels(NOW)]).toEqual([1, 0])
  expect(await levelOf('rings-901')).toMatchObject({ onHand: 1 })
  expect(await levelOf('rings-902')).toMatchObject({ onHand: 0 })
  expect(await levelOf('rings-815')).toMatchObject({ onHand: 20 })
  expect((await loadOutOfStock(db, NOW)).has('rings-902')).toBe(true)
})

test('the pieces of an order are restocked once', async () => {
  const orderNumber = await sell(ring(809))
  const back = { ...BY_ASHA, reason: 'the parcel came back' }
  const returned = await Promise.all([restock(orderNumber, back), restock(orderNumber, back)])
  expect(returned.filter(({ ok }) => ok)).toEqual([{ ok: true, value: ['rings-809'] }])
  expect(await levelOf('rings-809')).toMatchObject({ onHand: 20 })
})

test('holds are deleted a day after they expired', async () => {
  const orderNumber = await hold(ring(810))
  const isThere = async () => (await db.$count(stockHold, eq(stockHold.orderNumber, orderNumber))) > 0
  await purgeExpiredHolds(db, addMs(NOW, DAY_MS + 15 * MINUTE_MS))
  expect(await isThere()).toBe(true)
  await purgeExpiredHolds(db, addMs(NOW, DAY_MS + 15 * MINUTE_MS + 1))
  expect(await isThere()).toBe(false)
})

test('restocking an order does not deadlock with orders for the same piece and a workbench slot', async () => {
  const lines = [
    ring(816),
    { type: 'bangles' as const, id: 106, size: '', name: 'A bangle', quantity: 1, canBeMade: true },
  ]
  await setLevel(db, { key: 'bangles-106', count: 0 }, BY_ASHA)
  const take = () => {
    const claimant = { orderNumber: null, userId: USER }
    return db.transaction((tx) => allocate(tx, { claimant, lines, at: NOW }))
  }
  const orderNumbers: string[] = []
  for (let count = 0; count < 8; count += 1) {
    const orderNumber = await newOrder()
    const claimant = { orderNumber, userId: USER }
    await db.transaction((tx) => sellLines(tx, { claimant, lines, at: NOW }))
    orderNumbers.push(orderNumber)
  }
  const returned = await Promise.all(
    orderNumbers.map((orderNumber) => Promise.all([restock(orderNumber, BY_ASHA), take(), take()])),
  )
  expect(returned.map(([result]) => result.ok)).toEqual(orderNumbers.map(() => true))
  expect(await levelOf('rings-816')).toMatchObject({ onHand: 20 })
})

describe('a serial item', () => {
  const serialItemOf = (serial: string, key: string) => ({
    serial,
    key,
    huid: `H${serial}`,
    netWeightMg: 4000,
    grossWeightMg: 4100,
  })

  // Shows D49.serial
  test('is linked to the order that sells it', async () => {
    for (const serial of ['A1', 'A2'])
      await enterSerialItem(db, { item: serialItemOf(serial, 'rings-811'), isNew: false }, BY_ASHA)
    const orderNumber = await sell(ring(811))
    expect(await listSerialItems(db, 'rings-811')).toMatchObject([
      { serial: 'A1', state: 'sold', orderNumber },
      { serial: 'A2', state: 'available', orderNumber: null },
    ])
    await restock(orderNumber, BY_ASHA)
    expect(await db.$count(serialItem, eq(serialItem.state, 'sold'))).toBe(0)
  })

  // Shows D49.serial
  test('of a ring is entered with its size, and linked to the order that sells that size', async () => {
    await publishRing(903)
    await setLevel(db, { key: 'rings-903', count: 1 }, BY_ASHA)
    await setLevel(db, { key: 'rings-903/14', count: 1 }, BY_ASHA)
    const enter = (key: string) =>
      enterSerialItem(db, { item: serialItemOf('E1', key), isNew: false }, BY_ASHA)
    expect(await enter('rings-903')).toEqual({ ok: false, error: 'needs a size' })
    expect((await enter('rings-903/14')).ok).toBe(true)
    await sell(ring(903, '12'))
    expect(await listSerialItems(db, 'rings-903/14')).toMatchObject([{ state: 'available' }])
    const orderNumber = await sell(ring(903, '14'))
    expect(await listSerialItems(db, 'rings-903/14')).toMatchObject([{ state: 'sold', orderNumber }])
  })

  test('adjusts its level', async () => {
    await enterSerialItem(db, { item: serialItemOf('B1', 'rings-812'), isNew: true }, BY_ASHA)
    expect(await levelOf('rings-812')).toMatchObject({ onHand: 21 })
    await correctSerialItem(db, { serial: 'B1', state: 'written off' }, { ...BY_ASHA, reason: 'stolen' })
    expect(await levelOf('rings-812')).toMatchObject({ onHand: 20 })
    await correctSerialItem(db, { serial: 'B1', state: 'available' }, { ...BY_ASHA, reason: 'found' })
    expect(await levelOf('rings-812')).toMatchObject({ onHand: 21 })
    expect(await mismatches()).toEqual([])
  })

  test.each([
    ['available', 20],
    ['written off', 19],
  ] as const)(
    'that came back and is %s is not counted again when its order is returned',
    async (state, count) => {
      const serial = `D-${state}`
      const key = 'rings-817'
      await setLevel(db, { key, count: 20 }, BY_ASHA)
      await enterSerialItem(db, { item: serialItemOf(serial, key), isNew: false }, BY_ASHA)
      const orderNumber = await sell(ring(817))
      await correctSerialItem(db, { serial, state }, BY_ASHA)
      expect(await levelOf(key)).toMatchObject({ onHand: count })
      expect(await restock(orderNumber, BY_ASHA)).toEqual({ ok: false, error: 'nothing to restock' })
      expect(await levelOf(key)).toMatchObject({ onHand: count })
      await correctSerialItem(db, { serial, state: 'written off' }, BY_ASHA)
      expect(await mismatches()).toEqual([])
    },
  )

  test('is entered once, and only for a counted product', async () => {
    const entered = () => enterSerialItem(db, { item: serialItemOf('C1', 'rings-813'), isNew: true }, BY_ASHA)
    expect((await entered()).ok).toBe(true)
    expect(await entered()).toEqual({ ok: false, error: 'serial or HUID is known' })
    expect(await levelOf('rings-813')).toMatchObject({ onHand: 21 })
    const unknown = enterSerialItem(db, { item: serialItemOf('C2', 'rings-99999'), isNew: true }, BY_ASHA)
    expect(await unknown).toEqual({ ok: false, error: 'not counted' })
    expect(await correctSerialItem(db, { serial: 'C2', state: 'written off' }, BY_ASHA)).toEqual({
      ok: false,
      error: 'no such item',
    })
  })
})
