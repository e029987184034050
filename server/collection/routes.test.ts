import { beforeAll, expect, test } from 'vitest'
import { OPENING_RATES } from '#domain/catalogue/opening.ts'
import { rupees } from '#domain/money.ts'
import { createTestServer, setUpCheckout } from '#server/checkout/testing.ts'
import { publish, seedOpeningCollection } from './editions.ts'

const FIRST = new Date('2026-11-20T10:00:00Z')
const SECOND = new Date('2026-11-21T05:30:00Z')

const fixture = setUpCheckout({ providers: [] })
beforeAll(async () => {
  const { db } = fixture
  await seedOpeningCollection(db, FIRST)
  const perGram = { ...OPENING_RATES.perGram, gold18k: rupees(6100) }
  const published = await publish(db, {
    changes: [{ do: 'set rates', rates: { ...OPENING_RATES, perGram } }],
    actor: 'Meera',
    reason: 'Rate of the day',
    now: SECOND,
  })
  expect(published.ok).toBe(true)
})

const explain = (query: string) => fixture.server.request(null, 'GET', `/api/collection/price?${query}`)

// Shows D37.explained
test('explains a price in the current edition, line by line', async () => {
  // This server does not know the second edition yet.
  const { status, json } = await explain('type=rings&id=801')
  expect([status, json]).toEqual([
    200,
    {
      name: 'Chandrika Solitaire Ring',
      edition: { number: 1, publishedAt: FIRST.toISOString() },
      price: 3_288_300,
      lines: [
        { label: 'White Gold', calculation: '3.6 g × ₹6,000.00 per gram', amount: 2_160_000 },
        { label: 'Diamonds', calculation: '0.50 ct (0.1 g) × ₹75,000.00 per gram', amount: 750_000 },
        { label: 'Making charges, 7%', amount: 203_700 },
        { label: 'GST, 6%', amount: 174_600 },
      ],
      since: null,
    },
  ])
})

// Shows D37.explained
test('the explanation says what changed since another edition', async () => {
  const { status, json } = await explain('type=rings&id=801&edition=2&since=1')
  expect([status, json.price, json.edition]).toEqual([
    200,
    3_328_980,
    { number: 2, publishedAt: SECOND.toISOString() },
  ])
  expect(json.since).toEqual({
    edition: { number: 1, publishedAt: FIRST.toISOString() },
    price: 3_288_300,
    changes: [{ text: '18K gold went up from ₹6,000.00 to ₹6,100.00 per gram', amount: 40_680 }],
  })
})

test.each(['type=rings&id=999', 'type=rings&id=801&edition=3', 'type=rings&id=801&edition=0'])(
  'does not find %s',
  async (query) => {
    expect(await explain(query)).toMatchObject({ status: 404, json: { code: 'not-found' } })
  },
)

test('leaves out the comparison with an edition that was never published', async () => {
  expect((await explain('type=rings&id=801&since=99')).json.since).toBeNull()
})

test.each(['', 'type=rings', 'type=ring&id=801', 'type=rings&id=1e2', 'type=rings&id=801&discount=1'])(
  'rejects the query "%s"',
  async (query) => {
    expect(await explain(query)).toMatchObject({ status: 400, json: { code: 'invalid-request' } })
  },
)

test('the explanation is limited per client', async () => {
  const server = createTestServer(fixture.db, fixture.sandbox)
  server.clock.now = new Date('2027-01-01T00:00:00Z')
  const request = () => server.request(null, 'GET', '/api/collection/price?type=rings&id=801')
  for (let count = 0; count < 120; count += 1) expect((await request()).status).toBe(200)
  expect((await request()).status).toBe(429)
})
