import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase } from '#server/testing.ts'
import type { OpenDatabase } from './open.ts'

/** The database of a test file or a group of tests; complete before its later hooks, and closed after them. */
export function useTestDatabase(): OpenDatabase {
  const database = {} as OpenDatabase
  beforeAll(async () => {
    Object.assign(database, await openTestDatabase())
  })
  afterAll(() => database.close())
  return database
}
