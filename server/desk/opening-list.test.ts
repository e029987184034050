import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { OPENING_ITEM_IDS } from '#domain/opening-list.ts'
import { INITIAL_PARTICULARS } from '#domain/shop-particulars.ts'
import { auditLog } from '#server/db/staff-schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { correctLevel } from '#server/stock/corrections.ts'
import { seedOpeningStock } from '#server/stock/levels.ts'
import { createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const database = useTestDatabase()
let desk: TestDesk
let owner: TestStaff
beforeAll(async () => {
  desk = createTestDesk(database.db)
  owner = await enrolAs(desk, 'owner')
  await seedOpeningStock(database.db, { products: OPENING_CONTENT.products, each: 20, now: desk.now() })
})

async function doneItems(): Promise<string[]> {
  const { json } = await desk.request('GET', '/api/desk/opening-list', { cookie: owner.cookie })
  return json.items.filter((item: { isDone: boolean }) => item.isDone).map((item: { id: string }) => item.id)
}

const confirm = ({ cookie }: TestStaff, id: string, isConfirmed = true) =>
  desk.request('PUT', '/api/desk/opening-list/confirmation', { cookie, body: { id, isConfirmed } })

test('the opening list detects what is done', async () => {
  expect(await doneItems()).toEqual([])
  await enrolAs(desk, 'manager')
  const correction = { actor: 'meera@example.in', reason: 'counted', now: desk.now() }
  const counted = await correctLevel(database.db, { key: 'rings-801', change: -1 }, correction)
  expect(counted.ok).toBe(true)
  expect(await doneItems()).toEqual(['people', 'stock'])
})

// Shows D44.opening
test('Today links the owner, but never a packer, to the opening list until all is done', async () => {
  const today = async ({ cookie }: TestStaff) =>
    (await desk.request('GET', '/api/desk/today', { cookie })).json
  const done = (await doneItems()).length
  expect(await today(owner)).toMatchObject({
    opening: { done, of: OPENING_ITEM_IDS.length },
    hasPaidOrders: false,
  })
  expect(await today(await enrolAs(desk, 'packer'))).toMatchObject({ opening: null })
})

test('only the owner confirms what the shop cannot detect, once, and can withdraw it', async () => {
  const manager = await enrolAs(desk, 'manager')
  expect((await confirm(manager, 'backup')).status).toBe(403)
  expect((await confirm(owner, 'payments')).status).toBe(400)
  for (let times = 1; times <= 2; times++) expect((await confirm(owner, 'backup')).status).toBe(200)
  expect(await doneItems()).toContain('backup')
  await confirm(owner, 'backup', false)
  expect(await doneItems()).not.toContain('backup')
  const entries = await database.db.select().from(auditLog).orderBy(auditLog.number)
  const acts = entries.map(({ act }) => act).filter((act) => act.endsWith('opening item'))
  expect(acts).toEqual(['confirmed opening item', 'withdrew opening item'])
})

// Shows D38.particulars
test('only the owner enters name, address, contact, GSTIN and the accountant’s confirmation, with a fresh code, and it is logged', async () => {
  const put = ({ cookie }: TestStaff, body: object) => desk.request('PUT', '/api/desk/shop', { cookie, body })
  const read = await desk.request('GET', '/api/desk/shop', { cookie: owner.cookie })
  expect(read.json).toEqual({ ...INITIAL_PARTICULARS, changed: null })
  const contact = {
    legalName: 'Swarnika Jewels Private Limited',
    city: 'Delhi',
    pincode: '110006',
    phone: '+91 98100 12345',
    email: 'Hello@Swarnika.example',
  }
  const wrong = {
    ...contact,
    street: '12',
    pincode: '400001',
    phone: '12',
    gstin: '07AAACS1234F1ZT',
    areTaxesConfirmed: true,
  }
  const rejected = await put(owner, wrong)
  expect([rejected.status, Object.keys(rejected.json.fields)]).toEqual([
    400,
    ['street', 'pincode', 'phone', 'gstin'],
  ])
  expect(await doneItems()).not.toContain('taxes')

  const entered = {
    ...contact,
    street: '12, Bazaar Road',
    gstin: ' 07aaacs1234f1zu',
    areTaxesConfirmed: true,
  }
  expect((await put(await enrolAs(desk, 'manager'), entered)).status).toBe(403)
  for (let times = 1; times <= 2; times++) {
    const { json } = await put(owner, entered)
    expect(json).toMatchObject({
      ...contact,
      email: 'hello@swarnika.example',
      street: '12, Bazaar Road',
      gstin: '07AAACS1234F1ZU',
      changed: { by: owner.name },
    })
  }
  expect(await doneItems()).toContain('taxes')
  const entries = await database.db.select().from(auditLog).where(eq(auditLog.act, 'changed the shop'))
  expect(entries).toMatchObject([
    { before: null, after: { pincode: '110006', street: '12, Bazaar Road', gstin: '07AAACS1234F1ZU' } },
  ])
})
