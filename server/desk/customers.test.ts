import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { FRESH_CODE_MINUTES, type Role } from '#domain/permissions.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#domain/time.ts'
import {
  addressOf,
  checkoutOf,
  itemOf,
  newUser,
  payForRings,
  RING,
  setUpCheckout,
} from '#server/checkout/testing.ts'
import { profile, savedAddress, session, user } from '#server/db/account-schema.ts'
import { orderPan } from '#server/db/pan-schema.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { cartLine, wishlistItem } from '#server/db/list-schema.ts'
import { contactMessage, emailOutbox, order, subscriber } from '#server/db/schema.ts'
import { createParcelActions } from '#server/fulfilment/testing.ts'
import { recipientsOf, sendOut } from '#server/newsletters/testing.ts'
import { auditEntriesAbout, createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const fixture = setUpCheckout()
const { pack, request, runTasks, nextHuid } = createParcelActions(fixture)

let desk: TestDesk
const staff = new Map<Role, TestStaff>()
beforeAll(async () => {
  desk = createTestDesk(fixture.db)
  for (const role of ['owner', 'manager', 'packer'] as const) staff.set(role, await enrolAs(desk, role))
})

const send = (role: Role, path: string, body: unknown) =>
  desk.request('POST', `/api/desk/customers/${path}`, { cookie: staff.get(role)?.cookie ?? '', body })

/** What the shop holds about the account with an e-mail address; undefined without one. */
async function find(role: Role, email: string) {
  const { json } = await send(role, 'search', { text: email, view: 'all', olderThan: null })
  const id: string | undefined = json.customers[0]?.id
  if (id === undefined) return undefined
  const path = `/api/desk/customers/${id}`
  return (await desk.request('GET', path, { cookie: staff.get(role)?.cookie ?? '' })).json
}

async function erase(id: string) {
  const owner = staff.get('owner')
  if (!owner) throw new Error('There is no owner')
  await desk.request('POST', '/api/desk/fresh-code', {
    cookie: owner.cookie,
    body: { code: owner.nextCode() },
  })
  return send('owner', 'erasure', { id })
}

const ADDRESS = {
  name: 'Asha Verma',
  address: '12 Johari Bazaar',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302003',
  phone: '9829012345',
  email: 'asha@example.in',
}

/** A customer with data in every table. */
async function fullAccount() {
  const customer = await newUser(fixture.db, [{ type: 'rings', id: 801, size: '12', quantity: 2 }])
  const { id, email } = customer
  const now = fixture.server.deps.now()
  await fixture.db.insert(profile).values({ userId: id, phoneNumber: '9829012345', address: 'Jaipur' })
  await fixture.db.insert(savedAddress).values({ userId: id, address: ADDRESS, usedAt: now })
  await fixture.db.insert(wishlistItem).values({ userId: id, type: 'tops', productId: 1, position: 0 })
  await fixture.db
    .insert(contactMessage)
    .values({ id, name: 'Asha', email: email.toUpperCase(), message: 'Namaste', createdAt: now })
  await fixture.db.insert(subscriber).values({ email, token: `token-of-${id}`, createdAt: now })
  await fixture.db
    .insert(session)
    .values({ id, token: `session-of-${id}`, userId: id, expiresAt: addMs(now, DAY_MS) })
  return customer
}

/** Its parcel is booked and on its way. */
async function sentOrder() {
  const paid = await payForRings(fixture, 1)
  await pack(paid.number, { pieces: [{ position: 0, codes: [nextHuid()] }] })
  await request(paid.number, 'book')
  await runTasks()
  return paid
}

const deliver = (number: string) =>
  fixture.db.update(parcel).set({ state: 'delivered' }).where(eq(parcel.orderNumber, number))

describe('an account at the desk', () => {
  test('is found by its e-mail address with everything that the shop holds, by owner and manager', async () => {
    const { id, email } = await fullAccount()
    expect(await find('manager', ` ${email.toUpperCase()} `)).toMatchObject({
      id,
      email,
      phone: '9829012345',
      savedAddresses: [{ city: 'Jaipur' }],
      cart: [{ sku: 'rings-801', size: '12', quantity: 2 }],
      wishlist: ['tops-1'],
      newsletter: 'requested',
      messages: [{ message: 'Namaste' }],
      orders: [],
      obstacles: [],
    })
    const everybody = { text: '', view: 'all', olderThan: null }
    expect((await send('packer', 'search', everybody)).status).toBe(403)
    expect(await find('owner', 'nobody@example.in')).toBeUndefined()
    const cookie = staff.get('owner')?.cookie ?? ''
    expect((await desk.request('GET', '/api/desk/customers/nobody', { cookie })).status).toBe(404)
  })

  test('is found by part of its name, and filtered by whether it has bought', async () => {
    const { id } = await fullAccount()
    const { customer } = await sentOrder()
    await fixture.db
      .update(user)
      .set({ name: 'Zubeida Q% Khan' })
      .where(inArray(user.id, [id, customer.id]))
    const search = async (text: string, view = 'all') =>
      (await send('manager', 'search', { text, view, olderThan: null })).json.customers
    const idsOf = (found: { id: string }[]) => found.map((each) => each.id).toSorted()
    expect(idsOf(await search('zubeida q%'))).toEqual([id, customer.id].toSorted())
    expect(await search('beida bought')).toEqual([])
    expect(await search('beida', 'bought')).toMatchObject([{ id: customer.id, orders: 1 }])
    expect(await search('beida', 'not bought')).toMatchObject([{ id, orders: 0, lastOrderAt: null }])
  })

  test('is on exactly one page of the list', async () => {
    const createdAt = fixture.server.deps.now()
    const rows = Array.from({ length: 60 }, (_, index) => ({
      id: `page-${index}`,
      name: 'Page Turner',
      email: `page-${index}@example.in`,
      // Ten at a time were created at the same moment.
      createdAt: addMs(createdAt, -DAY_MS * Math.floor(index / 10)),
    }))
    await fixture.db.insert(user).values(rows)
    const body = { text: 'page turner', view: 'all' }
    const { json: first } = await send('owner', 'search', { ...body, olderThan: null })
    const { json: second } = await send('owner', 'search', { ...body, olderThan: first.olderThan })
    const found = [...first.customers, ...second.customers].map((each: { id: string }) => each.id)
    expect(found.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    expect([first.customers.length, second.olderThan]).toEqual([50, undefined])
  })

  test('is exported as a file, and the export is logged', async () => {
    const { id } = await fullAccount()
    const { json } = await send('manager', 'export', { id })
    expect(json.name).toMatch(/^customer-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(json.text)).toMatchObject({ wishlist: ['tops-1'] })
    const acts = await auditEntriesAbout(fixture.db, id)
    expect(acts.map(({ act }) => act)).toEqual(['exported customer'])
    expect((await send('manager', 'export', { id: 'nobody' })).status).toBe(404)
  })
})

describe('the PAN of an order', () => {
  const large = { amount: 7 * itemOf(RING).price, items: [itemOf(RING, 7)], pan: 'ABCPE1234F' }
  const hasPan = (orderNumber: string) => fixture.db.$count(orderPan, eq(orderPan.orderNumber, orderNumber))

  // Shows D42.retention
  test('is deleted with the account if the order was not paid, and stays with the invoice if it was', async () => {
    const customer = await newUser(fixture.db)
    const place = async (address: string) => {
      const checkout = checkoutOf(customer, { ...large, address: { ...addressOf(customer), address } })
      return (await fixture.server.request(customer, 'POST', '/api/create-order', checkout)).json.order_number
    }
    const [unpaid, paid] = [await place('1 MI Road'), await place('2 MI Road')]
    await fixture.db
      .update(order)
      .set({ nextReconcileAt: null, status: 'cancelled' })
      .where(eq(order.userId, customer.id))
    await fixture.db
      .update(order)
      .set({ paidAt: new Date(), status: 'refunded' })
      .where(eq(order.number, paid))
    const found = await find('owner', customer.email)
    expect(found.orders).toMatchObject([{ hasPan: true }, { hasPan: true }])
    expect(JSON.stringify(found)).not.toContain('ABCPE')
    expect((await erase(customer.id)).status).toBe(200)
    expect([await hasPan(unpaid), await hasPan(paid)]).toEqual([0, 1])
  })
})

describe('erasing an account', () => {
  test('needs a fresh code', async () => {
    const { id } = await fullAccount()
    desk.advance((FRESH_CODE_MINUTES + 1) * MINUTE_MS)
    const { status, json } = await send('manager', 'erasure', { id })
    expect([status, json.code]).toEqual([403, 'fresh-code-needed'])
  })

  test('deletes everything that belongs to it, ends its sessions, and frees its address', async () => {
    const customer = await fullAccount()
    const { id, email } = customer
    const other = await fullAccount()
    await fixture.db.update(subscriber).set({ confirmedAt: new Date() })
    const newsletter = await sendOut(fixture.db, new Date())
    expect((await erase(id)).status).toBe(200)
    const recipients = (await recipientsOf(fixture.db, newsletter)).map((recipient) => recipient.email)
    expect(recipients).toContain(other.email)
    expect(recipients).not.toContain(email)
    for (const table of [profile, savedAddress, session, cartLine, wishlistItem]) {
      expect(await fixture.db.$count(table, eq(table.userId, id))).toBe(0)
      expect(await fixture.db.$count(table, eq(table.userId, other.id))).toBe(1)
    }
    expect(await fixture.db.$count(contactMessage, eq(contactMessage.id, id))).toBe(0)
    expect(await fixture.db.$count(subscriber, eq(subscriber.email, email))).toBe(0)
    expect(await find('owner', email)).toBeUndefined()
    await fixture.db.insert(user).values({ id: `${id}-again`, name: 'Asha', email })

    expect((await erase(id)).status).toBe(200)
    const acts = await auditEntriesAbout(fixture.db, id)
    expect(acts.map(({ act }) => act)).toEqual(['erased customer'])
    expect(JSON.stringify(acts)).not.toContain(email)
    expect((await erase('nobody')).status).toBe(404)
  })

  test('erases its address from e-mails sent to it or caused by it, and sends no waiting ones', async () => {
    const { id, email } = await fullAccount()
    const common = { text: '', html: '', createdAt: new Date() }
    const keys = ['sent', 'waiting', 'contact'].map((name) => `${name}:${id}`)
    await fixture.db.insert(emailOutbox).values([
      { ...common, dedupeKey: `sent:${id}`, recipient: email, subject: 'Your order', sentAt: new Date() },
      { ...common, dedupeKey: `waiting:${id}`, recipient: email.toUpperCase(), subject: 'Your order' },
      {
        ...common,
        dedupeKey: `contact:${id}`,
        recipient: 'care@swarnika.example',
        replyTo: email,
        subject: 'Message from Asha',
        sentAt: new Date(),
      },
    ])
    expect((await erase(id)).status).toBe(200)
    const left = await fixture.db.select().from(emailOutbox).where(inArray(emailOutbox.dedupeKey, keys))
    expect(left.map(({ dedupeKey }) => dedupeKey.split(':')[0]).toSorted()).toEqual(['contact', 'sent'])
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`${email}|Asha`))
  })

  test('waits until its orders are delivered, and keeps paid ones', async () => {
    const { customer, number } = await sentOrder()
    expect((await find('owner', customer.email)).obstacles).toEqual([`${number} is not delivered yet.`])
    expect((await erase(customer.id)).status).toBe(409)
    await deliver(number)
    expect((await erase(customer.id)).status).toBe(200)
    const [kept] = await fixture.db.select().from(order).where(eq(order.number, number))
    expect(kept).toMatchObject({ status: 'completed', shipTo: { name: 'Asha Verma' } })
  })

  test('waits while an order can still be paid', async () => {
    const customer = await newUser(fixture.db)
    const { number } = await payForRings(fixture, 1)
    await fixture.db
      .update(order)
      .set({
        userId: customer.id,
        status: 'created',
        paidAt: null,
        completedAt: null,
        nextReconcileAt: new Date(),
      })
      .where(eq(order.number, number))
    expect((await find('owner', customer.email)).obstacles).toEqual(['An order can still be paid.'])
    expect((await erase(customer.id)).status).toBe(409)
  })
})
