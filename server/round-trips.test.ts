/** Budgets for the number of statements that a call sends to the database. Independent statements are sent together. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp, signUp, type TestApp } from './accounts/testing.ts'
import { checkoutOf, createActions, RING, setUpCheckout } from './checkout/testing.ts'
import { useTestDatabase } from './db/testing.ts'

const database = useTestDatabase()
let app: TestApp
beforeAll(() => {
  app = createTestApp(database.db)
})

async function statementsOf(call: () => Promise<{ readonly status: number }>): Promise<number> {
  // Connections are opened beforehand.
  await call()
  return countStatements(call)
}

async function countStatements(call: () => Promise<{ readonly status: number }>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect((await call()).status).toBe(200)
  const count = query.mock.calls.length
  query.mockRestore()
  return count
}

test('a token sends at most 2 statements', async () => {
  const { cookie } = await signUp(app)
  expect(await statementsOf(() => app.request('GET', '/api/auth/token', { cookie }))).toBeLessThanOrEqual(2)
})

test('reading the lists sends at most 2 statements', async () => {
  const { token } = await signUp(app)
  expect(await statementsOf(() => app.request('GET', '/api/lists', { token }))).toBeLessThanOrEqual(2)
})

test('adding to the cart sends at most 6 statements', async () => {
  const { token } = await signUp(app)
  const add = () => {
    const change = { do: 'add', product: { type: 'rings', id: 801 }, quantity: 1 }
    const body = { changes: [{ id: randomUUID(), list: 'cart', change }] }
    return app.request('POST', '/api/lists', { token, body })
  }
  expect(await statementsOf(add)).toBeLessThanOrEqual(6)
})

describe('a purchase', () => {
  const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
  const { payAtGateway } = createActions(fixture)
  // In these tests, user and rate limit are two statements; the server sends one.

  test('is placed with at most 12 statements', async () => {
    const place = () =>
      fixture.server.request(fixture.asha, 'POST', '/api/create-order', {
        ...checkoutOf(fixture.asha),
        cart_generation: 0,
      })
    expect(await countStatements(place)).toBeLessThanOrEqual(12)
  })

  test('is verified and completed with at most 15 statements', async () => {
    const { verification } = await payAtGateway()
    const verify = () => fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', verification)
    expect(await countStatements(verify)).toBeLessThanOrEqual(15)
  })

  test('is listed among the orders by reads that are sent together', async () => {
    await payAtGateway()
    const connect = vi.spyOn(pg.Pool.prototype, 'connect')
    expect((await fixture.server.request(fixture.asha, 'GET', '/api/orders')).status).toBe(200)
    const connections = connect.mock.calls.length
    connect.mockRestore()
    // The user, the rate limit, the orders, and their related rows.
    expect(connections).toBeLessThanOrEqual(4)
  })
})
