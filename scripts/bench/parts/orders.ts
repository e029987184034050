/** Cost of a complete checkout: from an empty cart to a verified payment. */
import { randomUUID } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type * as z from 'zod/mini'
import { createOrder, verifyPayment } from '#contract/checkout.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { changeLists } from '#contract/lists.ts'
import { calculateShipping } from '#contract/shipping.ts'
import { priceCart, quoteCart } from '#domain/cart.ts'
import type { CartLine } from '#domain/cart-changes.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { inKilograms, shipmentWeightMg } from '#domain/shipping.ts'
import { PICKUP_PINCODE } from '#domain/shop.ts'
import { sizesOf } from '#domain/size-range.ts'
import {
  emailOutbox,
  gatewayOrder,
  order,
  orderEvent,
  orderLine,
  payment,
  stockMovement,
  webhookEvent,
} from '#server/db/schema.ts'
import { signUp, type TestClient } from '../../chaos/client.ts'
import { controlsOf, type GatewayControls, Proof } from '../../chaos/gateway.ts'
import { buildWhereNeeded } from '../../site/build.ts'
import { inMs, percentile, type BenchOptions, type Measurement, type Part } from '../part.ts'
import { openBenchServer, type BenchServer } from '../server.ts'

const AT_ONCE = 16
const WARM_UP = 64
const ORDERS = 320
const NODE_CPU_MAX_MS = 12
const DATABASE_CPU_MAX_MS = 6
const PINCODE = '302001'
/** One per customer. */
const PRODUCTS = OPENING_COLLECTION.products.filter(({ inStock }) => inStock).slice(0, AT_ONCE)

export const orders: Part = {
  title: 'Orders',
  method: `${ORDERS} checkouts by ${AT_ONCE} customers at once on PostgreSQL: add to cart, courier rates, create order, pay, verify. The gateway with
its webhooks, the courier and the mail server run in a separate process. The floor writes the same rows, including those of
webhooks and e-mail, with one prepared statement per order.`,
  measure,
}

async function measure({ stored }: BenchOptions): Promise<readonly Measurement[]> {
  await buildWhereNeeded()
  const server = await openBenchServer({ database: 'postgres' })
  const database = new pg.Client(server.databaseUrl ?? '')
  await database.connect()
  try {
    await database.query('create extension pg_stat_statements')
    const customers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => signUp(server.url, `bench-${index}`)),
    )
    const gateway = controlsOf(server.sandboxUrl)
    await checkouts(customers, gateway, WARM_UP)
    const run = await measureRun(server, database, () => checkouts(customers, gateway, ORDERS))
    const floor = await measuredFloor(server, database)
    const results = [...costs(run, floor), ...stepMeasurements(run.result)]
    if (stored === 0) return results
    server.freeze()
    await storeOrders(database, stored)
    server.thaw()
    await checkouts(customers, gateway, WARM_UP)
    const later = await measureRun(server, database, () => checkouts(customers, gateway, ORDERS))
    return [...results, ...storedMeasurements(stored, later, run)]
  } finally {
    await database.end()
    await server.close()
  }
}

interface Run<Result> {
  readonly result: Result
  readonly perSecond: number
  /** Per order. */
  readonly shopMs: number
  readonly databaseMs: number
  readonly statements: number
}

async function measureRun<Result>(
  server: BenchServer,
  database: pg.Client,
  work: () => Promise<Result>,
): Promise<Run<Result>> {
  const [before, statementsBefore, startedAt] = [
    server.cpuMs(),
    await countStatements(database),
    performance.now(),
  ]
  const result = await work()
  const seconds = (performance.now() - startedAt) / 1000
  const [after, statementsAfter] = [server.cpuMs(), await countStatements(database)]
  return {
    result,
    perSecond: ORDERS / seconds,
    shopMs: (after.shop - before.shop) / ORDERS,
    databaseMs: (after.database - before.database) / ORDERS,
    statements: (statementsAfter - statementsBefore) / ORDERS,
  }
}

async function countStatements(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ calls: string }>(
    'select sum(calls) as calls from pg_stat_statements',
  )
  return Number(rows[0]?.calls)
}

function costs(run: Run<unknown>, floor: Run<unknown>): readonly Measurement[] {
  const ratio = (ours: number, theirs: number) => (ours / theirs).toFixed(1)
  return [
    {
      what: 'checkouts per second',
      value: run.perSecond.toFixed(1),
      floor: floor.perSecond.toFixed(0),
      ratio: `1/${ratio(floor.perSecond, run.perSecond)}`,
    },
    {
      what: 'CPU of the server per order',
      value: inMs(run.shopMs),
      goal: `at most ${NODE_CPU_MAX_MS} ms`,
      isReached: run.shopMs <= NODE_CPU_MAX_MS,
    },
    {
      what: 'CPU of PostgreSQL per order',
      value: inMs(run.databaseMs),
      floor: inMs(floor.databaseMs),
      ratio: ratio(run.databaseMs, floor.databaseMs),
      goal: `at most ${DATABASE_CPU_MAX_MS} ms`,
      isReached: run.databaseMs <= DATABASE_CPU_MAX_MS,
    },
    { what: 'statements per order', value: run.statements.toFixed(0), floor: floor.statements.toFixed(0) },
  ]
}

const STORED_RATIO_MAX = 1.2

function storedMeasurements(
  stored: number,
  later: Run<unknown>,
  empty: Run<unknown>,
): readonly Measurement[] {
  const rows = [
    ['CPU of the server', later.shopMs, empty.shopMs],
    ['CPU of PostgreSQL', later.databaseMs, empty.databaseMs],
  ] as const
  return rows.map(([what, ours, floor]) => ({
    what: `${what} per order with ${stored.toLocaleString('en-US')} stored; floor: with none`,
    value: inMs(ours),
    floor: inMs(floor),
    ratio: (ours / floor).toFixed(2),
    goal: `at most ${STORED_RATIO_MAX} times the floor`,
    isReached: ours <= floor * STORED_RATIO_MAX,
  }))
}

const STEPS = ['add to cart', 'courier rates', 'create order', 'verify'] as const
type Step = (typeof STEPS)[number]
type Times = ReadonlyMap<Step, number[]>

function stepMeasurements(times: Times): readonly Measurement[] {
  return STEPS.map((step) => {
    const all = times.get(step) ?? []
    return {
      what: `${step}, median and 99th percentile`,
      value: `${inMs(percentile(all, 0.5))}, ${inMs(percentile(all, 0.99))}`,
    }
  })
}

async function checkouts(
  customers: readonly TestClient[],
  gateway: GatewayControls,
  count: number,
): Promise<Times> {
  const times = new Map<Step, number[]>(STEPS.map((step) => [step, []]))
  let begun = 0
  await Promise.all(
    customers.map(async (customer, index) => {
      const product = PRODUCTS[index]
      if (!product) throw new Error('There are too few products')
      const line = { type: product.type, id: product.id, size: sizesOf(product)[0] ?? '', quantity: 1 }
      while (begun < count) {
        begun += 1
        await checkOut({ customer, line }, gateway, times)
      }
    }),
  )
  return times
}

interface Purchase {
  readonly customer: TestClient
  readonly line: CartLine
}

async function checkOut({ customer, line }: Purchase, gateway: GatewayControls, times: Times): Promise<void> {
  const call = async <Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    step: Step,
    endpoint: Endpoint<Request, Response>,
    body: z.input<Request>,
  ) => {
    const startedAt = performance.now()
    const { status, body: response, message } = await customer.call(endpoint, body)
    if (response === null) throw new Error(`${step}: ${status} ${message}`)
    times.get(step)?.push(performance.now() - startedAt)
    return response
  }
  const { type, id, size, quantity } = line
  const change = { do: 'add' as const, product: { type, id, size }, quantity }
  const lists = await call('add to cart', changeLists, {
    changes: [{ id: randomUUID(), list: 'cart', change }],
  })
  const cart = priceCart([line], OPENING_COLLECTION.find)
  const { shippingRates } = await call('courier rates', calculateShipping, {
    pickup_postcode: PICKUP_PINCODE,
    delivery_postcode: PINCODE,
    weight: inKilograms(shipmentWeightMg(cart.buyable)),
    items: [line],
  })
  const [courier] = shippingRates
  const quoted = courier && quoteCart(cart, courier.rate)
  if (!courier || !quoted?.ok) throw new Error('There is no quote')
  const amount = quoted.value.total
  const items = cart.buyable.map(({ key, product, unitPrice, quantity: pieces }) => ({
    ...key,
    name: product.name,
    price: unitPrice,
    quantity: pieces,
  }))
  const { id: gatewayOrderId } = await call('create order', createOrder, {
    amount,
    items,
    cart_generation: lists.cartGeneration,
    address: {
      name: customer.name,
      address: '12 Johari Bazaar',
      city: 'Jaipur',
      state: 'Rajasthan',
      pincode: PINCODE,
      phone: '9829012345',
      email: customer.email,
    },
    courier_company_id: courier.courier_company_id,
    pan: 'ABCPE1234F',
  })
  const proof = Proof.parse(await gateway.pay(gatewayOrderId, 'success'))
  await call('verify', verifyPayment, { ...proof, amount, items })
}

interface Copied {
  readonly table: PgTable
  /** Which rows belong to the order $1. */
  readonly where: string
  /** SQL of the columns that differ in the copy, the order $2. */
  readonly differing: readonly (readonly [column: PgColumn, expression: string])[]
}

const quoteName = ({ name }: PgColumn) => `original."${name}"`
const COPIED: readonly Copied[] = [
  {
    table: order,
    where: `${quoteName(order.number)} = $1`,
    differing: [
      [order.number, '$2::text'],
      [order.checkoutId, 'gen_random_uuid()'],
    ],
  },
  ...[orderLine, gatewayOrder, payment, orderEvent, stockMovement].map((table) => ({
    table,
    where: `${quoteName(table.orderNumber)} = $1`,
    differing: [
      [table.orderNumber, '$2::text'] as const,
      ...('receipt' in table
        ? [[table.receipt, `$2::text || '-1'`] as const, [table.gatewayOrderId, '$2::text'] as const]
        : []),
      ...('paymentId' in table ? [[table.paymentId, '$2::text'] as const] : []),
      ...('id' in table
        ? [[table.id, `nextval(pg_get_serial_sequence('${getTableName(table)}', 'id'))`] as const]
        : []),
    ],
  })),
  {
    table: emailOutbox,
    where: `${quoteName(emailOutbox.dedupeKey)} = 'order-confirmation:' || $1`,
    differing: [[emailOutbox.dedupeKey, '$2::text']],
  },
  {
    table: webhookEvent,
    where: `original.ctid = any (array(select ctid from ${getTableName(webhookEvent)} limit 3))`,
    differing: [[webhookEvent.eventId, 'gen_random_uuid()']],
  },
]

/** Copies all rows of the completed order $1: once as $2, or once for each number from $2 to $3. */
function copyStatement(series?: { readonly number: string; readonly userId: string }): string {
  const inSeries = (expression: string) =>
    series
      ? expression
          .replace('$2::text', series.number)
          // It would be evaluated only once for all numbers.
          .replace('gen_random_uuid()', 'md5(n::text || random())::uuid')
      : expression
  const copied = COPIED.map(({ table, where, differing }, index) => {
    const columns =
      series && table === order ? [...differing, [order.userId, series.userId] as const] : differing
    const values = columns.map(([{ name }, expression]) => `'${name}', ${inSeries(expression)}`).join(', ')
    const name = getTableName(table)
    const from = series ? `generate_series($2::integer, $3::integer) n, "${name}"` : `"${name}"`
    return `copied_${index} as (insert into "${name}" select copy.* from ${from} original,
      lateral jsonb_populate_record(original, jsonb_build_object(${values})) copy where ${where})`
  })
  return `with ${copied.join(',\n')} select`
}

const STORED_USERS = 50_000

/**
 * Belonging to other customers, several each. Indexes are built at the end: maintaining those of random ids would take
 * hours.
 */
async function storeOrders(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `insert into "user" (id, name, email)
      select 'stored-' || n, 'Asha', 'stored-' || n || '@example.in' from generate_series(0, ${STORED_USERS - 1}) n`,
  )
  const statement = copyStatement({
    number: `'SJ-' || lpad(n::text, 16, '0')`,
    userId: `'stored-' || n % ${STORED_USERS}`,
  })
  const tables = COPIED.map(({ table }) => `"${getTableName(table)}"`)
  // The references are those of the copied order.
  await database.query('set session_replication_role = replica')
  await database.query(
    'update pg_index set indisready = false, indisvalid = false where indrelid = any ($1::regclass[])',
    [tables],
  )
  await database.query(statement, [await completedOrder(database), 1, count])
  await database.query(`set maintenance_work_mem = '1GB'`)
  for (const table of tables) await database.query(`reindex table ${table}`)
  await database.query('vacuum analyze')
}

async function completedOrder(database: pg.Client): Promise<string | undefined> {
  const { rows } = await database.query<{ number: string }>(
    `select number from "order" where completed_at is not null limit 1`,
  )
  return rows[0]?.number
}

async function measuredFloor(server: BenchServer, database: pg.Client): Promise<Run<void>> {
  const template = await completedOrder(database)
  const statement = copyStatement()
  const pool = new pg.Pool({ connectionString: server.databaseUrl ?? '', max: AT_ONCE })
  const copy = async (count: number) => {
    let begun = 0
    const connections = Array.from({ length: AT_ONCE }, async () => {
      while (begun < count) {
        begun += 1
        await pool.query({ name: 'copy', text: statement, values: [template, `SJ-FLOOR-${randomUUID()}`] })
      }
    })
    await Promise.all(connections)
  }
  try {
    await copy(WARM_UP)
    return await measureRun(server, database, () => copy(ORDERS))
  } finally {
    await pool.end()
  }
}
