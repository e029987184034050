import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { rupees } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order.ts'
import { order, orderLine } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { createTestApp, signUp, type TestApp } from './testing.ts'

const database = useTestDatabase()
let app: TestApp
beforeAll(() => {
  app = createTestApp(database.db)
})

const ACCOUNT = '/api/account'

async function placeOrder(
  userId: string,
  { status, completedAt, names }: { status: OrderStatus; completedAt: string; names: readonly string[] },
) {
  const number = `SJ-${randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()}`
  const subtotal = rupees(1500 * names.length)
  await database.db.insert(order).values({
    number,
    userId,
    checkoutId: randomUUID(),
    status,
    subtotal,
    saving: rupees(0),
    shipping: rupees(0),
    total: subtotal,
    currency: 'INR',
    shipTo: {
      name: 'Asha Verma',
      address: '12 Janpath',
      city: 'New Delhi',
      state: 'Delhi',
      pincode: '110001',
      phone: '9810012345',
      email: 'asha@example.in',
    },
    courierId: 1,
    courierName: 'Blue Dart',
    estimatedDays: 2,
    weightMg: 500_000,
    placedAt: new Date('2026-01-01T06:00:00Z'),
    completedAt: status === 'completed' ? new Date(completedAt) : null,
  })
  await database.db.insert(orderLine).values(
    names.map((name, position) => ({
      orderNumber: number,
      position,
      type: 'tops' as const,
      productId: position + 1,
      name,
      quantity: 1,
      unitPrice: rupees(1500),
      saving: rupees(0),
      total: rupees(1500),
    })),
  )
  return number
}

describe('the profile', () => {
  // Shows 3.profile.document, 3.profile.new, 4.auth.record
  test('of a new user has name and e-mail address, and is empty otherwise', async () => {
    const { email, token } = await signUp(app)
    const { status, json } = await app.request('GET', ACCOUNT, { token })
    expect(status).toBe(200)
    expect(json).toEqual({
      email,
      displayName: 'Asha Verma',
      phoneNumber: '',
      address: '',
      cart: [],
      wishlist: [],
      purchases: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  // Shows 5.account
  test('stores phone number and address', async () => {
    const { token } = await signUp(app)
    const body = { phoneNumber: ' +91 98100 12345 ', address: '12 Janpath\nNew Delhi 110001' }
    const saved = await app.request('PATCH', ACCOUNT, { token, body })
    const read = await app.request('GET', ACCOUNT, { token })
    expect(saved.json).toEqual(read.json)
    expect([read.json.phoneNumber, read.json.address]).toEqual(['+91 98100 12345', body.address])
  })

  test('can be cleared', async () => {
    const { token } = await signUp(app)
    await app.request('PATCH', ACCOUNT, { token, body: { phoneNumber: '9810012345', address: 'Delhi' } })
    const { json } = await app.request('PATCH', ACCOUNT, { token, body: { phoneNumber: '', address: '' } })
    expect([json.phoneNumber, json.address]).toEqual(['', ''])
  })

  test('cannot be read by another user', async () => {
    const [asha, rohan] = [await signUp(app), await signUp(app)]
    await app.request('PATCH', ACCOUNT, {
      token: asha.token,
      body: { phoneNumber: '9810012345', address: 'Delhi' },
    })
    expect((await app.request('GET', ACCOUNT, { token: rohan.token })).json.address).toBe('')
  })

  // Shows 5.account
  test.each([
    ['name', { displayName: 'Rani' }],
    ['e-mail address', { email: 'rani@example.in' }],
    ['phone number of letters', { phoneNumber: 'call me' }],
    ['phone number of 21 digits', { phoneNumber: '9'.repeat(21) }],
    ['address with a NUL', { address: 'Delhi\u0000' }],
    ['address with a lone surrogate', { address: 'Delhi \ud800' }],
    ['address of 501 characters', { address: 'd'.repeat(501) }],
    ['address that is null', { address: null }],
    ['body without an address', { address: undefined }],
  ])('accepts no %s', async (_, wrong) => {
    const { token } = await signUp(app)
    const body = { phoneNumber: '', address: '', ...wrong }
    const { status, json } = await app.request('PATCH', ACCOUNT, { token, body })
    expect([status, json.success, json.code]).toEqual([400, false, 'invalid-request'])
  })

  test('requires a sign-in', async () => {
    const body = { phoneNumber: '', address: '' }
    for (const method of ['GET', 'PATCH']) {
      const { status, json } = await app.request(method, ACCOUNT, method === 'PATCH' ? { body } : {})
      expect([status, json.code]).toEqual([401, 'not-signed-in'])
    }
  })
})

describe('purchases', () => {
  // Shows 3.purchase, D24.profile
  test('are the completed orders, newest first, with the names of their products', async () => {
    const { id, token } = await signUp(app)
    const may = await placeOrder(id, {
      status: 'completed',
      completedAt: '2026-05-02T10:00:00Z',
      names: ['Lotus Jhumka', 'Moon Stud'],
    })
    const june = await placeOrder(id, {
      status: 'completed',
      completedAt: '2026-06-03T10:00:00Z',
      names: ['Peacock Drop'],
    })
    const { json } = await app.request('GET', ACCOUNT, { token })
    expect(json.purchases).toEqual([
      { number: june, date: '2026-06-03T10:00:00.000Z', total: 150_000, items: ['Peacock Drop'] },
      { number: may, date: '2026-05-02T10:00:00.000Z', total: 300_000, items: ['Lotus Jhumka', 'Moon Stud'] },
    ])
  })

  test('exclude unpaid orders and those of other users', async () => {
    const [asha, rohan] = [await signUp(app), await signUp(app)]
    for (const status of ['created', 'failed', 'cancelled'] as const)
      await placeOrder(asha.id, { status, completedAt: '', names: ['Lotus Jhumka'] })
    await placeOrder(rohan.id, {
      status: 'completed',
      completedAt: '2026-05-02T10:00:00Z',
      names: ['Moon Stud'],
    })
    expect((await app.request('GET', ACCOUNT, { token: asha.token })).json.purchases).toEqual([])
  })
})
