import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { rupees, type Paise } from '#domain/money.ts'
import { addMs, DAY_MS, HOUR_MS, indiaDate } from '#domain/time.ts'
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
import { verifyChain } from './audit-log.ts'
import { publishDueDrafts } from './scheduled-editions.ts'
import { createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const database = useTestDatabase()
let desk: TestDesk
let asha: TestStaff
let ravi: TestStaff
beforeAll(async () => {
  desk = createTestDesk(database.db)
  asha = await enrolAs(desk, 'manager', 'Asha Verma')
  ravi = await enrolAs(desk, 'owner', 'Ravi Menon')
})
beforeEach(async () => {
  await database.db.execute(sql`truncate ${edition}, ${editionEntry}, ${editionDraft}`)
  await seedOpeningCollection(database.db, desk.now())
})

const send = ({ cookie }: TestStaff, method: string, path: string, body?: unknown) =>
  desk.request(method, `/api/desk/${path}`, { cookie, ...(body !== undefined && { body }) })
const preview = (who: TestStaff, rates: object, baseEdition = 1) =>
  send(who, 'POST', 'rates/preview', { baseEdition, rates })
const publishRates = (who: TestStaff, rates: object, options: object = {}) =>
  send(who, 'POST', 'rates/publication', {
    id: crypto.randomUUID(),
    baseEdition: 1,
    rates,
    reason: 'The rate of the day',
    publishAt: null,
    approval: null,
    ...options,
  })
async function goldRate(): Promise<number> {
  const latest = await findLatestEdition(database.db)
  return (await loadContent(database.db, latest?.edition ?? 0)).rates.perGram.gold
}
async function publishAgo(ms: number, gold: Paise): Promise<void> {
  const changes = [{ do: 'set rates', rates: { perGram: { gold } } } as const]
  const past = { changes, actor: 'ravi', reason: 'Before', now: addMs(desk.now(), -ms) }
  expect((await publish(database.db, past)).ok).toBe(true)
}
async function lastAct() {
  const [entry] = await database.db.select().from(auditLog).orderBy(desc(auditLog.number)).limit(1)
  return entry
}

describe('a new rate', () => {
  test('shows its effect on every price before it is published', async () => {
    const { status, json } = await preview(asha, { gold: rupees(7450) })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      edition: 1,
      rates: [{ label: 'Gold 22K', before: '₹7,300.00 per gram', after: '₹7,450.00 per gram' }],
      problems: [],
      canPublish: true,
      needsSecondPerson: false,
      effect: { largestFall: null },
    })
    expect(json.effect.largestRise.after).toBeGreaterThan(json.effect.largestRise.before)
    const counts = json.effect.byType.map(({ count }: { count: number }) => count)
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(json.effect.count)
    expect(json.productCount).toBe(json.effect.count)
    expect(await goldRate()).toBe(rupees(7300))
  })

  test('is published with author, reason and time, and an audit log entry', async () => {
    const { status, json } = await publishRates(asha, { gold: rupees(7450) })
    expect([status, json.outcome]).toEqual([200, 'published'])
    expect(await goldRate()).toBe(rupees(7450))
    const { rates, history } = json.rates
    expect(history[0]).toMatchObject({ edition: 2, publishedBy: asha.name, reason: 'The rate of the day' })
    const byName = (name: string) => rates.find((rate: { name: string }) => rate.name === name)
    expect(byName('gold')).toEqual({ name: 'gold', value: rupees(7450), since: history[0].publishedAt })
    expect(byName('silver').since).toBe(history[1].publishedAt)
    expect(await lastAct()).toMatchObject({
      act: 'published rates',
      subject: 'edition 2',
      before: { gold: rupees(7300) },
      after: { gold: rupees(7450), reason: 'The rate of the day' },
    })
    expect((await verifyChain(database.db)).brokenAt).toBeNull()
  })

  test('is published and recorded once, however often the call is repeated', async () => {
    const again = { id: crypto.randomUUID() }
    const entries = () => database.db.$count(auditLog)
    await publishRates(asha, { gold: rupees(7450) }, again)
    const count = await entries()
    const { json } = await publishRates(asha, { gold: rupees(7450) }, again)
    expect([json.outcome, json.rates.edition]).toEqual(['published', 2])
    expect(await entries()).toBe(count)
  })

  test('by the later of two people is rejected with what changed meanwhile, until it is confirmed', async () => {
    await publishRates(asha, { gold: rupees(7450) })
    const rejected = await publishRates(ravi, { gold: rupees(7460) })
    expect([rejected.status, rejected.json.code]).toEqual([409, 'conflict'])
    expect(rejected.json.message).toContain(
      'Gold 22K was changed meanwhile from ₹7,300.00 per gram to ₹7,450.00 per gram',
    )
    const { approval } = (await preview(ravi, { gold: rupees(7460) })).json
    expect((await publishRates(ravi, { gold: rupees(7460) }, { approval })).status).toBe(200)
    expect(await goldRate()).toBe(rupees(7460))
  })

  test('of one metal does not conflict with a rate of another that was published meanwhile', async () => {
    await publishRates(asha, { gold: rupees(7450) })
    expect((await publishRates(ravi, { silver: rupees(95) })).status).toBe(200)
    expect(await goldRate()).toBe(rupees(7450))
  })

  test('of ten times the old one is rejected even with an approval', async () => {
    const { json } = await preview(asha, { gold: rupees(73_000) })
    expect(json).toMatchObject({ canPublish: false, approval: null, problems: [{ subject: 'Gold 22K' }] })
    const { status } = await publishRates(asha, { gold: rupees(73_000) }, { approval: '00000000' })
    expect(status).toBe(409)
    expect(await goldRate()).toBe(rupees(7300))
  })

  test('is scheduled in Indian time, and published then', async () => {
    const at = `${indiaDate(addMs(desk.now(), DAY_MS))}T11:00`
    const again = { id: crypto.randomUUID(), publishAt: at }
    await publishRates(asha, { gold: rupees(7450) }, again)
    const { json } = await publishRates(asha, { gold: rupees(7450) }, again)
    expect(json.outcome).toBe('scheduled')
    const { drafts } = (await send(asha, 'GET', 'drafts')).json
    expect(drafts).toMatchObject([
      {
        publishAt: new Date(`${at}+05:30`).toISOString(),
        changes: ['Gold 22K: ₹7,450.00 per gram'],
        isOfRatesOnly: true,
      },
    ])
    const log = createLog('silent', () => {})
    await publishDueDrafts({ db: database.db, log, now: () => new Date(`${at}+05:30`) })
    expect(await goldRate()).toBe(rupees(7450))
  })

  test('is not scheduled in the past', async () => {
    const { status, json } = await publishRates(
      asha,
      { gold: rupees(7450) },
      { publishAt: '2020-01-01T11:00' },
    )
    expect([status, json.fields]).toEqual([400, { publishAt: 'Enter a time in the future.' }])
  })

  test('is rejected without a reason, and for roles that only read', async () => {
    expect((await publishRates(asha, { gold: rupees(7450) }, { reason: ' ' })).status).toBe(400)
    const accountant = await enrolAs(desk, 'accountant')
    expect((await publishRates(accountant, { gold: rupees(7450) })).status).toBe(403)
    expect((await send(accountant, 'GET', 'rates')).status).toBe(200)
  })

  test('on an edition that does not exist is rejected', async () => {
    expect((await preview(asha, { gold: rupees(7450) }, 99)).status).toBe(404)
  })
})

describe('a fixed price below the value of its metal', () => {
  type Piece = { sku: string; isNew: boolean }

  // Bangle 100 costs ₹1,44,375, less than its 17.5 g of gold from ₹8,250 per gram.
  test('is listed in the effect of the rate that causes it, before earlier ones', async () => {
    const { belowMetal, belowMetalCount } = (await preview(asha, { gold: rupees(8300) })).json
    expect(belowMetalCount).toBe(belowMetal.length)
    expect(belowMetal).toContainEqual({
      sku: 'bangles-100',
      name: expect.any(String),
      price: rupees(144_375),
      metalValue: rupees(145_250),
      isNew: true,
    })
    const order = belowMetal.map(({ isNew }: Piece) => isNew)
    expect(order).toEqual(order.toSorted((one: boolean, other: boolean) => Number(other) - Number(one)))
    expect(belowMetal).toContainEqual(expect.objectContaining({ sku: 'bangles-104', isNew: false }))
  })

  // Shows D37.below-metal
  test('requires agreement to exactly the pieces that the rate affects', async () => {
    await publishAgo(25 * HOUR_MS, rupees(7900))
    const RISE = { gold: rupees(8300) }
    const { approval, belowMetalApproval } = (await preview(asha, RISE, 2)).json
    expect(approval).toBeNull()
    for (const agreed of [undefined, null, 'deadbeef']) {
      const { status, json } = await publishRates(asha, RISE, { baseEdition: 2, belowMetalApproval: agreed })
      expect([status, json.code]).toEqual([409, 'below-metal'])
    }
    expect(await goldRate()).toBe(rupees(7900))
    const published = await publishRates(asha, RISE, { baseEdition: 2, belowMetalApproval })
    expect([published.status, published.json.outcome]).toEqual([200, 'published'])
    expect(await goldRate()).toBe(rupees(8300))
  })

  test('is agreed to for all pieces, even if they exceed one page', async () => {
    const bangle = OPENING_CONTENT.products.find(({ type, id }) => type === 'bangles' && id === 100)
    if (!bangle) throw new Error('There is no such bangle')
    const ids = Array.from({ length: 520 }, (_, index) => 5000 + index)
    const changes = ids.map((id) => ({ do: 'put product', product: { ...bangle, id } }) as const)
    const many = { changes, actor: 'ravi', reason: 'Many', now: addMs(desk.now(), -25 * HOUR_MS) }
    expect((await publish(database.db, many)).ok).toBe(true)
    await publishAgo(25 * HOUR_MS, rupees(7900))
    const RISE = { gold: rupees(8300) }
    const { belowMetal, belowMetalApproval } = (await preview(asha, RISE, 3)).json
    const named = belowMetal.filter(({ isNew }: Piece) => isNew).map(({ sku }: Piece) => sku)
    expect(named).toEqual(expect.arrayContaining(ids.map((id) => `bangles-${id}`)))
    const published = await publishRates(asha, RISE, { baseEdition: 3, belowMetalApproval })
    expect(published.status).toBe(200)
  })

  test('is not reported as new if another rate changes, or a rate falls', async () => {
    for (const rates of [{ gold: rupees(8250) }, { gold: rupees(7000) }, { silver: rupees(95) }]) {
      const { belowMetal } = (await preview(asha, rates)).json
      expect(belowMetal.filter(({ isNew }: Piece) => isNew)).toEqual([])
    }
  })

  test('is shown in the list of products and on the product', async () => {
    const { products } = (
      await send(asha, 'POST', 'collection/search', {
        text: 'bangles-10',
        type: null,
        view: 'on sale',
        after: null,
      })
    ).json
    const below = products.filter(({ metalValue }: { metalValue: number | null }) => metalValue !== null)
    expect(below).toMatchObject([{ sku: 'bangles-104', price: rupees(60_000), metalValue: rupees(66_000) }])
    const form = (id: number) =>
      send(asha, 'POST', 'collection/product', { type: 'bangles', id, draftId: null }).then(
        ({ json }) => json,
      )
    expect((await form(104)).belowMetal).toEqual({ price: rupees(60_000), metalValue: rupees(66_000) })
    expect((await form(100)).belowMetal).toBeNull()
  })
})

describe('Today', () => {
  const onToday = async (who: TestStaff) => (await send(who, 'GET', 'today')).json.rates

  test('lists rates that wait for approval or are scheduled, for staff who may publish them', async () => {
    const JUMP = { gold: rupees(6000) }
    const { approval } = (await preview(asha, JUMP)).json
    await publishRates(asha, JUMP, { approval, reason: 'Gold falls' })
    const at = `${indiaDate(addMs(desk.now(), DAY_MS))}T11:00`
    await publishRates(asha, { silver: rupees(101) }, { publishAt: at, reason: 'Silver tomorrow' })
    const listed = [
      { reason: 'Gold falls', createdBy: asha.name, publishAt: null, isRejected: false },
      { reason: 'Silver tomorrow', publishAt: new Date(`${at}+05:30`).toISOString() },
    ]
    for (const who of [asha, ravi]) expect(await onToday(who)).toMatchObject(listed)
    expect(await onToday(await enrolAs(desk, 'accountant'))).toEqual([])
    const [{ id }] = await onToday(ravi)
    await send(ravi, 'DELETE', `drafts/${id}`)
    expect(await onToday(ravi)).toMatchObject([{ reason: 'Silver tomorrow' }])
  })
})

describe('a rate that jumps', () => {
  const JUMP = { gold: rupees(6000) }

  test('is proposed by one person and published by another', async () => {
    const { approval, needsSecondPerson } = (await preview(asha, JUMP)).json
    expect(needsSecondPerson).toBe(true)
    const proposed = await publishRates(asha, JUMP, { approval })
    expect(proposed.json.outcome).toBe('proposed')
    expect(await goldRate()).toBe(rupees(7300))

    const [draft] = (await send(ravi, 'GET', 'drafts')).json.drafts
    const path = `drafts/${draft.id}`
    const own = await send(asha, 'POST', `${path}/publication`, { publishAt: null, approval })
    expect([own.status, own.json.code]).toEqual([409, 'second-person-needed'])
    expect((await send(ravi, 'GET', path)).json).toMatchObject({ needsSecondPerson: false, canPublish: true })
    const approved = await send(ravi, 'POST', `${path}/publication`, { publishAt: null, approval })
    expect([approved.status, approved.json.drafts]).toEqual([200, []])
    expect(await goldRate()).toBe(rupees(6000))
    expect(await lastAct()).toMatchObject({
      act: 'published draft',
      actor: ravi.email,
      after: { draftedBy: asha.email },
    })
  })

  test('waits on Today for another person than its author, and the draft says so', async () => {
    const { approval } = (await preview(asha, JUMP)).json
    await publishRates(asha, JUMP, { approval })
    const seenBy = async (who: TestStaff) => {
      const [{ id, waitsForOther }] = (await send(who, 'GET', 'today')).json.rates
      return { waitsForOther, ...(await send(who, 'GET', `drafts/${id}`)).json }
    }
    expect(await seenBy(asha)).toMatchObject({ waitsForOther: true, needsSecondPerson: true })
    expect(await seenBy(ravi)).toMatchObject({ waitsForOther: false, needsSecondPerson: false })
  })

  test('does not wait for another person if everyone else who may publish is disabled', async () => {
    const { approval } = (await preview(asha, JUMP)).json
    await publishRates(asha, JUMP, { approval })
    await database.db.update(staff).set({ disabledAt: desk.now() }).where(eq(staff.id, ravi.id))
    const { json } = await send(asha, 'GET', 'today')
    await database.db.update(staff).set({ disabledAt: null })
    expect(json.rates).toMatchObject([{ waitsForOther: false }])
  })

  test('cannot be scheduled by its author', async () => {
    const { approval } = (await preview(asha, JUMP)).json
    const publishAt = `${indiaDate(addMs(desk.now(), DAY_MS))}T11:00`
    const { json } = await publishRates(asha, JUMP, { approval, publishAt })
    expect(json.code).toBe('second-person-needed')
  })

  test('cannot be proposed without an approval', async () => {
    expect((await publishRates(asha, JUMP)).status).toBe(409)
    expect((await send(asha, 'GET', 'drafts')).json.drafts).toEqual([])
  })

  // Shows D37.steps
  test('in two steps within 24 hours is proposed too', async () => {
    expect((await publishRates(asha, { gold: rupees(6700) })).json.outcome).toBe('published')
    const { approval, needsSecondPerson, problems } = (await preview(asha, { gold: rupees(6100) }, 2)).json
    expect([needsSecondPerson, problems]).toMatchObject([
      true,
      [{ text: expect.stringContaining('from ₹7,300.00 to ₹6,100.00 per gram, by more than 10% within 24') }],
    ])
    const second = await publishRates(asha, { gold: rupees(6100) }, { baseEdition: 2, approval })
    expect(second.json.outcome).toBe('proposed')
    expect(await goldRate()).toBe(rupees(6700))
    expect((await preview(asha, { silver: rupees(95) }, 2)).json.needsSecondPerson).toBe(false)
  })

  test('in two steps over more than 24 hours is published', async () => {
    await publishAgo(25 * HOUR_MS, rupees(6700))
    const second = await publishRates(asha, { gold: rupees(6100) }, { baseEdition: 2 })
    expect(second.json.outcome).toBe('published')
  })

  test('is published by the only person permitted to, once confirmed', async () => {
    await database.db
      .update(staff)
      .set({ disabledAt: desk.now() })
      .where(sql`${staff.id} <> ${asha.id}`)
    const { approval, needsSecondPerson } = (await preview(asha, JUMP)).json
    expect(needsSecondPerson).toBe(false)
    expect((await publishRates(asha, JUMP)).status).toBe(409)
    expect((await publishRates(asha, JUMP, { approval })).json.outcome).toBe('published')
    await database.db.update(staff).set({ disabledAt: null })
  })
})

describe('a draft', () => {
  test('is published once, however often the call is repeated', async () => {
    const publishAt = `${indiaDate(addMs(desk.now(), DAY_MS))}T11:00`
    const id = crypto.randomUUID()
    await publishRates(asha, { gold: rupees(7450) }, { id, publishAt })
    const now = { publishAt: null, approval: null }
    for (let count = 0; count < 2; count++)
      expect((await send(asha, 'POST', `drafts/${id}/publication`, now)).status).toBe(200)
    expect((await send(asha, 'GET', 'rates')).json.edition).toBe(2)
    expect((await send(asha, 'POST', 'drafts/nonsense/publication', now)).status).toBe(404)
  })

  test('is gone once it is discarded, and discarding it again changes nothing', async () => {
    const publishAt = `${indiaDate(addMs(desk.now(), DAY_MS))}T11:00`
    await publishRates(asha, { gold: rupees(7450) }, { publishAt })
    const [draft] = (await send(asha, 'GET', 'drafts')).json.drafts
    for (let count = 0; count < 2; count++)
      expect((await send(ravi, 'DELETE', `drafts/${draft.id}`)).json.drafts).toEqual([])
    expect(await lastAct()).toMatchObject({ act: 'discarded draft', actor: ravi.email })
    expect((await send(asha, 'GET', `drafts/${draft.id}`)).status).toBe(404)
  })
})

test('that two people publish and discard concurrently is published or discarded, once', async () => {
  for (let round = 0; round < 5; round++) {
    const publishAt = `${indiaDate(addMs(desk.now(), DAY_MS))}T11:00`
    const id = crypto.randomUUID()
    const baseEdition = (await send(asha, 'GET', 'rates')).json.edition
    await publishRates(asha, { gold: rupees(7400 + round) }, { id, publishAt, baseEdition })
    const now = { publishAt: null, approval: null }
    const responses = await Promise.all([
      send(asha, 'POST', `drafts/${id}/publication`, now),
      send(ravi, 'POST', `drafts/${id}/publication`, now),
      send(ravi, 'DELETE', `drafts/${id}`),
    ])
    for (const { status, json } of responses) expect([200, 404], JSON.stringify(json)).toContain(status)
    const acts = await database.db
      .select({ act: auditLog.act })
      .from(auditLog)
      .where(and(eq(auditLog.subject, `draft ${id}`), ne(auditLog.act, 'scheduled draft')))
    expect(acts).toHaveLength(1)
  }
  expect((await verifyChain(database.db)).brokenAt).toBeNull()
})

describe('a rollback', () => {
  test('shows its effect, and publishes the content of the edition again', async () => {
    await publishRates(asha, { gold: rupees(7450) })
    const shown = await send(asha, 'GET', 'editions/1/rollback')
    expect(shown.json).toMatchObject({ edition: 2, canPublish: true, rates: [{ label: 'Gold 22K' }] })
    const body = { id: crypto.randomUUID(), baseEdition: 2, reason: 'A wrong rate', approval: null }
    const done = await send(asha, 'POST', 'editions/1/rollback', body)
    expect([done.status, done.json]).toEqual([200, { outcome: 'published', edition: 3 }])
    expect(await goldRate()).toBe(rupees(7300))
    expect(await lastAct()).toMatchObject({ act: 'rolled back', after: { restores: 1 } })
  })

  test('is rejected if another edition was published since it was shown', async () => {
    await publishRates(asha, { gold: rupees(7450) })
    await publish(database.db, {
      changes: [{ do: 'set rates', rates: { perGram: { silver: rupees(95) } } }],
      actor: 'ravi',
      reason: 'Silver',
      now: desk.now(),
    })
    const body = { id: crypto.randomUUID(), baseEdition: 2, reason: 'A wrong rate', approval: null }
    const { status, json } = await send(asha, 'POST', 'editions/1/rollback', body)
    expect([status, json.message]).toEqual([409, 'Edition 3 was published meanwhile.'])
  })

  // Shows D37.steps
  test('across a rate jump is proposed by one person and published by another, once', async () => {
    await publishAgo(80 * HOUR_MS, rupees(7900))
    await publishAgo(50 * HOUR_MS, rupees(8200))
    const { approval, needsSecondPerson } = (await send(asha, 'GET', 'editions/1/rollback')).json
    expect(needsSecondPerson).toBe(true)
    const body = { id: crypto.randomUUID(), baseEdition: 3, reason: 'Too high', approval }
    for (let count = 0; count < 2; count++) {
      const proposed = await send(asha, 'POST', 'editions/1/rollback', body)
      expect([proposed.status, proposed.json.outcome]).toEqual([200, 'proposed'])
    }
    expect(await lastAct()).toMatchObject({ act: 'proposed rollback', after: { restores: 1 } })
    const { drafts } = (await send(ravi, 'GET', 'drafts')).json
    expect(drafts).toMatchObject([{ changes: ['Roll back to edition 1'], isRollback: true }])
    const path = `drafts/${body.id}`
    const now = { publishAt: null, approval }
    expect((await send(asha, 'POST', `${path}/publication`, now)).json.code).toBe('second-person-needed')
    const later = `${indiaDate(addMs(desk.now(), DAY_MS))}T11:00`
    const scheduled = await send(ravi, 'POST', `${path}/publication`, { publishAt: later, approval })
    expect(scheduled.status).toBe(400)
    expect((await send(ravi, 'POST', `${path}/publication`, now)).status).toBe(200)
    expect(await goldRate()).toBe(rupees(7300))
    const { history } = (await send(asha, 'GET', 'rates')).json
    expect(history[0]).toMatchObject({ edition: 4, publishedBy: ravi.name, draftedBy: asha.name })
  })

  test('that waits is not published over an edition published meanwhile', async () => {
    await publishAgo(80 * HOUR_MS, rupees(7900))
    await publishAgo(50 * HOUR_MS, rupees(8200))
    const { approval } = (await send(asha, 'GET', 'editions/1/rollback')).json
    const body = { id: crypto.randomUUID(), baseEdition: 3, reason: 'Too high', approval }
    await send(asha, 'POST', 'editions/1/rollback', body)
    await publishRates(ravi, { silver: rupees(95) }, { baseEdition: 3 })
    const shown = (await send(ravi, 'GET', `drafts/${body.id}`)).json
    expect(shown).toMatchObject({ canPublish: false, problems: [{ subject: 'Edition 4' }] })
    const now = { publishAt: null, approval }
    expect((await send(ravi, 'POST', `drafts/${body.id}/publication`, now)).status).toBe(409)
    expect(await goldRate()).toBe(rupees(8200))
  })

  test('to an edition that does not exist is rejected', async () => {
    expect((await send(asha, 'GET', 'editions/99/rollback')).status).toBe(404)
    expect((await send(asha, 'GET', 'editions/nonsense/rollback')).status).toBe(404)
  })
})
