/** The moment at which a newsletter is sent out: when staff press, or at the time that was set. */
import { and, asc, count, eq, lte, sql } from 'drizzle-orm'
import type { Collection } from '#domain/collection.ts'
import type { NewsletterContent } from '#domain/newsletter.ts'
import { newsletter, newsletterRecipient } from '#server/db/newsletter-schema.ts'
import { isDatabaseUnavailable } from '#server/db/availability.ts'
import type { Database, Db } from '#server/db/open.ts'
import { subscriber } from '#server/db/schema.ts'
import { errorFields, type Log } from '#server/log.ts'
import { loadParticulars } from '#server/shop/particulars.ts'
import { findPiece } from './pieces.ts'
import { isSubscribed, TOKEN_PLACEHOLDER, unsubscribePageUrl } from './send.ts'
import { renderNewsletter, type NewsletterSource } from './template.ts'

interface Sending extends Pick<NewsletterSource, 'collection' | 'siteUrl' | 'now'> {
  readonly db: Db
}

interface Confirmed {
  /** The number of recipients that this person has confirmed; null for all who have subscribed by then. */
  readonly recipients: number | null
  readonly by: string
}

/**
 * Freezes the e-mail and its recipients, in one statement however many there are. Returns their number; where it is not the
 * confirmed one, as subscribers have come or left since, nothing is sent.
 */
export async function startSending(
  { db, collection, siteUrl, now }: Sending,
  { id, content }: Pick<typeof newsletter.$inferSelect, 'id' | 'content'>,
  confirmed: Confirmed,
): Promise<number> {
  await db.execute(sql`
    insert into ${newsletterRecipient} (newsletter_id, email, next_attempt_at)
    select ${id}::uuid, ${subscriber.email}, ${now.toISOString()}::timestamptz from ${subscriber} where ${isSubscribed}`)
  const [inserted] = await db
    .select({ recipients: count() })
    .from(newsletterRecipient)
    .where(eq(newsletterRecipient.newsletterId, id))
  const recipients = inserted?.recipients ?? 0
  if (confirmed.recipients !== null && recipients !== confirmed.recipients) {
    await db.delete(newsletterRecipient).where(eq(newsletterRecipient.newsletterId, id))
    return recipients
  }
  const unsubscribeUrl = unsubscribePageUrl(siteUrl, TOKEN_PLACEHOLDER)
  const particulars = await loadParticulars(db)
  const { html, text } = renderNewsletter({ content, collection, siteUrl, particulars, now, unsubscribeUrl })
  const startedBy = confirmed.by
  await db
    .update(newsletter)
    .set({
      state: 'sending',
      html,
      text,
      recipients,
      startedAt: now,
      startedBy,
      nextBatchAt: now,
      sendAt: null,
      scheduleError: null,
    })
    .where(eq(newsletter.id, id))
  return recipients
}

/** Missing or no longer offered, beside the field; null if it can be sent. */
export function contentErrors(
  { subject, text, pieces }: NewsletterContent,
  collection: Collection,
): Readonly<Record<string, string>> | null {
  const unavailable = pieces.filter((sku) => !findPiece(sku, collection))
  const errors = {
    ...(subject === '' && { subject: 'A newsletter needs a subject.' }),
    ...(text === '' && { text: 'A newsletter needs a text.' }),
    ...(unavailable.length > 0 && {
      pieces: `Nobody can buy ${unavailable.join(', ')} any more. Choose another piece.`,
    }),
  }
  return Object.keys(errors).length > 0 ? errors : null
}

export interface ScheduleDeps {
  readonly db: Database
  readonly log: Log
  readonly now: () => Date
  readonly collection: () => Collection
  readonly siteUrl: string
}

/** The draft whose time came first is sent out, or says why it cannot be; returns how many were due, at most one. */
export async function startScheduledNewsletters(deps: ScheduleDeps): Promise<number> {
  const { db, log, now } = deps
  const isDue = and(eq(newsletter.state, 'draft'), lte(newsletter.sendAt, now()))
  const [due] = await db
    .select({ id: newsletter.id })
    .from(newsletter)
    .where(isDue)
    .orderBy(asc(newsletter.sendAt), asc(newsletter.id))
    .limit(1)
  if (!due) return 0
  try {
    await db.transaction(async (tx) => {
      // Another server, or the staff member who cancels it, may have been faster.
      const [row] = await tx
        .select()
        .from(newsletter)
        .where(and(eq(newsletter.id, due.id), isDue))
        .for('update')
      if (row) await startScheduled(tx, row, deps)
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    log.error('scheduled newsletter failed', { newsletter: due.id, ...errorFields(error) })
    await reject(db, due.id, 'The shop could not send it. Call whoever runs the server.', log)
  }
  return 1
}

async function startScheduled(
  tx: Db,
  { id, content, scheduledBy, changedBy }: typeof newsletter.$inferSelect,
  { log, now, collection: current, siteUrl }: ScheduleDeps,
): Promise<void> {
  const collection = current()
  const errors = contentErrors(content, collection)
  const by = scheduledBy ?? changedBy
  const sending = { db: tx, collection, siteUrl, now: now() }
  const hasSubscribers = (await tx.$count(subscriber, isSubscribed)) > 0
  if (!errors && hasSubscribers) {
    await startSending(sending, { id, content }, { recipients: null, by })
    return
  }
  await reject(tx, id, errors ? Object.values(errors).join(' ') : 'Nobody had subscribed.', log)
}

/** It is a draft again, for a person to send, and those after it are not kept waiting. */
async function reject(db: Db, id: string, scheduleError: string, log: Log): Promise<void> {
  log.error('scheduled newsletter not sent', { event: 'newsletter.rejected', newsletter: id })
  await db.update(newsletter).set({ sendAt: null, scheduleError }).where(eq(newsletter.id, id))
}
