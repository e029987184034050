import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { createTestApp, uniqueEmail, type TestApp } from '#server/accounts/testing.ts'
import { emailOutbox, subscriber } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { purge } from '#server/jobs/purge.ts'

const database = useTestDatabase()
let app: TestApp
beforeAll(() => {
  app = createTestApp(database.db)
})

const SUBSCRIBE = '/api/newsletter'
const CONFIRM = '/api/newsletter/confirm'
const UNSUBSCRIBE = '/api/newsletter/unsubscribe'

const emailsTo = (recipient: string) =>
  database.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, recipient))
async function subscriptionOf(email: string) {
  const [row] = await database.db.select().from(subscriber).where(eq(subscriber.email, email))
  return row
}
const isOnTheList = async (email: string) => {
  const row = await subscriptionOf(email)
  return row?.confirmedAt != null && row.unsubscribedAt === null
}
const tokenIn = (text = '', action: 'confirm' | 'unsubscribe') =>
  new RegExp(`newsletter/${action}\\?token=([\\w-]+)`).exec(text)?.[1] ?? ''
/** A pending subscription and the tokens of its emailed links. */
async function subscribed(at = app) {
  const email = uniqueEmail()
  await at.request('POST', SUBSCRIBE, { body: { email } })
  const [message] = await emailsTo(email)
  return {
    email,
    token: tokenIn(message?.text, 'confirm'),
    leaveBy: tokenIn(message?.text, 'unsubscribe'),
  }
}
/** The token of the last emailed confirmation link. */
async function newestToken(email: string) {
  const texts = (await emailsTo(email)).sort((one, other) => Number(one.createdAt) - Number(other.createdAt))
  return tokenIn(texts.at(-1)?.text, 'confirm')
}

describe('Stay Updated', () => {
  // Shows D17.newsletter
  test('adds an address only once its emailed link is confirmed', async () => {
    const { email, token } = await subscribed()
    expect(await isOnTheList(email)).toBe(false)
    const { status, json } = await app.request('POST', CONFIRM, { body: { token } })
    expect([status, json.message]).toEqual([200, 'Thank you. Your subscription is confirmed.'])
    expect(await isOnTheList(email)).toBe(true)
  })

  // Shows D17.newsletter
  test('responds alike to a new, a pending, a subscribed and an unsubscribed address', async () => {
    const ask = (email: string) => app.request('POST', SUBSCRIBE, { body: { email } })
    const fresh = await ask(uniqueEmail())
    const { email, token, leaveBy } = await subscribed()
    const waiting = await ask(email)
    await app.request('POST', CONFIRM, { body: { token } })
    const listed = await ask(email)
    await app.request('POST', UNSUBSCRIBE, { body: { token: leaveBy } })
    const left = await ask(email)
    for (const { status, json } of [waiting, listed, left]) expect([status, json]).toEqual([200, fresh.json])
  })

  test('emails an address at most once a day, however it is written', async () => {
    const { email } = await subscribed()
    await app.request('POST', SUBSCRIBE, { body: { email: ` ${email.toUpperCase()} ` } })
    expect(await emailsTo(email)).toHaveLength(1)
    const tomorrow = createTestApp(database.db, { now: () => new Date(Date.now() + DAY_MS) })
    await tomorrow.request('POST', SUBSCRIBE, { body: { email } })
    expect(await emailsTo(email)).toHaveLength(2)
  })

  test('does not email a subscriber again', async () => {
    const { email, token } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    const tomorrow = createTestApp(database.db, { now: () => new Date(Date.now() + DAY_MS) })
    await tomorrow.request('POST', SUBSCRIBE, { body: { email } })
    expect(await emailsTo(email)).toHaveLength(1)
  })

  test('resubscribes a former subscriber who confirms again', async () => {
    const { email, token, leaveBy } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    await app.request('POST', UNSUBSCRIBE, { body: { token: leaveBy } })
    expect(await isOnTheList(email)).toBe(false)
    await app.request('POST', SUBSCRIBE, { body: { email } })
    expect(await isOnTheList(email)).toBe(false)
    expect((await app.request('POST', CONFIRM, { body: { token } })).status).toBe(404)
    await app.request('POST', CONFIRM, { body: { token: await newestToken(email) } })
    expect(await isOnTheList(email)).toBe(true)
  })

  // Shows D57.links
  test('does not resubscribe by the link of an earlier subscription if the address is entered again', async () => {
    const { email, token, leaveBy } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    await app.request('POST', UNSUBSCRIBE, { body: { token: leaveBy } })
    await app.request('POST', SUBSCRIBE, { body: { email } })
    const { status } = await app.request('POST', CONFIRM, { body: { token } })
    expect([status, await isOnTheList(email)]).toEqual([404, false])
  })

  // Shows D57.links
  test('unsubscribes by the link of an earlier e-mail, even after subscribing again', async () => {
    const { email, token, leaveBy } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    await app.request('POST', UNSUBSCRIBE, { body: { token: leaveBy } })
    await app.request('POST', SUBSCRIBE, { body: { email } })
    await app.request('POST', CONFIRM, { body: { token: await newestToken(email) } })
    expect(await isOnTheList(email)).toBe(true)
    await app.request('POST', UNSUBSCRIBE, { body: { token: leaveBy } })
    expect(await isOnTheList(email)).toBe(false)
  })

  test('confirms by a link sent before confirmations had their own token', async () => {
    const { email, leaveBy } = await subscribed()
    await database.db.update(subscriber).set({ confirmToken: null }).where(eq(subscriber.email, email))
    expect((await app.request('POST', CONFIRM, { body: { token: leaveBy } })).status).toBe(200)
    expect(await isOnTheList(email)).toBe(true)
  })

  test('does not resubscribe by the old confirmation link after unsubscribing', async () => {
    const { email, token, leaveBy } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    await app.request('POST', UNSUBSCRIBE, { body: { token: leaveBy } })
    const { status, json } = await app.request('POST', CONFIRM, { body: { token } })
    expect([status, json.message]).toEqual([404, 'This link is no longer valid.'])
    expect(await isOnTheList(email)).toBe(false)
  })

  test('stops emailing an address that unsubscribed from an unwanted confirmation', async () => {
    const { email, leaveBy } = await subscribed()
    await app.request('POST', UNSUBSCRIBE, { body: { token: leaveBy } })
    await purge(database.db, 'unconfirmedSubscribers', new Date(Date.now() + 31 * DAY_MS))
    for (const days of [1, 2, 40]) {
      const later = createTestApp(database.db, { now: () => new Date(Date.now() + days * DAY_MS) })
      expect((await later.request('POST', SUBSCRIBE, { body: { email } })).status).toBe(200)
    }
    expect(await emailsTo(email)).toHaveLength(1)
  })

  test('stops emailing a former subscriber who unsubscribes from a new confirmation', async () => {
    const { email, token, leaveBy } = await subscribed()
    const inDays = (days: number) =>
      createTestApp(database.db, { now: () => new Date(Date.now() + days * DAY_MS) })
    await app.request('POST', CONFIRM, { body: { token } })
    await app.request('POST', UNSUBSCRIBE, { body: { token: leaveBy } })
    await inDays(1).request('POST', SUBSCRIBE, { body: { email } })
    expect(await emailsTo(email)).toHaveLength(2)
    await app.request('POST', UNSUBSCRIBE, { body: { token: leaveBy } })
    await inDays(2).request('POST', SUBSCRIBE, { body: { email } })
    expect(await emailsTo(email)).toHaveLength(2)
  })

  test('purges an address not confirmed within thirty days of the last request', async () => {
    const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS)
    const [unconfirmed, again, listed] = [await subscribed(), await subscribed(), await subscribed()]
    await app.request('POST', CONFIRM, { body: { token: listed.token } })
    const later = createTestApp(database.db, { now: () => daysFromNow(10) })
    await later.request('POST', SUBSCRIBE, { body: { email: again.email } })
    await purge(database.db, 'unconfirmedSubscribers', daysFromNow(31))
    const confirm = async ({ token }: { token: string }) =>
      (await app.request('POST', CONFIRM, { body: { token } })).status
    expect([await confirm(unconfirmed), await confirm(again), await confirm(listed)]).toEqual([404, 200, 200])
  })

  test.each([
    ['a malformed address', { email: 'asha@@example.in' }],
    ['an address of 255 characters', { email: `${'a'.repeat(244)}@example.in` }],
    ['an address with a NUL', { email: 'a\u0000@example.in' }],
    ['null', { email: null }],
    ['a list', { email: ['a@example.in'] }],
  ])('rejects %s', async (_, body) => {
    const { status, json } = await app.request('POST', SUBSCRIBE, { body })
    expect([status, json.code]).toEqual([400, 'invalid-request'])
  })
})

describe('leaving the list', () => {
  test('works by the page’s button, even repeatedly', async () => {
    const { email, token, leaveBy } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    for (const _ of ['once', 'twice']) {
      const { status, json } = await app.request('POST', UNSUBSCRIBE, { body: { token: leaveBy } })
      expect([status, json.message]).toEqual([200, 'You are unsubscribed. We will not write to you again.'])
    }
    expect(await isOnTheList(email)).toBe(false)
  })

  // Shows D17.newsletter
  test('works by one click in an e-mail client, at the URL in the header', async () => {
    const { email, token } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    const [message] = await emailsTo(email)
    const { pathname, search } = new URL(message?.unsubscribeUrl ?? '')
    const { status } = await app.request('POST', pathname + search, {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(200)
    expect(await isOnTheList(email)).toBe(false)
  })

  test('does not happen when an e-mail client fetches the link', async () => {
    const { email, token } = await subscribed()
    await app.request('POST', CONFIRM, { body: { token } })
    expect((await app.request('GET', `${UNSUBSCRIBE}?token=${token}`)).status).toBe(404)
    expect(await isOnTheList(email)).toBe(true)
  })
})

describe('a link in an e-mail', () => {
  test.each([CONFIRM, UNSUBSCRIBE])('%s reports an unknown token', async (path) => {
    const { status, json } = await app.request('POST', path, { body: { token: 'a'.repeat(43) } })
    expect([status, json]).toEqual([
      404,
      { success: false, code: 'not-found', message: 'This link is no longer valid.' },
    ])
  })

  test.each([CONFIRM, UNSUBSCRIBE])('%s rejects a malformed token', async (path) => {
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

  test('by one click rejects an unknown or malformed token too', async () => {
    for (const query of ['', '?token=short', `?token=${'a'.repeat(43)}`, '?token=%00']) {
      const { status } = await app.request('POST', UNSUBSCRIBE + query, {
        raw: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([query, status]).toEqual([query, 404])
    }
  })
})
