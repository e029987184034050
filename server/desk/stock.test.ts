import { desc } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { seedOpeningCollection } from '#server/collection/editions.ts'
import type { PieceStep } from '#contract/desk/stock.ts'
import { maskName } from '#domain/mask.ts'
import { stockMovement } from '#server/db/schema.ts'
import { auditLog } from '#server/db/staff-schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { seedOpeningStock } from '#server/stock/levels.ts'
import { createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const database = useTestDatabase()
let desk: TestDesk
let manager: TestStaff
let packer: TestStaff
beforeAll(async () => {
  desk = createTestDesk(database.db)
  manager = await enrolAs(desk, 'manager')
  packer = await enrolAs(desk, 'packer')
  await seedOpeningCollection(database.db, desk.now())
  await seedOpeningStock(database.db, { products: OPENING_CONTENT.products, each: 20, now: desk.now() })
})

const send = ({ cookie }: TestStaff, method: string, path: string, body?: unknown) =>
  desk.request(method, `/api/desk/${path}`, { cookie, ...(body !== undefined && { body }) })
const search = async (text: string, view = 'all', after: string | null = null) =>
  (await send(packer, 'POST', 'stock/search', { text, view, after })).json
const skusOf = (page: { products: { sku: string }[] }) => page.products.map(({ sku }) => sku)
const setLevel = (sku: string, body: object, who = manager) =>
  send(who, 'PUT', `stock/${sku}/level`, { size: '', expected: 20, reason: 'counted', ...body })
const stockOf = async (sku: string) => (await send(packer, 'GET', `stock/${sku}`)).json
async function lastAct() {
  const [entry] = await database.db.select().from(auditLog).orderBy(desc(auditLog.number)).limit(1)
  return entry
}
const ITEM = {
  size: '12',
  serial: 'r-0001',
  huid: 'aa11bb',
  netWeightMg: 4200,
  grossWeightMg: 4500,
  isNew: false,
  reason: 'hallmarked',
}

describe('the list of stock', () => {
  test('has pages that omit no product', async () => {
    const skus: string[] = []
    let after: string | null = null
    do {
      const page = await search('', 'all', after)
      skus.push(...skusOf(page))
      after = page.after ?? null
    } while (after !== null)
    expect(new Set(skus).size).toBe(skus.length)
    expect(skus).toHaveLength(OPENING_CONTENT.products.length)
  })

  test('searches by words of the name and by SKU, and treats wildcards as text', async () => {
    const ring = OPENING_CONTENT.products.find(({ type }) => type === 'rings')
    const sku = `rings-${ring?.id}`
    expect(skusOf(await search(ring?.name.toLowerCase() ?? ''))).toContain(sku)
    expect(skusOf(await search(sku))).toContain(sku)
    expect(skusOf(await search('%'))).toEqual([])
    expect(skusOf(await search('_ings'))).toEqual([])
  })

  test('filters by low stock and out of stock', async () => {
    await setLevel('tops-1', { count: 3 })
    await setLevel('tops-2', { count: 0 })
    expect(skusOf(await search('tops', 'low'))).toEqual(expect.arrayContaining(['tops-1', 'tops-2']))
    const out = skusOf(await search('tops', 'out'))
    expect([out.includes('tops-1'), out.includes('tops-2')]).toEqual([false, true])
    expect(skusOf(await search('tops', 'held'))).toEqual([])
  })
})

describe('a correction', () => {
  test('sets the level, with a movement and an entry of the audit log', async () => {
    const { status, json } = await setLevel('rings-801', { count: 17 })
    expect(status).toBe(200)
    expect(json.levels).toEqual([{ size: '', onHand: 17, held: 0 }])
    expect(json.movements[0]).toMatchObject({ change: -3, cause: 'correction', reason: 'counted' })
    expect(await lastAct()).toMatchObject({
      act: 'corrected stock',
      subject: 'rings-801',
      before: { count: 20 },
      after: { count: 17, reason: 'counted' },
    })
  })

  test('changes and logs nothing when it is repeated', async () => {
    await setLevel('rings-802', { count: 17 })
    const [movements, entries] = [await database.db.$count(stockMovement), await database.db.$count(auditLog)]
    expect((await setLevel('rings-802', { count: 17 })).status).toBe(200)
    expect(await database.db.$count(stockMovement)).toBe(movements)
    expect(await database.db.$count(auditLog)).toBe(entries)
  })

  test('by the later of two people is rejected with the current count', async () => {
    await setLevel('rings-803', { count: 17 })
    const { status, json } = await setLevel('rings-803', { count: 18 })
    expect([status, json.message]).toEqual([409, 'The count changed meanwhile: it is 17 now.'])
    expect((await setLevel('rings-803', { count: 18, expected: 17 })).status).toBe(200)
  })

  test('starts counting a size that is made, and rejects one that is not', async () => {
    expect((await setLevel('rings-804', { size: '14', count: 2, expected: null })).json.levels).toEqual([
      { size: '', onHand: 20, held: 0 },
      { size: '14', onHand: 2, held: 0 },
    ])
    const { status, json } = await setLevel('rings-804', { size: '99', count: 2, expected: null })
    expect([status, json.fields]).toEqual([400, { size: 'This size is not made.' }])
  })

  test('is rejected without a reason, below zero, for an unknown product, and for roles that only read', async () => {
    expect((await setLevel('rings-805', { count: 1, reason: '' })).status).toBe(400)
    expect((await setLevel('rings-805', { count: -1 })).status).toBe(400)
    expect((await setLevel('rings-99999', { count: 1 })).status).toBe(404)
    expect((await setLevel('bench', { count: 1 })).status).toBe(404)
    expect((await setLevel('rings-805', { count: 1 }, packer)).status).toBe(403)
    expect((await stockOf('rings-805')).levels).toEqual([{ size: '', onHand: 20, held: 0 }])
  })
})

describe('a serial item', () => {
  test('is entered once, found by serial number and HUID, and corrected with its level', async () => {
    await setLevel('rings-806', { size: '12', count: 5, expected: null })
    for (let count = 0; count < 2; count++)
      expect((await send(manager, 'POST', 'stock/rings-806/items', ITEM)).status).toBe(200)
    expect((await stockOf('rings-806')).items).toMatchObject([
      { serial: 'R-0001', huid: 'AA11BB', size: '12', state: 'available' },
    ])
    expect(skusOf(await search('r-0001'))).toEqual(['rings-806'])
    expect(skusOf(await search('aa11bb'))).toEqual(['rings-806'])

    const body = { state: 'written off', reason: 'stolen' }
    const corrected = await send(manager, 'PUT', 'stock/rings-806/items/R-0001', body)
    expect(corrected.json.items).toMatchObject([{ serial: 'R-0001', state: 'written off' }])
    expect(corrected.json.levels).toContainEqual({ size: '12', onHand: 4, held: 0 })
    expect(await lastAct()).toMatchObject({
      act: 'corrected serial item',
      subject: 'R-0001',
      before: { state: 'available' },
      after: body,
    })
  })

  test('shows each step of its life once, in order', async () => {
    const reasons = [
      ['returned', 'came back bent'],
      ['available', 'straightened'],
      ['written off', 'melted down'],
    ] as const
    await setLevel('rings-808', { size: '12', count: 5, expected: null })
    await send(manager, 'POST', 'stock/rings-808/items', { ...ITEM, serial: 'r-0006', huid: 'gg66hh' })
    for (const [state, reason] of reasons)
      await send(manager, 'PUT', 'stock/rings-808/items/R-0006', { state, reason })
    const { piece } = (
      await send(manager, 'POST', 'stock/search', { text: 'r-0006', view: 'all', after: null })
    ).json
    expect(piece.steps.map(({ what, note }: PieceStep) => [what, note])).toEqual([
      ['entered', `${manager.name}: hallmarked`],
      ['set aside', `${manager.name}: came back bent`],
      ['made available', `${manager.name}: straightened`],
      ['written off', `${manager.name}: melted down`],
    ])
  })

  test('shows its author to roles that may see staff, and masked to others', async () => {
    const { name } = manager
    await setLevel('rings-807', { size: '12', count: 5, expected: null })
    await send(manager, 'POST', 'stock/rings-807/items', { ...ITEM, serial: 'r-0005', huid: 'ee55ff' })
    const shownTo = async (who: TestStaff) => {
      const { piece } = (
        await send(who, 'POST', 'stock/search', { text: 'r-0005', view: 'all', after: null })
      ).json
      const { movements } = (await send(who, 'GET', 'stock/rings-807')).json
      return [piece.steps[0].note, movements[0].actor]
    }
    expect(await shownTo(manager)).toEqual([`${name}: hallmarked`, name])
    const masked = maskName(name)
    expect(await shownTo(packer)).toEqual([`${masked}: hallmarked`, masked])
  })

  test('needs a size, a level, and a unique HUID', async () => {
    const enter = (body: object) => send(manager, 'POST', 'stock/rings-807/items', { ...ITEM, ...body })
    expect((await enter({ size: '', serial: 'S1', huid: null })).json.fields).toEqual({
      size: 'Choose the size of the piece.',
    })
    expect((await enter({ size: '14', serial: 'S1', huid: null })).json.fields).toEqual({
      size: 'Enter the count of this size first.',
    })
    await setLevel('rings-807', { size: '12', count: 5, expected: null })
    expect((await enter({ serial: 'S1' })).status).toBe(409)
  })

  test('of another product is not found', async () => {
    const body = { state: 'returned', reason: 'mistake' }
    expect((await send(manager, 'PUT', 'stock/rings-807/items/R-0001', body)).status).toBe(404)
  })
})

test('the stocktaking sheet has a row for each level, and an audit log entry', async () => {
  await setLevel('rings-808', { size: '14', count: 2, expected: null })
  const { json } = await send(packer, 'POST', 'stock/sheet')
  expect(await lastAct()).toMatchObject({ act: 'exported stock', subject: json.name })
  const lines = json.text.split('\r\n')
  expect(json.name).toMatch(/^stock-\d{4}-\d\d-\d\d\.csv$/)
  expect(lines[0]).toBe('\uFEFFSKU,Name,Size,On hand,Held,Counted,Note')
  expect(lines).toContainEqual(expect.stringMatching(/^rings-808,.*,14,2,0,,$/))
})
