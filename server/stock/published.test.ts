import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { followCollection, type CurrentCollection } from '#server/collection/current.ts'
import { publish, seedOpeningCollection } from '#server/collection/editions.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { createLog } from '#server/log.ts'
import { listLevels } from './corrections.ts'
import { seedOpeningStock } from './levels.ts'
import { createStockLoader } from './out-of-stock.ts'

const NOW = new Date('2026-11-22T10:00:00Z')

const database = useTestDatabase()
let collection: CurrentCollection
beforeAll(async () => {
  const { db } = database
  await seedOpeningCollection(db, NOW)
  await seedOpeningStock(db, { products: OPENING_CONTENT.products, each: 20, now: NOW })
  const loadOutOfStock = createStockLoader(db, () => NOW)
  collection = await followCollection({ database, log: createLog('silent'), loadOutOfStock })
})
afterAll(() => collection.close())

test('a product published without a count is counted before a server shows it', async () => {
  const ring = OPENING_CONTENT.products.find(({ type, inStock }) => type === 'rings' && inStock)
  if (!ring) throw new Error('There is no ring')
  const levels: Promise<{ key: string; onHand: number }[]>[] = []
  collection.onChange(() => levels.push(listLevels(database.db, 'rings-9', NOW)))
  const published = await publish(database.db, {
    changes: [
      { do: 'put product', product: { ...ring, id: 901 } },
      { do: 'put product', product: { ...ring, id: 902, inStock: false } },
    ],
    actor: 'asha',
    reason: 'New rings',
    now: NOW,
  })
  expect(published.ok).toBe(true)
  await vi.waitFor(() => expect(levels).toHaveLength(1), 5000)
  expect(await levels[0]).toMatchObject([
    { key: 'rings-901', onHand: 1 },
    { key: 'rings-902', onHand: 0 },
  ])
  expect(collection.get().find({ type: 'rings', id: 901 })?.inStock).toBe(true)
})
