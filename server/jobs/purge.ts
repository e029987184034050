/** Deletes personal data once its retention (domain/retention.ts) has ended. */
import {
  and,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  eq,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { RETENTION, type RetentionId } from '#domain/retention.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/db/open.ts'
import { rateLimit, session, user, verification } from '#server/db/account-schema.ts'
import { newsletter, newsletterRecipient } from '#server/db/newsletter-schema.ts'
import { orderPan } from '#server/db/pan-schema.ts'
import { contactMessage, emailOutbox, order, payment, subscriber, webhookEvent } from '#server/db/schema.ts'
import { staffInvitation, staffSession } from '#server/db/staff-schema.ts'
import { countOutcomes } from '#server/newsletters/send.ts'

/** Bounded, so that no statement locks its rows for long. */
const ROWS_PER_PURGE = 500

/** Each purges some rows older than `before` and returns their number. */
const PURGES: Record<RetentionId, (db: Database, before: Date) => Promise<number>> = {
  sessions: async (db, before) =>
    (await deleteSome(db, session, session.id, lt(session.expiresAt, before))) +
    (await deleteSome(db, staffSession, staffSession.id, lt(staffSession.expiresAt, before))),
  expiredLinks: async (db, before) =>
    (await deleteSome(db, verification, verification.id, lt(verification.expiresAt, before))) +
    (await deleteSome(db, staffInvitation, staffInvitation.id, lt(staffInvitation.expiresAt, before))),
  rateLimits: (db, before) =>
    deleteSome(
      db,
      rateLimit,
      rateLimit.id,
      or(lt(rateLimit.lastRequest, before.getTime()), isFromLaterClock(before)),
    ),
  unconfirmedSubscribers: (db, before) =>
    deleteSome(
      db,
      subscriber,
      subscriber.email,
      and(
        isNull(subscriber.confirmedAt),
        isNull(subscriber.unsubscribedAt),
        lt(subscriber.createdAt, before),
      ),
    ),
  unsubscribedSubscribers: (db, before) =>
    deleteSome(db, subscriber, subscriber.email, lt(subscriber.unsubscribedAt, before)),
  newsletterRecipients: purgeRecipients,
  // Keeps waiting e-mails.
  sentEmails: (db, before) =>
    deleteSome(
      db,
      emailOutbox,
      emailOutbox.dedupeKey,
      and(isNull(emailOutbox.nextAttemptAt), lt(emailOutbox.createdAt, before)),
    ),
  // Keeps events that are unprocessed, or parked for the audit.
  webhookEvents: (db, before) =>
    deleteSome(
      db,
      webhookEvent,
      webhookEvent.eventId,
      and(isNotNull(webhookEvent.processedAt), lt(webhookEvent.receivedAt, before)),
    ),
  contactMessages: (db, before) =>
    deleteSome(db, contactMessage, contactMessage.id, lt(contactMessage.createdAt, before)),
  pans: (db, before) => deletePans(db, lt(order.paidAt, before)),
  unpaidOrders: async (db, before) =>
    (await deletePans(
      db,
      and(lt(order.placedAt, before), isNull(order.paidAt), isNull(order.nextReconcileAt)),
    )) + (await anonymize(db, before)),
}

/** Returns the number of purged rows; more may be due unless it is 0. */
export function purge(db: Database, id: RetentionId, now: Date): Promise<number> {
  return PURGES[id](db, new Date(now.getTime() - RETENTION[id].days * DAY_MS))
}

async function deleteSome(
  db: Database,
  table: PgTable,
  key: PgColumn,
  isDue: SQL | undefined,
): Promise<number> {
  const due = db.select({ key }).from(table).where(isDue).limit(ROWS_PER_PURGE)
  const purged = await db.delete(table).where(inArray(key, due)).returning({ key })
  return purged.length
}

function deletePans(db: Database, isDue: SQL | undefined): Promise<number> {
  const due = db
    .select({ number: order.number })
    .from(order)
    .where(and(eq(order.number, orderPan.orderNumber), isDue))
  return deleteSome(db, orderPan, orderPan.orderNumber, exists(due))
}

/** Keeps the newsletter with its statistics. */
async function purgeRecipients(db: Database, before: Date): Promise<number> {
  const hasEnded = lt(newsletter.endedAt, before)
  const uncounted = await db
    .select({ id: newsletter.id })
    .from(newsletter)
    .where(and(hasEnded, isNull(newsletter.counts)))
  for (const { id } of uncounted)
    await db
      .update(newsletter)
      .set({ counts: await countOutcomes(db, id) })
      .where(eq(newsletter.id, id))
  const ended = db.select({ id: newsletter.id }).from(newsletter).where(hasEnded)
  return deleteSome(
    db,
    newsletterRecipient,
    newsletterRecipient.id,
    inArray(newsletterRecipient.newsletterId, ended),
  )
}

/** Counted while the server's clock was ahead: as far in the future as `before` is in the past. */
function isFromLaterClock(before: Date): SQL {
  return gt(rateLimit.lastRequest, before.getTime() + 2 * RETENTION.rateLimits.days * DAY_MS)
}

/** Keeps the order with its amounts and events, and only the account's e-mail address. */
async function anonymize(db: Database, before: Date): Promise<number> {
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
        isNull(order.nextReconcileAt),
        ne(sql`${order.shipTo} ->> 'name'`, ''),
        notExists(money),
      ),
    )
    .limit(ROWS_PER_PURGE)
  const email = db.select({ email: user.email }).from(user).where(eq(user.id, order.userId))
  const purged = await db
    .update(order)
    .set({
      gstin: null,
      businessName: null,
      shipTo: sql`${order.shipTo} || jsonb_build_object('name', '', 'address', '', 'phone', '', 'email', (${email}))`,
    })
    .where(inArray(order.number, due))
    .returning({ number: order.number })
  return purged.length
}
