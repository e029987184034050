/** Sends scheduled newsletters. */
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Collection } from '#domain/collection.ts'
import { isDatabaseUnavailable } from '#server/db/availability.ts'
import { newsletter } from '#server/db/newsletter-schema.ts'
import type { Database, Db } from '#server/db/open.ts'
import { subscriber } from '#server/db/schema.ts'
import { errorFields, type Log } from '#server/log.ts'
import { isSubscribed } from '#server/newsletters/send.ts'
import { contentErrors, startSending } from '#server/newsletters/start-sending.ts'
import { withAuditLog, type RecordAct } from './audit-log.ts'
import { findSchedule } from './schedules.ts'

export interface ScheduleDeps {
  readonly db: Database
  readonly log: Log
  readonly now: () => Date
  readonly collection: () => Collection
  readonly siteUrl: string
}

type NewsletterRow = typeof newsletter.$inferSelect

/**
 * Sends the draft that has been due longest, or stores why it cannot be sent; returns how many were due, at most one.
 */
export async function startScheduledNewsletters(deps: ScheduleDeps): Promise<number> {
  const { db, log, now } = deps
  const isDue = and(eq(newsletter.state, 'draft'), lte(newsletter.sendAt, now()))
  const [due] = await db
    .select()
    .from(newsletter)
    .where(isDue)
    .orderBy(asc(newsletter.sendAt), asc(newsletter.id))
    .limit(1)
  if (!due) return 0
  const by = due.scheduledBy ?? due.changedBy
  const { actor, error: accessError } = await findSchedule(db, by, 'send-newsletters')
  const inTurn = (work: (tx: Db, row: NewsletterRow, record: RecordAct) => Promise<void>) =>
    withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      // Another server, or the staff member who cancels it, may have been faster.
      const [row] = await tx
        .select()
        .from(newsletter)
        .where(and(eq(newsletter.id, due.id), isDue))
        .for('update')
      if (row) await work(tx, row, record)
    })
  const leaveToPerson = (text: string) =>
    inTurn(async (tx, row, record) => reject(tx, row, { text, record, log }))
  try {
    if (accessError !== null) await leaveToPerson(accessError)
    else await inTurn((tx, row, record) => startScheduled(tx, row, { ...deps, by, record }))
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    log.error('scheduled newsletter failed', { newsletter: due.id, ...errorFields(error) })
    await leaveToPerson('The shop could not send it. Call your operator.')
  }
  return 1
}

interface Starting extends ScheduleDeps {
  readonly by: string
  readonly record: RecordAct
}

async function startScheduled(
  tx: Db,
  row: NewsletterRow,
  { log, now, collection: current, siteUrl, by, record }: Starting,
): Promise<void> {
  const { id, content } = row
  const collection = current()
  const errors = contentErrors(content, collection)
  const hasSubscribers = (await tx.$count(subscriber, isSubscribed)) > 0
  if (errors || !hasSubscribers) {
    const text = errors ? Object.values(errors).join(' ') : 'Nobody had subscribed.'
    await reject(tx, row, { text, record, log })
    return
  }
  const sending = { db: tx, collection, siteUrl, now: now() }
  const recipients = await startSending(sending, { id, content }, { recipients: null, by })
  await record({ act: 'sent newsletter', subject: id, after: { subject: content.subject, recipients } })
}

interface Rejection {
  readonly text: string
  readonly record: RecordAct
  readonly log: Log
}

/** It becomes a draft again, for a person to send, so that it does not block later ones. */
async function reject(
  tx: Db,
  { id, content }: NewsletterRow,
  { text, record, log }: Rejection,
): Promise<void> {
  log.error('scheduled newsletter not sent', { event: 'newsletter.rejected', newsletter: id })
  await tx.update(newsletter).set({ sendAt: null, scheduleError: text }).where(eq(newsletter.id, id))
  const after = { subject: content.subject, error: text }
  await record({ act: 'rejected scheduled newsletter', subject: id, after })
}
