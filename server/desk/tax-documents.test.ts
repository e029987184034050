import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#domain/permissions.ts'
import { formatRupees, type Paise } from '#domain/money.ts'
import { indiaDate } from '#domain/time.ts'
import { newUser, RING, setUpCheckout } from '#server/checkout/testing.ts'
import { order } from '#server/db/schema.ts'
import { auditLog } from '#server/db/staff-schema.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import { createParcelActions } from '#server/fulfilment/testing.ts'
import { createTestDesk, enrolAs, signInAs, type TestDesk, type TestStaff } from './testing.ts'

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { placePaidOrder, packAndBook } = createParcelActions(fixture)

let desk: TestDesk
const staff = new Map<Role, TestStaff>()
beforeAll(async () => {
  desk = createTestDesk(fixture.db)
  for (const role of ROLES) staff.set(role, await enrolAs(desk, role))
}, 60_000)

const send = (role: Role, method: string, path: string, body?: unknown) =>
  desk.request(method, `/api/desk/${path}`, {
    cookie: staff.get(role)?.cookie ?? '',
    ...(body !== undefined && { body }),
  })

async function bookedOrder(): Promise<string> {
  const number = await placePaidOrder()
  await fixture.db
    .update(order)
    .set({ shipTo: { ...(await shipToOf(number)), name: '=HYPERLINK("http://evil.example")' } })
    .where(eq(order.number, number))
  await packAndBook(number)
  return number
}

async function shipToOf(number: string) {
  const [row] = await fixture.db.select().from(order).where(eq(order.number, number))
  if (!row) throw new Error('No such order')
  return row.shipTo
}

describe('documents of an order', () => {
  test('are PDFs of the same bytes each time, for the customer and for staff who may read them', async () => {
    const number = await bookedOrder()
    const own = `/api/orders/${number}/documents`
    const { json } = await fixture.server.request(fixture.asha, 'GET', own)
    expect(json.documents).toMatchObject([
      { kind: 'invoice', number: expect.stringMatching(/^SP\//) },
      { kind: 'certificate', number: `Certificate ${number}` },
    ])
    const pdf = Buffer.from(json.documents[0].pdf, 'base64')
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await fixture.server.request(fixture.asha, 'GET', own)).json).toEqual(json)

    const forShop = await send('manager', 'GET', `orders/${number}/documents`)
    expect(forShop.json.documents[0].pdf.length).toBeGreaterThan(json.documents[0].pdf.length)
    expect((await send('packer', 'GET', `orders/${number}/documents`)).status).toBe(403)
  })

  test('are not found by another customer, and there are none before the parcel is booked', async () => {
    const number = await placePaidOrder()
    const path = `/api/orders/${number}/documents`
    expect((await fixture.server.request(fixture.asha, 'GET', path)).json.documents).toEqual([])
    expect((await fixture.server.request(await newUser(fixture.db), 'GET', path)).status).toBe(404)
  })
})

describe('the month', () => {
  test('is listed, and exported with a fresh code, without formulas, and with an entry in the audit log', async () => {
    const number = await bookedOrder()
    const [row] = await loadTaxDocuments(fixture.db, number)
    if (!row) throw new Error('There is no invoice')
    const month = indiaDate(row.issuedAt).slice(0, 7)
    const { json: list } = await send('accountant', 'GET', `tax-documents/${month}`)
    const numbers = list.documents.map((one: { number: string }) => one.number)
    expect(numbers).toContain(row.number)
    expect((await send('accountant', 'GET', 'tax-documents/2026-13')).status).toBe(404)

    const accountant = staff.get('accountant')
    if (!accountant) throw new Error('There is no accountant')
    const { cookie } = await signInAs(desk, accountant, accountant.nextCode())
    const body = { month, isSpecimen: true }
    const { json } = await desk.request('POST', '/api/desk/tax-documents/export', { cookie, body })
    const textOf = (name: string): string =>
      json.files.find((file: { name: string }) => file.name === `specimen-${month}-${name}.csv`).text
    expect(textOf('b2cs')).toContain('OE,08-Rajasthan,')
    expect(textOf('docs')).toContain(`Invoices for outward supply,${numbers[0]},`)
    expect(textOf('sales-register')).toContain(`"'=HYPERLINK(`)
    const total = list.documents.reduce((all: number, one: { total: number }) => all + one.total, 0)
    const hsn = textOf('hsn_b2c').split('\r\n')[1]?.split(',')[4]
    expect(hsn).toBe(formatRupees(total as Paise).replaceAll(/[₹,]/g, ''))

    const entries = await fixture.db.select().from(auditLog).where(eq(auditLog.act, 'exported tax documents'))
    expect(entries).toMatchObject([{ subject: month, after: { documents: list.documents.length } }])
  })
})

describe('the packing slip', () => {
  const slipOf = (number: string, role: Role = 'packer') => send(role, 'GET', `orders/${number}/packing-slip`)

  test('is a PDF of the same bytes each time, once the order is packed, for those who send parcels', async () => {
    const number = await bookedOrder()
    const { status, json } = await slipOf(number)
    expect(status).toBe(200)
    expect(Buffer.from(json.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    expect((await slipOf(number, 'manager')).json).toEqual(json)
    expect((await slipOf(number, 'support')).status).toBe(403)
  })

  test('does not exist before', async () => {
    expect((await slipOf(await placePaidOrder())).status).toBe(404)
    expect((await slipOf('SJ-none')).status).toBe(404)
  })
})
