import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, signUp, type TestShop } from '#server/accounts/testing.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { appliedChange, cartLine } from '#server/db/schema.ts'
import { openTestDatabase } from '#server/testing.ts'

let database: OpenDatabase
let shop: TestShop
beforeAll(async () => {
  database = await openTestDatabase()
  shop = openTestShop(database.db)
}, 60_000)
afterAll(() => database.close())

const LISTS = '/api/lists'
const ring = { type: 'rings', id: 801 }
const studs = { type: 'tops', id: 1 }
const anklet = { type: 'anklet', id: 1 }
const unknown = { type: 'rings', id: 999 }

const inCart = (change: object, id: string = randomUUID()) => ({ id, list: 'cart', change })
const inWishlist = (change: object, id: string = randomUUID()) => ({ id, list: 'wishlist', change })
const adding = (product: object, quantity = 1) => inCart({ do: 'add', product, quantity })

function change(token: string, ...changes: readonly object[]) {
  return shop.ask('POST', LISTS, { token, body: { changes } })
}

describe('the lists', () => {
  test('of a new person are empty', async () => {
    const { token } = await signUp(shop)
    expect((await shop.ask('GET', LISTS, { token })).json).toEqual({
      cart: [],
      wishlist: [],
      cartGeneration: 0,
    })
  })

  test('keep what was added in its order, and tell an earring from an anklet of the same number', async () => {
    const { token } = await signUp(shop)
    const answer = await change(
      token,
      adding(studs, 2),
      adding(anklet),
      adding(studs),
      inWishlist({ do: 'add', product: ring }),
      inWishlist({ do: 'add', product: anklet }),
    )
    const lists = {
      cart: [
        { ...studs, quantity: 3 },
        { ...anklet, quantity: 1 },
      ],
      wishlist: [ring, anklet],
      cartGeneration: 0,
    }
    expect([answer.status, answer.json]).toEqual([200, lists])
    expect((await shop.ask('GET', LISTS, { token })).json).toEqual(lists)
  })

  // Shows 4.cart.empty, 4.wishlist.remove
  test('take every verb', async () => {
    const { token } = await signUp(shop)
    await change(token, adding(ring), adding(studs), inCart({ do: 'set', product: ring, quantity: 5 }))
    await change(token, inCart({ do: 'remove', product: studs }), inWishlist({ do: 'add', product: studs }))
    const merged = await change(
      token,
      inCart({
        do: 'merge',
        lines: [
          { ...ring, quantity: 9 },
          { ...anklet, quantity: 2 },
        ],
      }),
      inWishlist({ do: 'merge', products: [studs, ring] }),
    )
    expect(merged.json).toEqual({
      cart: [
        { ...ring, quantity: 5 },
        { ...anklet, quantity: 2 },
      ],
      wishlist: [studs, ring],
      cartGeneration: 0,
    })
    const emptied = await change(
      token,
      inCart({ do: 'empty' }),
      inWishlist({ do: 'remove', product: studs }),
      inWishlist({ do: 'clear' }),
    )
    expect(emptied.json).toEqual({ cart: [], wishlist: [], cartGeneration: 0 })
  })

  test('are nobody else’s', async () => {
    const [asha, rohan] = [await signUp(shop), await signUp(shop)]
    await change(asha.token, adding(ring))
    expect((await shop.ask('GET', LISTS, { token: rohan.token })).json.cart).toEqual([])
  })

  test('answer no visitor', async () => {
    expect((await shop.ask('GET', LISTS)).status).toBe(401)
    expect((await shop.ask('POST', LISTS, { body: { changes: [] } })).status).toBe(401)
  })
})

describe('a change', () => {
  // Shows D23.merge
  test('delivered again, later or within the same call, is applied once', async () => {
    const { token } = await signUp(shop)
    const added = adding(ring)
    await change(token, added, added)
    const { json } = await change(token, { ...added, id: added.id.toUpperCase() }, adding(studs))
    expect(json.cart).toEqual([
      { ...ring, quantity: 1 },
      { ...studs, quantity: 1 },
    ])
  })

  test('of one person does not use up the id for another', async () => {
    const [asha, rohan] = [await signUp(shop), await signUp(shop)]
    const added = adding(ring)
    await change(asha.token, added)
    expect((await change(rohan.token, added)).json.cart).toEqual([{ ...ring, quantity: 1 }])
  })

  // Shows D23.merge, 6.person
  test('made on two devices at once is never lost', async () => {
    const { token } = await signUp(shop)
    const changes = Array.from({ length: 12 }, (_, device) =>
      device % 2 ? adding(ring) : inWishlist({ do: 'add', product: { type: 'rings', id: 802 + device } }),
    )
    await Promise.all(changes.map((one) => change(token, one)))
    const { json } = await shop.ask('GET', LISTS, { token })
    expect(json.cart).toEqual([{ ...ring, quantity: 6 }])
    expect(json.wishlist).toHaveLength(6)
  })

  test('delivered twice at once is applied once', async () => {
    const { token } = await signUp(shop)
    const added = adding(ring)
    await Promise.all([1, 2, 3, 4].map(() => change(token, added)))
    expect((await shop.ask('GET', LISTS, { token })).json.cart).toEqual([{ ...ring, quantity: 1 }])
  })

  test('is remembered for thirty days', async () => {
    const { id, token } = await signUp(shop)
    const old = randomUUID()
    await database.db
      .insert(appliedChange)
      .values({ userId: id, changeId: old, appliedAt: new Date(Date.now() - 31 * 86_400_000) })
    const { id: recent } = adding(ring)
    await database.db
      .insert(appliedChange)
      .values({ userId: id, changeId: recent, appliedAt: new Date(Date.now() - 29 * 86_400_000) })
    const added = adding(studs)
    await change(token, added)
    const kept = await database.db.select().from(appliedChange).where(eq(appliedChange.userId, id))
    expect(kept.map(({ changeId }) => changeId).sort()).toEqual([recent, added.id].sort())
  })
})

describe('a piece the shop does not have', () => {
  test('is not put on a list', async () => {
    const { token } = await signUp(shop)
    const { status, json } = await change(
      token,
      adding(unknown),
      inCart({
        do: 'merge',
        lines: [
          { ...unknown, quantity: 1 },
          { ...ring, quantity: 1 },
        ],
      }),
      inWishlist({ do: 'add', product: unknown }),
      inWishlist({ do: 'merge', products: [unknown, studs] }),
    )
    expect(status).toBe(200)
    expect(json).toMatchObject({ cart: [{ ...ring, quantity: 1 }], wishlist: [studs] })
  })

  test('stays where it is when the shop gave it up later, until it is removed', async () => {
    const { id, token } = await signUp(shop)
    await database.db
      .insert(cartLine)
      .values({ userId: id, type: 'rings', productId: 999, quantity: 2, position: 0 })
    const { json } = await change(token, adding(studs))
    expect(json.cart).toEqual([
      { ...unknown, quantity: 2 },
      { ...studs, quantity: 1 },
    ])
    expect((await change(token, inCart({ do: 'remove', product: unknown }))).json.cart).toHaveLength(1)
  })
})

describe('what is no change', () => {
  test.each([
    ['a list', []],
    ['null', null],
    ['no changes', {}],
    ['a field it does not know', { changes: [], user: 'somebody' }],
    ['a change without an id', { changes: [{ list: 'cart', change: { do: 'empty' } }] }],
    ['an id that is none', { changes: [inCart({ do: 'empty' }, 'one')] }],
    ['a list it does not know', { changes: [{ id: randomUUID(), list: 'basket', change: { do: 'empty' } }] }],
    ['a verb of the other list', { changes: [inWishlist({ do: 'empty' })] }],
    ['a quantity of nought', { changes: [adding(ring, 0)] }],
    ['a quantity of a hundred', { changes: [adding(ring, 100)] }],
    ['half a ring', { changes: [adding(ring, 0.5)] }],
    ['a type it does not know', { changes: [adding({ type: 'crowns', id: 1 })] }],
    ['a number that is text', { changes: [adding({ type: 'rings', id: '801' })] }],
    ['a price', { changes: [adding({ ...ring, price: 1 })] }],
    ['101 changes', { changes: Array.from({ length: 101 }, () => adding(ring)) }],
  ])('%s is refused', async (_, body) => {
    const { token } = await signUp(shop)
    const { status, json } = await shop.ask('POST', LISTS, { token, body })
    expect([status, json.success, json.code]).toEqual([400, false, 'invalid-request'])
  })

  test('a body that is not well-formed or no JSON is refused', async () => {
    const { token } = await signUp(shop)
    expect((await shop.ask('POST', LISTS, { token, raw: '{"changes":[' })).status).toBe(400)
    const form = { 'content-type': 'text/plain' }
    expect((await shop.ask('POST', LISTS, { token, raw: '{}', headers: form })).status).toBe(415)
  })
})

test('a person changes the lists a thousand times an hour, then waits', async () => {
  const { token } = await signUp(shop)
  const hundred = () => Array.from({ length: 100 }, () => adding(ring))
  for (let call = 1; call <= 10; call++) expect((await change(token, ...hundred())).status).toBe(200)
  const { status, json, headers } = await change(token, adding(ring))
  expect([status, json.code]).toEqual([429, 'too-many-requests'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500)
  expect((await shop.ask('GET', LISTS, { token })).status).toBe(200)
})
