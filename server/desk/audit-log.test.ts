/** Tests that need a database of their own: the last owner, and a tampered audit log. */
import { eq, lte, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { addMs, DAY_MS, indiaDate } from '#domain/time.ts'
import { auditLog, staff, staffInvitation } from '#server/db/staff-schema.ts'
import { uniqueEmail } from '#server/accounts/testing.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { verifyChain } from './audit-log.ts'
import {
  createTestDesk,
  enrolAs,
  enrolFirstOwner,
  inviteAs,
  type TestDesk,
  type TestStaff,
} from './testing.ts'

const database = useTestDatabase()
let desk: TestDesk
let owner: TestStaff
beforeEach(async () => {
  const { db } = database
  await db.execute(sql`alter table ${auditLog} disable trigger user`)
  await db.execute(sql`truncate ${auditLog}, ${staff}, ${staffInvitation} cascade`)
  await db.execute(sql`alter table ${auditLog} enable trigger user`)
  desk = createTestDesk(db)
  owner = await enrolFirstOwner(desk)
})

async function search(part: object) {
  const body = { text: '', kind: 'all', until: null, olderThan: null, ...part }
  return (await desk.request('POST', '/api/desk/audit-log/search', { cookie: owner.cookie, body })).json
}

const demote = (by: TestStaff, staffMember: TestStaff) =>
  desk.request('PUT', `/api/desk/staff/${staffMember.id}/role`, {
    cookie: by.cookie,
    body: { role: 'packer' },
  })

// Shows D44.last-owner
test('the last owner can be neither demoted nor disabled', async () => {
  const demoted = await demote(owner, owner)
  expect([demoted.status, demoted.json.code]).toEqual([409, 'last-owner'])
  const disabled = await desk.request('PUT', `/api/desk/staff/${owner.id}/access`, {
    cookie: owner.cookie,
    body: { isDisabled: true },
  })
  expect([disabled.status, disabled.json.code]).toEqual([409, 'last-owner'])
})

test('when two owners demote each other concurrently, one remains', async () => {
  const other = await enrolAs(desk, 'owner')
  await Promise.all([demote(owner, other), demote(other, owner)])
  const owners = await database.db.select().from(staff).where(eq(staff.role, 'owner'))
  expect(owners).toHaveLength(1)
})

// Shows D48.audit-log
test('concurrent acts form one chain', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => enrolAs(desk, 'packer')))
  await Promise.all(members.map((staffMember) => demote(owner, staffMember)))
  await Promise.all(members.map(({ cookie }) => desk.request('POST', '/api/desk/sign-out', { cookie })))
  const { json } = await desk.request('GET', '/api/desk/audit-log/verification', { cookie: owner.cookie })
  // The owner's enrolment; invitation, enrolment and sign-out of each packer.
  expect(json).toEqual({ entries: 13, brokenAt: null, hash: expect.stringMatching(/^[\da-f]{64}$/) })
})

test('an entry records who did what to whom, with before and after, and no secret', async () => {
  const staffMember = await enrolAs(desk, 'support')
  await demote(owner, staffMember)
  const json = await search({})
  expect(json.entries[0]).toEqual({
    number: 4,
    at: expect.any(String),
    actor: owner.email,
    act: 'changed role',
    subject: staffMember.email,
    before: { role: 'support' },
    after: { role: 'packer' },
    ip: '192.0.2.1',
  })
  expect(json.olderThan).toBeUndefined()
})

test('the log rejects every change', async () => {
  const rejected = [
    database.db.update(auditLog).set({ actor: 'nobody' }),
    database.db.delete(auditLog),
    database.db.execute(sql`truncate ${auditLog}`),
  ]
  for (const change of rejected) await expect(change).rejects.toThrow()
  expect((await verifyChain(database.db)).entries).toBe(1)
})

test.each([
  ['changed', sql`update ${auditLog} set actor = 'nobody' where number = 2`, 2],
  ['deleted', sql`delete from ${auditLog} where number = 2`, 3],
  ['redated', sql`update ${auditLog} set at = at - interval '1 day' where number = 3`, 3],
])('names the first entry that was %s behind the trigger', async (_, tampering, brokenAt) => {
  await enrolAs(desk, 'packer')
  await database.db.execute(sql`alter table ${auditLog} disable trigger user`)
  await database.db.execute(tampering)
  expect(await verifyChain(database.db)).toMatchObject({ brokenAt })
})

test('an act that is rolled back leaves no entry', async () => {
  const before = await verifyChain(database.db)
  await demote(owner, owner)
  expect(await verifyChain(database.db)).toEqual(before)
})

test('the desk shows the log page by page', async () => {
  for (let count = 0; count < 60; count++) await inviteAs(desk, uniqueEmail(), 'packer')
  const first = await search({})
  expect([first.entries.length, first.entries[0].number, first.olderThan]).toEqual([50, 61, 12])
  const second = await search({ olderThan: first.olderThan })
  expect(second.entries.map(({ number }: { number: number }) => number)).toEqual([
    11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
  ])
  expect(second.olderThan).toBeUndefined()
})

test('the desk shows the length of the log, its start, and how many acts by how many people today has', async () => {
  const summary = async () =>
    (await desk.request('GET', '/api/desk/audit-log/summary', { cookie: owner.cookie })).json
  const staffMember = await enrolAs(desk, 'support')
  await demote(owner, staffMember)
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(await summary()).toEqual({ entries: 4, since, today: { acts: 4, people: 3 } })
  await yesterday(2)
  expect(await summary()).toMatchObject({ entries: 4, today: { acts: 2, people: 2 } })
  await yesterday(4)
  expect(await summary()).toMatchObject({ entries: 4, today: { acts: 0, people: 0 } })
})

/** Moves the first entries to the day before. */
async function yesterday(count: number): Promise<void> {
  const { db } = database
  await db.execute(sql`alter table ${auditLog} disable trigger user`)
  await db
    .update(auditLog)
    .set({ at: addMs(desk.now(), -DAY_MS) })
    .where(lte(auditLog.number, count))
  await db.execute(sql`alter table ${auditLog} enable trigger user`)
}

test('the desk finds entries by who, what and whom, by kind, and up to a day', async () => {
  const staffMember = await enrolAs(desk, 'support')
  await demote(owner, staffMember)
  const found = async (part: object) =>
    (await search(part)).entries.map(({ number }: { number: number }) => number)
  expect(await found({ text: staffMember.email.toUpperCase() })).toEqual([4, 3, 2])
  expect(await found({ text: 'changed ro' })).toEqual([4])
  expect(await found({ text: '%' })).toEqual([])
  expect(await found({ kind: 'people', text: owner.email })).toEqual([4, 1])
  expect(await found({ kind: 'orders' })).toEqual([])
  expect(await found({ until: indiaDate(desk.now()) })).toEqual([4, 3, 2, 1])
  expect(await found({ until: indiaDate(addMs(desk.now(), -2 * DAY_MS)) })).toEqual([])
})
