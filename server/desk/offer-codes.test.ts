import { beforeAll, expect, test } from 'vitest'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import type { Role } from '#domain/permissions.ts'
import { addMs, DAY_MS, indiaDate } from '#domain/time.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { auditEntriesAbout, createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const database = useTestDatabase()
let desk: TestDesk
const staff = new Map<Role, TestStaff>()
beforeAll(async () => {
  desk = createTestDesk(database.db)
  for (const role of ['manager', 'support', 'packer'] as const) staff.set(role, await enrolAs(desk, role))
  const manager = staff.get('manager')
  const cookie = manager?.cookie ?? ''
  const code = manager?.nextCode()
  await desk.request('POST', '/api/desk/fresh-code', { cookie, body: { code } })
})

const send = (role: Role, method: 'GET' | 'POST', path: string, body?: object) =>
  desk.request(method, `/api/desk/offer-codes${path}`, { cookie: staff.get(role)?.cookie ?? '', body })

const today = () => indiaDate(desk.now())
const newCode = (changes: object = {}) => ({
  code: 'SHAGUN25',
  percent: 25,
  on: 'making charge',
  appliesTo: ['rings'],
  firstDay: today(),
  lastDay: null,
  ordersMax: 50,
  ordersPerCustomerMax: 1,
  ...changes,
})
const actsOn = async (code: string) => {
  const entries = await auditEntriesAbout(database.db, code)
  return entries.map(({ act }) => act)
}

// Shows D51.desk
test('shows the effect of a code on today’s prices before it is created', async () => {
  const { code, percent, on, appliesTo } = newCode()
  const { status, json } = await send('support', 'POST', '/preview', { code, percent, on, appliesTo })
  expect(status).toBe(200)
  const savings = OPENING_COLLECTION.ofType('rings').flatMap(({ inStock, price }) => {
    const charge = inStock ? (price.breakup?.makingCharge ?? 0) : 0
    const saving = Math.round(charge / 4)
    return saving > price.saving ? [saving - price.saving] : []
  })
  expect(json).toMatchObject({
    cheaper: savings.length,
    savingMin: Math.min(...savings),
    savingMax: Math.max(...savings),
  })
  expect(json.pieces).toBeGreaterThanOrEqual(savings.length)
  const { json: none } = await send('support', 'POST', '/preview', {
    code,
    percent,
    on,
    appliesTo: ['gems'],
  })
  expect(none).toMatchObject({ cheaper: 0, savingMin: 0, savingMax: 0, reductionMax: 0 })
})

// Shows D51.desk
test('a code is created once, however often the call is repeated, and never changes', async () => {
  const made = []
  for (let times = 1; times <= 2; times += 1) made.push(await send('manager', 'POST', '', newCode()))
  expect(made.map(({ status }) => status)).toEqual([200, 200])
  expect(made[1]?.json.codes).toMatchObject([
    { code: 'SHAGUN25', percent: 25, on: 'making charge', state: 'running', used: 0, validUntil: null },
  ])
  expect(await actsOn('SHAGUN25')).toEqual(['made offer code'])
  const other = await send('manager', 'POST', '', newCode({ percent: 30 }))
  expect([other.status, other.json.fields.code]).toEqual([409, expect.stringMatching(/already/)])
})

test.each([
  [{ code: 'DIWALI!' }, 'code', /4 to 20 letters A to Z and digits/],
  [{ percent: 0 }, 'percent', /whole number from 1 to 100/],
  [{ percent: 12.5 }, 'percent', /whole number from 1 to 100/],
  [{ on: 'weight' }, 'on', /^This value is not valid\.$/],
  [{ percent: 51, on: 'price' }, 'percent', /at most 50%/],
  [{ appliesTo: ['rings', 'ring-801'] }, 'appliesTo.1', /no piece ring-801/],
  [{ appliesTo: ['rings', 'rings-99999'] }, 'appliesTo', /no piece rings-99999/],
  [{ firstDay: '' }, 'firstDay', /a day that exists/],
  [{ lastDay: '2026-02-30' }, 'lastDay', /a day that exists/],
  [{ lastDay: '2020-01-01' }, 'lastDay', /before the first/],
  [{ firstDay: '2020-01-01', lastDay: '2020-01-02' }, 'lastDay', /is past/],
  [{ ordersMax: 0 }, 'ordersMax', /whole number from 1 to 10,00,000, or nothing/],
])('terms that do not hold together are rejected beside their field: %j', async (changes, field, text) => {
  const { status, json } = await send('manager', 'POST', '', newCode({ code: 'WRONG123', ...changes }))
  expect([status, json.fields[field]]).toEqual([400, expect.stringMatching(text)])
})

test('a code includes its first and last day, in India', async () => {
  const lastDay = indiaDate(addMs(desk.now(), DAY_MS))
  const { json } = await send('manager', 'POST', '', newCode({ code: 'TWODAYS', lastDay }))
  const code = json.codes.find((each: { code: string }) => each.code === 'TWODAYS')
  expect(indiaDate(new Date(code.validFrom))).toBe(today())
  expect(addMs(new Date(code.validFrom), 2 * DAY_MS).toISOString()).toBe(code.validUntil)
})

// Shows D51.desk
test('a code is ended once, for good', async () => {
  await send('manager', 'POST', '', newCode({ code: 'ENDING1' }))
  for (let times = 1; times <= 2; times += 1) {
    const { status, json } = await send('manager', 'POST', '/end', { code: 'ENDING1' })
    expect(status).toBe(200)
    expect(json.codes.find((each: { code: string }) => each.code === 'ENDING1').state).toBe('ended')
  }
  expect(await actsOn('ENDING1')).toEqual(['made offer code', 'ended offer code'])
  expect((await send('manager', 'POST', '/end', { code: 'NOSUCH1' })).status).toBe(404)
})

test('support reads codes but creates none; packers see none', async () => {
  expect((await send('support', 'GET', '')).status).toBe(200)
  expect((await send('support', 'POST', '', newCode({ code: 'SUPPORT1' }))).status).toBe(403)
  expect((await send('packer', 'GET', '')).status).toBe(403)
})
