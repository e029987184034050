/**
 * The audit log: who did what at the desk, with the state before and after. An entry is written in the transaction of
 * its act, cannot be changed or deleted (a trigger rejects it), and carries the hash of its content and of the previous
 * entry, so that tampering behind the trigger's back shows. It never contains secrets.
 */
import { createHash } from 'node:crypto'
import { asc, desc, gt, sql } from 'drizzle-orm'
import { canonicalJson } from '#domain/canonical-json.ts'
import type { Database, Db } from '#server/db/open.ts'
import { auditLog, type LoggedState } from '#server/db/staff-schema.ts'
import type { ActName } from './acts.ts'

export interface Actor {
  /** Null on the command line. */
  readonly staffId: string | null
  readonly name: string
  readonly ip: string | null
}

export interface Act {
  readonly act: ActName
  /** Whom or what it concerns: an e-mail address, an order number. */
  readonly subject: string
  readonly before?: LoggedState
  readonly after?: LoggedState
}

/** Writes an entry in the transaction of the act. */
export type RecordAct = (act: Act, by?: Actor) => Promise<void>

/** An arbitrary advisory lock id. */
const AUDIT_LOG_LOCK = 1995_11_23

export interface ActContext {
  readonly actor: Actor
  readonly now: Date
}

/**
 * Runs an act of the desk in a transaction. Acts are serialized, so that their entries form one chain and none decides
 * on data that another is about to change; a shop of ten people does not notice.
 */
export function withAuditLog<Value>(
  db: Database,
  { actor, now }: ActContext,
  work: (tx: Db, record: RecordAct) => Promise<Value>,
): Promise<Value> {
  return db.transaction(async (tx) => {
    await beginAct(tx, actor)
    return work(tx, (act, by = actor) => append(tx, { ...act, actor: by, now }))
  })
}

/** For an act whose transaction belongs to another area and has not yet taken a lock that an audited act takes. */
export async function recordAct(tx: Db, { actor, now }: ActContext, act: Act): Promise<void> {
  await beginAct(tx, actor)
  await append(tx, { ...act, actor, now })
}

/** Locks the log, and sets the actor of the order events until the transaction ends (`order_event.actor`). */
async function beginAct(tx: Db, { name }: Actor): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${AUDIT_LOG_LOCK}), set_config('shop.actor', ${name}, true)`,
  )
}

async function append(tx: Db, { act, subject, before = null, after = null, actor, now }: Act & ActContext) {
  const [last] = await tx
    .select({ number: auditLog.number, hash: auditLog.hash })
    .from(auditLog)
    .orderBy(desc(auditLog.number))
    .limit(1)
  const { staffId, name, ip } = actor
  const number = (last?.number ?? 0) + 1
  const content = { number, at: now, staffId, actor: name, act, subject, before, after, ip }
  await tx.insert(auditLog).values({ ...content, hash: hashOf(content, last?.hash ?? FIRST_HASH) })
}

/** In place of the previous hash, which the first entry lacks. */
const FIRST_HASH = ''

type Entry = typeof auditLog.$inferSelect

function hashOf(
  { number, at, staffId, actor, act, subject, before, after, ip }: Omit<Entry, 'hash'>,
  hashBefore: string,
): string {
  const content = {
    number,
    at: at.toISOString(),
    staffId,
    actor,
    act,
    subject,
    before,
    after,
    ip,
    hashBefore,
  }
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

export interface Verification {
  readonly entries: number
  /** The first entry that was changed, or that follows a missing one; null if the chain is whole. */
  readonly brokenAt: number | null
  /**
   * The hash of the newest verified entry. An operator who keeps it elsewhere can later prove that no entries are
   * missing at the end, which the chain alone does not show.
   */
  readonly hash: string
}

const ENTRIES_PER_QUERY = 1000

export async function verifyChain(db: Db): Promise<Verification> {
  let entries = 0
  let hash = FIRST_HASH
  for (;;) {
    const page = await db
      .select()
      .from(auditLog)
      .where(gt(auditLog.number, entries))
      .orderBy(asc(auditLog.number))
      .limit(ENTRIES_PER_QUERY)
    for (const entry of page) {
      if (entry.number !== entries + 1 || entry.hash !== hashOf(entry, hash))
        return { entries, brokenAt: entry.number, hash }
      entries = entry.number
      hash = entry.hash
    }
    if (page.length < ENTRIES_PER_QUERY) return { entries, brokenAt: null, hash }
  }
}
