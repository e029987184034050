/** Budgets: how many statements a call sends to the database. Those that do not wait for one another leave together. */
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

async function statementsOf(call: () => Promise<{ readonly status: number }>): Promise<number> {
  // Connections are opened before.
  await call()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect((await call()).status).toBe(200)
  return query.mock.calls.length
}

test('a token sends no more than 2 statements', async () => {
  const { cookie } = await signUp(app)
  expect(await statementsOf(() => app.request('GET', '/api/auth/token', { cookie }))).toBeLessThanOrEqual(2)
})

test('reading the lists sends no more than 3 statements', async () => {
  const { token } = await signUp(app)
  expect(await statementsOf(() => app.request('GET', '/api/lists', { token }))).toBeLessThanOrEqual(3)
})

test('adding to the cart sends no more than 8 statements', async () => {
  const { token } = await signUp(app)
  const add = () => {
    const change = { do: 'add', product: { type: 'rings', id: 801 }, quantity: 1 }
    const body = { changes: [{ id: randomUUID(), list: 'cart', change }] }
    return app.request('POST', '/api/lists', { token, body })
  }
  expect(await statementsOf(add)).toBeLessThanOrEqual(8)
})
