import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { maskName } from '#domain/mask.ts'
import { contactMessage, emailOutbox } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { auditEntriesAbout, createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const database = useTestDatabase()
let desk: TestDesk
let manager: TestStaff
let support: TestStaff
beforeAll(async () => {
  desk = createTestDesk(database.db)
  manager = await enrolAs(desk, 'manager')
  support = await enrolAs(desk, 'support', 'Ravi Menon')
})

const send = ({ cookie }: TestStaff, method: string, path: string, body?: unknown) =>
  desk.request(method, `/api/desk/${path}`, { cookie, ...(body !== undefined && { body }) })
const search = async (view = 'to answer', olderThan: string | null = null) =>
  (await send(support, 'POST', 'messages/search', { view, olderThan })).json
const mark = (id: string, isAnswered: boolean, who = support) =>
  send(who, 'PUT', `messages/${id}/answered`, { isAnswered })
const idsOf = (page: { messages: { id: string }[] }) => page.messages.map(({ id }) => id)
const actsOn = async (subject: string) => {
  const entries = await auditEntriesAbout(database.db, subject)
  return entries.map(({ act, actor }) => [act, actor])
}

async function writeMessage(createdAt = desk.now()): Promise<string> {
  const id = randomUUID()
  const message = { name: 'Asha Verma', email: 'asha@example.in', message: 'Is ring 801 made in size 9?' }
  await database.db.insert(contactMessage).values({ id, ...message, createdAt })
  return id
}

describe('messages of the contact form', () => {
  test('are listed newest first, in pages that omit none, even of those written at the same time', async () => {
    const at = desk.now()
    const written: string[] = []
    for (let each = 0; each < 45; each++) written.push(await writeMessage(at))
    const read: string[] = []
    let olderThan: string | null = null
    do {
      const page = await search('to answer', olderThan)
      read.push(...idsOf(page))
      olderThan = page.olderThan ?? null
    } while (olderThan !== null)
    expect(new Set(read)).toEqual(new Set(written))
    expect(read).toHaveLength(45)
    const newest = await writeMessage(new Date(at.getTime() + 1000))
    expect(idsOf(await search())[0]).toBe(newest)
  })

  test('that are answered leave the list and Today, name the staff member, and can be reopened', async () => {
    const id = await writeMessage()
    const waiting = (await send(support, 'GET', 'today')).json.messages
    const { json } = await mark(id, true)
    expect(json.answered).toMatchObject({ by: maskName(support.name) })
    expect((await send(support, 'GET', 'today')).json.messages).toBe(waiting - 1)
    expect(idsOf(await search())).not.toContain(id)
    expect(idsOf(await search('answered'))).toContain(id)

    expect((await mark(id, false)).json.answered).toBeNull()
    expect(idsOf(await search())).toContain(id)
  })

  test('that two people answer concurrently keep the first answer, with one audit log entry', async () => {
    const id = await writeMessage()
    const responses = await Promise.all([mark(id, true, support), mark(id, true, manager)])
    const [one, other] = responses.map(({ json }) => json.answered.at)
    expect(one).toBe(other)
    const listed = (await send(manager, 'POST', 'messages/search', { view: 'answered', olderThan: null }))
      .json
    const { by } = listed.messages.find((message: { id: string }) => message.id === id).answered
    const first = [manager, support].find(({ name }) => name === by)
    expect(await actsOn(id)).toEqual([['answered message', first?.email]])
  })

  test.each(['no-such-message', randomUUID()])('%s is not found', async (id) => {
    expect((await mark(id, true)).status).toBe(404)
  })
})

describe('e-mails that did not arrive', () => {
  async function failedEmail(kind: string, nextAttemptAt: Date | null): Promise<string> {
    const dedupeKey = `${kind}:${randomUUID()}`
    const content = { subject: 'Your order', text: 'Thank you.', html: '<p>Thank you.</p>' }
    await queueEmail(database.db, { dedupeKey, recipient: 'asha@example.in', ...content, now: desk.now() })
    await database.db
      .update(emailOutbox)
      .set({ attempts: 12, nextAttemptAt })
      .where(eq(emailOutbox.dedupeKey, dedupeKey))
    return dedupeKey
  }
  const listed = async (who = support) => (await send(who, 'GET', 'emails')).json.emails
  const entryOf = async (key: string, who = support) =>
    (await listed(who)).find((email: { key: string }) => email.key === key)
  const resend = (key: string) => send(support, 'POST', 'emails/resend', { key })
  const isDue = async (key: string) => {
    const due = and(eq(emailOutbox.dedupeKey, key), eq(emailOutbox.attempts, 0))
    return (await database.db.$count(emailOutbox, due)) === 1
  }

  test('are listed with a masked address for roles that cannot see customers', async () => {
    const key = await failedEmail('order-confirmation', null)
    expect(await entryOf(key)).toMatchObject({ recipient: 'a•••@example.in', nextAttemptAt: null })
    expect(await entryOf(key, manager)).toMatchObject({ recipient: 'asha@example.in' })
  })

  test('are resent once, however often the button is pressed', async () => {
    const key = await failedEmail('order-confirmation', null)
    await Promise.all([resend(key), resend(key)])
    expect(await isDue(key)).toBe(true)
    expect(await entryOf(key)).toBeUndefined()
    expect(await actsOn(key)).toEqual([['resent e-mail', support.email]])
  })

  test('cannot be resent while the shop still retries', async () => {
    const key = await failedEmail('order-confirmation', desk.now())
    expect((await resend(key)).status).toBe(200)
    expect(await isDue(key)).toBe(false)
    expect(await actsOn(key)).toEqual([])
  })

  test('with a password reset link are neither listed nor resent', async () => {
    const key = await failedEmail('password-reset', null)
    expect(await entryOf(key)).toBeUndefined()
    await resend(key)
    expect(await isDue(key)).toBe(false)
  })
})
