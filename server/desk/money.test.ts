import { beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/permissions.ts'
import { indiaDate } from '#domain/time.ts'
import { createActions, payForRings, setUpCheckout, type PaidOrder } from '#server/checkout/testing.ts'
import { auditLog } from '#server/db/staff-schema.ts'
import { readSettlements } from '#server/settlements/items.ts'
import { createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const fixture = setUpCheckout()
const { injectFaults } = createActions(fixture)

let desk: TestDesk
let paid: PaidOrder
let short: PaidOrder
const staff = new Map<Role, TestStaff>()
beforeAll(async () => {
  desk = createTestDesk(fixture.db)
  for (const role of ['owner', 'manager', 'packer'] as const) staff.set(role, await enrolAs(desk, role))
})

const send = (role: Role, method: 'POST' | 'PUT', path: string, body: object) =>
  desk.request(method, `/api/desk/money/${path}`, { cookie: staff.get(role)?.cookie ?? '', body })
const month = () => indiaDate(desk.now()).slice(0, 7)
const differenceOfShort = async () => {
  const { json } = await send('manager', 'POST', 'month', { month: month() })
  return json.differences.find((each: { orderNumber: string }) => each.orderNumber === short.number)
}

test('a month has its settlements with payments, fees and refunds, item by item', async () => {
  paid = await payForRings(fixture, 1)
  short = await payForRings(fixture, 1)
  await injectFaults(short.gatewayOrderId, { 'settlement-short': true })
  await fetch(`${fixture.sandbox.url}/razorpay/sandbox/settle`, { method: 'POST' })
  await readSettlements(fixture.server.deps)
  const { status, json } = await send('manager', 'POST', 'month', { month: month() })
  expect(status).toBe(200)
  const amount = 32_883_00
  const fee = Math.round(amount * 0.02) + Math.round(Math.round(amount * 0.02) * 0.18)
  expect(json.settlements).toMatchObject([
    { payments: 2 * amount, refunds: 0, fees: 2 * fee, other: 0, net: 2 * (amount - fee) - 100, items: 2 },
  ])
  const [{ id }] = json.settlements
  const { json: details } = await send('manager', 'POST', 'settlement', { id })
  expect(details.items).toEqual(
    expect.arrayContaining([
      {
        entityId: paid.paymentId,
        type: 'payment',
        amount,
        fee,
        credit: amount - fee,
        debit: 0,
        orderNumber: paid.number,
      },
    ]),
  )
  expect((await send('manager', 'POST', 'settlement', { id: 'setl_unknown' })).status).toBe(404)
})

// Shows D52.explained
test('the owner explains a difference once, and can withdraw the explanation', async () => {
  const difference = await differenceOfShort()
  expect(difference).toMatchObject({ kind: 'sum', explanation: null })
  const explain = (role: Role, reason: string) =>
    send(role, 'PUT', 'explanation', { id: difference.id, reason })
  expect((await explain('manager', 'Rounding')).status).toBe(403)
  for (let times = 1; times <= 2; times += 1) expect((await explain('owner', 'A rounding')).status).toBe(200)
  expect((await differenceOfShort()).explanation).toMatchObject({
    reason: 'A rounding',
    by: staff.get('owner')?.name,
  })
  expect((await explain('owner', '')).status).toBe(200)
  expect((await differenceOfShort()).explanation).toBeNull()
  const acts = (await fixture.db.select().from(auditLog).orderBy(auditLog.number)).map(({ act }) => act)
  expect(acts.filter((act) => /explan|explained/.test(act))).toEqual([
    'explained difference',
    'withdrew explanation',
  ])
  expect((await send('owner', 'PUT', 'explanation', { id: 'sum:pay_unknown', reason: 'x' })).status).toBe(409)
})

test('the items of a month are exported in rupees, and the export is logged', async () => {
  const owner = staff.get('owner')
  const cookie = owner?.cookie ?? ''
  await desk.request('POST', '/api/desk/fresh-code', { cookie, body: { code: owner?.nextCode() } })
  const { status, json } = await send('owner', 'POST', 'export', { month: month() })
  expect(status).toBe(200)
  expect(json.text).toContain(`${paid.paymentId},${paid.number},32883.00,`)
  const acts = (await fixture.db.select().from(auditLog).orderBy(auditLog.number)).map(({ act }) => act)
  expect(acts).toContain('exported settlements')
})

test('packers see no money, and Today shows differences to others', async () => {
  expect((await send('packer', 'POST', 'month', { month: month() })).status).toBe(403)
  const today = (role: Role) =>
    desk.request('GET', '/api/desk/today', { cookie: staff.get(role)?.cookie ?? '' })
  expect((await today('packer')).json.differences).toBe(0)
  expect((await today('manager')).json.differences).toBe(1)
})
