import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { hashOf } from '#domain/collection-hash.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { openTestDatabase } from '#server/testing.ts'
import { latestEdition, loadContent, loadHistory, seedOpeningCollection } from './editions.ts'

const NOW = new Date('2026-11-22T09:00:00Z')

let database: OpenDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

describe('a new database', () => {
  test('begins with the opening collection as edition 1', async () => {
    const { db } = database
    expect(await latestEdition(db)).toBeNull()
    await seedOpeningCollection(db, NOW)
    expect(await latestEdition(db)).toEqual({ edition: 1, hash: OPENING_COLLECTION.hash })
    const content = await loadContent(db, 1)
    expect(content).toEqual(OPENING_CONTENT)
    expect(hashOf(content)).toBe(OPENING_COLLECTION.hash)
  })

  test('is seeded once by servers that start at once', async () => {
    const { db } = database
    await Promise.all(Array.from({ length: 5 }, () => seedOpeningCollection(db, NOW)))
    await seedOpeningCollection(db, NOW)
    expect(await loadHistory(db)).toHaveLength(1)
  })
})
