/** Test fixtures: subscribers, and newsletters sent to them. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { NewsletterContent } from '#domain/newsletter.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { newsletter, newsletterRecipient } from '#server/db/newsletter-schema.ts'
import type { Database } from '#server/db/open.ts'
import { subscriber } from '#server/db/schema.ts'
import { isSubscribed } from './send.ts'
import { startSending } from './start-sending.ts'

export const CONTENT: NewsletterContent = {
  subject: 'The Diwali collection',
  teaser: 'New rings and chains',
  greeting: 'Namaste,',
  text: 'Gold < light & "warmth".\n\nSee you soon.',
  pieces: ['rings-801', 'chains-302', 'necklaces-602'],
  closing: 'With warm regards\nMeera Iyer',
  button: 'rings',
}

export async function addSubscribers(db: Database, count: number, at: Date): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@example.in`)
  await db
    .insert(subscriber)
    .values(emails.map((email) => ({ email, token: randomUUID(), createdAt: at, confirmedAt: at })))
  return emails
}

/** Writes a newsletter and starts sending it to all subscribers; returns its id. */
export async function sendOut(
  db: Database,
  now: Date,
  siteUrl = 'https://swarnika.example',
): Promise<string> {
  const id = randomUUID()
  const draft = {
    id,
    content: CONTENT,
    version: 1,
    state: 'draft' as const,
    changedAt: now,
    changedBy: 'test',
  }
  await db.insert(newsletter).values(draft)
  const recipients = await db.$count(subscriber, isSubscribed)
  const sending = { db, collection: OPENING_COLLECTION, siteUrl, now }
  await startSending(sending, draft, { recipients, by: 'test' })
  return id
}

export async function findSent(db: Database, id: string) {
  const [row] = await db.select().from(newsletter).where(eq(newsletter.id, id))
  return row
}

export function recipientsOf(db: Database, id: string) {
  return db.select().from(newsletterRecipient).where(eq(newsletterRecipient.newsletterId, id))
}
