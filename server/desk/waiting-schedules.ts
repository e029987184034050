/** Drafts and schedules on Today: rates that wait for a person or their time, and what was not done at its time. */
import { and, asc, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Today } from '#contract/desk/today.ts'
import { isPermitted, type Role } from '#domain/permissions.ts'
import { newsletter } from '#server/db/newsletter-schema.ts'
import type { Db } from '#server/db/open.ts'
import { editionDraft } from '#server/db/schema.ts'
import { storedScheduleError } from './schedules.ts'

/** Rollbacks have no changes; they count as rates here. Whole imports are not loaded to find out. */
const isOfRates = sql<boolean>`not jsonb_path_exists(${editionDraft.changes}, '$[*] ? (@.do <> "set rates")')`
const isOpen = isNull(editionDraft.publishedEdition)

/** Oldest first. */
export async function loadWaitingRates(db: Db) {
  const { id, reason, createdBy, createdAt, publishAt, error } = editionDraft
  const drafts = await db
    .select({ id, reason, createdBy, createdAt, publishAt, error })
    .from(editionDraft)
    .where(and(isOpen, isOfRates))
    .orderBy(asc(createdAt), asc(id))
  return drafts.map(({ error: rejection, ...draft }) => ({
    ...draft,
    createdAt: draft.createdAt.toISOString(),
    publishAt: draft.publishAt?.toISOString() ?? null,
    isRejected: rejection !== null,
  }))
}

/** Drafts of products, then newsletters. */
export async function loadRejectedSchedules(db: Db, role: Role): Promise<Today['rejected']> {
  const drafts = isPermitted(role, 'publish-collection')
    ? await db
        .select({ id: editionDraft.id, title: editionDraft.reason, error: editionDraft.error })
        .from(editionDraft)
        .where(and(isOpen, isNotNull(editionDraft.error), sql`not ${isOfRates}`))
        .orderBy(asc(editionDraft.publishAt), asc(editionDraft.id))
    : []
  const newsletters = isPermitted(role, 'send-newsletters')
    ? await db
        .select({
          id: newsletter.id,
          title: sql<string>`${newsletter.content} ->> 'subject'`,
          error: newsletter.scheduleError,
        })
        .from(newsletter)
        .where(isNotNull(newsletter.scheduleError))
        .orderBy(asc(newsletter.changedAt), asc(newsletter.id))
    : []
  const toEntry = (kind: 'draft' | 'newsletter') => (row: (typeof drafts)[number]) => ({
    ...row,
    kind,
    error: storedScheduleError(row.error) ?? '',
  })
  return [...drafts.map(toEntry('draft')), ...newsletters.map(toEntry('newsletter'))]
}
