import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { createTestApp } from '#server/accounts/testing.ts'
import { newsletter, newsletterRecipient } from '#server/db/newsletter-schema.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { emailOutbox, subscriber } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { queueEmail, sendDueEmails, type EmailMessage, type EmailSender } from '#server/email/outbox.ts'
import { purge } from '#server/jobs/purge.ts'
import { createLog } from '#server/log.ts'
import { countOutcomes, sendDueNewsletters } from './send.ts'
import { startSending } from './start-sending.ts'
import { addSubscribers, CONTENT, findSent, recipientsOf, sendOut } from './testing.ts'

const SITE_URL = 'https://swarnika.example'
/** 20 in ten seconds. */
const PER_MINUTE = 120

const database = useTestDatabase()
let at: Date
let sent: EmailMessage[]
/** What the mail server does with the e-mail. */
let onSend: (email: EmailMessage) => Promise<void>
const logged: string[] = []
const log = createLog('debug', (line) => logged.push(line))
const mailer: EmailSender = {
  async send(email) {
    await onSend(email)
    sent.push(email)
  },
  close: () => {},
}

beforeEach(() => {
  at = new Date()
  sent = []
  onSend = async () => {}
})
afterEach(async () => {
  const { db } = database
  await db.delete(newsletterRecipient)
  await db.update(newsletter).set({ state: 'stopped', nextBatchAt: null })
  await db.delete(subscriber)
  await db.delete(emailOutbox)
})

const deps = () => ({
  db: database.db,
  mailer,
  log,
  now: () => at,
  siteUrl: SITE_URL,
  newslettersPerMinute: PER_MINUTE,
})
const send = () => sendDueNewsletters(deps())
/** Sends batch after batch until it has ended. */
async function sendAll(id: string): Promise<void> {
  for (let batches = 0; (await findSent(database.db, id))?.state === 'sending' && batches < 50; batches++) {
    await send()
    at = addMs(at, 10 * SECOND_MS)
  }
}
const rejectWith = (fields: object) => Object.assign(new Error('Rejected'), fields)

// Shows D56.once
test('every confirmed subscriber gets it once, with a personal unsubscribe link', async () => {
  const emails = await addSubscribers(database.db, 3, at)
  await database.db.insert(subscriber).values([
    { email: 'unconfirmed@example.in', token: randomUUID(), createdAt: at },
    { email: 'gone@example.in', token: randomUUID(), createdAt: at, confirmedAt: at, unsubscribedAt: at },
  ])
  const id = await sendOut(database.db, at, SITE_URL)
  await sendAll(id)
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(emails.toSorted())
  expect(await findSent(database.db, id)).toMatchObject({ state: 'sent', recipients: 3 })
  expect(await countOutcomes(database.db, id)).toEqual({ sent: 3, failed: 0, unsubscribed: 0, unknown: 0 })
  for (const { recipient, html, text, unsubscribeUrl } of sent) {
    const [row] = await database.db.select().from(subscriber).where(eq(subscriber.email, recipient))
    expect(unsubscribeUrl).toBe(`${SITE_URL}/api/newsletter/unsubscribe?token=${row?.token}`)
    for (const body of [html, text])
      expect(body).toContain(`${SITE_URL}/newsletter/unsubscribe?token=${row?.token}`)
  }
  await sendAll(id)
  expect(sent).toHaveLength(3)
})

// Shows D56.desk
test('it is sent to nobody if the number of recipients differs from the confirmed one', async () => {
  const { db } = database
  await addSubscribers(db, 3, at)
  const draft = { id: randomUUID(), content: CONTENT, version: 1, state: 'draft' as const }
  await db.insert(newsletter).values({ ...draft, changedAt: at, changedBy: 'test' })
  // As if one had subscribed since the number was shown.
  const sending = { db, collection: OPENING_COLLECTION, siteUrl: SITE_URL, now: at }
  expect(await startSending(sending, draft, { recipients: 2, by: 'test' })).toBe(3)
  expect(await recipientsOf(db, draft.id)).toEqual([])
  expect(await findSent(db, draft.id)).toMatchObject({ state: 'draft', recipients: null })
})

// Shows D56.once
test('two concurrent servers send it to nobody twice', async () => {
  await addSubscribers(database.db, 12, at)
  const id = await sendOut(database.db, at)
  for (let round = 0; round < 4; round++) {
    // As if the lease of the other had run out.
    await database.db.update(newsletter).set({ nextBatchAt: at }).where(eq(newsletter.id, id))
    await Promise.all([send(), send()])
  }
  expect(sent).toHaveLength(12)
  expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(12)
})

describe('after a crash', () => {
  // Shows D56.once
  test.each([
    ['before the mail server has it', false],
    ['after the mail server has it', true],
  ])('%s, nobody gets it twice and the others get it', async (_, hasIt) => {
    await addSubscribers(database.db, 3, at)
    const id = await sendOut(database.db, at)
    // The fourth query reads the claimed recipient's token; the first update records that it was sent.
    const db = dying(database.db, hasIt ? { update: 1 } : { select: 4 })
    await expect(sendDueNewsletters({ ...deps(), db })).rejects.toThrow(Crash)
    expect(sent).toHaveLength(hasIt ? 1 : 0)
    expect(await send()).toBe(0)
    at = addMs(at, 5 * MINUTE_MS)
    await sendAll(id)
    expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(sent.length)
    expect(sent).toHaveLength(hasIt ? 3 : 2)
    expect(await countOutcomes(database.db, id)).toMatchObject({ sent: 2, unknown: 1 })
    expect(await findSent(database.db, id)).toMatchObject({ state: 'sent' })
  })
})

class Crash extends Error {}

/** A database that fails at the given call of a method, as when the process is killed. */
function dying(
  db: OpenDatabase['db'],
  at: { readonly update?: number; readonly select?: number },
): OpenDatabase['db'] {
  const calls = { update: 0, select: 0 }
  return new Proxy(db, {
    get(target, name, receiver) {
      if ((name === 'update' || name === 'select') && ++calls[name] === at[name]) throw new Crash()
      return Reflect.get(target, name, receiver)
    },
  })
}

// Shows D56.unsubscribed
test('subscribers who unsubscribe meanwhile do not get it', async () => {
  const [leaving = ''] = await addSubscribers(database.db, 3, at)
  const id = await sendOut(database.db, at)
  const app = createTestApp(database.db)
  const [row] = await database.db.select().from(subscriber).where(eq(subscriber.email, leaving))
  const { status } = await app.request('POST', `/api/newsletter/unsubscribe?token=${row?.token}`, {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(status).toBe(200)
  await sendAll(id)
  expect(sent.map(({ recipient }) => recipient)).not.toContain(leaving)
  expect(await countOutcomes(database.db, id)).toMatchObject({ sent: 2, unsubscribed: 1 })
})

test('subscribers who join meanwhile get the next one', async () => {
  await addSubscribers(database.db, 1, at)
  const id = await sendOut(database.db, at)
  await addSubscribers(database.db, 1, at)
  await sendAll(id)
  expect(sent).toHaveLength(1)
})

describe('an e-mail that the mail server does not accept', () => {
  test('for good is counted as failed, and not retried', async () => {
    const [gone] = await addSubscribers(database.db, 2, at)
    onSend = async ({ recipient }) => {
      if (recipient === gone) throw rejectWith({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' })
    }
    const id = await sendOut(database.db, at)
    await sendAll(id)
    expect(await countOutcomes(database.db, id)).toMatchObject({ sent: 1, failed: 1 })
  })

  test('for now is tried three times', async () => {
    await addSubscribers(database.db, 1, at)
    let attempts = 0
    onSend = async () => {
      attempts += 1
      throw rejectWith({ code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' })
    }
    const id = await sendOut(database.db, at)
    for (const minutes of [0, 4, 2, 10]) {
      at = addMs(at, minutes * MINUTE_MS)
      await send()
    }
    expect(attempts).toBe(3)
    await send()
    expect(await countOutcomes(database.db, id)).toMatchObject({ failed: 1 })
  })

  test('because there is no response is never sent again', async () => {
    await addSubscribers(database.db, 1, at)
    let attempts = 0
    onSend = async () => {
      attempts += 1
      throw rejectWith({ code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'SOCKET_TIMEOUT' })
    }
    const id = await sendOut(database.db, at)
    await sendAll(id)
    at = addMs(at, 10 * MINUTE_MS)
    await sendAll(id)
    expect(attempts).toBe(1)
    expect(await countOutcomes(database.db, id)).toMatchObject({ unknown: 1 })
  })

  test('because it is unreachable waits a minute, and no recipient is lost', async () => {
    await addSubscribers(database.db, 2, at)
    onSend = async () => {
      throw rejectWith({ code: 'ESOCKET', syscall: 'connect', command: 'CONN' })
    }
    const id = await sendOut(database.db, at)
    expect(await send()).toBe(0)
    onSend = async () => {}
    at = addMs(at, MINUTE_MS - 1)
    expect(await send()).toBe(0)
    at = addMs(at, 1)
    await sendAll(id)
    expect(await countOutcomes(database.db, id)).toMatchObject({ sent: 2, unknown: 0 })
  })

  test('because it is unreachable for a day and a half is counted as failed, and the newsletter ends', async () => {
    await addSubscribers(database.db, 2, at)
    let attempts = 0
    onSend = async () => {
      attempts += 1
      throw rejectWith({ code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'CONNECT_TIMEOUT' })
    }
    const id = await sendOut(database.db, at)
    for (let hours = 0; hours < 36; hours += 0.25) {
      await send()
      at = addMs(at, 15 * MINUTE_MS)
    }
    expect(attempts).toBe(24)
    expect(await countOutcomes(database.db, id)).toMatchObject({ failed: 2 })
    expect(await findSent(database.db, id)).toMatchObject({ state: 'sent' })
  })
})

describe('the sending rate', () => {
  // Shows D56.last
  test('follows the setting, even after a pause and with a second newsletter, which waits for the first', async () => {
    await addSubscribers(database.db, 30, at)
    const first = await sendOut(database.db, at)
    const second = await sendOut(database.db, addMs(at, 1))
    at = addMs(at, 30 * MINUTE_MS)
    expect([await send(), await send()]).toEqual([20, 0])
    at = addMs(at, 10 * SECOND_MS)
    expect([await send(), await send()]).toEqual([10, 20])
    expect((await findSent(database.db, first))?.state).toBe('sent')
    const waiting = (await recipientsOf(database.db, second)).filter(({ outcome }) => outcome === null)
    expect(waiting).toHaveLength(10)
  })

  // Shows D56.last
  test('is zero while another e-mail of the shop is due', async () => {
    await addSubscribers(database.db, 5, at)
    const id = await sendOut(database.db, at)
    await queueEmail(database.db, { ...CONFIRMATION, now: at })
    expect(await send()).toBe(0)
    expect(await sendDueEmails({ db: database.db, mailer, log, now: () => at })).toBe(1)
    at = addMs(at, 2 * SECOND_MS)
    await sendAll(id)
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Your order',
      ...Array<string>(5).fill('The Diwali collection'),
    ])
  })

  // Shows D56.last
  test('for 50,000 recipients does not delay an order confirmation', async () => {
    const { db } = database
    await db.execute(sql`insert into subscriber (email, token, created_at, confirmed_at)
      select 'reader-' || n || '@example.in', 'token-' || n, now(), now() from generate_series(1, 50000) n`)
    const id = await sendOut(db, at)
    expect((await findSent(db, id))?.recipients).toBe(50_000)
    const waits: number[] = []
    for (let count = 0; count < 3; count++) {
      await send()
      await queueEmail(db, { ...CONFIRMATION, dedupeKey: `order-confirmation:${count}`, now: at })
      const before = sent.length
      await sendDueEmails({ db, mailer, log, now: () => at })
      waits.push(sent.findIndex(({ dedupeKey }) => dedupeKey === `order-confirmation:${count}`) - before)
      at = addMs(at, 10 * SECOND_MS)
    }
    expect(waits).toEqual([0, 0, 0])
  }, 120_000)
})

const CONFIRMATION: EmailMessage = {
  dedupeKey: 'order-confirmation:SJ-1',
  recipient: 'asha@example.in',
  subject: 'Your order',
  text: 'Thank you',
  html: '<p>Thank you</p>',
}

test('a stopped newsletter goes to nobody else, and its statistics stay', async () => {
  await addSubscribers(database.db, 30, at)
  const id = await sendOut(database.db, at)
  await send()
  await database.db
    .update(newsletter)
    .set({ state: 'stopped', endedAt: at, nextBatchAt: null })
    .where(eq(newsletter.id, id))
  at = addMs(at, MINUTE_MS)
  expect(await send()).toBe(0)
  expect(await countOutcomes(database.db, id)).toMatchObject({ sent: 20 })
})

test('a sent newsletter cannot be changed or deleted, not even in the database', async () => {
  await addSubscribers(database.db, 1, at)
  const id = await sendOut(database.db, at)
  const row = eq(newsletter.id, id)
  await expect(database.db.update(newsletter).set({ html: '' }).where(row)).rejects.toThrow()
  await expect(database.db.delete(newsletter).where(row)).rejects.toThrow()
})

test('recipients are purged thirty days after the end, and the statistics kept', async () => {
  await addSubscribers(database.db, 2, at)
  const id = await sendOut(database.db, at)
  await sendAll(id)
  await purge(database.db, 'newsletterRecipients', addMs(at, 29 * DAY_MS))
  expect(await recipientsOf(database.db, id)).toHaveLength(2)
  await purge(database.db, 'newsletterRecipients', addMs(at, 31 * DAY_MS))
  expect(await recipientsOf(database.db, id)).toHaveLength(0)
  expect((await findSent(database.db, id))?.counts).toMatchObject({ sent: 2 })
})

test('no address is logged', async () => {
  const [email = ''] = await addSubscribers(database.db, 1, at)
  onSend = async ({ recipient }) => {
    throw rejectWith({
      code: 'EENVELOPE',
      responseCode: 550,
      response: `550 no ${recipient}`,
      command: 'RCPT TO',
    })
  }
  await sendAll(await sendOut(database.db, at))
  expect(logged.join('')).toContain('newsletter email failed')
  expect(logged.join('')).not.toContain(email)
})
