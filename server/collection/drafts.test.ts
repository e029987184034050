import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import type { CollectionChange } from '#domain/edition.ts'
import { rupees } from '#domain/money.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { edition, editionDraft, editionEntry } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { createLog } from '#server/log.ts'
import { publishDueDrafts } from '#server/desk/scheduled-editions.ts'
import {
  createDraft,
  discardDraft,
  findDraft,
  listDrafts,
  publishDraft,
  updateDraft,
  type Draft,
} from './drafts.ts'
import { approvalCodeOf } from './approval-code.ts'
import { findLatestEdition, loadContent, loadHistory, publish, seedOpeningCollection } from './editions.ts'

const NOW = new Date('2026-11-22T09:00:00Z')
const ELEVEN = addMs(NOW, 2 * HOUR_MS)
const log = createLog('silent', () => {})

const database = useTestDatabase()
beforeEach(async () => {
  await database.db.execute(sql`truncate ${edition}, ${editionEntry}, ${editionDraft}`)
  await seedOpeningCollection(database.db, NOW)
})

const goldAt = (amount: number): CollectionChange => ({
  do: 'set rates',
  rates: { perGram: { gold: rupees(amount) } },
})

async function draftOf(
  changes: readonly CollectionChange[],
  publishAt: Date | null = null,
  createdAt = NOW,
): Promise<Draft> {
  const created = await createDraft(database.db, {
    changes,
    actor: 'asha',
    reason: 'The rate of the day',
    publishAt,
    now: createdAt,
  })
  if (!created.ok) throw new Error(JSON.stringify(created.error))
  return created.value
}

const runAt = (at: Date) => publishDueDrafts({ db: database.db, log, now: () => at })

async function goldRate(): Promise<number> {
  const latest = await findLatestEdition(database.db)
  return (await loadContent(database.db, latest?.edition ?? 0)).rates.perGram.gold
}

describe('a draft', () => {
  // Shows D37.draft
  test('waits until a staff member publishes it', async () => {
    const draft = await draftOf([goldAt(7450)])
    expect(await runAt(addMs(NOW, 1000 * HOUR_MS))).toBe(0)
    expect(await goldRate()).toBe(rupees(7300))
    expect((await publishDraft(database.db, draft, { now: NOW, actor: 'ravi' })).ok).toBe(true)
    expect(await goldRate()).toBe(rupees(7450))
    expect((await loadHistory(database.db))[0]).toMatchObject({
      publishedBy: 'ravi',
      reason: 'The rate of the day',
    })
    expect(await listDrafts(database.db)).toEqual([])
  })

  test('is rejected with everything that is wrong with it', async () => {
    const changes = [goldAt(0), { do: 'select', list: 'featured', products: [] } as const]
    const created = await createDraft(database.db, {
      changes,
      actor: 'asha',
      reason: 'Wrong',
      publishAt: null,
      now: NOW,
    })
    expect(created).toMatchObject({
      ok: false,
      error: [{ key: 'rates', field: 'gold' }, { key: 'featured' }],
    })
    expect(await listDrafts(database.db)).toEqual([])
  })

  test('can be changed and discarded', async () => {
    const draft = await draftOf([goldAt(7450)])
    const updated = await updateDraft(database.db, draft.id, {
      changes: [goldAt(7460)],
      reason: 'Corrected',
      now: NOW,
    })
    expect(updated).toMatchObject({ ok: true, value: { changes: [goldAt(7460)], reason: 'Corrected' } })
    expect(await discardDraft(database.db, draft.id)).toBe(true)
    expect(await discardDraft(database.db, draft.id)).toBe(false)
    expect(await updateDraft(database.db, draft.id, { reason: 'Late', now: NOW })).toEqual({
      ok: true,
      value: null,
    })
  })

  test('is not found by a malformed id', async () => {
    expect(await findDraft(database.db, 'the last one')).toBeUndefined()
  })

  test('is published once by two people at the same time', async () => {
    const draft = await draftOf([goldAt(7450)])
    const results = await Promise.all([
      publishDraft(database.db, draft, { now: NOW }),
      publishDraft(database.db, draft, { now: NOW }),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await loadHistory(database.db)).toHaveLength(2)
  })
})

describe('a draft that was made on an older edition', () => {
  const ring = OPENING_CONTENT.products.find(({ type, id }) => type === 'rings' && id === 801)
  if (ring?.type !== 'rings') throw new Error('The opening collection has no ring 801')
  const put = (properties: Partial<typeof ring>): CollectionChange => ({
    do: 'put product',
    product: { ...ring, ...properties },
  })
  const publishMeanwhile = async (...changes: readonly CollectionChange[]) => {
    const published = await publish(database.db, { changes, actor: 'ravi', reason: 'Meanwhile', now: NOW })
    expect(published.ok).toBe(true)
  }
  const current = async () => loadContent(database.db, (await findLatestEdition(database.db))?.edition ?? 0)
  const publishAs = (draft: Draft, approval?: string | null) =>
    publishDraft(database.db, draft, { now: NOW, ...(approval !== undefined && { approval }) })

  async function rejectedAs(draft: Draft) {
    const result = await publishAs(draft)
    if (result.ok || result.error.kind !== 'invalid') throw new Error('The draft was not rejected')
    return result.error.errors
  }

  // Shows D37.rebase
  test('keeps what was published meanwhile in other fields of the same product', async () => {
    const draft = await draftOf([put({ weightMg: 3700 })])
    expect(draft.baseEdition).toBe(1)
    await publishMeanwhile(put({ name: 'Chandrika Ring' }))
    expect((await publishAs(draft)).ok).toBe(true)
    expect((await current()).products).toContainEqual({ ...ring, name: 'Chandrika Ring', weightMg: 3700 })
  })

  // Shows D37.rebase
  test('lists what was published meanwhile in the same fields, and needs an approval of exactly that', async () => {
    const draft = await draftOf([goldAt(7450), put({ weightMg: 3700 })])
    await publishMeanwhile(goldAt(7400), put({ weightMg: 3650 }))
    const errors = await rejectedAs(draft)
    expect(errors.map(({ key, field, text }) => `${key}, ${field} ${text}`)).toEqual([
      'rates, gold was changed meanwhile from ₹7,300.00 per gram to ₹7,400.00 per gram; this would make it ₹7,450.00 per gram',
      'rings-801, weightMg was changed meanwhile from 3.6 g to 3.65 g; this would make it 3.7 g',
    ])
    expect(await goldRate()).toBe(rupees(7400))

    await publishMeanwhile(goldAt(7420))
    expect((await publishAs(draft, approvalCodeOf(errors))).ok).toBe(false)
    expect((await publishAs(draft, approvalCodeOf(await rejectedAs(draft)))).ok).toBe(true)
    expect(await goldRate()).toBe(rupees(7450))
    expect((await current()).products).toContainEqual({ ...ring, weightMg: 3700 })
  })

  // Shows D37.rebase
  test('lists a rate and a selection that it sets to what they were, and that were changed meanwhile', async () => {
    const { newArrivals } = await current()
    const draft = await draftOf([
      { do: 'set rates', rates: { perGram: { gold: rupees(7300), silver: rupees(105) } } },
      { do: 'select', list: 'newArrivals', products: newArrivals },
    ])
    await publishMeanwhile(goldAt(7400), {
      do: 'select',
      list: 'newArrivals',
      products: newArrivals.toReversed(),
    })
    expect(await rejectedAs(draft)).toMatchObject([
      { key: 'rates', field: 'gold', needs: 'approval' },
      { key: 'newArrivals', needs: 'approval' },
    ])
    expect(await goldRate()).toBe(rupees(7400))
  })

  test('needs no approval if the same value was published meanwhile', async () => {
    const draft = await draftOf([goldAt(7450), put({ weightMg: 3700 })])
    await publishMeanwhile(goldAt(7450))
    expect((await publishAs(draft)).ok).toBe(true)
  })

  // Shows D37.rebase
  test('lists a selection and a product of the same number that were published meanwhile', async () => {
    const { newArrivals } = await current()
    const draft = await draftOf([
      { do: 'select', list: 'newArrivals', products: newArrivals.toReversed() },
      put({ id: 900, name: 'Usha Ring' }),
    ])
    const [first, second, ...others] = newArrivals
    if (!first || !second) throw new Error('There are four new arrivals')
    await publishMeanwhile(
      { do: 'select', list: 'newArrivals', products: [second, first, ...others] },
      put({ id: 900, name: 'Nisha Ring' }),
    )
    expect(await rejectedAs(draft)).toMatchObject([
      { key: 'newArrivals', needs: 'approval' },
      { key: 'rings-900', needs: 'approval', text: 'was added meanwhile as “Nisha Ring”' },
    ])
  })

  test('waits for a person at its scheduled time', async () => {
    const draft = await draftOf([goldAt(7450)], ELEVEN)
    await publishMeanwhile(goldAt(7400))
    await runAt(ELEVEN)
    expect(await goldRate()).toBe(rupees(7400))
    expect(await findDraft(database.db, draft.id)).toMatchObject({
      error: expect.stringContaining('was changed meanwhile'),
      nextAttemptAt: null,
    })
  })

  test('has the approval of the jump that it listed, and no larger one', async () => {
    const request = { actor: 'asha', reason: 'Jump', publishAt: null, now: NOW }
    const rejected = await createDraft(database.db, { ...request, changes: [goldAt(6500)] })
    if (rejected.ok) throw new Error('The jump was accepted')
    const approval = approvalCodeOf(rejected.error)
    const larger = await createDraft(database.db, { ...request, changes: [goldAt(6000)], approval })
    expect(larger.ok).toBe(false)
    const created = await createDraft(database.db, { ...request, changes: [goldAt(6500)], approval })
    if (!created.ok) throw new Error('The approved jump was rejected')
    expect((await publishAs(created.value)).ok).toBe(true)
  })
})

describe('a scheduled draft', () => {
  // Shows D37.schedule
  test('is published at its time, once, by servers that run at the same time', async () => {
    await draftOf([goldAt(7450)], ELEVEN)
    expect(await runAt(addMs(ELEVEN, -1))).toBe(0)
    await Promise.all([runAt(ELEVEN), runAt(ELEVEN), runAt(ELEVEN)])
    expect(await goldRate()).toBe(rupees(7450))
    expect(await loadHistory(database.db)).toHaveLength(2)
  })

  // Shows D37.history
  test('says who scheduled it and who made it', async () => {
    const draft = await draftOf([goldAt(7450)])
    const update = { changes: draft.changes, publishAt: ELEVEN, scheduledBy: 'ravi', now: NOW }
    expect((await updateDraft(database.db, draft.id, update)).ok).toBe(true)
    await runAt(ELEVEN)
    const [newest] = await loadHistory(database.db)
    expect(newest).toMatchObject({ publishedBy: 'ravi', draftedBy: 'asha' })
  })

  test('is rejected if its rate jumps from one that was in force within 24 hours', async () => {
    const draft = await draftOf([goldAt(8000)], ELEVEN)
    for (const rate of [7200, 7300])
      await publish(database.db, { changes: [goldAt(rate)], actor: 'asha', reason: 'A step', now: NOW })
    await runAt(ELEVEN)
    expect(await goldRate()).toBe(rupees(7300))
    expect(await findDraft(database.db, draft.id)).toMatchObject({
      error: 'rates, gold changes from ₹7,200.00 to ₹8,000.00 per gram, by more than 10% within 24 hours.',
    })
  })

  test('keeps no approval of a jump that did not exist when it was scheduled', async () => {
    const jump = { key: 'rates', field: 'gold', needs: 'approval' } as const
    const text = 'changes from ₹7,200.00 to ₹8,000.00 per gram, by more than 10% within 24 hours'
    const created = await createDraft(database.db, {
      changes: [goldAt(8000)],
      approval: approvalCodeOf([{ ...jump, text }]),
      actor: 'asha',
      reason: 'Two steps',
      publishAt: ELEVEN,
      now: NOW,
    })
    expect(created).toMatchObject({ ok: true, value: { approval: null } })
  })

  test('keeps the rates that were published meanwhile', async () => {
    await draftOf([goldAt(7450)], ELEVEN)
    await publish(database.db, {
      changes: [{ do: 'set rates', rates: { perGram: { silver: rupees(101) } } }],
      actor: 'ravi',
      reason: 'Silver',
      now: NOW,
    })
    await runAt(ELEVEN)
    expect((await loadContent(database.db, 3)).rates.perGram).toMatchObject({
      gold: rupees(7450),
      silver: rupees(101),
    })
  })

  test('comes before a later one, even if another server was publishing it and crashed', async () => {
    const first = await draftOf([goldAt(7450)], ELEVEN)
    await draftOf([goldAt(7500)], addMs(ELEVEN, MINUTE_MS))
    const late = addMs(ELEVEN, HOUR_MS)
    // The state after a server died with its claim.
    const leaseEnd = addMs(late, 2 * MINUTE_MS)
    await database.db
      .update(editionDraft)
      .set({ nextAttemptAt: leaseEnd, attempts: 1 })
      .where(sql`${editionDraft.id} = ${first.id}`)
    expect(await runAt(late)).toBe(0)
    expect(await runAt(leaseEnd)).toBe(1)
    expect(await goldRate()).toBe(rupees(7450))
    expect(await runAt(leaseEnd)).toBe(1)
    expect(await goldRate()).toBe(rupees(7500))
  })

  test('that is rejected at its time says why and waits for a person', async () => {
    const draft = await draftOf([goldAt(7900)], ELEVEN)
    await publish(database.db, { changes: [goldAt(6800)], actor: 'ravi', reason: 'Fall', now: NOW })
    await runAt(ELEVEN)
    expect(await goldRate()).toBe(rupees(6800))
    expect(await findDraft(database.db, draft.id)).toMatchObject({
      error: expect.stringContaining(
        'rates, gold changes from ₹6,800.00 to ₹7,900.00 per gram, by more than 10%.',
      ),
      nextAttemptAt: null,
    })
    expect(await runAt(addMs(ELEVEN, HOUR_MS))).toBe(0)
    const update = { changes: [goldAt(7900)], publishAt: ELEVEN, now: ELEVEN }
    const rejected = await updateDraft(database.db, draft.id, update)
    if (rejected.ok) throw new Error('The jump was accepted')
    const approval = approvalCodeOf(rejected.error)
    expect((await updateDraft(database.db, draft.id, { ...update, approval })).ok).toBe(true)
    await runAt(ELEVEN)
    expect(await goldRate()).toBe(rupees(7900))
  })
})

test('a scheduled draft that cannot even be evaluated waits for a person, and those after it are published', async () => {
  const broken = await draftOf([goldAt(7400)], ELEVEN)
  await draftOf([goldAt(7500)], addMs(ELEVEN, MINUTE_MS))
  // As an older version may have stored it.
  await database.db.execute(
    sql`update ${editionDraft} set changes = '[{"do":"retire product"}]' where id = ${broken.id}`,
  )
  for (const minutes of [1, 2, 3]) await runAt(addMs(ELEVEN, minutes * MINUTE_MS))
  expect(await goldRate()).toBe(rupees(7500))
  expect(await findDraft(database.db, broken.id)).toMatchObject({
    nextAttemptAt: null,
    error: expect.any(String),
  })
})
