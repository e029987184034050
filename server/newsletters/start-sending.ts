/** The moment at which a newsletter is sent out. */
import { count, eq, sql } from 'drizzle-orm'
import { newsletter, newsletterRecipient } from '#server/db/newsletter-schema.ts'
import type { Db } from '#server/db/open.ts'
import { subscriber } from '#server/db/schema.ts'
import { loadParticulars } from '#server/shop/particulars.ts'
import { isSubscribed, TOKEN_PLACEHOLDER, unsubscribePageUrl } from './send.ts'
import { renderNewsletter, type NewsletterSource } from './template.ts'

interface Sending extends Pick<NewsletterSource, 'collection' | 'siteUrl' | 'now'> {
  readonly db: Db
}

interface Confirmed {
  /** The number of recipients that this person has confirmed. */
  readonly recipients: number
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
  if (recipients !== confirmed.recipients) {
    await db.delete(newsletterRecipient).where(eq(newsletterRecipient.newsletterId, id))
    return recipients
  }
  const unsubscribeUrl = unsubscribePageUrl(siteUrl, TOKEN_PLACEHOLDER)
  const particulars = await loadParticulars(db)
  const { html, text } = renderNewsletter({ content, collection, siteUrl, particulars, now, unsubscribeUrl })
  const startedBy = confirmed.by
  await db
    .update(newsletter)
    .set({ state: 'sending', html, text, recipients, startedAt: now, startedBy, nextBatchAt: now })
    .where(eq(newsletter.id, id))
  return recipients
}
