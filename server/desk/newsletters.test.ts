import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatRupeesAsNeeded } from '#domain/money.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import type { Role } from '#domain/permissions.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { newsletter, newsletterRecipient } from '#server/db/newsletter-schema.ts'
import { emailOutbox, subscriber } from '#server/db/schema.ts'
import { auditLog, staff as staffTable } from '#server/db/staff-schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { countOutcomes, sendDueNewsletters } from '#server/newsletters/send.ts'
import { addSubscribers, CONTENT } from '#server/newsletters/testing.ts'
import { startScheduledNewsletters } from './scheduled-newsletters.ts'
import { auditEntriesAbout, createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const database = useTestDatabase()
let desk: TestDesk
const staff = new Map<Role, TestStaff>()

beforeAll(async () => {
  desk = createTestDesk(database.db)
  for (const role of ['owner', 'manager', 'support'] as const) staff.set(role, await enrolAs(desk, role))
})
beforeEach(async () => {
  const { db } = database
  // Newsletters of other tests are sent first, and other e-mails before any newsletter.
  await db.update(newsletter).set({ state: 'stopped' }).where(eq(newsletter.state, 'sending'))
  await db.delete(newsletterRecipient)
  await db.delete(subscriber)
  await db.delete(emailOutbox)
})

const request = (role: Role, method: string, path: string, body?: object) =>
  desk.request(method, `/api/desk/newsletters${path}`, { cookie: staff.get(role)?.cookie ?? '', body })
const save = (id: string, version: number, changes: object = {}, role: Role = 'manager') =>
  request(role, 'PUT', `/${id}`, { version, content: { ...CONTENT, ...changes } })
const act = (id: string, what: string, body?: object, role: Role = 'manager') =>
  request(role, 'POST', `/${id}/${what}`, body)
async function enterFreshCode(role: Role): Promise<void> {
  const member = staff.get(role)
  await desk.request('POST', '/api/desk/fresh-code', {
    cookie: member?.cookie,
    body: { code: member?.nextCode() },
  })
}
async function drafted(changes: object = {}): Promise<string> {
  const id = randomUUID()
  expect((await save(id, 0, changes)).status).toBe(200)
  return id
}
const actsOn = async (id: string) => {
  const entries = await auditEntriesAbout(database.db, id)
  return entries.map(({ act: each }) => each)
}

test('support sees no newsletters', async () => {
  expect((await request('support', 'GET', '')).status).toBe(403)
})

describe('a draft', () => {
  test('is saved once, however often the call is repeated', async () => {
    const id = randomUUID()
    for (const _ of ['once', 'twice']) {
      const { status, json } = await save(id, 0)
      expect([status, json.version, json.state]).toEqual([200, 1, 'draft'])
    }
    expect(await actsOn(id)).toEqual(['drafted newsletter'])
  })

  // Shows D56.desk
  test('changed by another person meanwhile is neither overwritten, sent nor discarded', async () => {
    const id = await drafted()
    expect((await save(id, 1, { subject: 'By the owner' }, 'owner')).status).toBe(200)
    const { status, json } = await save(id, 1, { subject: 'By the manager' })
    expect([status, json.code]).toEqual([409, 'conflict'])
    expect(json.message).toContain(staff.get('owner')?.name)
    await enterFreshCode('manager')
    expect((await act(id, 'send', { version: 1, recipients: 1 })).status).toBe(409)
    expect((await act(id, 'proof', { version: 1 })).status).toBe(409)
    expect((await act(id, 'discard', { version: 1 })).status).toBe(409)
    expect((await request('manager', 'GET', `/${id}`)).json.content.subject).toBe('By the owner')
  })

  test('can be discarded twice', async () => {
    const id = await drafted()
    for (const _ of ['once', 'twice']) expect((await act(id, 'discard', { version: 1 })).status).toBe(200)
    expect((await request('manager', 'GET', `/${id}`)).status).toBe(404)
    expect(await actsOn(id)).toEqual(['drafted newsletter', 'discarded newsletter'])
  })

  test.each([
    [{ subject: '' }, 'subject'],
    [{ text: '' }, 'text'],
    [{ pieces: ['rings-99999'] }, 'pieces'],
  ])('with %j is saved, and cannot be sent, not even as a test', async (changes, field) => {
    await addSubscribers(database.db, 1, desk.now())
    const id = await drafted(changes)
    await enterFreshCode('manager')
    for (const [what, body] of [
      ['proof', { version: 1 }],
      ['send', { version: 1, recipients: 1 }],
    ] as const) {
      const { status, json } = await act(id, what, body)
      expect([what, status, Object.keys(json.fields)]).toEqual([what, 400, [field]])
    }
  })

  test.each([
    ['a subject of two lines', { subject: 'One\r\nBcc: all@example.in' }],
    ['a link of its own', { button: 'https://elsewhere.example' }],
    ['ten pieces', { pieces: Array<string>(10).fill('rings-801') }],
    ['an unknown field', { html: '<script>' }],
  ])('with %s is rejected', async (_, changes) => {
    expect((await save(randomUUID(), 0, changes)).status).toBe(400)
  })
})

test('the preview stores nothing, escapes staff text, and shows current prices', async () => {
  const { status, json } = await request('manager', 'POST', '/preview', CONTENT)
  expect(status).toBe(200)
  expect(json.html).toContain('Gold &lt; light &amp; &quot;warmth&quot;.')
  const ring = OPENING_COLLECTION.find({ type: 'rings', id: 801 })
  expect(json.html).toContain(ring && formatRupeesAsNeeded(ring.price.amount))
  expect(json.text).toContain('Gold < light & "warmth".')
  const links = [...json.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  for (const href of links)
    expect(href).toMatch(/^(http:\/\/localhost:3000\/|mailto:care@swarnika\.example$)/)
})

// Shows D56.desk
test('a test e-mail goes to the staff member who requests it, once a minute', async () => {
  const id = await drafted()
  const email = staff.get('manager')?.email ?? ''
  for (const _ of ['once', 'twice']) {
    const { status, json } = await act(id, 'proof', { version: 1 })
    expect([status, json.recipient]).toEqual([200, email])
  }
  const tests = () =>
    database.db
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.subject, `Test: ${CONTENT.subject}`))
  expect(await tests()).toMatchObject([{ recipient: email, unsubscribeUrl: null }])
  expect(await actsOn(id)).toEqual(['drafted newsletter', 'sent proof'])
  desk.advance(MINUTE_MS)
  await act(id, 'proof', { version: 1 })
  expect(await tests()).toHaveLength(2)
})

describe('sending', () => {
  // Shows D56.desk
  test('needs a fresh code and the exact number of subscribers', async () => {
    await addSubscribers(database.db, 3, desk.now())
    const id = await drafted()
    desk.advance(11 * MINUTE_MS)
    expect((await act(id, 'send', { version: 1, recipients: 3 })).json.code).toBe('fresh-code-needed')
    await enterFreshCode('manager')
    const { status, json } = await act(id, 'send', { version: 1, recipients: 2 })
    expect([status, json.message]).toEqual([
      409,
      expect.stringContaining('There are 3 subscribers now, not 2.'),
    ])
    expect((await act(id, 'send', { version: 1, recipients: 3 })).json).toMatchObject({
      state: 'sending',
      sending: { recipients: 3, counts: { sent: 0 } },
    })
  })

  // Shows D56.once
  test('starts once if two people press twice, and the sent e-mail stays as it was', async () => {
    await addSubscribers(database.db, 2, desk.now())
    const id = await drafted()
    for (const role of ['owner', 'manager'] as const) await enterFreshCode(role)
    const press = (role: Role) => act(id, 'send', { version: 1, recipients: 2 }, role)
    const pressed = await Promise.all([press('owner'), press('manager'), press('owner'), press('manager')])
    expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await actsOn(id)).filter((each) => each === 'sent newsletter')).toHaveLength(1)
    const rows = await database.db
      .select()
      .from(newsletterRecipient)
      .where(eq(newsletterRecipient.newsletterId, id))
    expect(rows).toHaveLength(2)
    expect((await save(id, 1, { subject: 'Another' })).status).toBe(409)
    expect((await act(id, 'discard', { version: 1 })).status).toBe(409)
    const { json } = await request('manager', 'GET', `/${id}`)
    expect(json.email.html).toContain('Unsubscribe</a>')
    const [entry] = await database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.act, 'sent newsletter'))
      .orderBy(desc(auditLog.number))
      .limit(1)
    expect(entry?.after).toEqual({ subject: CONTENT.subject, recipients: 2 })
  })

  // Shows D56.desk
  test('can be stopped for good without a fresh code, and shows how many got it', async () => {
    await addSubscribers(database.db, 30, desk.now())
    const id = await drafted()
    await enterFreshCode('manager')
    await act(id, 'send', { version: 1, recipients: 30 })
    await sendDueNewsletters({
      db: database.db,
      mailer: { send: async () => {}, close: () => {} },
      log: desk.deps.log,
      now: desk.now,
      siteUrl: 'https://swarnika.example',
      newslettersPerMinute: 120,
    })
    desk.advance(11 * MINUTE_MS)
    for (const _ of ['once', 'twice']) {
      const { status, json } = await act(id, 'stop')
      expect([status, json.state]).toEqual([200, 'stopped'])
      expect(json.sending).toMatchObject({ recipients: 30, stoppedBy: staff.get('manager')?.name })
    }
    const counts = await countOutcomes(database.db, id)
    expect(counts.sent).toBeGreaterThan(0)
    expect(counts.sent).toBeLessThanOrEqual(30)
    expect((await actsOn(id)).filter((each) => each === 'stopped newsletter')).toHaveLength(1)
    expect((await act(id, 'send', { version: 1, recipients: 30 })).json.code).toBe('fresh-code-needed')
  })
})

describe('scheduling', () => {
  const job = (collection = desk.deps.collection) =>
    startScheduledNewsletters({
      db: database.db,
      log: desk.deps.log,
      now: desk.now,
      collection,
      siteUrl: 'https://swarnika.example',
    })
  const inIndia = (minutes: number) =>
    new Date(desk.now().getTime() + minutes * MINUTE_MS + 330 * MINUTE_MS).toISOString().slice(0, 16)

  // Shows D56.later
  test('sends it once, at its time, to everyone subscribed by then, and can be cancelled until then', async () => {
    await addSubscribers(database.db, 1, desk.now())
    const id = await drafted()
    await enterFreshCode('manager')
    const sendAt = inIndia(20)
    for (const _ of ['once', 'twice'])
      expect((await act(id, 'schedule', { version: 1, sendAt })).json).toMatchObject({
        state: 'draft',
        schedule: { by: staff.get('manager')?.name },
      })
    // Nobody can change, send or discard it meanwhile.
    expect((await save(id, 1, { subject: 'Another' })).status).toBe(409)
    expect((await act(id, 'send', { version: 1, recipients: 1 })).status).toBe(409)
    expect((await act(id, 'discard', { version: 1 })).status).toBe(409)

    for (const _ of ['once', 'twice'])
      expect((await act(id, 'unschedule')).json).toMatchObject({ state: 'draft', schedule: null })
    desk.advance(21 * MINUTE_MS)
    expect(await job()).toBe(0)

    await enterFreshCode('manager')
    await act(id, 'schedule', { version: 1, sendAt: inIndia(5) })
    expect(await job()).toBe(0)
    await addSubscribers(database.db, 2, desk.now())
    desk.advance(6 * MINUTE_MS)
    await Promise.all([job(), job()])
    expect((await request('manager', 'GET', `/${id}`)).json).toMatchObject({
      state: 'sending',
      schedule: null,
      sending: { recipients: 3, startedBy: staff.get('manager')?.name },
    })
    expect((await act(id, 'unschedule')).status).toBe(409)
    expect(await actsOn(id)).toEqual([
      'drafted newsletter',
      'scheduled newsletter',
      'cancelled schedule',
      'scheduled newsletter',
      'sent newsletter',
    ])
  })

  test('needs a fresh code and a future time', async () => {
    const id = await drafted()
    desk.advance(11 * MINUTE_MS)
    const schedule = (sendAt: string) => act(id, 'schedule', { version: 1, sendAt })
    expect((await schedule(inIndia(60))).json.code).toBe('fresh-code-needed')
    await enterFreshCode('manager')
    for (const sendAt of [inIndia(-1), '2026-02-30T10:00'])
      expect((await schedule(sendAt)).json.fields).toEqual({ sendAt: 'Enter a time in the future.' })
  })

  async function notSentBecause(collection = desk.deps.collection) {
    const id = await drafted()
    await enterFreshCode('manager')
    await act(id, 'schedule', { version: 1, sendAt: inIndia(5) })
    desk.advance(6 * MINUTE_MS)
    expect(await job(collection)).toBe(1)
    expect(await job(collection)).toBe(0)
    const { json } = await request('manager', 'GET', `/${id}`)
    expect(json).toMatchObject({ state: 'draft', schedule: null })
    expect((await save(id, 1, { subject: 'Another' })).status).toBe(200)
    expect(await actsOn(id)).toContain('rejected scheduled newsletter')
    return json.scheduleError
  }

  test('gives the reason if nobody can get it or buy one of its pieces, and waits for a person', async () => {
    expect(await notSentBecause()).toBe('Nobody had subscribed.')
    await addSubscribers(database.db, 1, desk.now())
    const soldOut = { ...desk.deps.collection(), find: () => undefined }
    expect(await notSentBecause(() => soldOut)).toMatch(/^Nobody can buy .* any more/)
  })

  test('waits for another staff member if the scheduler lost the permission, and Today says so', async () => {
    await addSubscribers(database.db, 1, desk.now())
    const id = await drafted({ subject: 'Diwali' })
    await enterFreshCode('manager')
    await act(id, 'schedule', { version: 1, sendAt: inIndia(5) })
    desk.advance(6 * MINUTE_MS)
    const who = eq(staffTable.id, staff.get('manager')?.id ?? '')
    await database.db.update(staffTable).set({ disabledAt: desk.now() }).where(who)
    expect(await job()).toBe(1)
    await database.db.update(staffTable).set({ disabledAt: null }).where(who)
    const error = expect.stringContaining('no longer has permission')
    expect((await request('manager', 'GET', `/${id}`)).json).toMatchObject({
      state: 'draft',
      scheduleError: error,
    })
    const { json } = await desk.request('GET', '/api/desk/today', {
      cookie: (await enrolAs(desk, 'owner')).cookie,
    })
    expect(json.rejected).toContainEqual({ id, kind: 'newsletter', title: 'Diwali', error })
  })

  test('does not name the scheduler by e-mail address, even in the text of an earlier version', async () => {
    const id = await drafted()
    const scheduleError = 'asha@example.in, who scheduled it, may not do this any more: another person must.'
    await database.db.update(newsletter).set({ scheduleError }).where(eq(newsletter.id, id))
    expect((await request('manager', 'GET', `/${id}`)).json).toMatchObject({
      scheduleError: 'Who scheduled it may not do this any more: another person must.',
    })
  })

  test('does not delay others if one cannot be sent', async () => {
    const failing = () => {
      throw new Error('unexpected')
    }
    expect(await notSentBecause(failing)).toMatch(/^The shop could not send it/)
  })
})

test('the list has drafts first, with the number of subscribers', async () => {
  await addSubscribers(database.db, 4, desk.now())
  const id = await drafted({ subject: 'The newest draft' })
  const { json } = await request('manager', 'GET', '')
  expect(json.subscribers).toBe(4)
  expect(json.newsletters[0]).toMatchObject({
    id,
    state: 'draft',
    subject: 'The newest draft',
    sending: null,
  })
})
