/** From the embedded database to a PostgreSQL server, as `npm run move` does. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { seedOpeningCollection } from '#server/collection/editions.ts'
import { verifyChain } from '#server/desk/audit-log.ts'
import { createTestDesk, enrolFirstOwner } from '#server/desk/testing.ts'
import { seedOpeningStock } from '#server/stock/levels.ts'
import { openTestDatabase } from '#server/testing.ts'
import { copyDatabase } from './copy.ts'
import { openDatabase, type Database, type OpenDatabase } from './open.ts'

let source: OpenDatabase
let target: OpenDatabase
/** The same database as the target, through connections opened before its time zone was set. */
let created: OpenDatabase
beforeAll(async () => {
  source = await openDatabase({ url: null, folder: null })
  const now = new Date()
  await seedOpeningCollection(source.db, now)
  await seedOpeningStock(source.db, { products: OPENING_CONTENT.products, each: 20, now })
  await enrolFirstOwner(createTestDesk(source.db))
  await placeOrder(source.db)
})
afterAll(() => source.close())
beforeEach(async () => {
  created = await openTestDatabase()
  const { rows } = await created.db.execute<{ name: string }>(sql`select current_database() as name`)
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = rows[0]?.name ?? ''
  // Like servers in India.
  await created.db.execute(
    sql`alter database ${sql.identifier(rows[0]?.name ?? '')} set timezone = 'Asia/Kolkata'`,
  )
  target = await openDatabase({ url: url.href, folder: null })
})
afterEach(async () => {
  await target.close()
  await created.close()
})

/** Refers to its customer, and its lines to it. */
async function placeOrder(db: Database): Promise<void> {
  await db.execute(
    sql`insert into "user" (id, name, email) values ('asha', 'Asha “राधा” Verma', 'asha@example.in')`,
  )
  await db.execute(sql`
    insert into "order" (number, user_id, checkout_id, status, subtotal, saving, shipping, total, currency, ship_to,
      courier_id, courier_name, estimated_days, weight_mg, placed_at)
    values ('SJ-0000000000000001', 'asha', gen_random_uuid(), 'created', 9007199254740993, 0, 0, 9007199254740993, 'INR',
      '{"name": "Asha"}', 1, 'Blue Dart', 2.5, 8000, '2026-11-23T08:00:00.123456Z')`)
  await db.execute(sql`
    insert into order_line (order_number, position, type, product_id, name, quantity, unit_price, saving, total)
    values ('SJ-0000000000000001', 0, 'rings', 801, 'Chandrika Solitaire Ring', 1, 9007199254740993, 0, 9007199254740993)`)
}

const countOf = async ({ db }: OpenDatabase, table: string) =>
  (await db.execute<{ count: string }>(sql`select count(*) from ${sql.identifier(table)}`)).rows[0]?.count

test('every row arrives as it was, to the microsecond and the last paisa', async () => {
  const result = await copyDatabase(source.db, target.db)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  const filled = result.value.filter(({ rows }) => rows > 0).map(({ table }) => table)
  expect(filled).toEqual(
    expect.arrayContaining(['order', 'order_line', 'stock_movement', 'audit_log', 'staff']),
  )
  const { rows } = await target.db.execute(sql`
    select total::text as total, placed_at at time zone 'UTC' as at, "user".name from "order"
    join "user" on "user".id = user_id`)
  expect(rows).toEqual([
    { total: '9007199254740993', at: '2026-11-23 08:00:00.123456', name: 'Asha “राधा” Verma' },
  ])
  expect(await verifyChain(target.db)).toMatchObject({ entries: 1, brokenAt: null })
})

test('rows that are added afterwards get ids of their own', async () => {
  await copyDatabase(source.db, target.db)
  const before = Number(await countOf(target, 'stock_movement'))
  expect(before).toBeGreaterThan(0)
  await target.db.execute(sql`
    insert into stock_movement (key, change, cause, actor, at) select key, change, cause, actor, at from stock_movement limit 1`)
  expect(Number(await countOf(target, 'stock_movement'))).toBe(before + 1)
})

test('a target that has rows is left as it is', async () => {
  await target.db.execute(
    sql`insert into "user" (id, name, email) values ('meera', 'Meera', 'meera@example.in')`,
  )
  expect(await copyDatabase(source.db, target.db)).toEqual({
    ok: false,
    error: { code: 'not-empty', table: 'user' },
  })
  expect([await countOf(target, 'user'), await countOf(target, 'order')]).toEqual(['1', '0'])
})
