import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from './embedded.ts'
import { openDatabase } from './open.ts'
import { gatewayRefund } from './refund-schema.ts'
import * as schema from './schema.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** The last migration before columns were renamed to standard terms. */
const BEFORE_RENAMES = 6

interface Journal {
  readonly entries: readonly { readonly idx: number }[]
}

/** A database folder of an earlier version, with a row in each table whose columns are renamed later. */
async function createOldDatabase(folder: string): Promise<void> {
  const migrations = join(folder, 'migrations')
  await cp(MIGRATIONS, migrations, { recursive: true })
  const journalPath = join(migrations, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(journalPath, 'utf8')) as Journal
  const entries = journal.entries.filter(({ idx }) => idx <= BEFORE_RENAMES)
  await writeFile(journalPath, JSON.stringify({ ...journal, entries }))

  const embedded = await openEmbedded(join(folder, 'data'))
  const client = new pg.Client({ host: embedded.host, user: 'postgres', database: 'postgres' })
  await client.connect()
  await migrate(drizzle(client), { migrationsFolder: migrations })
  await client.query(`
    insert into "user" (id, name, email) values ('u1', 'Asha', 'asha@example.com');
    insert into "order" (number, user_id, checkout_id, status, subtotal, saving, shipping, total, currency, ship_to,
        courier_id, courier_name, estimated_days, weight_mg, placed_at, next_check_at, refused_since)
      values ('SJ-1', 'u1', gen_random_uuid(), 'pending', 100, 0, 0, 100, 'INR', '{}', 1, 'Courier', 3, 500,
        '2026-11-01', '2026-11-02', '2026-11-03');
    insert into payment (payment_id, order_number, gateway_order_id, amount, currency, status, seen_at, is_late)
      values ('pay_1', 'SJ-1', 'order_1', 100, 'INR', 'captured', '2026-11-04', true);
    insert into dashboard_refund (gateway_refund_id, order_number, payment_id, amount, created_at, booked_at)
      values ('rfnd_1', 'SJ-1', 'pay_1', 100, '2026-11-04', '2026-11-05');
    insert into order_event (order_number, at, what, by, detail) values
      ('SJ-1', '2026-11-01', 'placed', 'shopper', '{}'),
      ('SJ-1', '2026-11-02', 'declined', 'webhook', '{"paymentId": "pay_1", "declinedFor": "no funds"}'),
      ('SJ-1', '2026-11-03', 'money returned', 'refunds', '{}');
    insert into refund (id, payment_id, order_number, amount, reason, created_at)
      values ('refund_1', 'pay_1', 'SJ-1', 100, 'the order had expired', '2026-11-03');
    insert into webhook_event (event_id, event, body, received_at, worked_at)
      values ('event_1', 'payment.captured', '{}', '2026-11-04', '2026-11-06');
    insert into mail_outbox (occasion, recipient, subject, text, html, created_at)
      values ('order-confirmation:SJ-1', 'asha@example.com', 'Order', '', '', '2026-11-04');
    insert into edition (number, hash, published_at, published_by, reason) values
      (1, 'one', '2026-11-01', 'system', 'Opening'), (2, 'two', '2026-11-03', 'asha', 'Rate'),
      (3, 'three', '2026-11-05', 'asha', 'Rate');
    insert into edition_draft (changes, created_at, created_by, reason) values ('[]', '2026-11-04', 'asha', 'Rate');
    insert into stock_level (key, on_hand) values ('rings-801', 1);
    insert into piece (serial, key, net_weight_mg, gross_weight_mg, state) values ('A1', 'rings-801', 400, 500, 'available');
  `)
  await client.end()
  await embedded.close()
}

test('a database of an earlier version keeps its rows, with today’s names and columns', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await createOldDatabase(folder)

  const { db, close } = await openDatabase({ url: null, folder: join(folder, 'data') })
  onTestFinished(close)
  expect(await db.select().from(schema.editionDraft)).toMatchObject([{ baseEdition: 2, approval: null }])
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  expect(await db.select().from(schema.order)).toMatchObject([
    { nextReconcileAt: at(2), rejectedSince: at(3) },
  ])
  expect(await db.select().from(schema.payment)).toMatchObject([
    { observedAt: at(4), isAfterPriceExpiry: true },
  ])
  expect(await db.select().from(gatewayRefund)).toMatchObject([{ recordedAt: at(5), processedAt: at(5) }])
  expect(await db.select().from(schema.orderEvent).orderBy(schema.orderEvent.at)).toMatchObject([
    { event: 'placed', source: 'shopper' },
    { event: 'payment failed', detail: { paymentId: 'pay_1', failureReason: 'no funds' } },
    { event: 'refunded', source: 'refunds' },
  ])
  expect(await db.select().from(schema.surplusRefund)).toMatchObject([{ reason: 'the order was closed' }])
  expect(await db.select().from(schema.webhookEvent)).toMatchObject([{ processedAt: at(6) }])
  expect(await db.select().from(schema.emailOutbox)).toMatchObject([{ dedupeKey: 'order-confirmation:SJ-1' }])
  expect(await db.select().from(schema.serialItem)).toMatchObject([{ serial: 'A1', state: 'available' }])
  await expect(db.execute(sql`update order_event set source = 'audit'`)).rejects.toMatchObject({
    cause: { message: 'the ledger of an order is append-only' },
  })
})
