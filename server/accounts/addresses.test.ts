import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/db/open.ts'
import { savedAddress, user } from '#server/db/schema.ts'
import { openTestDatabase } from '#server/testing.ts'
import { openTestShop, signUp, type TestUser, type TestShop } from './testing.ts'

let database: OpenDatabase
let shop: TestShop
let moment = new Date('2026-05-02T10:00:00Z')
beforeAll(async () => {
  database = await openTestDatabase()
  shop = openTestShop(database.db, { now: () => moment })
}, 60_000)
afterAll(() => database.close())

const ADDRESSES = '/api/addresses'
const home = {
  name: 'Asha Verma',
  address: '14 Johari Bazaar',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302003',
  phone: '9829012345',
  email: 'asha@example.in',
}
const work = { ...home, address: '7 MI Road', pincode: '302001' }
const numbered = (number: number) => ({ ...home, address: `${number} Johari Bazaar` })

function save({ token }: TestUser, body: object) {
  moment = new Date(moment.getTime() + 1000)
  return shop.ask('POST', ADDRESSES, { token, body })
}
const read = ({ token }: TestUser) => shop.ask('GET', ADDRESSES, { token })

describe('the saved addresses', () => {
  test('of a new person are none', async () => {
    const asha = await signUp(shop)
    expect(await read(asha)).toMatchObject({ status: 200, json: { addresses: [] } })
  })

  test('come the last used first, and the same one again is only used again', async () => {
    const asha = await signUp(shop)
    await save(asha, home)
    await save(asha, { ...work, name: ' Asha Verma ' })
    const { json } = await save(asha, home)
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(json.addresses).toEqual([
      { id, address: home },
      { id, address: work },
    ])
    expect((await read(asha)).json).toEqual(json)
  })

  test('are changed in place', async () => {
    const asha = await signUp(shop)
    const [{ id }] = (await save(asha, home)).json.addresses
    const { status, json } = await shop.ask('PUT', `${ADDRESSES}/${id}`, { token: asha.token, body: work })
    expect([status, json.addresses]).toEqual([200, [{ id, address: work }]])
  })

  test('become one where one is changed into another', async () => {
    const asha = await signUp(shop)
    const [{ id }] = (await save(asha, home)).json.addresses
    await save(asha, work)
    const { json } = await shop.ask('PUT', `${ADDRESSES}/${id}`, { token: asha.token, body: work })
    expect(json.addresses).toEqual([{ id, address: work }])
  })

  test('are removed', async () => {
    const asha = await signUp(shop)
    const [{ id }] = (await save(asha, home)).json.addresses
    await save(asha, work)
    const { json } = await shop.ask('DELETE', `${ADDRESSES}/${id}`, { token: asha.token })
    expect(json.addresses).toMatchObject([{ address: work }])
    const again = await shop.ask('DELETE', `${ADDRESSES}/${id}`, { token: asha.token })
    expect([again.status, again.json.code]).toEqual([404, 'not-found'])
  })

  test('are ten at most; an eleventh is refused, a known one is not', async () => {
    const asha = await signUp(shop)
    for (let number = 1; number <= 10; number += 1)
      expect((await save(asha, numbered(number))).status).toBe(200)
    const { status, json } = await save(asha, numbered(11))
    expect([status, json.code, json.message]).toEqual([
      409,
      'conflict',
      'You can keep 10 addresses. Please remove one first.',
    ])
    expect((await save(asha, numbered(3))).json.addresses).toHaveLength(10)
  })

  test('are ten at most also when many are saved at once, and one when the same is', async () => {
    const [asha, rohan] = [await signUp(shop), await signUp(shop)]
    const many = Array.from({ length: 14 }, (_, number) => save(asha, numbered(number)))
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect((await read(asha)).json.addresses).toHaveLength(10)
    await Promise.all([1, 2, 3, 4].map(() => save(rohan, home)))
    expect((await read(rohan)).json.addresses).toHaveLength(1)
  })

  test('are what the later answer says where two are saved and removed at once', async () => {
    const asha = await signUp(shop)
    const [{ id }] = (await save(asha, home)).json.addresses
    const drop = () => shop.ask('DELETE', `${ADDRESSES}/${id}`, { token: asha.token })
    const [saved, ...dropped] = await Promise.all([save(asha, work), drop(), drop()])
    expect(dropped.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const answers = [saved, ...dropped].map(({ json }) => json.addresses)
    expect(answers).toContainEqual((await read(asha)).json.addresses)
    expect((await read(asha)).json.addresses).toMatchObject([{ address: work }])
  })

  test('are nobody else’s to read, to change or to remove', async () => {
    const [asha, rohan] = [await signUp(shop), await signUp(shop)]
    const [{ id }] = (await save(asha, home)).json.addresses
    expect((await read(rohan)).json.addresses).toEqual([])
    for (const [method, body] of [['PUT', work], ['DELETE']] as const) {
      const foreign = await shop.ask(method, `${ADDRESSES}/${id}`, { token: rohan.token, body })
      const none = await shop.ask(method, `${ADDRESSES}/${randomUUID()}`, { token: rohan.token, body })
      expect([foreign.status, foreign.json]).toEqual([404, none.json])
    }
    expect((await read(asha)).json.addresses).toEqual([{ id, address: home }])
  })

  test.each([
    ['a word', 'mine'],
    ['a NUL', '%00'],
    ['4000 figures', '1'.repeat(4000)],
  ])('answer 404 where the id is %s', async (_, id) => {
    const { token } = await signUp(shop)
    expect((await shop.ask('DELETE', `${ADDRESSES}/${id}`, { token })).status).toBe(404)
  })

  test.each([
    ['a blank name', { name: '  ' }],
    ['a name of 121 letters', { name: 'a'.repeat(121) }],
    ['an address of 301 letters', { address: 'a'.repeat(301) }],
    ['an address with a NUL', { address: 'Delhi\u0000' }],
    ['a city that is half a sign', { city: 'Jai\ud83dpur' }],
    ['a pincode that begins with 0', { pincode: '012345' }],
    ['a phone number of 9 digits', { phone: '982901234' }],
    ['an e-mail address that is none', { email: 'asha' }],
    ['no state', { state: undefined }],
    ['an id of its own', { id: randomUUID() }],
  ])('refuse %s, saved or changed', async (_, wrong) => {
    const asha = await signUp(shop)
    const [{ id }] = (await save(asha, home)).json.addresses
    const body = { ...home, ...wrong }
    for (const answer of [
      await save(asha, body),
      await shop.ask('PUT', `${ADDRESSES}/${id}`, { token: asha.token, body }),
    ])
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid-request'])
    expect((await read(asha)).json.addresses).toEqual([{ id, address: home }])
  })

  test('answer no visitor', async () => {
    const id = randomUUID()
    expect((await shop.ask('GET', ADDRESSES)).status).toBe(401)
    expect((await shop.ask('POST', ADDRESSES, { body: home })).status).toBe(401)
    expect((await shop.ask('PUT', `${ADDRESSES}/${id}`, { body: home })).status).toBe(401)
    expect((await shop.ask('DELETE', `${ADDRESSES}/${id}`)).status).toBe(401)
  })

  test('go with the account', async () => {
    const asha = await signUp(shop)
    await save(asha, home)
    await database.db.delete(user).where(eq(user.id, asha.id))
    expect(await database.db.$count(savedAddress, eq(savedAddress.userId, asha.id))).toBe(0)
  })
})
