/** Newsletters at the desk (contract/desk/newsletters.ts): the list, the preview, and the recipients. */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type * as contract from '#contract/desk/newsletters.ts'
import type { Collection } from '#domain/collection.ts'
import { RECIPIENT_OUTCOMES, type NewsletterContent, type RecipientOutcome } from '#domain/newsletter.ts'
import type { Role } from '#domain/permissions.ts'
import { skuOf } from '#domain/product.ts'
import { newsletter } from '#server/db/newsletter-schema.ts'
import type { Db } from '#server/db/open.ts'
import { subscriber } from '#server/db/schema.ts'
import type { EmailContent } from '#server/email/render-email.ts'
import { findPiece } from '#server/newsletters/pieces.ts'
import { countOutcomes, isSubscribed } from '#server/newsletters/send.ts'
import { renderNewsletter } from '#server/newsletters/template.ts'
import { loadParticulars } from '#server/shop/particulars.ts'
import { storedScheduleError } from './schedules.ts'
import { loadStaffNames, type NameOfStaff } from './staff-names.ts'

export type NewsletterRow = typeof newsletter.$inferSelect

export interface NewsletterView {
  readonly db: Db
  /** The reader's permissions. */
  readonly role: Role
  readonly collection: Collection
  readonly siteUrl: string
  readonly now: Date
  readonly newslettersPerMinute: number
}

const NEWSLETTERS_MAX = 200

export async function listNewsletters({
  db,
  role,
  newslettersPerMinute,
}: NewsletterView): Promise<contract.Newsletters> {
  const rows = await db
    .select()
    .from(newsletter)
    .orderBy(
      sql`${newsletter.startedAt} is not null`,
      desc(sql`coalesce(${newsletter.startedAt}, ${newsletter.changedAt})`),
      asc(newsletter.id),
    )
    .limit(NEWSLETTERS_MAX)
  const nameOf = await loadStaffNames(db, role)
  const newsletters: contract.DeskNewsletter[] = []
  for (const row of rows) newsletters.push(await describe(db, row, nameOf))
  return { subscribers: await countSubscribers(db), perMinute: newslettersPerMinute, newsletters }
}

function countSubscribers(db: Db): Promise<number> {
  return db.$count(subscriber, isSubscribed)
}

export async function lockNewsletter(tx: Db, id: string): Promise<NewsletterRow | undefined> {
  const [row] = await tx.select().from(newsletter).where(eq(newsletter.id, id)).for('update')
  return row
}

export async function findNewsletter(db: Db, id: string): Promise<NewsletterRow | undefined> {
  const [row] = await db.select().from(newsletter).where(eq(newsletter.id, id))
  return row
}

export async function detailsOf(
  view: NewsletterView,
  row: NewsletterRow,
): Promise<contract.NewsletterDetails> {
  return {
    ...(await describe(view.db, row, await loadStaffNames(view.db, view.role))),
    content: fieldsOf(row.content),
    version: row.version,
    subscribers: await countSubscribers(view.db),
    perMinute: view.newslettersPerMinute,
    email: await emailOf(view, row),
  }
}

async function describe(db: Db, row: NewsletterRow, nameOf: NameOfStaff): Promise<contract.DeskNewsletter> {
  const { id, state, content, changedAt, changedBy } = row
  return {
    id,
    state,
    subject: content.subject,
    changedAt: changedAt.toISOString(),
    changedBy: nameOf(changedBy),
    schedule:
      state === 'draft' && row.sendAt
        ? { sendAt: row.sendAt.toISOString(), by: nameOf(row.scheduledBy ?? '') }
        : null,
    scheduleError: storedScheduleError(row.scheduleError),
    sending: await sendingOf(db, row, nameOf),
  }
}

async function sendingOf(
  db: Db,
  row: NewsletterRow,
  nameOf: NameOfStaff,
): Promise<contract.DeskNewsletter['sending']> {
  const { id, state, recipients, startedAt, startedBy, endedAt, stoppedBy, counts } = row
  if (!startedAt) return null
  const isEarlier = sql`(${newsletter.startedAt}, ${newsletter.id}) < (${startedAt.toISOString()}::timestamptz, ${id}::uuid)`
  const earlier = and(eq(newsletter.state, 'sending'), isEarlier)
  return {
    recipients: recipients ?? 0,
    counts: counts ? toCounts(counts) : await countOutcomes(db, id),
    startedAt: startedAt.toISOString(),
    startedBy: nameOf(startedBy ?? ''),
    endedAt: endedAt?.toISOString() ?? null,
    stoppedBy: stoppedBy && nameOf(stoppedBy),
    isWaiting: state === 'sending' && (await db.$count(newsletter, earlier)) > 0,
  }
}

function toCounts(stored: Readonly<Record<string, number>>): Record<RecipientOutcome, number> {
  const counts = RECIPIENT_OUTCOMES.map((outcome) => [outcome, stored[outcome] ?? 0])
  // The keys are the outcomes.
  return Object.fromEntries(counts) as Record<RecipientOutcome, number>
}

function fieldsOf({ pieces, ...content }: NewsletterContent): contract.NewsletterFields {
  return { ...content, pieces: [...pieces] }
}

async function emailOf(
  view: NewsletterView,
  { content, html, text }: NewsletterRow,
): Promise<contract.NewsletterEmail> {
  const { subject } = content
  return html !== null && text !== null ? { subject, html, text } : renderDraft(view, content)
}

/** The preview for staff: without an unsubscribe link. */
export async function renderDraft(
  { db, collection, siteUrl, now }: NewsletterView,
  content: NewsletterContent,
): Promise<EmailContent> {
  const particulars = await loadParticulars(db)
  return renderNewsletter({ content, collection, siteUrl, particulars, now, unsubscribeUrl: null })
}

export function piecesOf(collection: Collection): contract.NewsletterPiece[] {
  return collection.products.flatMap((product) => {
    const sku = skuOf(product)
    return findPiece(sku, collection) ? [{ sku, name: product.name, price: product.price.amount }] : []
  })
}
