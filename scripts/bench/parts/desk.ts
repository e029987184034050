/** Waiting times of staff at a desk with a million orders. */
import pg from 'pg'
import { ORDER_VIEWS } from '#contract/desk/orders.ts'
import { createTestDesk, enrolAs } from '#server/desk/testing.ts'
import { openDatabase } from '#server/db/open.ts'
import { startPostgres } from '../../chaos/postgres.ts'
import { inMs, percentile, type Measurement, type Part } from '../part.ts'

const STORED = 1_000_000
/** The newest ones wait to be packed, the ones before them for the courier; all others are delivered. */
const TO_PACK = 200
const UNDER_WAY = 400
const WARM_UP = 10
const CALLS = 100
const P99_MAX_MS = 50

const FIRST_NAMES = [
  'Asha',
  'Rahul',
  'Meera',
  'Arjun',
  'Kavita',
  'Vikram',
  'Sunita',
  'Imran',
  'Lakshmi',
  'Joseph',
]
const LAST_NAMES = ['Verma', 'Sharma', 'Iyer', 'Khan', 'Das', 'Reddy', 'Kaur', 'Fernandes', 'Mehta', 'Bose']
/** One customer in a thousand has a name of their own. */
const NAMES_OF_THEIR_OWN = 1000

export const desk: Part = {
  title: 'The desk',
  method: `${CALLS} calls of each kind by a manager, one at a time, on PostgreSQL with ${STORED.toLocaleString('en-US')} orders, all but ${TO_PACK} packed. The calls
run in the process of the desk; the database is a separate process. Values are median and 99th percentile; the goal is for the latter.`,
  measure,
}

async function measure(): Promise<readonly Measurement[]> {
  const postgres = await startPostgres(['shared_buffers=512MB', 'maintenance_work_mem=256MB'])
  const { db, close } = await openDatabase({ url: postgres.url, folder: null })
  try {
    await storeOrders(postgres.url)
    const shop = createTestDesk(db)
    const { cookie } = await enrolAs(shop, 'manager')
    const search = (text: string, view: string = 'all', olderThan: string | null = null) => ({
      method: 'POST',
      path: 'orders/search',
      body: { text, view, olderThan },
    })
    const results: Measurement[] = []
    for (const [what, calls] of Object.entries(callsOf(search))) {
      const times: number[] = []
      for (let count = 0; count < WARM_UP + CALLS; count += 1) {
        const { method, path, body } = calls(count)
        const startedAt = performance.now()
        const { status } = await shop.request(method, `/api/desk/${path}`, { cookie, ...(body && { body }) })
        if (count >= WARM_UP) times.push(performance.now() - startedAt)
        if (status !== 200) throw new Error(`${what}: ${status}`)
      }
      const slowest = percentile(times, 0.99)
      results.push({
        what,
        value: `${inMs(percentile(times, 0.5))}, ${inMs(slowest)}`,
        goal: `at most ${P99_MAX_MS} ms`,
        isReached: slowest <= P99_MAX_MS,
      })
    }
    return results
  } finally {
    await close()
    await postgres.stop()
  }
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** Different orders each time, from the whole range. */
const someNumber = (count: number) => 1 + ((count * 7_919_113) % STORED)
const numberOf = (n: number) => `SJ-${String(n).padStart(16, '0')}`

function callsOf(
  search: (text: string, view?: string, olderThan?: string | null) => Call,
): Readonly<Record<string, (count: number) => Call>> {
  return {
    Today: () => ({ method: 'GET', path: 'today' }),
    'an order': (count) => ({ method: 'GET', path: `orders/${numberOf(someNumber(count))}` }),
    'search by order number': (count) => search(numberOf(someNumber(count))),
    'search by e-mail address': (count) => search(`customer-${someNumber(count) % 250_000}@example.in`),
    'search by telephone number': (count) =>
      search(`98${String(someNumber(count) % 250_000).padStart(8, '0')}`),
    'search by pincode': (count) => search(String(110_001 + (someNumber(count) % 8000))),
    'search by a name of one in a thousand': (count) => search(`Asha Verma${count}`),
    'search by a name of one in ten': (count) => search(FIRST_NAMES[count % FIRST_NAMES.length] ?? ''),
    'search by a name of one in ten, delivered': (count) =>
      search(FIRST_NAMES[count % FIRST_NAMES.length] ?? '', 'delivered'),
    ...Object.fromEntries(ORDER_VIEWS.map((view) => [`the list “${view}”`, () => search('', view)])),
    'an older page of all': (count) => search('', 'all', numberOf(someNumber(count))),
    'an older page of “delivered”': (count) => search('', 'delivered', numberOf(someNumber(count))),
  }
}

/** Uses a connection without the server's timeouts. */
async function storeOrders(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  for (const statement of STORING) await client.query(statement)
  await client.end()
}

const textArray = (values: readonly string[]) => `array[${values.map((each) => `'${each}'`).join()}]`
const STORING = [
  `insert into "user" (id, name, email)
    select 'stored-' || n, 'Asha', 'stored-' || n || '@example.in' from generate_series(0, 249999) n`,
  `insert into "order" (number, user_id, checkout_id, status, subtotal, saving, shipping, total, currency, ship_to,
      courier_id, courier_name, estimated_days, weight_mg, placed_at, paid_at, completed_at, packed_at, payment_id)
    select 'SJ-' || lpad(n::text, 16, '0'), 'stored-' || n % 250000, gen_random_uuid(), 'completed',
      5000000, 0, 9000, 5009000, 'INR',
      jsonb_build_object(
        'name', (${textArray(FIRST_NAMES)})[1 + n % 10] || ' ' || (${textArray(LAST_NAMES)})[1 + n / 10 % 10]
          || case when n % 1000 = 0 then (n / 1000 % ${NAMES_OF_THEIR_OWN})::text else '' end,
        'address', '12 Johari Bazaar', 'city', 'Jaipur', 'state', 'Rajasthan',
        'pincode', (110001 + n % 8000)::text,
        'phone', '98' || lpad((n % 250000)::text, 8, '0'),
        'email', 'customer-' || n % 250000 || '@example.in'),
      1, 'Blue Dart', 3, 8000, at, at, at, case when n > ${TO_PACK} then at end, 'pay_' || n
    from generate_series(1, ${STORED}) n, lateral (select now() - n * interval '30 seconds' as at) placed`,
  `insert into order_line (order_number, position, type, product_id, name, size, quantity, unit_price, saving, total)
    select number, 0, 'rings', 801, 'Chandrika Solitaire Ring', '12', 1, 5000000, 0, 5000000 from "order"`,
  `insert into parcel (order_number, placed_at, state, weight_mg, seal, packed_at, dispatched_at, delivered_at)
    select number, placed_at,
      case when waiting < ${UNDER_WAY} then (array['packed', 'booked', 'handed over', 'in transit'])[1 + waiting % 4]
        else 'delivered' end,
      90000, '', packed_at, packed_at, packed_at
    from (select *, row_number() over (order by placed_at desc) as waiting from "order" where packed_at is not null) packed`,
  `vacuum analyze`,
]
