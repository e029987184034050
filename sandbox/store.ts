/** The sandbox's database; with a file, its contents survive a restart. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const TABLES = `
create table if not exists setting (name text primary key, value text not null);
create table if not exists fault_count (kind text primary key, injected integer not null);

create table if not exists razorpay_order (
  id text primary key, receipt text, capture text not null, window_ms integer not null, entity text not null,
  seq integer not null unique
);
create index if not exists razorpay_order_receipt on razorpay_order (receipt);
create table if not exists razorpay_payment (
  id text primary key, order_id text not null, entity text not null, next_step text, due_at integer,
  seq integer not null unique
);
create index if not exists razorpay_payment_order on razorpay_payment (order_id);
create index if not exists razorpay_payment_due on razorpay_payment (due_at) where due_at is not null;
create table if not exists razorpay_refund (
  id text primary key, payment_id text not null, idempotency_key text unique, request text, entity text not null,
  seq integer not null unique
);
create index if not exists razorpay_refund_payment on razorpay_refund (payment_id);
create table if not exists razorpay_dispute (
  id text primary key, payment_id text not null unique, entity text not null, seq integer not null unique
);
create table if not exists razorpay_settlement_item (
  seq integer primary key, entity_id text not null unique, settled_at integer not null, entity text not null
);
create index if not exists razorpay_settlement_item_settled on razorpay_settlement_item (settled_at);
create table if not exists razorpay_webhook (
  seq integer primary key, event_id text not null, event text not null, order_id text not null,
  body text not null, created_at integer not null, attempts integer not null, next_at integer,
  answer text
);
create index if not exists razorpay_webhook_due on razorpay_webhook (next_at) where next_at is not null;
create index if not exists razorpay_webhook_order on razorpay_webhook (order_id);

create table if not exists shiprocket_parcel (
  id integer primary key autoincrement, reference text not null unique, entity text not null, awb text unique,
  courier text, has_pickup integer not null default 0, has_manifest integer not null default 0,
  scans text not null default '[]', due_at integer
);
create table if not exists shiprocket_cancelled (reference text primary key);
create index if not exists shiprocket_parcel_due on shiprocket_parcel (due_at) where due_at is not null;

create table if not exists google_code (code text primary key, request text not null, expires_at integer not null, used integer not null);
create table if not exists google_token (token text primary key, code text not null, person text not null, expires_at integer not null);

create table if not exists mail (
  id integer primary key, sender text not null, recipients text not null, raw blob not null, received_at integer not null
);
`

export interface Store {
  /** `Row` is the shape selected by the SQL of the call. */
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  first<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  run(sql: string, ...values: SQLInputValue[]): void
  /** Rolls back if `work` throws. A nested transaction joins the outer one. */
  transaction<T>(work: () => T): T
  setting(name: string): string | undefined
  saveSetting(name: string, value: string): void
  close(): void
}

/** `file` is a path or ':memory:'. Throws if it cannot be opened. */
export function openStore(file: string): Store {
  // The timeout also covers the switch to WAL: several servers may open one file concurrently.
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('pragma journal_mode = wal; pragma synchronous = normal;')
  db.exec(TABLES)
  const statements = new Map<string, StatementSync>()
  let depth = 0

  function statement(sql: string): StatementSync {
    const cached = statements.get(sql)
    if (cached) return cached
    const prepared = db.prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }

  const store: Store = {
    // node:sqlite cannot know the type of a row; each caller names it with its SQL.
    all: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as Row[],
    // As above.
    first: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).get(...values) as Row | undefined,
    run(sql, ...values) {
      statement(sql).run(...values)
    },
    transaction(work) {
      if (depth > 0) return work()
      db.exec('begin immediate')
      depth += 1
      try {
        const result = work()
        db.exec('commit')
        return result
      } catch (error) {
        db.exec('rollback')
        throw error
      } finally {
        depth -= 1
      }
    },
    setting: (name) =>
      store.first<{ value: string }>('select value from setting where name = ?', name)?.value,
    saveSetting(name, value) {
      store.run(
        'insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
        name,
        value,
      )
    },
    close() {
      db.close()
    },
  }
  return store
}
