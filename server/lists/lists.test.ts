import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { createTestApp, signUp, type TestApp } from '#server/accounts/testing.ts'
import { appliedChange, cartLine } from '#server/db/list-schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'

const database = useTestDatabase()
let app: TestApp
beforeAll(() => {
  app = createTestApp(database.db)
})

const LISTS = '/api/lists'
const ring = { type: 'rings', id: 801 }
const studs = { type: 'tops', id: 1 }
const anklet = { type: 'anklet', id: 1 }
const unknown = { type: 'rings', id: 999 }

const inCart = (change: object, id: string = randomUUID()) => ({ id, list: 'cart', change })
const inWishlist = (change: object, id: string = randomUUID()) => ({ id, list: 'wishlist', change })
const adding = (product: object, quantity = 1) => inCart({ do: 'add', product, quantity })

function change(token: string, ...changes: readonly object[]) {
  return app.request('POST', LISTS, { token, body: { changes } })
}

describe('the lists', () => {
  test('are empty for a new user', async () => {
    const { token } = await signUp(app)
    expect((await app.request('GET', LISTS, { token })).json).toEqual({
      cart: [],
      wishlist: [],
      cartGeneration: 0,
    })
  })

  test('are returned unchanged by a call without changes', async () => {
    const { token } = await signUp(app)
    await change(token, adding(studs))
    const { status, json } = await change(token)
    expect([status, json.cart]).toEqual([200, [{ ...studs, size: '', quantity: 1 }]])
  })

  test('keep products in the order of addition, and distinguish types with the same id', async () => {
    const { token } = await signUp(app)
    const response = await change(
      token,
      adding(studs, 2),
      adding(anklet),
      adding(studs),
      inWishlist({ do: 'add', product: ring }),
      inWishlist({ do: 'add', product: anklet }),
    )
    const lists = {
      cart: [
        { ...studs, size: '', quantity: 3 },
        { ...anklet, size: '', quantity: 1 },
      ],
      wishlist: [ring, anklet],
      cartGeneration: 0,
    }
    expect([response.status, response.json]).toEqual([200, lists])
    expect((await app.request('GET', LISTS, { token })).json).toEqual(lists)
  })

  // Shows 4.cart.empty, 4.wishlist.remove
  test('support every kind of change', async () => {
    const { token } = await signUp(app)
    await change(token, adding(ring), adding(studs), inCart({ do: 'set', product: ring, quantity: 5 }))
    await change(token, inCart({ do: 'remove', product: studs }), inWishlist({ do: 'add', product: studs }))
    const merged = await change(
      token,
      inCart({
        do: 'merge',
        lines: [
          { ...ring, size: '12', quantity: 9 },
          { ...anklet, size: '', quantity: 2 },
        ],
      }),
      inWishlist({ do: 'merge', products: [studs, ring] }),
    )
    expect(merged.json).toEqual({
      cart: [
        { ...ring, size: '12', quantity: 5 },
        { ...anklet, size: '', quantity: 2 },
      ],
      wishlist: [studs, ring],
      cartGeneration: 0,
    })
    const emptied = await change(
      token,
      inCart({ do: 'clear' }),
      inWishlist({ do: 'remove', product: studs }),
      inWishlist({ do: 'clear' }),
    )
    expect(emptied.json).toEqual({ cart: [], wishlist: [], cartGeneration: 0 })
  })

  test('are private to the user', async () => {
    const [asha, rohan] = [await signUp(app), await signUp(app)]
    await change(asha.token, adding(ring))
    expect((await app.request('GET', LISTS, { token: rohan.token })).json.cart).toEqual([])
  })

  test('require a sign-in', async () => {
    expect((await app.request('GET', LISTS)).status).toBe(401)
    expect((await app.request('POST', LISTS, { body: { changes: [] } })).status).toBe(401)
  })
})

describe('a change', () => {
  // Shows D23.merge
  test('repeated later or within the same call is applied once', async () => {
    const { token } = await signUp(app)
    const added = adding(ring)
    await change(token, added, added)
    const { json } = await change(token, { ...added, id: added.id.toUpperCase() }, adding(studs))
    expect(json.cart).toEqual([
      { ...ring, size: '12', quantity: 1 },
      { ...studs, size: '', quantity: 1 },
    ])
  })

  test('may have the same id as the change of another user', async () => {
    const [asha, rohan] = [await signUp(app), await signUp(app)]
    const added = adding(ring)
    await change(asha.token, added)
    expect((await change(rohan.token, added)).json.cart).toEqual([{ ...ring, size: '12', quantity: 1 }])
  })

  // Shows D23.merge, 6.person
  test('made concurrently on two devices is never lost', async () => {
    const { token } = await signUp(app)
    const changes = Array.from({ length: 12 }, (_, device) =>
      device % 2 ? adding(ring) : inWishlist({ do: 'add', product: { type: 'rings', id: 802 + device } }),
    )
    await Promise.all(changes.map((one) => change(token, one)))
    const { json } = await app.request('GET', LISTS, { token })
    expect(json.cart).toEqual([{ ...ring, size: '12', quantity: 6 }])
    expect(json.wishlist).toHaveLength(6)
  })

  test('sent concurrently several times is applied once', async () => {
    const { token } = await signUp(app)
    const added = adding(ring)
    await Promise.all([1, 2, 3, 4].map(() => change(token, added)))
    expect((await app.request('GET', LISTS, { token })).json.cart).toEqual([
      { ...ring, size: '12', quantity: 1 },
    ])
  })

  test('is detected as a repetition for more than a year', async () => {
    const { id, token } = await signUp(app)
    const old = randomUUID()
    await database.db
      .insert(appliedChange)
      .values({ userId: id, changeId: old, appliedAt: new Date(Date.now() - 401 * DAY_MS) })
    const { id: recent } = adding(ring)
    await database.db
      .insert(appliedChange)
      .values({ userId: id, changeId: recent, appliedAt: new Date(Date.now() - 399 * DAY_MS) })
    const added = adding(studs)
    await change(token, added)
    const stored = await database.db.select().from(appliedChange).where(eq(appliedChange.userId, id))
    expect(stored.map(({ changeId }) => changeId).sort()).toEqual([recent, added.id].sort())
  })
})

describe('a product that is not in the collection', () => {
  test('is not added to a list', async () => {
    const { token } = await signUp(app)
    const { status, json } = await change(
      token,
      adding(unknown),
      inCart({
        do: 'merge',
        lines: [
          { ...unknown, size: '', quantity: 1 },
          { ...ring, size: '12', quantity: 1 },
        ],
      }),
      inWishlist({ do: 'add', product: unknown }),
      inWishlist({ do: 'merge', products: [unknown, studs] }),
    )
    expect(status).toBe(200)
    expect(json).toMatchObject({ cart: [{ ...ring, size: '12', quantity: 1 }], wishlist: [studs] })
  })

  test('stays on a list until it is removed, if it left the collection later', async () => {
    const { id, token } = await signUp(app)
    await database.db
      .insert(cartLine)
      .values({ userId: id, type: 'rings', productId: 999, quantity: 2, position: 0 })
    const { json } = await change(token, adding(studs))
    expect(json.cart).toEqual([
      { ...unknown, size: '', quantity: 2 },
      { ...studs, size: '', quantity: 1 },
    ])
    expect((await change(token, inCart({ do: 'remove', product: unknown }))).json.cart).toHaveLength(1)
  })
})

describe('sizes', () => {
  const wide = { ...ring, size: '14' }
  const storeOldRow = (userId: string) =>
    database.db.insert(cartLine).values({ userId, type: 'rings', productId: 801, quantity: 2, position: 0 })

  // Shows D40.line
  test('of one ring make separate lines', async () => {
    const { token } = await signUp(app)
    await change(token, adding(ring), adding(wide, 2), adding({ ...ring, size: '12' }))
    const { json } = await app.request('GET', LISTS, { token })
    expect(json.cart).toEqual([
      { ...ring, size: '12', quantity: 2 },
      { ...wide, quantity: 2 },
    ])
    await change(
      token,
      inCart({ do: 'set', product: wide, quantity: 5 }),
      inCart({ do: 'remove', product: ring }),
    )
    expect((await app.request('GET', LISTS, { token })).json.cart).toEqual([{ ...wide, quantity: 5 }])
  })

  // Shows D39.cart
  test('can be changed, which merges with the line of the new size', async () => {
    const { token } = await signUp(app)
    await change(token, adding(ring), adding(studs), adding(wide))
    const resized = await change(token, inCart({ do: 'resize', product: ring, size: '10' }))
    expect(resized.json.cart).toMatchObject([{ ...ring, size: '10' }, studs, wide])
    const joined = await change(token, inCart({ do: 'resize', product: wide, size: '10' }))
    expect(joined.json.cart).toEqual([
      { ...studs, size: '', quantity: 1 },
      { ...ring, size: '10', quantity: 2 },
    ])
  })

  // Shows D39.before
  test('default to the standard size for older rows, at sign-in and in every later change', async () => {
    const { id, token } = await signUp(app)
    await storeOldRow(id)
    const { json } = await app.request('GET', LISTS, { token })
    expect(json.cart).toEqual([{ ...ring, size: '12', quantity: 2 }])
    const merged = await change(
      token,
      inCart({
        do: 'merge',
        lines: [
          { ...ring, quantity: 1 },
          { ...wide, quantity: 1 },
        ],
      }),
    )
    expect(merged.json.cart).toEqual([
      { ...ring, size: '12', quantity: 2 },
      { ...wide, quantity: 1 },
    ])
    const rows = await database.db.select().from(cartLine).where(eq(cartLine.userId, id))
    expect(rows.map(({ size }) => size).sort()).toEqual(['12', '14'])
  })

  test('that the product does not have are ignored', async () => {
    const { token } = await signUp(app)
    const { status, json } = await change(
      token,
      adding({ ...ring, size: '27' }),
      adding({ ...studs, size: '12' }),
      adding(ring),
      inCart({ do: 'resize', product: ring, size: '5' }),
      inCart({ do: 'resize', product: ring, size: '' }),
      inCart({ do: 'merge', lines: [{ ...ring, size: '2.6', quantity: 1 }] }),
    )
    expect([status, json.cart]).toEqual([200, [{ ...ring, size: '12', quantity: 1 }]])
  })

  test('survive concurrent changes of two devices', async () => {
    const { token } = await signUp(app)
    await change(token, adding(ring, 2))
    await Promise.all([
      change(token, inCart({ do: 'resize', product: ring, size: '10' })),
      change(token, adding({ ...ring, size: '10' })),
      change(token, adding(wide)),
    ])
    const { json } = await app.request('GET', LISTS, { token })
    const sorted = json.cart.toSorted((one: typeof wide, other: typeof wide) =>
      one.size.localeCompare(other.size),
    )
    expect(sorted).toEqual([
      { ...ring, size: '10', quantity: 3 },
      { ...wide, quantity: 1 },
    ])
  })
})

describe('an invalid request', () => {
  test.each([
    ['a list', []],
    ['null', null],
    ['no changes', {}],
    ['an unknown field', { changes: [], user: 'another' }],
    ['a change without an id', { changes: [{ list: 'cart', change: { do: 'clear' } }] }],
    ['an invalid id', { changes: [inCart({ do: 'clear' }, 'one')] }],
    ['an unknown list', { changes: [{ id: randomUUID(), list: 'basket', change: { do: 'clear' } }] }],
    ['a change of the other list', { changes: [inWishlist({ do: 'set', product: ring, quantity: 1 })] }],
    ['a quantity of 0', { changes: [adding(ring, 0)] }],
    ['a quantity of 100', { changes: [adding(ring, 100)] }],
    ['a fractional quantity', { changes: [adding(ring, 0.5)] }],
    ['an unknown product type', { changes: [adding({ type: 'crowns', id: 1 })] }],
    ['a product id that is text', { changes: [adding({ type: 'rings', id: '801' })] }],
    ['a size that is a number', { changes: [adding({ ...ring, size: 12 })] }],
    ['a size that is a word', { changes: [adding({ ...ring, size: 'wide' })] }],
    ['a price', { changes: [adding({ ...ring, price: 1 })] }],
    ['101 changes', { changes: Array.from({ length: 101 }, () => adding(ring)) }],
  ])('is rejected: %s', async (_, body) => {
    const { token } = await signUp(app)
    const { status, json } = await app.request('POST', LISTS, { token, body })
    expect([status, json.success, json.code]).toEqual([400, false, 'invalid-request'])
  })

  test('with malformed JSON or another content type is rejected', async () => {
    const { token } = await signUp(app)
    expect((await app.request('POST', LISTS, { token, raw: '{"changes":[' })).status).toBe(400)
    const form = { 'content-type': 'text/plain' }
    expect((await app.request('POST', LISTS, { token, raw: '{}', headers: form })).status).toBe(415)
  })
})

test('a user may make a thousand changes an hour', async () => {
  const { token } = await signUp(app)
  const hundred = () => Array.from({ length: 100 }, () => adding(ring))
  for (let call = 1; call <= 10; call++) expect((await change(token, ...hundred())).status).toBe(200)
  const { status, json, headers } = await change(token, adding(ring))
  expect([status, json.code]).toEqual([429, 'too-many-requests'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500)
  expect((await app.request('GET', LISTS, { token })).status).toBe(200)
})
