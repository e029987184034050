import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, randomIpAddress, uniqueEmail, type TestApp } from '#server/accounts/testing.ts'
import { SHOP } from '#domain/shop.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { contactMessage, mailOutbox, subscriber } from '#server/db/schema.ts'
import { openTestDatabase } from '#server/testing.ts'
import { purge } from '#server/jobs/purge.ts'

let database: OpenDatabase
let app: TestApp
beforeAll(async () => {
  database = await openTestDatabase()
  app = createTestApp(database.db)
}, 60_000)
afterAll(() => database.close())

const CONTACT = '/api/contact'
const SUBSCRIBE = '/api/newsletter'
const CONFIRM = '/api/newsletter/confirm'
const UNSUBSCRIBE = '/api/newsletter/unsubscribe'

const lettersTo = (recipient: string) =>
  database.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient))
async function subscriptionOf(email: string) {
  const [row] = await database.db.select().from(subscriber).where(eq(subscriber.email, email))
  return row
}
const isOnTheList = async (email: string) => {
  const row = await subscriptionOf(email)
  return row?.confirmedAt != null && row.unsubscribedAt === null
}
/** Somebody who subscribed, and the token of the link that was mailed. */
async function subscribed(at = app) {
  const email = uniqueEmail()
  await at.request('POST', SUBSCRIBE, { body: { email } })
  const [letter] = await lettersTo(email)
  return { email, token: /newsletter\/confirm\?token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '' }
}

describe('the contact form', () => {
  // Shows D16.contact
  test('stores the message and mails it to the app, to be answered to whoever wrote', async () => {
    const email = uniqueEmail()
    const { status, json } = await app.request('POST', CONTACT, {
      body: { name: 'Rohan Mehta', email, message: ' Do you resize rings?\nSize 14. ' },
    })
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      message: 'Thank you. We have your message and will answer by e-mail.',
    })
    const [stored] = await database.db.select().from(contactMessage).where(eq(contactMessage.email, email))
    expect([stored?.name, stored?.message]).toEqual(['Rohan Mehta', 'Do you resize rings?\nSize 14.'])
    const [letter] = await database.db.select().from(mailOutbox).where(eq(mailOutbox.replyTo, email))
    expect([letter?.recipient, letter?.subject]).toEqual([SHOP.email, 'Message from Rohan Mehta'])
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a name of two lines', { name: 'A\r\nBcc: everybody@example.in' }],
    ['a malformed address', { email: 'rohan' }],
    ['an empty message', { message: '' }],
    ['a message of 4001 letters', { message: 'm'.repeat(4001) }],
    ['a message with a NUL', { message: 'Hello\u0000' }],
    ['a message that is a list', { message: ['Hello'] }],
    ['a field it does not know', { to: 'everybody@example.in' }],
  ])('refuses %s', async (_, wrong) => {
    const body = { name: 'Rohan', email: uniqueEmail(), message: 'Hello', ...wrong }
    const { status, json } = await app.request('POST', CONTACT, { body })
    expect([status, json.success, json.code]).toEqual([400, false, 'invalid-request'])
  })

  test('stops a visitor after ten messages an hour, and nobody else', async () => {
    const limited = createTestApp(database.db, { limitScale: 1 })
    const from = randomIpAddress()
    const write = (visitor: string) =>
      limited.request('POST', CONTACT, {
        from: visitor,
        body: { name: 'Rohan', email: uniqueEmail(), message: 'Hello' },
      })
    const statuses = []
    for (let count = 1; count <= 11; count++) statuses.push((await write(from)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    expect((await write(randomIpAddress())).status).toBe(200)
  })
})

describe('Stay Updated', () => {
  // Shows D17.newsletter
  test('puts nobody on the list before the mailed link is confirmed', async () => {
    const { email, token } = await subscribed()
    expect(await isOnTheList(email)).toBe(false)
    const { status, json } = await app.request('POST', CONFIRM, { body: { token } })
    expect([status, json.message]).toEqual([200, 'Thank you. Your subscription is confirmed.'])
    expect(await isOnTheList(email)).toBe(true)
  })

  // Shows D17.newsletter
  test('says the same to a new address, one that waits, one on the list, and one that left', async () => {
    const ask = (email: string) => app.request('POST', SUBSCRIBE, { body: { email } })
    const fresh = await ask(uniqueEmail())
    const { email, token } = await subscribed()
    const waiting = await ask(email)
    await app.request('POST', CONFIRM, { body: { token } })
    const listed = await ask(email)
    await app.request('POST', UNSUBSCRIBE, { body: { token } })
    const left = await ask(email)
    for (const { status, json } of [waiting, listed, left]) expect([status, json]).toEqual([200, fresh.json])
  })

  test('mails an address once a day, however it is written and however often it is asked', async () => {
    const { email } = await subscribed()
    await app.request('POST', SUBSCRIBE, { body: { email: ` ${email.toUpperCase()} ` } })
    expect(await lettersTo(email)).toHaveLength(1)
    const tomorrow = createTestApp(database.db, { now: () => new Date(Date.now() + 86_400_000) })
    await tomorrow.request('POST', SUBSCRIBE, { body: { email } })
    expect(await lettersTo(email)).toHaveLength(2)
  })

  test('mails nobody who is on the list', async () => {
    const { email, token } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    const tomorrow = createTestApp(database.db, { now: () => new Date(Date.now() + 86_400_000) })
    await tomorrow.request('POST', SUBSCRIBE, { body: { email } })
    expect(await lettersTo(email)).toHaveLength(1)
  })

  test('takes back somebody who left and confirms anew', async () => {
    const { email, token } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    await app.request('POST', UNSUBSCRIBE, { body: { token } })
    expect(await isOnTheList(email)).toBe(false)
    await app.request('POST', SUBSCRIBE, { body: { email } })
    expect(await isOnTheList(email)).toBe(false)
    await app.request('POST', CONFIRM, { body: { token } })
    expect(await isOnTheList(email)).toBe(true)
  })

  test('does not resubscribe somebody who opens the old confirmation link after unsubscribing', async () => {
    const { email, token } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    await app.request('POST', UNSUBSCRIBE, { body: { token } })
    const { status, json } = await app.request('POST', CONFIRM, { body: { token } })
    expect([status, json.message]).toEqual([404, 'This link is not valid any more.'])
    expect(await isOnTheList(email)).toBe(false)
  })

  test('no more mails an address that unsubscribed from a confirmation it did not ask for', async () => {
    const { email, token } = await subscribed()
    await app.request('POST', UNSUBSCRIBE, { body: { token } })
    await purge(database.db, 'unconfirmed', new Date(Date.now() + 31 * 86_400_000))
    for (const days of [1, 2, 40]) {
      const later = createTestApp(database.db, { now: () => new Date(Date.now() + days * 86_400_000) })
      expect((await later.request('POST', SUBSCRIBE, { body: { email } })).status).toBe(200)
    }
    expect(await lettersTo(email)).toHaveLength(1)
  })

  test('no more mails a former subscriber who unsubscribes from a new confirmation', async () => {
    const { email, token } = await subscribed()
    const inDays = (days: number) =>
      createTestApp(database.db, { now: () => new Date(Date.now() + days * 86_400_000) })
    await app.request('POST', CONFIRM, { body: { token } })
    await app.request('POST', UNSUBSCRIBE, { body: { token } })
    await inDays(1).request('POST', SUBSCRIBE, { body: { email } })
    expect(await lettersTo(email)).toHaveLength(2)
    await app.request('POST', UNSUBSCRIBE, { body: { token } })
    await inDays(2).request('POST', SUBSCRIBE, { body: { email } })
    expect(await lettersTo(email)).toHaveLength(2)
  })

  test('forgets an address that nobody confirmed within thirty days since it was last asked for', async () => {
    const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)
    const [unconfirmed, again, listed] = [await subscribed(), await subscribed(), await subscribed()]
    await app.request('POST', CONFIRM, { body: { token: listed.token } })
    const later = createTestApp(database.db, { now: () => daysFromNow(10) })
    await later.request('POST', SUBSCRIBE, { body: { email: again.email } })
    await purge(database.db, 'unconfirmed', daysFromNow(31))
    const confirm = async ({ token }: { token: string }) =>
      (await app.request('POST', CONFIRM, { body: { token } })).status
    expect([await confirm(unconfirmed), await confirm(again), await confirm(listed)]).toEqual([404, 200, 200])
  })

  test.each([
    ['a malformed address', { email: 'asha@@example.in' }],
    ['an address of 255 letters', { email: `${'a'.repeat(244)}@example.in` }],
    ['an address with a NUL', { email: 'a\u0000@example.in' }],
    ['null', { email: null }],
    ['a list', { email: ['a@example.in'] }],
  ])('refuses %s', async (_, body) => {
    const { status, json } = await app.request('POST', SUBSCRIBE, { body })
    expect([status, json.code]).toEqual([400, 'invalid-request'])
  })
})

describe('leaving the list', () => {
  test('works by the page’s button, and again', async () => {
    const { email, token } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    for (const _ of ['once', 'twice']) {
      const { status, json } = await app.request('POST', UNSUBSCRIBE, { body: { token } })
      expect([status, json.message]).toEqual([200, 'You are unsubscribed. We will not write to you again.'])
    }
    expect(await isOnTheList(email)).toBe(false)
  })

  // Shows D17.newsletter
  test('works by one click in a mail program, at the address in the mail', async () => {
    const { email, token } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    const [letter] = await lettersTo(email)
    const { pathname, search } = new URL(letter?.unsubscribeUrl ?? '')
    const { status } = await app.request('POST', pathname + search, {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(200)
    expect(await isOnTheList(email)).toBe(false)
  })

  test('does not happen because a mail program fetched the link', async () => {
    const { email, token } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    expect((await app.request('GET', `${UNSUBSCRIBE}?token=${token}`)).status).toBe(404)
    expect(await isOnTheList(email)).toBe(true)
  })
})

describe('a link of a mail', () => {
  test.each([CONFIRM, UNSUBSCRIBE])('%s says when it is not known', async (path) => {
    const { status, json } = await app.request('POST', path, { body: { token: 'a'.repeat(43) } })
    expect([status, json]).toEqual([
      404,
      { success: false, code: 'not-found', message: 'This link is not valid any more.' },
    ])
  })

  test.each([CONFIRM, UNSUBSCRIBE])('%s refuses what is no token', async (path) => {
    for (const token of [
      '',
      'short',
      'a'.repeat(101),
      `${'a'.repeat(42)}\u0000`,
      null,
      7,
      ['a'.repeat(43)],
    ]) {
      const { status, json } = await app.request('POST', path, { body: { token } })
      expect([status, json.code]).toEqual([400, 'invalid-request'])
    }
  })

  test('by one click is refused as well when it is not known or no token', async () => {
    for (const query of ['', '?token=short', `?token=${'a'.repeat(43)}`, '?token=%00']) {
      const { status } = await app.request('POST', UNSUBSCRIBE + query, {
        raw: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([query, status]).toEqual([query, 404])
    }
  })
})
