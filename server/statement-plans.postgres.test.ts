/** Plans of the statements that real requests and jobs send, on tables with many rows: none scans a large table. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { RETENTION_IDS } from '#domain/retention.ts'
import { addMs, HOUR_MS } from '#domain/time.ts'
import { startSandbox, type Sandbox } from '../sandbox/sandbox.ts'
import { startPostgres, type OwnPostgres } from '../scripts/chaos/postgres.ts'
import { createTestApp, signUp, type TestApp } from './accounts/testing.ts'
import {
  addressOf,
  createTestServer,
  dashboardRefund,
  itemOf,
  newUser,
  orderPaid,
  pay,
  RING,
  SILENT,
  webhook,
  type TestServer,
} from './checkout/testing.ts'
import { createTestDesk, enrolAs } from './desk/testing.ts'
import { reconcileDueOrders } from './payments/reconcile-job.ts'
import { sendDueRequestedRefunds } from '#server/refunds/send-requested-refunds.ts'
import { sendDueSurplusRefunds } from '#server/refunds/surplus-refunds.ts'
import { processDueWebhooks } from './payments/webhooks.ts'
import type { User } from './http.ts'
import { openDatabase, type OpenDatabase } from './db/open.ts'
import { sendDueEmails } from './email/outbox.ts'
import { purge } from './jobs/purge.ts'
import { purgeExpiredHolds } from './stock/holds.ts'
import { seedOpeningStock } from './stock/levels.ts'

/** Number of orders; other tables in proportion. */
const ROWS = 20_000

/** The data of a shop after years, besides its collection. */
const HISTORY = `
  insert into "user" (id, name, email)
    select 'user-' || n, 'Asha', 'user-' || n || '@example.in' from generate_series(1, ${ROWS / 10}) n;
  insert into session (id, expires_at, token, user_id)
    select 'session-' || n, now() + interval '1 d' + n * interval '1 s', 'token-' || n, 'user-' || 1 + n % ${ROWS / 10}
    from generate_series(1, ${ROWS}) n;
  insert into verification (id, identifier, value, expires_at)
    select 'verification-' || n, 'reset-' || n, '', now() + interval '1 d' + n * interval '1 s' from generate_series(1, ${ROWS}) n;
  insert into rate_limit (id, key, count, last_request)
    select n, 'key-' || n, 1, extract(epoch from now()) * 1000 from generate_series(1, ${ROWS}) n;
  insert into saved_address (user_id, address, used_at)
    select 'user-' || 1 + n % ${ROWS / 10}, '{}', now() from generate_series(1, ${ROWS}) n;
  insert into cart_line (user_id, type, product_id, quantity, position)
    select 'user-' || 1 + n % ${ROWS / 10}, 'rings', n, 1, n from generate_series(1, ${ROWS}) n;
  insert into wishlist_entry (user_id, type, product_id, position)
    select 'user-' || 1 + n % ${ROWS / 10}, 'rings', n, n from generate_series(1, ${ROWS}) n;
  insert into applied_change (user_id, change_id)
    select 'user-' || 1 + n % ${ROWS / 10}, gen_random_uuid() from generate_series(1, ${ROWS}) n;
  insert into "order" (number, user_id, checkout_id, status, subtotal, saving, shipping, total, currency, ship_to,
      courier_id, courier_name, estimated_days, weight_mg, placed_at, paid_at, completed_at, payment_id)
    select 'SJ-' || n, 'user-' || 1 + n % ${ROWS / 10}, gen_random_uuid(), 'completed', 100, 0, 0, 100, 'INR',
      '{"name": "Asha"}', 1, 'Courier', 3, 500, at, at, at, 'pay_' || n
    from generate_series(1, ${ROWS}) n, lateral (select now() - n * interval '30 min' as at) dates;
  insert into order_line (order_number, position, type, product_id, name, quantity, unit_price, saving, total)
    select 'SJ-' || n, 0, 'rings', 801, 'Ring', 1, 100, 0, 100 from generate_series(1, ${ROWS}) n;
  insert into gateway_order (receipt, gateway_order_id, order_number, amount, currency, created_at)
    select 'SJ-' || n || '-1', 'order_' || n, 'SJ-' || n, 100, 'INR', now() from generate_series(1, ${ROWS}) n;
  insert into payment (payment_id, order_number, gateway_order_id, amount, currency, status, observed_at)
    select 'pay_' || n, 'SJ-' || n, 'order_' || n, 100, 'INR', 'captured', now() from generate_series(1, ${ROWS}) n;
  insert into order_event (order_number, at, event, source, detail)
    select 'SJ-' || n, now(), event, 'shopper', '{}'
    from generate_series(1, ${ROWS}) n, unnest(array['placed', 'paid', 'completed']) event;
  insert into refund (id, order_number, payment_id, amount, reason, gateway_refund_id, created_at, sent_at)
    select 'refund-' || n, 'SJ-' || n, 'pay_' || n, 100, 'a second payment', 'rfnd_' || n, now(), now()
    from generate_series(1, ${ROWS}) n;
  insert into dashboard_refund (gateway_refund_id, order_number, payment_id, amount, created_at, recorded_at, failed_at)
    select 'rfnd_staff_' || n, 'SJ-' || n, 'pay_' || n, 10, now(), now(), case when n % 1000 = 0 then now() end
    from generate_series(1, ${ROWS}) n;
  insert into desk_refund (id, order_number, payment_id, amount, lines, extra, reason, state, requested_by, requested_at,
      gateway_refund_id, next_attempt_at, attempts)
    select gen_random_uuid(), 'SJ-' || n, 'pay_' || n, 10, '[]', 10, '',
      case n % 1000 when 1 then 'failed' when 2 then 'due' else 'sent' end, 'customer', now() - interval '2 d',
      case when n % 1000 not in (1, 2) then 'rfnd_staff_' || n end, case n % 1000 when 2 then now() end,
      case n % 1000 when 2 then 2 else 0 end
    from generate_series(1, ${ROWS}) n;
  insert into dispute (id, order_number, payment_id, amount, status, reason, created_at, updated_at)
    select 'disp_' || n, 'SJ-' || n, 'pay_' || n, 100, 'won', 'chargeback', now(), now()
    from generate_series(1, ${ROWS}) n;
  insert into stock_hold (order_number, key, quantity, expires_at)
    select 'SJ-' || n, key, 1, now() - interval '1 h' from
      (select key, row_number() over () as place from stock_level where key like 'rings-%') level,
      generate_series(1, ${ROWS}) n where n % 200 = place % 200;
  insert into stock_movement (key, change, cause, order_number, at, actor)
    select 'rings-801', -1, 'sold', 'SJ-' || n, now(), 'shop' from generate_series(1, ${ROWS}) n;
  insert into serial_item (serial, key, net_weight_mg, gross_weight_mg, state, order_number)
    select 'serial-' || n, 'rings-801', 1, 1, 'sold', 'SJ-' || n from generate_series(1, ${ROWS}) n;
  insert into webhook_event (event_id, event, body, received_at, processed_at)
    select 'event-' || n, 'order.paid', '{}', now(), now() from generate_series(1, ${ROWS}) n;
  insert into email_outbox (dedupe_key, recipient, subject, text, html, created_at, sent_at)
    select 'old:' || n, '', '', '', '', now(), now() from generate_series(1, ${ROWS}) n;
  insert into contact_message (id, name, email, message, created_at)
    select gen_random_uuid(), '', '', '', now() from generate_series(1, ${ROWS}) n;
  analyze;`

let postgres: OwnPostgres
let database: OpenDatabase
let sandbox: Sandbox
let server: TestServer
let accounts: TestApp
let asha: User
beforeAll(async () => {
  postgres = await startPostgres()
  database = await openDatabase({ url: postgres.url, folder: null })
  const { products } = OPENING_COLLECTION
  await seedOpeningStock(database.db, { products, each: 10_000, now: new Date() })
  await storeHistory(postgres.url)
  sandbox = await startSandbox({ port: 0, shopUrl: 'http://localhost:3000' })
  sandbox.faults.set(SILENT)
  server = createTestServer(database.db, sandbox)
  accounts = createTestApp(database.db)
  asha = await newUser(database.db)
}, 120_000)
afterAll(async () => {
  await sandbox.close()
  await database.close()
  await postgres.stop()
})

/** Uses a connection without the server's timeouts. */
async function storeHistory(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(HISTORY)
  await client.end()
}

interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The statements that `work` sends, one per text. */
async function statementsOf(work: () => Promise<void>): Promise<readonly Sent[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const sent = query.mock.calls.map((call): Sent => {
    // The driver is called with a configuration and values, or with text alone.
    const [config, values = []] = call as unknown as [string | { readonly text: string }, unknown[]?]
    return { text: typeof config === 'string' ? config : config.text, values }
  })
  query.mockRestore()
  const isPlanned = ({ text }: Sent) => /^[\s(]*(?:select|insert|update|delete|with)\b/i.test(text)
  return [...new Map(sent.filter(isPlanned).map((each) => [each.text, each])).values()]
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

function scannedBy(node: PlanNode): readonly string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap(scannedBy)]
}

async function planOf({ text, values }: Sent): Promise<string> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    const { rows } = await client.query(`explain (format json) ${text}`, [...values])
    return JSON.stringify(rows)
  } finally {
    await client.end()
  }
}

/** Each statement that scans a table of `ROWS` rows or more, with its tables. */
async function scansOf(statements: readonly Sent[]): Promise<readonly string[]> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples >= ${ROWS / 10}`,
    )
    const large = new Set(rows.map(({ name }) => name))
    const scans: string[] = []
    for (const { text, values } of statements) {
      const explained = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
        `explain (format json) ${text}`,
        [...values],
      )
      const plan = explained.rows[0]?.['QUERY PLAN'][0]
      const tables = plan ? scannedBy(plan.Plan).filter((table) => large.has(table)) : ['no plan']
      if (tables.length > 0) scans.push(`${tables.join(', ')}: ${text}`)
    }
    return scans
  } finally {
    await client.end()
  }
}

async function placeOrder(address: string) {
  const { json } = await server.request(asha, 'POST', '/api/create-order', {
    amount: itemOf(RING).price,
    items: [itemOf(RING)],
    address: { ...addressOf(asha), address },
    courier_company_id: 43,
  })
  return { id: String(json.id), number: String(json.order_number) }
}

async function verify(id: string) {
  const proof = await pay(sandbox, id)
  const items = [itemOf(RING)]
  const verified = await server.request(asha, 'POST', '/api/verify-payment', {
    ...proof,
    amount: itemOf(RING).price,
    items,
  })
  expect(verified.status).toBe(200)
  return proof.razorpay_payment_id
}

const add = () => ({
  changes: [{ id: randomUUID(), list: 'cart', change: { do: 'add', product: RING, quantity: 1 } }],
})

test('signing in, tokens, profile and addresses scan no large table', async () => {
  const statements = await statementsOf(async () => {
    const { token, cookie } = await signUp(accounts)
    await accounts.request('GET', '/api/auth/get-session', { cookie })
    await accounts.request('GET', '/api/auth/token', { cookie })
    await accounts.request('GET', '/api/account', { token })
    await accounts.request('GET', '/api/addresses', { token })
    await accounts.request('POST', '/api/lists', { token, body: add() })
  })
  expect(statements.length).toBeGreaterThan(10)
  expect(await scansOf(statements)).toEqual([])
})

test('a purchase, its refunds and its order pages scan no large table', async () => {
  const statements = await statementsOf(async () => {
    await server.request(asha, 'POST', '/api/lists', add())
    await server.request(asha, 'GET', '/api/lists')
    const declined = await placeOrder('1 Johari Bazaar')
    await pay(sandbox, declined.id, 'failure')
    await server.request(asha, 'POST', '/api/dismiss-payment', {
      orderId: declined.number,
      outcome: 'cancelled',
      reason: 'Payment was cancelled',
    })
    const { id, number } = await placeOrder('2 Johari Bazaar')
    await placeOrder('2 Johari Bazaar')
    const paymentId = await verify(id)
    await dashboardRefund(sandbox, paymentId, 100)
    await server.send('/api/webhooks/razorpay', webhook(sandbox, orderPaid(id)))
    await processDueWebhooks(server.deps)
    await server.request(asha, 'GET', '/api/orders')
    await server.request(asha, 'GET', `/api/orders/${number}/older`)
    await server.request(asha, 'GET', `/api/orders/${number}`)
  })
  expect(statements.length).toBeGreaterThan(40)
  expect(await scansOf(statements)).toEqual([])
})

test('Today finds orders to pack by their index, however many were packed before', async () => {
  const desk = createTestDesk(database.db)
  const { cookie } = await enrolAs(desk, 'packer')
  const statements = await statementsOf(async () => {
    await desk.request('GET', '/api/desk/today', { cookie })
  })
  const toPack = statements.find(
    ({ text }) => text.includes('"packed_at" is null') && text.includes('order by "order"'),
  )
  if (!toPack) throw new Error('Today does not ask for what is to be packed')
  expect(await planOf(toPack)).toContain('"Index Name":"order_to_pack_idx"')
})

test('Today finds unmade and overdue refunds by index, however many refunds exist', async () => {
  const desk = createTestDesk(database.db)
  const { cookie } = await enrolAs(desk, 'manager')
  const statements = await statementsOf(async () => {
    const { json } = await desk.request('GET', '/api/desk/today', { cookie })
    expect([json.unrefunded.length, json.overdue.length]).toEqual([ROWS / 1000, ROWS / 1000])
  })
  const reads = statements.filter(
    ({ text }) => text.includes('"dashboard_refund"') || text.includes('"desk_refund"'),
  )
  const plans = await Promise.all(reads.map(planOf))
  for (const index of [
    'dashboard_refund_failed_idx',
    'desk_refund_unmade_idx',
    'desk_refund_next_attempt_idx',
    'refund_next_attempt_idx',
  ])
    expect(plans.join()).toContain(`"Index Name":"${index}"`)
  const unmade = reads.filter(({ text }) => text.includes('union'))
  expect(unmade.length).toBeGreaterThanOrEqual(3)
  expect(await scansOf(unmade)).toEqual([])
})

test('jobs and purges scan no large table', async () => {
  const statements = await statementsOf(async () => {
    server.clock.now = addMs(server.clock.now, HOUR_MS)
    const { db, gateway, log, now } = server.deps
    await reconcileDueOrders(server.deps)
    await sendDueSurplusRefunds(server.deps)
    // The sandbox does not know the payments of the history.
    const noRefunds: typeof gateway.fetchPaymentRefunds = async () => ({ ok: true, value: [] })
    const deps = { ...server.deps, gateway: { ...gateway, fetchPaymentRefunds: noRefunds } }
    await sendDueRequestedRefunds(deps)
    await sendDueEmails({ db, log, now, mailer: { send: async () => {}, close: () => {} } })
    await purgeExpiredHolds(db, now())
    for (const id of RETENTION_IDS) await purge(db, id, now())
  })
  expect(statements.length).toBeGreaterThan(15)
  expect(await scansOf(statements)).toEqual([])
})
