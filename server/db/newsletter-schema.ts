/** Newsletters and their recipients. */
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { NEWSLETTER_STATES, RECIPIENT_OUTCOMES, type NewsletterContent } from '#domain/newsletter.ts'
import { timestamptz } from './columns.ts'

export const newsletter = pgTable(
  'newsletter',
  {
    id: uuid('id').primaryKey(),
    content: jsonb('content').$type<NewsletterContent>().notNull(),
    /** Counts the changes of the draft, so that nobody overwrites or sends what another has changed. */
    version: integer('version').notNull(),
    state: text('state', { enum: NEWSLETTER_STATES }).notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    changedBy: text('changed_by').notNull(),
    /** When the draft is sent to everyone subscribed by then; null if it waits for a person. */
    sendAt: timestamptz('send_at'),
    scheduledBy: text('scheduled_by'),
    /** Why it was not sent at its time. */
    scheduleError: text('schedule_error'),
    /**
     * As sent, with the prices of that moment; null for a draft. The unsubscribe link is filled in for each recipient.
     */
    html: text('html'),
    text: text('text'),
    /** Confirmed subscribers at that moment. */
    recipients: integer('recipients'),
    startedAt: timestamptz('started_at'),
    startedBy: text('started_by'),
    /** When it was sent to all recipients, or stopped. */
    endedAt: timestamptz('ended_at'),
    stoppedBy: text('stopped_by'),
    nextBatchAt: timestamptz('next_batch_at'),
    /** Recipients by outcome, written when their rows are purged; until then the rows are counted. */
    counts: jsonb('counts').$type<Readonly<Record<string, number>>>(),
  },
  (table) => [
    index('newsletter_next_batch_idx').on(table.nextBatchAt),
    index('newsletter_send_at_idx')
      .on(table.sendAt)
      .where(sql`${table.sendAt} is not null`),
  ],
)

/** One row per subscriber, so that each gets a newsletter at most once. */
export const newsletterRecipient = pgTable(
  'newsletter_recipient',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    newsletterId: uuid('newsletter_id')
      .notNull()
      .references(() => newsletter.id),
    email: text('email').notNull(),
    /** Null once it is claimed: after a crash nobody knows whether the mail server has it, and it is not sent again. */
    nextAttemptAt: timestamptz('next_attempt_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Null until it is sent. */
    outcome: text('outcome', { enum: RECIPIENT_OUTCOMES }),
  },
  (table) => [
    unique('newsletter_recipient_unique').on(table.newsletterId, table.email),
    index('newsletter_recipient_due_idx')
      .on(table.newsletterId, table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
    index('newsletter_recipient_email_idx').on(table.email),
  ],
)
