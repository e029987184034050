/** Duration of API calls, one at a time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { readOrders } from '#contract/account.ts'
import { changeLists, readLists } from '#contract/lists.ts'
import { freePort } from '#server/testing.ts'
import { signUp, type TestClient } from '../../chaos/client.ts'
import { ROOT } from '../../console.ts'
import { buildWhereNeeded } from '../../site/build.ts'
import { cpuMsOf } from '../cpu.ts'
import { inMs, percentile, type Measurement, type Part } from '../part.ts'
import { openBenchServer } from '../server.ts'

const WARM_UP = 100
const REQUESTS = 300
const ORDERS = 1000

export const api: Part = {
  title: 'Calls of the API',
  method: `${REQUESTS} calls of a signed-in customer with ${ORDERS} orders, one at a time, on PostgreSQL, each with its server CPU. The floor is a
bare Node server that answers each request with one SELECT, in the same run.`,
  measure,
}

interface Call {
  readonly what: string
  readonly send: () => Promise<boolean>
  readonly medianMaxMs?: number
  readonly p99MaxMs?: number
}

interface Times {
  readonly median: number
  readonly p99: number
  readonly cpuMs: number
}

async function measure(): Promise<readonly Measurement[]> {
  await buildWhereNeeded()
  const server = await openBenchServer({ database: 'postgres' })
  const databaseUrl = server.databaseUrl ?? ''
  try {
    const customer = await signUp(server.url, 'bench')
    await storeOrders(databaseUrl, customer.email)
    const floor = await floorTimes(databaseUrl)
    const results: Measurement[] = []
    for (const call of callsOf(customer, server.url))
      results.push(measurementOf(call, await timesOf(call.send, () => server.cpuMs().shop), floor))
    return results
  } finally {
    await server.close()
  }
}

function callsOf(customer: TestClient, shopUrl: string): readonly Call[] {
  const add = () => ({
    do: 'add' as const,
    product: { type: 'rings' as const, id: 801, size: '12' },
    quantity: 1,
  })
  return [
    {
      what: 'adding to the cart',
      send: async () => {
        const changes = [{ id: randomUUID(), list: 'cart' as const, change: add() }]
        return (await customer.call(changeLists, { changes })).status === 200
      },
      medianMaxMs: 3,
      p99MaxMs: 8,
    },
    { what: 'cart and wishlist', send: async () => (await customer.call(readLists, null)).status === 200 },
    {
      what: `a page of ${ORDERS} orders`,
      send: async () => (await customer.call(readOrders, null)).status === 200,
      medianMaxMs: 8,
    },
    {
      what: '/rings?metal=Platinum',
      send: () => isFetched(`${shopUrl}/rings?metal=Platinum`),
      medianMaxMs: 4,
    },
  ]
}

async function isFetched(url: string): Promise<boolean> {
  // Like browsers; by default Node requests gzip, which is only a fallback here.
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  await response.arrayBuffer()
  return response.ok
}

async function timesOf(send: () => Promise<boolean>, cpuMs: () => number): Promise<Times> {
  for (let count = 0; count < WARM_UP; count += 1) await send()
  const before = cpuMs()
  const times: number[] = []
  for (let count = 0; count < REQUESTS; count += 1) {
    const startedAt = performance.now()
    if (!(await send())) throw new Error('A call failed')
    times.push(performance.now() - startedAt)
  }
  return {
    median: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpuMs: (cpuMs() - before) / REQUESTS,
  }
}

async function floorTimes(databaseUrl: string): Promise<Times> {
  const port = await freePort()
  const script = join(ROOT, 'scripts/bench/select-server.ts')
  const server = spawn(process.execPath, [script, databaseUrl, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(server.stdout, 'data')
    return await timesOf(
      () => isFetched(`http://127.0.0.1:${port}`),
      () => cpuMsOf(server.pid ?? 0),
    )
  } finally {
    server.kill()
  }
}

function measurementOf(
  { what, medianMaxMs, p99MaxMs }: Call,
  { median, p99, cpuMs }: Times,
  floor: Times,
): Measurement {
  const goals = [
    medianMaxMs === undefined ? [] : [`median at most ${medianMaxMs} ms`],
    p99MaxMs === undefined ? [] : [`99% within ${p99MaxMs} ms`],
  ].flat()
  return {
    what: `${what}: median, 99%, CPU`,
    value: `${inMs(median)}, ${inMs(p99)}, ${inMs(cpuMs)}`,
    floor: `${inMs(floor.median)}, ${inMs(floor.p99)}, ${inMs(floor.cpuMs)}`,
    ratio: (median / floor.median).toFixed(1),
    ...(goals.length > 0 && {
      goal: goals.join(', '),
      isReached: median <= (medianMaxMs ?? Infinity) && p99 <= (p99MaxMs ?? Infinity),
    }),
  }
}

async function storeOrders(databaseUrl: string, email: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `with placed as (
       insert into "order" (number, user_id, checkout_id, status, subtotal, saving, shipping, total, currency, ship_to,
         courier_id, courier_name, estimated_days, weight_mg, placed_at, paid_at, completed_at, payment_id)
       select 'SJ-' || lpad(n::text, 16, '0'), "user".id, gen_random_uuid(), 'completed', 100, 0, 0, 100, 'INR',
         jsonb_build_object('name', 'Asha', 'address', '12 Johari Bazaar', 'city', 'Jaipur', 'state', 'Rajasthan',
           'pincode', '302001', 'phone', '9829012345', 'email', email),
         1, 'Courier', 3, 500, at, at, at, 'pay_' || n
       from "user", generate_series(1, $2::integer) n, lateral (select now() - n * interval '1 h' as at) dates
       where email = $1 returning number, payment_id, placed_at
     ), lines as (
       insert into order_line (order_number, position, type, product_id, name, size, quantity, unit_price, saving, total)
       select number, 0, 'rings', 801, 'Ring', '12', 1, 100, 0, 100 from placed
     )
     insert into payment (payment_id, order_number, gateway_order_id, amount, currency, status, observed_at)
     select payment_id, number, 'order_' || number, 100, 'INR', 'captured', placed_at from placed`,
    [email, ORDERS],
  )
  await client.end()
}
