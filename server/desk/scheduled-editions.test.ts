import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { rupees } from '#domain/money.ts'
import { addMs, HOUR_MS } from '#domain/time.ts'
import {
  findLatestEdition,
  loadContent,
  publish,
  seedOpeningCollection,
} from '#server/collection/editions.ts'
import { edition, editionDraft, editionEntry } from '#server/db/schema.ts'
import { auditLog, staff } from '#server/db/staff-schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { createLog } from '#server/log.ts'
import { summarizeLog } from './audit-log-search.ts'
import { publishDueDrafts } from './scheduled-editions.ts'
import { createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const database = useTestDatabase()
let desk: TestDesk
let asha: TestStaff
let ravi: TestStaff
beforeAll(async () => {
  desk = createTestDesk(database.db)
  asha = await enrolAs(desk, 'manager')
  ravi = await enrolAs(desk, 'owner')
})
beforeEach(async () => {
  const { db, now } = desk
  await db.execute(sql`truncate ${edition}, ${editionEntry}, ${editionDraft}`)
  await seedOpeningCollection(db, addMs(now(), -30 * HOUR_MS))
  // Bangle 100 costs ₹1,44,375, less than its 17.5 g of gold from ₹8,250 per gram.
  await publish(db, {
    changes: [{ do: 'set rates', rates: { perGram: { gold: rupees(7900) } } }],
    actor: 'ravi',
    reason: 'Yesterday',
    now: addMs(now(), -25 * HOUR_MS),
  })
})

const send = ({ cookie }: TestStaff, method: string, path: string, body?: unknown) =>
  desk.request(method, `/api/desk/${path}`, { cookie, ...(body !== undefined && { body }) })

const RATES = { gold: rupees(8300) }
const TIME = { publishAt: '2090-01-01T11:00' }

/** Gold at ₹8,300, with a manager's agreement to the pieces that fall below their metal. */
async function scheduleGold(): Promise<string> {
  const { json: preview } = await send(asha, 'POST', 'rates/preview', { baseEdition: 2, rates: RATES })
  const id = crypto.randomUUID()
  const { json } = await send(asha, 'POST', 'rates/publication', {
    id,
    baseEdition: 2,
    rates: RATES,
    reason: 'The rate of eleven',
    approval: null,
    belowMetalApproval: preview.belowMetalApproval,
    ...TIME,
  })
  expect(json.outcome).toBe('scheduled')
  return id
}

const atItsTime = () =>
  publishDueDrafts({
    db: database.db,
    log: createLog('silent', () => {}),
    now: () => new Date(`${TIME.publishAt}+05:30`),
  })

async function goldRate(): Promise<number> {
  const latest = await findLatestEdition(database.db)
  return (await loadContent(database.db, latest?.edition ?? 0)).rates.perGram.gold
}

async function lastEntry() {
  const [entry] = await database.db.select().from(auditLog).orderBy(desc(auditLog.number)).limit(1)
  return entry
}

/** An edition that another staff member publishes meanwhile. */
async function lowerFixedPrice(): Promise<void> {
  const bangle = OPENING_CONTENT.products.find(({ type, id }) => type === 'bangles' && id === 100)
  if (!bangle) throw new Error('There is no such bangle')
  const { db, now } = desk
  const product = { ...bangle, fixedPrice: rupees(140_000) }
  const changes = [{ do: 'put product', product } as const]
  expect((await publish(db, { changes, actor: 'ravi', reason: 'An offer', now: now() })).ok).toBe(true)
}

describe('a scheduled draft that brings pieces below the value of their metal', () => {
  test('is published if these are the agreed pieces, as an act of the schedule', async () => {
    const id = await scheduleGold()
    const actingPeople = async () => (await summarizeLog(database.db, desk.now())).today.people
    const before = await actingPeople()
    expect(await atItsTime()).toBe(1)
    expect(await actingPeople()).toBe(before)
    expect(await goldRate()).toBe(RATES.gold)
    expect(await lastEntry()).toMatchObject({
      act: 'published draft',
      actor: `schedule of ${asha.email}`,
      staffId: asha.id,
      subject: `draft ${id}`,
      after: { edition: 3, reason: 'The rate of eleven' },
    })
  })

  // Shows D37.below-metal
  test('waits for a person if one of them costs less by then, and shows the reason', async () => {
    const id = await scheduleGold()
    await lowerFixedPrice()
    expect(await atItsTime()).toBe(1)
    expect(await goldRate()).toBe(rupees(7900))
    const error = expect.stringMatching(/would cost less than (?:its|their) metal (?:is|are) worth/)
    const { json } = await send(ravi, 'GET', 'drafts')
    expect(json.drafts).toMatchObject([{ id, error }])
    expect((await send(ravi, 'GET', 'today')).json.rates).toMatchObject([{ id, isRejected: true }])
    expect(await lastEntry()).toMatchObject({
      act: 'rejected scheduled draft',
      actor: `schedule of ${asha.email}`,
      subject: `draft ${id}`,
      after: { error },
    })
    expect(await atItsTime()).toBe(0)
  })
})

/** Even if an earlier version stored the text. */
async function expectNoAddress(draftId: string, email: string) {
  const error = `${email}, who scheduled it, may not do this any more: another person must.`
  await database.db.update(editionDraft).set({ error }).where(eq(editionDraft.id, draftId))
  const neutral = 'Who scheduled it may not do this any more: another person must.'
  expect((await send(ravi, 'GET', 'today')).json.rejected).toMatchObject([{ error: neutral }])
  expect((await send(ravi, 'GET', 'drafts')).json.drafts).toMatchObject([{ error: neutral }])
}

describe('a scheduled draft whose scheduler may no longer publish', () => {
  // Shows D37.schedule
  test('waits for another person, and Today says so', async () => {
    const leaving = await enrolAs(desk, 'manager')
    const put = await send(leaving, 'POST', 'collection/product', { type: 'rings', id: 801, draftId: null })
    const { value } = put.json.fields.find(({ column }: { column: string }) => column === 'Name')
    const draftId = crypto.randomUUID()
    const saved = await send(leaving, 'POST', 'collection/product/draft', {
      type: 'rings',
      id: 801,
      isNew: false,
      draftId,
      reason: 'A better name',
      cells: [{ column: 'Name', before: value, after: 'Another name' }],
    })
    expect(saved.status).toBe(200)
    const approvals = { approval: null, belowMetalApproval: null }
    const scheduled = await send(leaving, 'POST', `drafts/${draftId}/publication`, { ...TIME, ...approvals })
    expect(scheduled.status).toBe(200)
    await database.db.update(staff).set({ role: 'support' }).where(eq(staff.id, leaving.id))

    expect(await atItsTime()).toBe(1)
    expect(await findLatestEdition(database.db)).toMatchObject({ edition: 2 })
    expect((await send(ravi, 'GET', 'today')).json.rejected).toMatchObject([
      {
        id: draftId,
        kind: 'draft',
        title: 'A better name',
        error: 'The person who scheduled it no longer has permission. Another person must do it.',
      },
    ])
    expect((await send(leaving, 'GET', 'today')).json.rejected).toEqual([])
    expect(await lastEntry()).toMatchObject({ act: 'rejected scheduled draft', staffId: leaving.id })
    await expectNoAddress(draftId, leaving.email)

    const published = await send(ravi, 'POST', `drafts/${draftId}/publication`, {
      publishAt: null,
      ...approvals,
    })
    expect(published.status).toBe(200)
    expect((await send(ravi, 'GET', 'today')).json.rejected).toEqual([])
  })
})

test('a rate is not published over an edition that came after its preview if another price falls below the metal', async () => {
  const { json: preview } = await send(asha, 'POST', 'rates/preview', { baseEdition: 2, rates: RATES })
  const { belowMetalApproval } = preview
  const changes = [{ do: 'set rates', rates: { perGram: RATES } }] as const
  const request = {
    changes,
    belowMetalApproval,
    actor: 'asha',
    reason: 'The rate of the day',
    now: desk.now(),
  }
  await lowerFixedPrice()
  expect(await publish(database.db, request)).toMatchObject({ ok: false, error: { kind: 'below metal' } })
  const { json: newer } = await send(asha, 'POST', 'rates/preview', { baseEdition: 2, rates: RATES })
  const agreed = { ...request, belowMetalApproval: newer.belowMetalApproval }
  expect(await publish(database.db, agreed)).toMatchObject({ ok: true })
})
