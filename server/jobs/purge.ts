/** Deletes personal data when its time is over. How long what is kept, and why, is the table in domain/retention.ts. */
import { and, gt, inArray, isNotNull, isNull, lt, ne, notExists, or, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { RETENTION, type RetentionId } from '#domain/retention.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/db/open.ts'
import {
  contactMessage,
  mailOutbox,
  order,
  payment,
  rateLimit,
  session,
  subscriber,
  user,
  verification,
  webhookEvent,
} from '#server/db/schema.ts'

/** At once, so that no purge holds its rows for long, however many there are. */
const ROWS_PER_PURGE = 500

/** Each purges rows that are older than the moment, some at a time, and gives how many. */
const PURGES: Record<RetentionId, (db: Database, before: Date) => Promise<number>> = {
  sessions: (db, before) => deleted(db, session, session.id, lt(session.expiresAt, before)),
  links: (db, before) => deleted(db, verification, verification.id, lt(verification.expiresAt, before)),
  limits: (db, before) =>
    deleted(
      db,
      rateLimit,
      rateLimit.id,
      or(lt(rateLimit.lastRequest, before.getTime()), isFromLaterClock(before)),
    ),
  unconfirmed: (db, before) =>
    deleted(
      db,
      subscriber,
      subscriber.email,
      and(
        isNull(subscriber.confirmedAt),
        isNull(subscriber.unsubscribedAt),
        lt(subscriber.createdAt, before),
      ),
    ),
  unsubscribed: (db, before) =>
    deleted(db, subscriber, subscriber.email, lt(subscriber.unsubscribedAt, before)),
  // What still waits to be sent stays.
  mail: (db, before) =>
    deleted(
      db,
      mailOutbox,
      mailOutbox.dedupeKey,
      and(isNull(mailOutbox.nextAttemptAt), lt(mailOutbox.createdAt, before)),
    ),
  // What still waits for work, or is parked for the audit, stays.
  reports: (db, before) =>
    deleted(
      db,
      webhookEvent,
      webhookEvent.eventId,
      and(isNotNull(webhookEvent.workedAt), lt(webhookEvent.receivedAt, before)),
    ),
  messages: (db, before) =>
    deleted(db, contactMessage, contactMessage.id, lt(contactMessage.createdAt, before)),
  unpaid: anonymised,
}

/** Gives how many rows went; more may be due while it is not 0. */
export function purge(db: Database, id: RetentionId, now: Date): Promise<number> {
  return PURGES[id](db, new Date(now.getTime() - RETENTION[id].days * DAY_MS))
}

async function deleted(
  db: Database,
  table: PgTable,
  key: PgColumn,
  isOver: SQL | undefined,
): Promise<number> {
  const due = db.select({ key }).from(table).where(isOver).limit(ROWS_PER_PURGE)
  const gone = await db.delete(table).where(inArray(key, due)).returning({ key })
  return gone.length
}

/** Counted while the clock was ahead, and since set back. As far in the future as `before` lies in the past. */
function isFromLaterClock(before: Date): SQL {
  return gt(rateLimit.lastRequest, before.getTime() + 2 * RETENTION.limits.days * DAY_MS)
}

/** The order stays for its amounts and its ledger; of the person only what the account itself says. */
async function anonymised(db: Database, before: Date): Promise<number> {
  const money = db
    .select({ id: payment.paymentId })
    .from(payment)
    .where(
      and(
        eq(payment.orderNumber, order.number),
        or(eq(payment.status, 'captured'), eq(payment.status, 'refunded')),
      ),
    )
  const due = db
    .select({ number: order.number })
    .from(order)
    .where(
      and(
        lt(order.placedAt, before),
        isNull(order.paidAt),
        isNull(order.nextCheckAt),
        ne(sql`${order.shipTo} ->> 'name'`, ''),
        notExists(money),
      ),
    )
    .limit(ROWS_PER_PURGE)
  const email = db.select({ email: user.email }).from(user).where(eq(user.id, order.userId))
  const gone = await db
    .update(order)
    .set({
      shipTo: sql`${order.shipTo} || jsonb_build_object('name', '', 'address', '', 'phone', '', 'email', (${email}))`,
    })
    .where(inArray(order.number, due))
    .returning({ number: order.number })
  return gone.length
}
