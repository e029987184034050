import { desc, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { rupees } from '#domain/money.ts'
import { loadContent, seedOpeningCollection } from '#server/collection/editions.ts'
import { uploadedPicture } from '#server/db/picture-schema.ts'
import { edition, editionDraft, editionEntry } from '#server/db/schema.ts'
import { auditLog } from '#server/db/staff-schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const database = useTestDatabase()
let desk: TestDesk
let manager: TestStaff
let support: TestStaff
beforeAll(async () => {
  desk = createTestDesk(database.db)
  manager = await enrolAs(desk, 'manager')
  support = await enrolAs(desk, 'support')
})
beforeEach(async () => {
  await database.db.execute(sql`truncate ${edition}, ${editionEntry}, ${editionDraft}`)
  await seedOpeningCollection(database.db, desk.now())
})

const send = (who: TestStaff, method: string, path: string, body?: unknown) =>
  desk.request(method, `/api/desk/${path}`, { cookie: who.cookie, ...(body !== undefined && { body }) })
const search = async (options: object) => {
  const body = { text: '', type: null, view: 'on sale', after: null, ...options }
  return (await send(support, 'POST', 'collection/search', body)).json
}
const RING = { type: 'rings', id: 801 }
const formOf = async (key = RING, draftId: string | null = null) =>
  (await send(support, 'POST', 'collection/product', { ...key, draftId })).json
const valueOf = (form: { fields: { column: string; value: string }[] }, column: string) =>
  form.fields.find((field) => field.column === column)?.value
const save = (cells: object[], options: object = {}) =>
  send(manager, 'POST', 'collection/product/draft', {
    ...RING,
    isNew: false,
    draftId: crypto.randomUUID(),
    reason: 'A new text',
    cells,
    ...options,
  })
const nameOf = (name: string, before = 'Chandrika Solitaire Ring') => ({
  column: 'Name',
  before,
  after: name,
})
const drafts = async () => (await send(support, 'GET', 'drafts')).json.drafts
const publish = (id: string) =>
  send(manager, 'POST', `drafts/${id}/publication`, { publishAt: null, approval: null })
async function storedPicture(digit: string): Promise<string> {
  const hash = digit.repeat(32)
  const name = `u-${hash}-c8b09a`
  const row = { name, hash, usedAt: desk.now(), storedAt: desk.now() }
  await database.db.insert(uploadedPicture).values(row).onConflictDoNothing()
  return name
}
async function lastAct() {
  const [entry] = await database.db.select().from(auditLog).orderBy(desc(auditLog.number)).limit(1)
  return entry
}

describe('the list of products', () => {
  test('has pages that omit no product, and can be filtered by type and words', async () => {
    const skus: string[] = []
    let after: string | null = null
    do {
      const page = await search({ after })
      skus.push(...page.products.map(({ sku }: { sku: string }) => sku))
      after = page.after ?? null
    } while (after !== null)
    expect(new Set(skus).size).toBe(OPENING_CONTENT.products.length)
    const gems = (await search({ type: 'gems' })).products
    expect(gems).toHaveLength(OPENING_CONTENT.products.filter(({ type }) => type === 'gems').length)
    expect((await search({ text: 'chandrika solitaire' })).products).toMatchObject([
      { sku: 'rings-801', isRetired: false, price: rupees(32_883) },
    ])
    expect((await search({ view: 'retired' })).products).toEqual([])
  })
})

describe('a product', () => {
  test('is shown with the columns of its type, like in the CSV file', async () => {
    const form = await formOf()
    const columns = form.fields.map(({ column }: { column: string }) => column)
    expect(columns).toEqual(expect.arrayContaining(['Name', 'Metal', 'Weight in grams', 'Retired']))
    expect(columns).not.toContain('Clarity')
    expect(form.nextId).toBe(
      Math.max(...OPENING_CONTENT.products.filter(({ type }) => type === 'rings').map(({ id }) => id)) + 1,
    )
    const { status } = await send(support, 'POST', 'collection/product', { ...RING, id: 1, draftId: null })
    expect(status).toBe(404)
  })

  test('is changed in a draft, which shows what changes, and is published', async () => {
    const draftId = crypto.randomUUID()
    expect((await save([nameOf('Chandrika Ring')], { draftId })).status).toBe(200)
    expect(await lastAct()).toMatchObject({ act: 'drafted product', after: { Name: 'Chandrika Ring' } })
    expect(valueOf(await formOf(), 'Name')).toBe('Chandrika Solitaire Ring')
    expect(valueOf(await formOf(RING, draftId), 'Name')).toBe('Chandrika Ring')
    const { products, canPublish } = (await send(support, 'GET', `drafts/${draftId}`)).json
    expect([canPublish, products]).toMatchObject([
      true,
      [{ kind: 'changed', fields: [{ label: 'Name', after: 'Chandrika Ring' }] }],
    ])
    expect((await publish(draftId)).status).toBe(200)
    expect(valueOf(await formOf(), 'Name')).toBe('Chandrika Ring')
  })

  test('is rejected with an error on its field', async () => {
    const weight = { column: 'Weight in grams', before: '4.5', after: '4,5' }
    const form = await formOf()
    const before = valueOf(form, 'Weight in grams')
    const { status, json } = await save([{ ...weight, before }])
    expect(status).toBe(400)
    expect(json.fields).toEqual({ 'Weight in grams': expect.stringContaining('must be a weight in grams') })
    const metal = await save([{ column: 'Metal', before: valueOf(form, 'Metal'), after: 'Tin' }])
    expect(Object.keys(metal.json.fields)).toEqual(['Metal'])
    expect(await drafts()).toEqual([])
  })

  test('saved by two people keeps the changes of both', async () => {
    const draftId = crypto.randomUUID()
    await save([nameOf('Chandrika Ring')], { draftId })
    const other = await save([nameOf('Ring Chandrika')], { draftId })
    expect([other.status, other.json.fields]).toEqual([
      409,
      { Name: 'was changed meanwhile to “Chandrika Ring”' },
    ])
    const before = valueOf(await formOf(), 'Description')
    await save([{ column: 'Description', before, after: 'One stone.' }], { draftId })
    const form = await formOf(RING, draftId)
    expect([valueOf(form, 'Name'), valueOf(form, 'Description')]).toEqual(['Chandrika Ring', 'One stone.'])
  })

  test('is drafted and recorded once, however often it is sent', async () => {
    const draftId = crypto.randomUUID()
    await save([nameOf('Chandrika Ring')], { draftId })
    const count = await database.db.$count(auditLog)
    expect((await save([nameOf('Chandrika Ring')], { draftId })).status).toBe(200)
    expect(await drafts()).toMatchObject([{ id: draftId, changeCount: 1, reason: 'A new text' }])
    expect(await database.db.$count(auditLog)).toBe(count)
  })

  test('is added as a copy of another, under a free id', async () => {
    const { fields, nextId } = await formOf()
    const values: Readonly<Record<string, string>> = {
      Name: 'Chandrika Twin',
      'First photograph': await storedPicture('1'),
      'Second photograph': await storedPicture('2'),
    }
    const cells = fields.map(({ column, value }: { column: string; value: string }) => ({
      column,
      before: '',
      after: values[column] ?? value,
    }))
    const bare = cells.filter(({ column }: { column: string }) => column !== 'Second photograph')
    const withoutPicture = await save(bare, { id: nextId, isNew: true })
    expect([withoutPicture.status, withoutPicture.json.fields]).toEqual([
      400,
      { 'Second photograph': 'is missing: upload it' },
    ])
    const taken = await save(cells, { isNew: true })
    expect([taken.status, taken.json.fields]).toMatchObject([400, { Id: 'is taken' }])
    const draftId = crypto.randomUUID()
    expect((await save(cells, { id: nextId, isNew: true, draftId })).status).toBe(200)
    await publish(draftId)
    expect((await search({ text: 'twin' })).products).toMatchObject([{ sku: `rings-${nextId}` }])
  })

  test('is retired and restored, unless the home page shows it', async () => {
    const retire = { column: 'Retired', before: '', after: 'yes' }
    const shown = await save([retire])
    expect([shown.status, shown.json.message]).toEqual([400, expect.stringContaining('retired')])
    const { newArrivals, featured } = OPENING_CONTENT
    const isShown = (id: number) =>
      [...newArrivals, ...featured].some((key) => key.type === 'rings' && key.id === id)
    const id = OPENING_CONTENT.products.find((each) => each.type === 'rings' && !isShown(each.id))?.id ?? 0
    for (const [before, after] of [
      ['', 'yes'],
      ['yes', ''],
    ]) {
      const draftId = crypto.randomUUID()
      const saved = await save([{ column: 'Retired', before, after }], { draftId, id })
      expect(saved.status).toBe(200)
      await publish(draftId)
      const { products } = await search({ text: `rings-${id}`, view: 'retired' })
      expect(products).toHaveLength(after === 'yes' ? 1 : 0)
    }
  })

  test('is restored by a rollback to the previous edition, which the list of editions names', async () => {
    const draftId = crypto.randomUUID()
    await save([nameOf('Another name')], { draftId })
    await publish(draftId)
    const { editions } = (await send(manager, 'GET', 'drafts')).json
    expect(editions).toMatchObject([
      { edition: 2, publishedBy: 'Kavita Rao', reason: 'A new text' },
      { edition: 1, publishedBy: 'system' },
    ])
    const body = { id: crypto.randomUUID(), baseEdition: 2, approval: null, reason: 'A wrong name' }
    const to = `editions/${editions[1].edition}/rollback`
    expect((await send(manager, 'POST', to, body)).status).toBe(200)
    expect(valueOf(await formOf(), 'Name')).toBe('Chandrika Solitaire Ring')
  })

  test('lists editions only for roles that may publish them again', async () => {
    const editionsFor = async (reader: TestStaff) =>
      (await send(reader, 'GET', 'drafts')).json.editions.length
    expect([await editionsFor(manager), await editionsFor(support)]).toEqual([1, 0])
  })

  test('cannot be drafted by roles that only read', async () => {
    const body = { ...RING, isNew: false, draftId: crypto.randomUUID(), reason: 'x', cells: [] }
    expect((await send(support, 'POST', 'collection/product/draft', body)).status).toBe(403)
  })
})

describe('CSV files', () => {
  const file = async (name: string) =>
    (await send(manager, 'POST', 'collection/export', { file: name })).json.text as string
  const preview = async (...texts: string[]) =>
    (
      await send(manager, 'POST', 'collection/import/preview', {
        files: texts.map((text, index) => ({ name: `file-${index}.csv`, text })),
      })
    ).json

  test('are exported with an audit log entry, and change nothing when imported again', async () => {
    const texts = [await file('products.csv'), await file('rates.csv'), await file('selections.csv')]
    expect(await lastAct()).toMatchObject({ act: 'exported collection', subject: 'selections.csv' })
    const { errors, preview: shown } = await preview(...texts)
    expect([errors, shown.productCount, shown.canPublish]).toEqual([[], 0, false])
  })

  test('are previewed, become one draft, and are published', async () => {
    const text = (await file('products.csv')).replace('Chandrika Solitaire Ring', 'Chandrika Ring')
    const { preview: shown } = await preview(text)
    expect(shown.products).toMatchObject([{ sku: 'rings-801', fields: [{ after: 'Chandrika Ring' }] }])
    const body = {
      draftId: crypto.randomUUID(),
      files: [{ name: 'products.csv', text }],
      approval: null,
      reason: 'New names',
    }
    for (let count = 0; count < 2; count++)
      expect((await send(manager, 'POST', 'collection/import', body)).status).toBe(200)
    const [draft, ...others] = await drafts()
    expect([draft.changes, others]).toEqual([['rings-801 Chandrika Ring'], []])
    expect(await lastAct()).toMatchObject({ act: 'imported draft', after: { reason: 'New names' } })
    await publish(draft.id)
    const { products } = await loadContent(database.db, 2)
    expect(products.find(({ type, id }) => type === 'rings' && id === 801)?.name).toBe('Chandrika Ring')
  })

  test('with errors are rejected with file, row and column of each', async () => {
    const lines = (await file('products.csv')).split('\r\n')
    const text = [lines[0], 'rings,abc,10', 'hats,1,10'].join('\r\n')
    const { errors, errorCount, preview: shown } = await preview(text)
    expect(shown).toBeNull()
    expect(errorCount).toBe(2)
    expect(errors).toMatchObject([
      { file: 'file-0.csv', row: 2, column: 'Id' },
      { file: 'file-0.csv', row: 3, column: 'Type' },
    ])
  })

  test('with a rate jump need an approval', async () => {
    const text = (await file('rates.csv')).replace('7300.00', '8500.00')
    const { preview: shown } = await preview(text)
    expect(shown).toMatchObject({
      canPublish: true,
      problems: [{ subject: 'file-0.csv, row 2', needsApproval: true }],
    })
    const body = { draftId: crypto.randomUUID(), files: [{ name: 'rates.csv', text }], reason: 'Rates' }
    const unapproved = await send(manager, 'POST', 'collection/import', { ...body, approval: null })
    expect(unapproved.status).toBe(409)
    const { approval } = shown
    expect((await send(manager, 'POST', 'collection/import', { ...body, approval })).status).toBe(200)
  })

  test('of ten thousand products are accepted, and larger ones are rejected with 413', async () => {
    const line = 'x'.repeat(1023)
    const body = (kilobytes: number) => ({
      files: [{ name: 'products.csv', text: `${line}\n`.repeat(kilobytes) }],
    })
    const read = await send(manager, 'POST', 'collection/import/preview', body(5 * 1024))
    expect([read.status, read.json.preview]).toEqual([200, null])
    expect((await send(manager, 'POST', 'collection/import/preview', body(7 * 1024))).status).toBe(413)
    expect((await send(manager, 'POST', 'collection/search', { text: line.repeat(100) })).status).toBe(413)
  })
})
