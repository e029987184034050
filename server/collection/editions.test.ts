import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT, OPENING_RATES } from '#domain/catalogue/opening.ts'
import { hashOf } from '#domain/collection-hash.ts'
import type { CollectionChange } from '#domain/edition.ts'
import { rupees } from '#domain/money.ts'
import type { Product } from '#domain/product.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import { edition, editionDraft, editionEntry } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { approvalCodeOf } from './approval-code.ts'
import {
  diffEditions,
  findLatestEdition,
  loadContent,
  loadHistory,
  publish,
  rollback,
  seedOpeningCollection,
} from './editions.ts'

const NOW = new Date('2026-11-22T09:00:00Z')

const database = useTestDatabase()
beforeEach(async () => {
  await database.db.execute(sql`truncate ${edition}, ${editionEntry}, ${editionDraft}`)
})

const goldAt = (amount: number): CollectionChange => ({
  do: 'set rates',
  rates: { perGram: { gold: rupees(amount) } },
})

const ring = OPENING_CONTENT.products.find(({ type, id }) => type === 'rings' && id === 801)
if (ring?.type !== 'rings') throw new Error('The opening collection has no ring 801')
const newRing: Product = { ...ring, id: 900, name: 'Usha Ring' }

function publishing(...changes: readonly CollectionChange[]) {
  return publish(database.db, { changes, actor: 'asha', reason: 'A test', now: NOW })
}

/** The number of the new edition. */
async function published(...changes: readonly CollectionChange[]): Promise<number> {
  const result = await publishing(...changes)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value.edition
}

function rowsFrom(number: number) {
  return database.db.select().from(editionEntry).where(eq(editionEntry.validFrom, number))
}

describe('a new database', () => {
  // Shows D37.opening
  test('begins with the opening collection as edition 1', async () => {
    const { db } = database
    expect(await findLatestEdition(db)).toBeNull()
    await seedOpeningCollection(db, NOW)
    expect(await findLatestEdition(db)).toEqual({ edition: 1, hash: OPENING_COLLECTION.hash })
    const content = await loadContent(db, 1)
    expect(content).toEqual(OPENING_CONTENT)
    expect(hashOf(content)).toBe(OPENING_COLLECTION.hash)
  })

  test('is seeded once by servers that start at the same time', async () => {
    const { db } = database
    await Promise.all(Array.from({ length: 5 }, () => seedOpeningCollection(db, NOW)))
    await seedOpeningCollection(db, NOW)
    expect(await loadHistory(db)).toHaveLength(1)
  })

  test('has no edition 7', async () => {
    await seedOpeningCollection(database.db, NOW)
    await expect(loadContent(database.db, 7)).rejects.toThrow('no edition 7')
  })
})

describe('publishing', () => {
  beforeEach(() => seedOpeningCollection(database.db, NOW))

  // Shows D37.edition
  test('a rate writes one row, and the previous edition keeps its own', async () => {
    expect(await published(goldAt(7450))).toBe(2)
    expect(await rowsFrom(2)).toMatchObject([{ key: 'rates' }])
    expect((await loadContent(database.db, 1)).rates).toEqual(OPENING_RATES)
    expect((await loadContent(database.db, 2)).rates).toEqual({
      ...OPENING_RATES,
      perGram: { ...OPENING_RATES.perGram, gold: rupees(7450) },
    })
    const { hash } = OPENING_COLLECTION
    expect((await findLatestEdition(database.db))?.hash).not.toBe(hash)
  })

  // Shows D37.history
  test('records who, why and when', async () => {
    await published(goldAt(7450))
    const [newest, oldest] = await loadHistory(database.db)
    expect(newest).toMatchObject({
      number: 2,
      publishedBy: 'asha',
      reason: 'A test',
      publishedAt: NOW,
      restores: null,
    })
    expect(oldest).toMatchObject({ number: 1, publishedBy: 'system' })
  })

  test('adds a product at the end of its type, or at its position', async () => {
    await published({ do: 'put product', product: newRing })
    await published({ do: 'put product', product: { ...newRing, id: 901 }, position: 15 })
    const rings = (await loadContent(database.db, 3)).products.filter(({ type }) => type === 'rings')
    expect(rings.map(({ id }) => id).slice(0, 3)).toEqual([801, 901, 802])
    expect(rings.at(-1)?.id).toBe(900)
    expect(await rowsFrom(3)).toHaveLength(1)
  })

  test('retires a product and keeps it', async () => {
    const before = await loadContent(database.db, 1)
    await published({ do: 'retire product', product: { type: 'rings', id: 805 } })
    const after = await loadContent(database.db, 2)
    expect(after.products).toHaveLength(before.products.length)
    expect(after.products.find(({ type, id }) => type === 'rings' && id === 805)?.retired).toBe(true)
  })

  // Shows D37.whole
  test('rejects the whole edition for one error, and lists all of them', async () => {
    const result = await publishing(
      goldAt(7450),
      { do: 'put product', product: { ...newRing, weightMg: 0, metal: 'Copper' } },
      { do: 'retire product', product: { type: 'rings', id: 801 } },
    )
    expect(result).toMatchObject({
      ok: false,
      error: {
        kind: 'invalid',
        errors: [
          { key: 'rings-900', field: 'weightMg' },
          { key: 'featured', field: 'rings-801', text: 'is retired' },
        ],
      },
    })
    expect(await loadHistory(database.db)).toHaveLength(1)
  })

  test('rejects an edition in which nothing changes', async () => {
    expect(await publishing(goldAt(7300))).toEqual({ ok: false, error: { kind: 'unchanged' } })
  })

  test('rejects changes on an edition that is no longer the newest', async () => {
    await published(goldAt(7450))
    const request = { changes: [goldAt(7500)], actor: 'asha', reason: 'Late', now: NOW }
    expect(await publish(database.db, { ...request, expectedLatest: 1 })).toEqual({
      ok: false,
      error: { kind: 'conflict', latest: 2 },
    })
    expect((await publish(database.db, { ...request, expectedLatest: 2 })).ok).toBe(true)
  })

  // Shows D37.order
  test('by two publishers at the same time makes two editions, and neither undoes the other', async () => {
    const silver: CollectionChange = { do: 'set rates', rates: { perGram: { silver: rupees(101) } } }
    const results = await Promise.all([
      publishing(goldAt(7450)),
      publishing(silver),
      publishing({ do: 'put product', product: newRing }),
    ])
    expect(results.map((result) => result.ok && result.value.edition).toSorted()).toEqual([2, 3, 4])
    const { rates, products } = await loadContent(database.db, 4)
    expect(rates.perGram).toMatchObject({ gold: rupees(7450), silver: rupees(101) })
    expect(products).toHaveLength(OPENING_CONTENT.products.length + 1)
  })

  test('below the value of the metal needs an agreement, which an omitted one does not give', async () => {
    const dearerSilver: CollectionChange = { do: 'set rates', rates: { perGram: { silver: rupees(105) } } }
    expect(await publishing(dearerSilver)).toMatchObject({ ok: false, error: { kind: 'below metal' } })
    expect(await loadHistory(database.db)).toHaveLength(1)
  })

  test('concurrently on one base lets one publisher win', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        publish(database.db, {
          changes: [goldAt(7400 + index)],
          actor: 'asha',
          reason: 'Race',
          expectedLatest: 1,
          now: NOW,
        }),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await loadHistory(database.db)).toHaveLength(2)
  })
})

describe('a rollback', () => {
  beforeEach(() => seedOpeningCollection(database.db, NOW))
  const back = (to: number, approval?: string | null) =>
    rollback(database.db, { to, actor: 'ravi', reason: 'Wrong', now: NOW, approval })

  // Shows D37.rollback
  test('is a new edition with the content of the old one', async () => {
    await published(goldAt(7450), { do: 'put product', product: { ...ring, name: 'Wrong name' } })
    expect(await back(1)).toEqual({ ok: true, value: { edition: 3, hash: OPENING_COLLECTION.hash } })
    expect(await loadContent(database.db, 3)).toEqual(OPENING_CONTENT)
    expect((await loadHistory(database.db))[0]).toMatchObject({ number: 3, restores: 1, publishedBy: 'ravi' })
    expect(await rowsFrom(3)).toHaveLength(2)
  })

  test('retires what was added since, because carts and orders may have it', async () => {
    await published({ do: 'put product', product: newRing })
    await back(1)
    const content = await loadContent(database.db, 3)
    expect(content.products.filter(({ retired }) => retired)).toEqual([{ ...newRing, retired: true }])
  })

  test('across a rate jump needs an approval', async () => {
    for (const [days, rate] of [
      [4, 7900],
      [2, 8200],
    ] as const)
      await publish(database.db, {
        changes: [goldAt(rate)],
        actor: 'asha',
        reason: 'A rise',
        now: addMs(NOW, -days * DAY_MS),
      })
    const rejected = await back(1)
    expect(rejected).toMatchObject({
      ok: false,
      error: { errors: [{ key: 'rates', field: 'gold', needs: 'approval' }] },
    })
    const errors = !rejected.ok && rejected.error.kind === 'invalid' ? rejected.error.errors : []
    expect((await back(1, approvalCodeOf(errors))).ok).toBe(true)
  })
})

test('a difference between two editions has the fields and the prices before and after', async () => {
  await seedOpeningCollection(database.db, NOW)
  await published(goldAt(7450))
  await published({ do: 'put product', product: { ...ring, name: 'Chandrika Ring', weightMg: 3700 } })
  const { rates, products } = await diffEditions(database.db, 1, 3)
  expect(rates).toEqual([{ label: 'Gold 22K', before: '₹7,300.00 per gram', after: '₹7,450.00 per gram' }])
  expect(products.find(({ sku }) => sku === 'rings-801')).toMatchObject({
    kind: 'changed',
    fields: [
      { label: 'Name', before: 'Chandrika Solitaire Ring', after: 'Chandrika Ring' },
      { label: 'Weight in grams', before: '3.6 g', after: '3.7 g' },
    ],
    price: { before: 3_288_300, after: 3_356_100 },
  })
  expect(products.some(({ kind }) => kind === 'repriced')).toBe(true)
})
