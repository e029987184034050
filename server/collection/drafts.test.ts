import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CollectionChange } from '#domain/edition.ts'
import { rupees } from '#domain/money.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { edition, editionDraft, editionEntry } from '#server/db/schema.ts'
import { createLog } from '#server/log.ts'
import { openTestDatabase } from '#server/testing.ts'
import {
  createDraft,
  discardDraft,
  findDraft,
  listDrafts,
  publishDraft,
  publishDueDrafts,
  updateDraft,
  type Draft,
} from './drafts.ts'
import { latestEdition, loadContent, loadHistory, publish, seedOpeningCollection } from './editions.ts'

const NOW = new Date('2026-11-22T09:00:00Z')
const ELEVEN = addMs(NOW, 2 * HOUR_MS)
const log = createLog('silent', () => {})

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
}, 60_000)
beforeEach(async () => {
  await database.db.execute(sql`truncate ${edition}, ${editionEntry}, ${editionDraft}`)
  await seedOpeningCollection(database.db, NOW)
})
afterAll(() => database.close())

const goldAt = (amount: number, confirmed = false): CollectionChange => ({
  do: 'set rates',
  rates: { perGram: { gold: rupees(amount) } },
  confirmed,
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
  const latest = await latestEdition(database.db)
  return (await loadContent(database.db, latest?.edition ?? 0)).rates.perGram.gold
}

describe('a draft', () => {
  // Shows D37.draft
  test('waits until a person publishes it', async () => {
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

  test('is refused with everything that is wrong with it', async () => {
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
    const updated = await updateDraft(database.db, draft.id, { changes: [goldAt(7460)], reason: 'Corrected' })
    expect(updated).toMatchObject({ ok: true, value: { changes: [goldAt(7460)], reason: 'Corrected' } })
    expect(await discardDraft(database.db, draft.id)).toBe(true)
    expect(await discardDraft(database.db, draft.id)).toBe(false)
    expect(await updateDraft(database.db, draft.id, { reason: 'Late' })).toEqual({ ok: true, value: null })
  })

  test('is not found by what is no id', async () => {
    expect(await findDraft(database.db, 'the last one')).toBeUndefined()
  })

  test('is published once by two people at once', async () => {
    const draft = await draftOf([goldAt(7450)])
    const results = await Promise.all([
      publishDraft(database.db, draft, { now: NOW }),
      publishDraft(database.db, draft, { now: NOW }),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await loadHistory(database.db)).toHaveLength(2)
  })
})

describe('a scheduled draft', () => {
  // Shows D37.schedule
  test('is published at its time, once, by servers that run at once', async () => {
    await draftOf([goldAt(7450)], ELEVEN)
    expect(await runAt(addMs(ELEVEN, -1))).toBe(0)
    await Promise.all([runAt(ELEVEN), runAt(ELEVEN), runAt(ELEVEN)])
    expect(await goldRate()).toBe(rupees(7450))
    expect(await loadHistory(database.db)).toHaveLength(2)
  })

  test('leaves the rates alone that were published meanwhile', async () => {
    await draftOf([goldAt(7450)], ELEVEN)
    await publish(database.db, {
      changes: [{ do: 'set rates', rates: { perGram: { silver: rupees(105) } } }],
      actor: 'ravi',
      reason: 'Silver',
      now: NOW,
    })
    await runAt(ELEVEN)
    expect((await loadContent(database.db, 3)).rates.perGram).toMatchObject({
      gold: rupees(7450),
      silver: rupees(105),
    })
  })

  test('comes before a later one, even if another server was publishing it and crashed', async () => {
    const first = await draftOf([goldAt(7450)], ELEVEN)
    await draftOf([goldAt(7500)], addMs(ELEVEN, MINUTE_MS))
    const late = addMs(ELEVEN, HOUR_MS)
    // What a server leaves that ended after its claim.
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

  test('that is refused at its time says why, and waits for a person', async () => {
    const draft = await draftOf([goldAt(7900)], ELEVEN)
    await publish(database.db, { changes: [goldAt(6800)], actor: 'ravi', reason: 'Fall', now: NOW })
    await runAt(ELEVEN)
    expect(await goldRate()).toBe(rupees(6800))
    expect(await findDraft(database.db, draft.id)).toMatchObject({
      error: 'rates, gold changes from ₹6,800.00 to ₹7,900.00 per gram, by more than 10%.',
      nextAttemptAt: null,
    })
    expect(await runAt(addMs(ELEVEN, HOUR_MS))).toBe(0)
    await updateDraft(database.db, draft.id, { changes: [goldAt(7900, true)], publishAt: ELEVEN })
    await runAt(ELEVEN)
    expect(await goldRate()).toBe(rupees(7900))
  })
})

test('a scheduled draft that cannot even be judged waits for a person, and those after it are published', async () => {
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
