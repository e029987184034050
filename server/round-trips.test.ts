/** Budgets: how often one call waits for the database. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, signUp, type TestApp } from './accounts/testing.ts'
import type { OpenDatabase } from './db/open.ts'
import { openTestDatabase } from './testing.ts'

let database: OpenDatabase
let app: TestApp
beforeAll(async () => {
  database = await openTestDatabase()
  app = createTestApp(database.db)
}, 60_000)
afterAll(() => database.close())
afterEach(() => vi.restoreAllMocks())

/** Statements sent by the driver, each of which waits for the response to the one before. */
async function roundTrips(call: () => Promise<{ readonly status: number }>): Promise<number> {
  // Connections are opened before.
  await call()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect((await call()).status).toBe(200)
  return query.mock.calls.length
}

test('a token takes no more than 2 round trips', async () => {
  const { cookie } = await signUp(app)
  expect(await roundTrips(() => app.request('GET', '/api/auth/token', { cookie }))).toBeLessThanOrEqual(2)
})

test('reading the lists takes no more than 3 round trips', async () => {
  const { token } = await signUp(app)
  expect(await roundTrips(() => app.request('GET', '/api/lists', { token }))).toBeLessThanOrEqual(3)
})

test('adding to the cart takes no more than 10 round trips', async () => {
  const { token } = await signUp(app)
  const add = () => {
    const change = { do: 'add', product: { type: 'rings', id: 801 }, quantity: 1 }
    const body = { changes: [{ id: randomUUID(), list: 'cart', change }] }
    return app.request('POST', '/api/lists', { token, body })
  }
  expect(await roundTrips(add)).toBeLessThanOrEqual(10)
})
