import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { FRESH_CODE_MINUTES, ROLES, type Role } from '#domain/permissions.ts'
import { formatRupees, type Paise } from '#domain/money.ts'
import { indiaDate, MINUTE_MS } from '#domain/time.ts'
import { checkoutOf, itemOf, newUser, pay, RING, setUpCheckout } from '#server/checkout/testing.ts'
import { order } from '#server/db/schema.ts'
import { auditLog } from '#server/db/staff-schema.ts'
import { creditWholeInvoice, loadTaxDocuments } from '#server/documents/issue.ts'
import { createParcelActions } from '#server/fulfilment/testing.ts'
import {
  auditEntriesAbout,
  createTestDesk,
  enrolAs,
  signInAs,
  type TestDesk,
  type TestStaff,
} from './testing.ts'

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { placePaidOrder, pack, request, runTasks, packAndBook, nextHuid } = createParcelActions(fixture)

let desk: TestDesk
const staff = new Map<Role, TestStaff>()
beforeAll(async () => {
  desk = createTestDesk(fixture.db)
  for (const role of ROLES) staff.set(role, await enrolAs(desk, role))
})

const send = (role: Role, method: string, path: string, body?: unknown) =>
  desk.request(method, `/api/desk/${path}`, {
    cookie: staff.get(role)?.cookie ?? '',
    ...(body !== undefined && { body }),
  })

async function sendFresh(role: Role, method: string, path: string, body?: unknown) {
  const member = staff.get(role)
  if (!member) throw new Error(`There is no ${role}`)
  const { cookie } = await signInAs(desk, member, member.nextCode())
  return desk.request(method, `/api/desk/${path}`, { cookie, ...(body !== undefined && { body }) })
}

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
  test('are byte-identical PDFs each time, for the customer and for permitted staff', async () => {
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
    const listed = [
      {
        number: json.documents[0].number,
        kind: 'invoice',
        issuedAt: expect.any(String),
        total: expect.any(Number),
      },
      { number: `Certificate ${number}`, kind: 'certificate', issuedAt: expect.any(String), total: null },
    ]
    const { json: details } = await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)
    expect(details.documents).toEqual(listed)
    expect((await send('manager', 'GET', `orders/${number}`)).json.documents).toEqual(listed)
    expect((await send('packer', 'GET', `orders/${number}`)).json.documents).toEqual([])

    const forShop = await send('manager', 'GET', `orders/${number}/documents`)
    expect(forShop.json.documents[0].pdf.length).toBeGreaterThan(json.documents[0].pdf.length)
    expect((await send('packer', 'GET', `orders/${number}/documents`)).status).toBe(403)
  })

  test('are hidden from other customers, and do not exist before the parcel is booked', async () => {
    const number = await placePaidOrder()
    const path = `/api/orders/${number}/documents`
    expect((await fixture.server.request(fixture.asha, 'GET', path)).json.documents).toEqual([])
    const details = await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)
    expect(details.json.documents).toEqual([])
    expect((await fixture.server.request(await newUser(fixture.db), 'GET', path)).status).toBe(404)
  })
})

describe('the month', () => {
  test('is listed, and exported with a fresh code, without formulas, and with an audit log entry', async () => {
    const number = await bookedOrder()
    const [row] = await loadTaxDocuments(fixture.db, number)
    if (!row) throw new Error('There is no invoice')
    const month = indiaDate(row.issuedAt).slice(0, 7)
    const { json: list } = await send('accountant', 'GET', `tax-documents/${month}`)
    const numbers = list.documents.map((one: { number: string }) => one.number)
    expect(numbers).toContain(row.number)
    expect((await send('accountant', 'GET', 'tax-documents/2026-13')).status).toBe(404)

    const body = { month, isSpecimen: true }
    const { json } = await sendFresh('accountant', 'POST', 'tax-documents/export', body)
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

describe('the buyer of a business order or a large order at the desk', () => {
  const PAN = 'ABCPE1234F'
  const BUSINESS = { gstin: '08AAACS1234F1ZS', business_name: 'Suvarna Traders' }
  const LARGE = { amount: 7 * itemOf(RING).price, items: [itemOf(RING, 7)] }

  async function place(changes: object) {
    const customer = await newUser(fixture.db, [{ ...RING, quantity: 7 }])
    const checkout = checkoutOf(customer, { ...LARGE, ...changes })
    const { json } = await fixture.server.request(customer, 'POST', '/api/create-order', checkout)
    return { customer, gatewayOrderId: json.id, number: String(json.order_number) }
  }

  // Shows D42.desk
  test('the PAN is masked, shown in full to owner and accountant with a fresh code, and never logged', async () => {
    const { number } = await place({ pan: PAN })
    const path = `orders/${number}/pan`
    expect((await send('manager', 'GET', `orders/${number}`)).json.hasPan).toBe(true)
    expect((await send('packer', 'GET', `orders/${number}`)).json.hasPan).toBe(false)
    expect((await send('manager', 'GET', path)).json).toEqual({ pan: 'ABCPE****F' })
    for (const role of ['packer', 'support'] as const)
      expect((await send(role, 'GET', path)).status).toBe(403)

    expect((await send('manager', 'POST', path)).json.code).toBe('not-permitted')
    desk.advance((FRESH_CODE_MINUTES + 1) * MINUTE_MS)
    expect((await send('accountant', 'POST', path)).json.code).toBe('fresh-code-needed')
    const entries = () => auditEntriesAbout(fixture.db, number)
    expect(await entries()).toEqual([])
    expect((await sendFresh('accountant', 'POST', path)).json).toEqual({ pan: PAN })
    expect(await entries()).toMatchObject([{ act: 'read PAN', before: null, after: null }])
    expect((await sendFresh('owner', 'POST', `orders/${await placePaidOrder()}/pan`)).status).toBe(404)
  })

  test('a PAN with a missing key is reported as unreadable', async () => {
    const { number } = await place({ pan: PAN })
    const other = createTestDesk(fixture.db, { panKey: 'a key that encrypted nothing here' })
    const { cookie } = await enrolAs(other, 'owner')
    const { status, json } = await other.request('GET', `/api/desk/orders/${number}/pan`, { cookie })
    expect([status, json.code]).toEqual([409, 'conflict'])
  })

  // Shows D42.gstr1
  test('a business is named on the order, and its documents only in the tables of businesses', async () => {
    const { customer, gatewayOrderId, number } = await place(BUSINESS)
    const proof = await pay(fixture.sandbox, gatewayOrderId)
    await fixture.server.request(customer, 'POST', '/api/verify-payment', { ...proof, ...LARGE })
    const { json: seen } = await send('manager', 'GET', `orders/${number}`)
    expect(seen.business).toEqual({ gstin: BUSINESS.gstin, name: BUSINESS.business_name })
    await pack(number, { pieces: [{ position: 0, codes: Array.from({ length: 7 }, nextHuid) }] })
    await request(number, 'book')
    await runTasks()
    const at = fixture.server.clock.now
    await fixture.db.transaction((tx) => creditWholeInvoice(tx, { orderNumber: number, at }))
    const [invoice, note] = await loadTaxDocuments(fixture.db, number)
    const month = indiaDate(at).slice(0, 7)
    const body = { month, isSpecimen: true }
    const { json } = await sendFresh('accountant', 'POST', 'tax-documents/export', body)
    const textOf = (name: string): string =>
      json.files.find((file: { name: string }) => file.name === `specimen-${month}-${name}.csv`).text
    const value = '230181.00'
    const recipient = `${BUSINESS.gstin},${BUSINESS.business_name}`
    expect(textOf('b2b')).toContain(`${recipient},${invoice?.number},`)
    expect(textOf('b2b')).toContain(`,${value},08-Rajasthan,N,,Regular B2B,,3,`)
    expect(textOf('cdnr')).toContain(`${recipient},${note?.number},`)
    expect(textOf('cdnr')).toContain(`,C,08-Rajasthan,N,Regular B2B,${value},,3,`)
    const invoiceDate = invoice && indiaDate(invoice.issuedAt)
    expect(textOf('sales-register')).toContain(`,${value},${number},,\r\n`)
    expect(textOf('sales-register')).toContain(`,-${value},${number},${invoice?.number},${invoiceDate}\r\n`)
    for (const name of ['b2cl', 'cdnur']) {
      expect(textOf(name)).not.toContain(String(invoice?.number))
      expect(textOf(name)).not.toContain(String(note?.number))
    }
  })
})

describe('the packing slip', () => {
  const slipOf = (number: string, role: Role = 'packer') => send(role, 'GET', `orders/${number}/packing-slip`)

  test('is a byte-identical PDF each time, once the order is packed, for staff who send parcels', async () => {
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
