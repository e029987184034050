/**
 * Sends newsletters slowly, to stay within the mail server's rate limits, and after every other e-mail of the shop. A
 * recipient is claimed before the e-mail is handed over and never again, so that each gets a newsletter at most once,
 * even after a crash; only an e-mail that the mail server certainly does not have is retried.
 */
import { and, asc, count, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { unsubscribe } from '#contract/subscriptions.ts'
import { RECIPIENT_OUTCOMES, type RecipientOutcome } from '#domain/newsletter.ts'
import { addMs, backOffMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { newsletter, newsletterRecipient as recipient } from '#server/db/newsletter-schema.ts'
import type { Database, Db } from '#server/db/open.ts'
import { claimDue } from '#server/db/queue.ts'
import { emailOutbox, subscriber } from '#server/db/schema.ts'
import {
  isCertainlyNotSent,
  isRejectedForGood,
  isServerUnreachable,
  type EmailSender,
} from '#server/email/outbox.ts'
import { errorFields, type Log } from '#server/log.ts'

export interface NewsletterSenderDeps {
  readonly db: Database
  readonly mailer: EmailSender
  readonly log: Log
  readonly now: () => Date
  /** The public address of the shop, without a trailing slash. */
  readonly siteUrl: string
  readonly newslettersPerMinute: number
}

type NewsletterRow = typeof newsletter.$inferSelect
type RecipientRow = typeof recipient.$inferSelect

/** Placeholder in the stored HTML and text for each recipient's own token. */
export const TOKEN_PLACEHOLDER = 'TOKEN-OF-THE-RECIPIENT'

export function unsubscribePageUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/newsletter/unsubscribe?token=${token}`
}

const BATCH_MS = 10 * SECOND_MS
/** A batch ends within the lease of its newsletter, however slow the mail server is. */
const BATCH_MAX_MS = MINUTE_MS
const LEASE_MS = 5 * MINUTE_MS
/** Other e-mails go first. */
const YIELD_MS = 2 * SECOND_MS
const UNREACHABLE_MS = MINUTE_MS
/** Back-off after a temporary rejection. */
const REJECTED = { firstMs: 5 * MINUTE_MS, maxMs: 30 * MINUTE_MS, attemptsMax: 3 }
/** Back-off while the mail server is unreachable: for about a day, like other e-mails of the shop. */
const UNREACHED = { firstMs: MINUTE_MS, maxMs: 6 * HOUR_MS, attemptsMax: 12 }

/** Sends a batch of the newsletter that was started first; returns the number of e-mails. */
export async function sendDueNewsletters(deps: NewsletterSenderDeps): Promise<number> {
  const { db, now, newslettersPerMinute } = deps
  const startedAt = now()
  const [due] = await claimDueNewsletter(db, startedAt)
  if (!due) return 0
  const batchMax = Math.max(1, Math.floor((newslettersPerMinute * BATCH_MS) / MINUTE_MS))
  let handedOver = 0
  let pauseMs = 0
  while (handedOver < batchMax && now() < addMs(startedAt, BATCH_MAX_MS)) {
    if (await hasDueEmails(db, now())) {
      pauseMs = YIELD_MS
      break
    }
    const [claimed] = await claimDueRecipient(db, due.id, now())
    if (!claimed) {
      await endWhereDone(db, due.id, now())
      return handedOver
    }
    const result = await sendTo(deps, due, claimed)
    if (result === 'unreachable') {
      pauseMs = UNREACHABLE_MS
      break
    }
    if (result !== 'unsubscribed') handedOver += 1
  }
  const earliest = addMs(startedAt, Math.ceil((handedOver * MINUTE_MS) / newslettersPerMinute))
  const nextBatchAt = addMs(earliest > now() ? earliest : now(), pauseMs)
  await db.update(newsletter).set({ nextBatchAt }).where(isSending(due.id))
  return handedOver
}

const isSending = (id: string) => and(eq(newsletter.id, id), eq(newsletter.state, 'sending'))

/** Sequential, so that all together stay within the limit per minute. */
export const isSentNext = and(
  eq(newsletter.state, 'sending'),
  sql`not exists (select 1 from ${newsletter} earlier where earlier.state = 'sending'
    and (earlier.started_at, earlier.id) < (${newsletter.startedAt}, ${newsletter.id}))`,
)

function claimDueNewsletter(db: Database, now: Date): Promise<NewsletterRow[]> {
  const queue = {
    table: newsletter,
    dueAt: 'nextBatchAt',
    attempts: null,
    isOpen: isSentNext,
    limit: 1,
    leaseMs: LEASE_MS,
  } as const
  return claimDue(db, queue, now)
}

/** Without a lease: after a crash the outcome stays unknown. */
function claimDueRecipient(db: Database, newsletterId: string, now: Date): Promise<RecipientRow[]> {
  const isStillSending = sql`exists (select 1 from ${newsletter} where ${isSending(newsletterId)})`
  const queue = {
    table: recipient,
    isOpen: and(eq(recipient.newsletterId, newsletterId), isStillSending),
    limit: 1,
    leaseMs: 0,
    change: { nextAttemptAt: null, outcome: 'unknown' },
  } as const
  return claimDue(db, queue, now)
}

async function hasDueEmails(db: Database, now: Date): Promise<boolean> {
  const due = await db
    .select({ one: sql`1` })
    .from(emailOutbox)
    .where(and(isNull(emailOutbox.sentAt), lte(emailOutbox.nextAttemptAt, now)))
    .limit(1)
  return due.length > 0
}

async function sendTo(
  deps: NewsletterSenderDeps,
  { id, content, html, text }: NewsletterRow,
  { id: recipientId, email, attempts }: RecipientRow,
): Promise<RecipientOutcome | 'unreachable' | 'later'> {
  const { db, mailer, log, now, siteUrl } = deps
  const record = async (outcome: RecipientOutcome) => {
    await db.update(recipient).set({ outcome }).where(eq(recipient.id, recipientId))
    return outcome
  }
  const retry = (backOff: typeof REJECTED) =>
    db
      .update(recipient)
      .set({ outcome: null, nextAttemptAt: addMs(now(), backOffMs(backOff, attempts - 1)) })
      .where(eq(recipient.id, recipientId))
  const token = await tokenOf(db, email)
  if (token === null) return record('unsubscribed')
  const withToken = (body: string | null) => (body ?? '').replaceAll(TOKEN_PLACEHOLDER, token)
  try {
    await mailer.send({
      dedupeKey: `newsletter:${id}:${recipientId}`,
      recipient: email,
      subject: content.subject,
      html: withToken(html),
      text: withToken(text),
      unsubscribeUrl: `${siteUrl}${unsubscribe.path}?token=${token}`,
      isBulk: true,
    })
  } catch (error) {
    log.warn('newsletter email failed', { attempts, ...errorFields(error) })
    const isUnreachable = isServerUnreachable(error)
    if (!isCertainlyNotSent(error)) return isUnreachable ? 'unreachable' : 'unknown'
    const limits = isUnreachable ? UNREACHED : REJECTED
    const isLast = isRejectedForGood(error) || attempts >= limits.attemptsMax
    await (isLast ? record('failed') : retry(limits))
    if (isUnreachable) return 'unreachable'
    return isLast ? 'failed' : 'later'
  }
  return record('sent')
}

/** Null if the address is no longer subscribed. */
async function tokenOf(db: Database, email: string): Promise<string | null> {
  const [row] = await db
    .select({ token: subscriber.token })
    .from(subscriber)
    .where(and(eq(subscriber.email, email), isSubscribed))
  return row?.token ?? null
}

export const isSubscribed = and(isNotNull(subscriber.confirmedAt), isNull(subscriber.unsubscribedAt))

/** Called when every recipient may have an outcome. */
async function endWhereDone(db: Database, id: string, now: Date): Promise<void> {
  const [waiting] = await db
    .select({ at: recipient.nextAttemptAt })
    .from(recipient)
    .where(and(eq(recipient.newsletterId, id), isNotNull(recipient.nextAttemptAt)))
    .orderBy(asc(recipient.nextAttemptAt))
    .limit(1)
  const next = waiting?.at
    ? { nextBatchAt: waiting.at }
    : { state: 'sent' as const, endedAt: now, nextBatchAt: null }
  await db.update(newsletter).set(next).where(isSending(id))
}

export type RecipientCounts = Readonly<Record<RecipientOutcome, number>>

export async function countOutcomes(db: Db, id: string): Promise<RecipientCounts> {
  const rows = await db
    .select({ outcome: recipient.outcome, rows: count() })
    .from(recipient)
    .where(and(eq(recipient.newsletterId, id), isNotNull(recipient.outcome)))
    .groupBy(recipient.outcome)
  const none = Object.fromEntries(RECIPIENT_OUTCOMES.map((outcome) => [outcome, 0])) as RecipientCounts
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, rows: number }) => [outcome, number])) }
}
