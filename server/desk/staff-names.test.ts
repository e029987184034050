import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { maskName } from '#domain/mask.ts'
import { addMs, DAY_MS, indiaDate } from '#domain/time.ts'
import { seedOpeningCollection } from '#server/collection/editions.ts'
import { contactMessage, subscriber } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { loadStaffNames } from './staff-names.ts'
import { createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const database = useTestDatabase()
let desk: TestDesk
let manager: TestStaff
let support: TestStaff
let owner: TestStaff
beforeAll(async () => {
  desk = createTestDesk(database.db)
  manager = await enrolAs(desk, 'manager', 'Ravi Menon')
  support = await enrolAs(desk, 'support')
  owner = await enrolAs(desk, 'owner', 'Meera Iyer')
  await seedOpeningCollection(database.db, desk.now())
})

const send = ({ cookie }: TestStaff, method: string, path: string, body?: unknown) =>
  desk.request(method, `/api/desk/${path}`, { cookie, ...(body !== undefined && { body }) })

/** Done by the manager, for all of the lists below. */
async function act(method: string, path: string, body: unknown): Promise<void> {
  const { status, json } = await send(manager, method, path, body)
  expect(status, JSON.stringify(json)).toBe(200)
}

async function enterFreshCode(who: TestStaff): Promise<void> {
  expect((await send(who, 'POST', 'fresh-code', { code: who.nextCode() })).status).toBe(200)
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

test('a staff member with a single name is masked to its first letter for roles that may not see staff', async () => {
  const madhavan = await enrolAs(desk, 'manager', 'Madhavan')
  const nameOf = await loadStaffNames(database.db, 'support')
  expect(nameOf(madhavan.email)).toBe('M•••')
  expect((await loadStaffNames(database.db, 'owner'))(madhavan.email)).toBe('Madhavan')
})

test('an actor who is not staff is named as stored, and an unknown e-mail address is masked', async () => {
  const nameOf = await loadStaffNames(database.db, 'packer')
  expect(nameOf('opening stock')).toBe('opening stock')
  expect(nameOf('ravi@example.in')).toBe('r•••@example.in')
})

const NEWSLETTER = {
  subject: 'New rings',
  teaser: '',
  greeting: 'Dear customer,',
  text: 'Look at these.',
  pieces: [],
  closing: '',
  button: 'none',
}

test('a newsletter names the staff who changed, scheduled, started and stopped it', async () => {
  const now = desk.now()
  await database.db
    .insert(subscriber)
    .values({ email: 'asha@example.in', token: 'of-asha', createdAt: now, confirmedAt: now })
  const { name, email } = manager
  const path = `newsletters/${randomUUID()}`
  await act('PUT', path, { version: 0, content: NEWSLETTER })
  expect(
    (await send(manager, 'PUT', path, { version: 0, content: { ...NEWSLETTER, text: 'Or these.' } })).json
      .message,
  ).toBe(`${name} has changed it meanwhile. Load it again to see what.`)
  const sendAt = `${indiaDate(addMs(desk.now(), DAY_MS))}T10:00`
  await act('POST', `${path}/schedule`, { version: 1, sendAt })
  const scheduled = (await send(manager, 'GET', path)).json
  expect(scheduled).toMatchObject({ changedBy: name, schedule: { by: name } })
  await act('POST', `${path}/unschedule`, undefined)
  await enterFreshCode(manager)
  await act('POST', `${path}/send`, { version: 1, recipients: 1 })
  await act('POST', `${path}/stop`, undefined)
  const { json } = await send(manager, 'GET', 'newsletters')
  expect(json.newsletters).toMatchObject([{ changedBy: name, sending: { startedBy: name, stoppedBy: name } }])
  expect(JSON.stringify(json)).not.toContain(email)
})

test('the opening list and the shop’s particulars name the owner', async () => {
  await enterFreshCode(owner)
  const confirmation = { id: 'backup', isConfirmed: true }
  const particulars = {
    legalName: 'Swarnika Jewellers LLP',
    street: '12 Karol Bagh',
    city: 'New Delhi',
    pincode: '110005',
    phone: '+91 11 2345 6789',
    email: 'shop@example.in',
    gstin: null,
    areTaxesConfirmed: false,
  }
  const { json: list } = await send(owner, 'PUT', 'opening-list/confirmation', confirmation)
  expect(list.items).toContainEqual(
    expect.objectContaining({ id: 'backup', confirmed: expect.objectContaining({ by: owner.name }) }),
  )
  expect((await send(owner, 'PUT', 'shop', particulars)).json.changed).toMatchObject({ by: owner.name })
  for (const path of ['opening-list', 'shop'])
    expect(JSON.stringify((await send(manager, 'GET', path)).json)).not.toContain(owner.email)
})
