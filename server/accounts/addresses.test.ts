import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { savedAddress, user } from '#server/db/account-schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { createTestApp, signUp, type TestUser, type TestApp } from './testing.ts'

const database = useTestDatabase()
let app: TestApp
let clock = new Date('2026-05-02T10:00:00Z')
beforeAll(() => {
  app = createTestApp(database.db, { now: () => clock })
})

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
  clock = new Date(clock.getTime() + 1000)
  return app.request('POST', ADDRESSES, { token, body })
}
const read = ({ token }: TestUser) => app.request('GET', ADDRESSES, { token })

describe('the saved addresses', () => {
  test('are empty for a new user', async () => {
    const asha = await signUp(app)
    expect(await read(asha)).toMatchObject({ status: 200, json: { addresses: [] } })
  })

  test('are listed last used first, without duplicates', async () => {
    const asha = await signUp(app)
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

  test('can be changed', async () => {
    const asha = await signUp(app)
    const [{ id }] = (await save(asha, home)).json.addresses
    const { status, json } = await app.request('PUT', `${ADDRESSES}/${id}`, { token: asha.token, body: work })
    expect([status, json.addresses]).toEqual([200, [{ id, address: work }]])
  })

  test('are merged if one is changed into another', async () => {
    const asha = await signUp(app)
    const [{ id }] = (await save(asha, home)).json.addresses
    await save(asha, work)
    const { json } = await app.request('PUT', `${ADDRESSES}/${id}`, { token: asha.token, body: work })
    expect(json.addresses).toEqual([{ id, address: work }])
  })

  test('can be removed', async () => {
    const asha = await signUp(app)
    const [{ id }] = (await save(asha, home)).json.addresses
    await save(asha, work)
    const { json } = await app.request('DELETE', `${ADDRESSES}/${id}`, { token: asha.token })
    expect(json.addresses).toMatchObject([{ address: work }])
    const again = await app.request('DELETE', `${ADDRESSES}/${id}`, { token: asha.token })
    expect([again.status, again.json.code]).toEqual([404, 'not-found'])
  })

  test('are at most ten; saving one of them again still succeeds', async () => {
    const asha = await signUp(app)
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

  test('are at most ten after concurrent requests, and one after concurrent requests for the same', async () => {
    const [asha, rohan] = [await signUp(app), await signUp(app)]
    const many = Array.from({ length: 14 }, (_, number) => save(asha, numbered(number)))
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect((await read(asha)).json.addresses).toHaveLength(10)
    await Promise.all([1, 2, 3, 4].map(() => save(rohan, home)))
    expect((await read(rohan)).json.addresses).toHaveLength(1)
  })

  test('match the later response after a concurrent save and removal', async () => {
    const asha = await signUp(app)
    const [{ id }] = (await save(asha, home)).json.addresses
    const remove = () => app.request('DELETE', `${ADDRESSES}/${id}`, { token: asha.token })
    const [saved, ...removals] = await Promise.all([save(asha, work), remove(), remove()])
    expect(removals.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const responses = [saved, ...removals].map(({ json }) => json.addresses)
    expect(responses).toContainEqual((await read(asha)).json.addresses)
    expect((await read(asha)).json.addresses).toMatchObject([{ address: work }])
  })

  test('cannot be read, changed or removed by another user', async () => {
    const [asha, rohan] = [await signUp(app), await signUp(app)]
    const [{ id }] = (await save(asha, home)).json.addresses
    expect((await read(rohan)).json.addresses).toEqual([])
    for (const [method, body] of [['PUT', work], ['DELETE']] as const) {
      const foreign = await app.request(method, `${ADDRESSES}/${id}`, { token: rohan.token, body })
      const none = await app.request(method, `${ADDRESSES}/${randomUUID()}`, { token: rohan.token, body })
      expect([foreign.status, foreign.json]).toEqual([404, none.json])
    }
    expect((await read(asha)).json.addresses).toEqual([{ id, address: home }])
  })

  test.each([
    ['a word', 'mine'],
    ['a NUL', '%00'],
    ['4000 digits', '1'.repeat(4000)],
  ])('respond with 404 to an id that is %s', async (_, id) => {
    const { token } = await signUp(app)
    expect((await app.request('DELETE', `${ADDRESSES}/${id}`, { token })).status).toBe(404)
  })

  test.each([
    ['a blank name', { name: '  ' }],
    ['a name of 121 letters', { name: 'a'.repeat(121) }],
    ['an address of 301 letters', { address: 'a'.repeat(301) }],
    ['an address with a NUL', { address: 'Delhi\u0000' }],
    ['a city with a lone surrogate', { city: 'Jai\ud83dpur' }],
    ['a pincode that begins with 0', { pincode: '012345' }],
    ['a phone number of 9 digits', { phone: '982901234' }],
    ['an invalid e-mail address', { email: 'asha' }],
    ['no state', { state: undefined }],
    ['an id of its own', { id: randomUUID() }],
  ])('reject %s when saving and changing', async (_, wrong) => {
    const asha = await signUp(app)
    const [{ id }] = (await save(asha, home)).json.addresses
    const body = { ...home, ...wrong }
    for (const response of [
      await save(asha, body),
      await app.request('PUT', `${ADDRESSES}/${id}`, { token: asha.token, body }),
    ])
      expect([response.status, response.json.code]).toEqual([400, 'invalid-request'])
    expect((await read(asha)).json.addresses).toEqual([{ id, address: home }])
  })

  test('require a sign-in', async () => {
    const id = randomUUID()
    expect((await app.request('GET', ADDRESSES)).status).toBe(401)
    expect((await app.request('POST', ADDRESSES, { body: home })).status).toBe(401)
    expect((await app.request('PUT', `${ADDRESSES}/${id}`, { body: home })).status).toBe(401)
    expect((await app.request('DELETE', `${ADDRESSES}/${id}`)).status).toBe(401)
  })

  test('are deleted with the account', async () => {
    const asha = await signUp(app)
    await save(asha, home)
    await database.db.delete(user).where(eq(user.id, asha.id))
    expect(await database.db.$count(savedAddress, eq(savedAddress.userId, asha.id))).toBe(0)
  })
})
