/** Starts a newsletter: freezes its content and its recipients. */
import { count, eq, sql } from 'drizzle-orm'
import type { Collection } from '#domain/collection.ts'
import type { NewsletterContent } from '#domain/newsletter.ts'
import { newsletter, newsletterRecipient } from '#server/db/newsletter-schema.ts'
import type { Db } from '#server/db/open.ts'
import { subscriber } from '#server/db/schema.ts'
import { loadParticulars } from '#server/shop/particulars.ts'
import { findPiece } from './pieces.ts'
import { isSubscribed, TOKEN_PLACEHOLDER, unsubscribePageUrl } from './send.ts'
import { renderNewsletter, type NewsletterSource } from './template.ts'

interface Sending extends Pick<NewsletterSource, 'collection' | 'siteUrl' | 'now'> {
  readonly db: Db
}

interface Confirmed {
  /** The number of recipients that the staff member confirmed; null for everyone subscribed by then. */
  readonly recipients: number | null
  readonly by: string
}

/**
 * Freezes the e-mail and its recipients, in one statement however many there are. Returns their number; if it is not
 * the confirmed one, because people subscribed or unsubscribed since, nothing is sent.
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

/** Pieces that are missing or no longer offered, as an error on the field; null if it can be sent. */
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
