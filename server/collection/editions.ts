/**
 * The published editions of the collection. A number is given once, in the transaction that publishes; what was published
 * under it never changes.
 */
import { desc, sql } from 'drizzle-orm'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import type { CollectionContent, EditionId } from '#domain/collection.ts'
import { hashOf } from '#domain/collection-hash.ts'
import { toContent, toEditable } from '#domain/edition.ts'
import type { Database, Db } from '#server/db/open.ts'
import { edition } from '#server/db/schema.ts'
import { loadEntries, writeEntries } from './entries.ts'

/** NOTIFY on it carries the number of the new edition. */
export const EDITION_CHANNEL = 'collection'

const PUBLISH_LOCK = 1995_05_11

export type Edition = typeof edition.$inferSelect

/** Edition 1 of a new database. Servers that start at once seed it once. */
export async function seedOpeningCollection(db: Database, now: Date): Promise<void> {
  if (await latestEdition(db)) return
  const opening = toEditable(OPENING_CONTENT)
  await db.transaction(async (tx) => {
    await lockEditions(tx)
    if (await latestEdition(tx)) return
    await tx.insert(edition).values({
      number: 1,
      hash: hashOf(OPENING_CONTENT),
      publishedAt: now,
      publishedBy: 'system',
      reason: 'The opening collection',
    })
    await writeEntries(tx, 1, null, opening)
    await notifyServers(tx, 1)
  })
}

/** Null before the seed. */
export async function latestEdition(db: Db): Promise<EditionId | null> {
  const [latest] = await db
    .select({ edition: edition.number, hash: edition.hash })
    .from(edition)
    .orderBy(desc(edition.number))
    .limit(1)
  return latest ?? null
}

/** As of the edition. Throws for a number that was never given. */
export async function loadContent(db: Db, number: number): Promise<CollectionContent> {
  return toContent(await loadEntries(db, number))
}

/** From the newest on. */
export function loadHistory(db: Db): Promise<Edition[]> {
  return db.select().from(edition).orderBy(desc(edition.number))
}

/** Publishers go one after another, so that the numbers have no gaps and nobody overwrites what they did not see. */
async function lockEditions(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISH_LOCK})`)
}

/** Delivered when the transaction commits. */
async function notifyServers(tx: Db, number: number): Promise<void> {
  await tx.execute(sql`select pg_notify(${EDITION_CHANNEL}, ${String(number)})`)
}
