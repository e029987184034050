import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import type { CollectionChange } from '#domain/edition.ts'
import { rupees } from '#domain/money.ts'
import { skuOf, type Sku } from '#domain/product.ts'
import { edition, editionDraft, editionEntry } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { createLog } from '#server/log.ts'
import { followCollection, type CurrentCollection } from './current.ts'
import { publish, seedOpeningCollection } from './editions.ts'

const NOW = new Date('2026-11-22T09:00:00Z')
const FOLLOWED_WITHIN_MS = 2000

const database = useTestDatabase()
const servers: CurrentCollection[] = []

beforeEach(async () => {
  await database.db.execute(sql`truncate ${edition}, ${editionEntry}, ${editionDraft}`)
  await seedOpeningCollection(database.db, NOW)
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function follow(
  options: { loadOutOfStock?: () => Promise<ReadonlySet<Sku>>; stockSpacingMs?: number } = {},
): Promise<CurrentCollection> {
  const server = await followCollection({
    database,
    log: createLog('silent'),
    ...options,
  })
  servers.push(server)
  return server
}

async function publishChanges(...changes: readonly CollectionChange[]): Promise<void> {
  const result = await publish(database.db, { changes, actor: 'asha', reason: 'A test', now: NOW })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
}

const goldAt = (amount: number): CollectionChange => ({
  do: 'set rates',
  rates: { perGram: { gold: rupees(amount) } },
})
const piece = OPENING_COLLECTION.products.find(
  ({ price, inStock }) => price.breakup?.metal === 'gold' && inStock,
)
if (!piece) throw new Error('There is nothing of gold')

describe('the current collection', () => {
  test('is the newest edition from the start', async () => {
    await publishChanges(goldAt(7400))
    const current = (await follow()).get()
    expect([current.edition, current.rates.perGram.gold]).toEqual([2, rupees(7400)])
  })

  // Shows D37.follow
  test('reaches three servers within two seconds', async () => {
    const three = await Promise.all([follow(), follow(), follow()])
    await publishChanges(goldAt(7400))
    await vi.waitFor(
      () => expect(three.map((server) => server.get().edition)).toEqual([2, 2, 2]),
      FOLLOWED_WITHIN_MS,
    )
    for (const server of three) {
      expect(server.get().find(piece)?.price.breakup?.metalRatePerGram).toBe(rupees(7400))
      expect(server.previous()?.edition).toBe(1)
    }
  })

  // Shows D37.pinned
  test('is the same throughout a request, whatever is published meanwhile', async () => {
    const server = await follow()
    await server.pinned(async () => {
      await publishChanges(goldAt(7400))
      await vi.waitFor(() => expect(server.latest().edition).toBe(2), FOLLOWED_WITHIN_MS)
      expect(server.get().edition).toBe(1)
    })
    expect(server.get().edition).toBe(2)
  })

  test('keeps the order of the products, and retired products', async () => {
    const server = await follow()
    await publishChanges({ do: 'retire product', product: piece }, goldAt(7400))
    await vi.waitFor(() => expect(server.get().edition).toBe(2), FOLLOWED_WITHIN_MS)
    expect(server.get().products.map(skuOf)).toEqual(
      OPENING_COLLECTION.products.map(skuOf).filter((sku) => sku !== skuOf(piece)),
    )
    expect(server.get().retired.map(skuOf)).toEqual([skuOf(piece)])
    expect(server.get().find(piece)?.name).toBe(piece.name)
  })

  test('has the current stock, and the hash of its edition if the stock matches', async () => {
    const soldOut = (content: typeof OPENING_CONTENT) =>
      new Set(content.products.filter(({ inStock }) => !inStock).map(skuOf))
    let outOfStock = soldOut(OPENING_CONTENT)
    const server = await follow({ loadOutOfStock: async () => outOfStock, stockSpacingMs: 0 })
    expect(server.get().hash).toBe(OPENING_COLLECTION.hash)

    outOfStock = new Set([...outOfStock, skuOf(piece)])
    await vi.waitFor(() => expect(server.get().find(piece)?.inStock).toBe(false), FOLLOWED_WITHIN_MS)
    expect(server.get().hash).not.toBe(OPENING_COLLECTION.hash)

    outOfStock = soldOut(OPENING_CONTENT)
    await vi.waitFor(() => expect(server.get().hash).toBe(OPENING_COLLECTION.hash), FOLLOWED_WITHIN_MS)
  })

  test('updates constantly changing stock only at intervals', async () => {
    const stockSpacingMs = 2500
    let calls = 0
    const server = await follow({
      loadOutOfStock: async () => new Set(calls++ % 2 === 0 ? [] : [skuOf(piece)]),
      stockSpacingMs,
    })
    const changes: number[] = []
    server.onChange(() => changes.push(performance.now()))
    await vi.waitFor(() => expect(changes).toHaveLength(2), FOLLOWED_WITHIN_MS + 2 * stockSpacingMs)
    const [first = 0, second = 0] = changes
    expect(second - first).toBeGreaterThanOrEqual(stockSpacingMs)
  })

  test('reuses product objects when only a rate changes', async () => {
    const server = await follow({ loadOutOfStock: async () => new Set([skuOf(piece)]) })
    const before = server.get()
    await publishChanges(goldAt(7400))
    await vi.waitFor(() => expect(server.get().edition).toBe(2), FOLLOWED_WITHIN_MS)
    expect(server.get().content.products).toBe(before.content.products)
    expect(server.get().find(piece)).toMatchObject({ inStock: false })
    expect(server.get().find(piece)?.price).not.toEqual(before.find(piece)?.price)
  })

  test('replaces a changed product in place and reuses the others', async () => {
    const server = await follow()
    const before = server.get()
    const { price: _, ...product } = piece
    await publishChanges({ do: 'put product', product: { ...product, name: 'Another name' } })
    await vi.waitFor(() => expect(server.get().edition).toBe(2), FOLLOWED_WITHIN_MS)
    const differing = server
      .get()
      .content.products.filter((each, place) => each !== before.content.products[place])
    expect(differing).toEqual([{ ...product, name: 'Another name' }])
  })
})
