import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maskName } from '#domain/mask.ts'
import { addMs, DAY_MS, indiaDate } from '#domain/time.ts'
import { seedOpeningCollection } from '#server/collection/editions.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { contactMessage } from '#server/db/schema.ts'
import { openTestDatabase } from '#server/testing.ts'
import { createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

let database: OpenDatabase
let desk: TestDesk
let manager: TestStaff
let support: TestStaff
beforeAll(async () => {
  database = await openTestDatabase()
  desk = createTestDesk(database.db)
  manager = await enrolAs(desk, 'manager', 'Ravi Menon')
  support = await enrolAs(desk, 'support')
  await seedOpeningCollection(database.db, desk.now())
}, 60_000)
afterAll(() => database.close())

const send = ({ cookie }: TestStaff, method: string, path: string, body?: unknown) =>
  desk.request(method, `/api/desk/${path}`, { cookie, ...(body !== undefined && { body }) })

/** By the manager, for all of the lists below. */
async function act(method: string, path: string, body: unknown): Promise<void> {
  const { status, json } = await send(manager, method, path, body)
  expect(status, JSON.stringify(json)).toBe(200)
}

const RATE = {
  rates: { gold: 735_000 },
  baseEdition: 1,
  approval: null,
  belowMetalApproval: null,
  reason: 'The rate of the day',
}

beforeAll(async () => {
  await act('POST', 'rates/publication', { ...RATE, id: randomUUID(), publishAt: null })
  const tomorrow = indiaDate(addMs(desk.now(), DAY_MS))
  await act('POST', 'rates/publication', {
    ...RATE,
    id: randomUUID(),
    baseEdition: 2,
    rates: { gold: 732_000 },
    publishAt: `${tomorrow}T10:00`,
  })
  await act('POST', 'offer-codes', {
    code: 'SHAGUN25',
    percent: 25,
    on: 'making charge',
    appliesTo: ['rings'],
    firstDay: indiaDate(desk.now()),
    lastDay: null,
    ordersMax: 50,
    ordersPerCustomerMax: 1,
  })
  const id = randomUUID()
  const message = { name: 'Asha Verma', email: 'asha@example.in', message: 'Is ring 801 made in size 9?' }
  await database.db.insert(contactMessage).values({ id, ...message, createdAt: desk.now() })
  await act('PUT', `messages/${id}/answered`, { isAnswered: true })
})

test.each([
  ['rates', 'GET', 'rates', undefined],
  ['drafts', 'GET', 'drafts', undefined],
  ['offer codes', 'GET', 'offer-codes', undefined],
  ['messages', 'POST', 'messages/search', { view: 'answered', olderThan: null }],
])(
  '%s name who made them in full to roles that may read who the staff are, and masked to others',
  async (_, method, path, body) => {
    const shownTo = async (who: TestStaff) => JSON.stringify((await send(who, method, path, body)).json)
    expect(await shownTo(manager)).toContain(manager.name)
    const shown = await shownTo(support)
    expect(shown).toContain(maskName(manager.name))
    for (const full of [manager.name, manager.email]) expect(shown).not.toContain(full)
  },
)
