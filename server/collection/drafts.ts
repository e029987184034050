/** Drafts: changes that wait for a staff member to publish them, or for their time. */
import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { EditionId } from '#domain/collection.ts'
import type { CollectionChange, CollectionError } from '#domain/edition.ts'
import type { PieceBelowMetal } from '#domain/price-effect.ts'
import type { Result } from '#domain/result.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { expectRow, type Database, type Db } from '#server/db/open.ts'
import { claimDue } from '#server/db/queue.ts'
import { editionDraft } from '#server/db/schema.ts'
import { approvalCodeOf } from './approval-code.ts'
import {
  latestEdition,
  applyAndCheck,
  publish,
  rebaseOnto,
  rollback,
  type PublishError,
  type PublishRequest,
} from './editions.ts'
import { loadAffected } from './entries.ts'
import { markPhotographsUsed, productsPutBy } from './photographs.ts'
import { loadRecentRates } from './rate-history.ts'

export type Draft = typeof editionDraft.$inferSelect

export interface NewDraft {
  readonly id?: string
  readonly changes: readonly CollectionChange[]
  /** The edition on which they were made; the newest one if omitted. */
  readonly baseEdition?: number
  readonly approval?: string | null
  readonly belowMetalApproval?: string | null
  readonly actor: string
  readonly reason: string
  /** When it is published automatically; null for a draft that waits for a person. */
  readonly publishAt: Date | null
  readonly now: Date
}

/** Rejects changes that could not be published today. */
export async function createDraft(
  db: Db,
  { id, changes, baseEdition, approval, belowMetalApproval, actor, reason, publishAt, now }: NewDraft,
): Promise<Result<Draft, readonly CollectionError[]>> {
  const checked = await checkChanges(db, { changes, baseEdition, approval, now })
  if (!checked.ok) return checked
  const missing = await markPhotographsUsed(db, productsPutBy(changes), now)
  if (missing.length > 0) return { ok: false, error: missing }
  const draft = await db
    .insert(editionDraft)
    .values({
      id,
      changes,
      baseEdition: baseEdition ?? checked.value.edition,
      approval: checked.value.approval,
      belowMetalApproval,
      reason,
      createdBy: actor,
      createdAt: now,
      publishAt,
      scheduledBy: publishAt && actor,
      nextAttemptAt: publishAt,
    })
    .returning()
    .then(expectRow)
  return { ok: true, value: draft }
}

interface RollbackDraft extends Pick<NewDraft, 'actor' | 'reason' | 'now'> {
  readonly restores: number
  /** The newest edition when its effect was shown. */
  readonly baseEdition: number
  readonly approval: string | null
}

/** A rollback that waits for another person, and is checked when that person publishes it. */
export function createRollbackDraft(
  db: Db,
  { actor, reason, now, ...rollingBack }: RollbackDraft,
): Promise<Draft> {
  return db
    .insert(editionDraft)
    .values({ ...rollingBack, changes: [], reason, createdBy: actor, createdAt: now })
    .returning()
    .then(expectRow)
}

/** Unpublished drafts, oldest first. */
export function listDrafts(db: Db): Promise<Draft[]> {
  return db
    .select()
    .from(editionDraft)
    .where(isNull(editionDraft.publishedEdition))
    .orderBy(asc(editionDraft.createdAt), asc(editionDraft.id))
}

/** Undefined for a draft that does not exist or is published. */
export async function findDraft(db: Db, id: string): Promise<Draft | undefined> {
  const [draft] = await db.select().from(editionDraft).where(isOpenDraft(id))
  return draft
}

/** Published or not. */
export async function hasDraft(db: Db, id: string): Promise<boolean> {
  return UUID.test(id) && (await db.$count(editionDraft, eq(editionDraft.id, id))) > 0
}

export interface DraftUpdate {
  readonly changes?: readonly CollectionChange[]
  /** The newest one if omitted. */
  readonly baseEdition?: number
  readonly madeAt?: Date
  readonly approval?: string | null
  readonly belowMetalApproval?: string | null
  readonly reason?: string
  readonly publishAt?: Date | null
  /** The staff member who chose that time. */
  readonly scheduledBy?: string
  readonly now: Date
}

/** Null for a draft that does not exist or is published. A rejected schedule is retried at its new time. */
export async function updateDraft(
  db: Db,
  id: string,
  { changes, baseEdition, madeAt, approval = null, publishAt, now, ...others }: DraftUpdate,
): Promise<Result<Draft | null, readonly CollectionError[]>> {
  const checked = changes && (await checkChanges(db, { changes, baseEdition, madeAt, approval, now }))
  if (checked?.ok === false) return checked
  const [draft] = await db
    .update(editionDraft)
    .set({
      ...(checked && {
        changes,
        baseEdition: baseEdition ?? checked.value.edition,
        approval: checked.value.approval,
      }),
      ...others,
      publishAt,
      nextAttemptAt: publishAt === undefined ? sql`${editionDraft.publishAt}` : publishAt,
      attempts: 0,
      error: null,
    })
    .where(isOpenDraft(id))
    .returning()
  return { ok: true, value: draft ?? null }
}

/** False for a draft that does not exist or is published. */
export async function discardDraft(db: Db, id: string): Promise<boolean> {
  const discarded = await db.delete(editionDraft).where(isOpenDraft(id)).returning()
  return discarded.length > 0
}

interface DraftPublication {
  readonly now: Date
  readonly actor?: string
  readonly approval?: string | null
  readonly belowMetalApproval?: string | null
  /** Runs in the transaction before it commits. */
  readonly beforeCommit?: (tx: Db, number: number) => Promise<void>
}

/** Superseded if it was published or discarded meanwhile. The reason is the draft's. */
export async function publishDraft(
  db: Database,
  { id, changes, baseEdition, createdAt: madeAt, createdBy, reason, restores, ...draft }: Draft,
  { now, actor = createdBy, approval = draft.approval, belowMetalApproval, beforeCommit }: DraftPublication,
): Promise<Result<EditionId, PublishError>> {
  const publication = {
    approval,
    belowMetalApproval,
    reason,
    actor,
    draftedBy: createdBy,
    now,
    async beforeCommit(tx: Db, number: number) {
      // First, because it may take a lock that others take before they change the draft.
      await beforeCommit?.(tx, number)
      const published = await tx
        .update(editionDraft)
        .set({ publishedEdition: number, nextAttemptAt: null, error: null })
        .where(isOpenDraft(id))
        .returning()
      return published.length > 0
    },
  }
  // What was published since would be undone unseen.
  if (restores !== null) return rollback(db, { ...publication, to: restores, expectedLatest: baseEdition })
  return publish(db, { ...publication, changes, baseEdition, madeAt })
}

interface Publishable {
  /** The edition onto which they could be published. */
  readonly edition: number
  /** Null if nothing needs it: nobody has seen what a code would accept later. */
  readonly approval: string | null
}

async function checkChanges(
  db: Db,
  request: Pick<PublishRequest, 'changes' | 'baseEdition' | 'madeAt' | 'approval' | 'now'>,
): Promise<Result<Publishable, readonly CollectionError[]>> {
  const { edition } = await latestEdition(db)
  const rebased = await rebaseOnto(db, edition, request)
  const checking = { ...rebased, recentRates: await loadRecentRates(db, request.now) }
  const before = await loadAffected(db, edition, rebased.changes)
  const unapproved = applyAndCheck(before, checking)
  if (unapproved.ok) return { ok: true, value: { edition, approval: null } }
  const checked = applyAndCheck(before, checking, request.approval)
  return checked.ok ? { ok: true, value: { edition, approval: approvalCodeOf(unapproved.error) } } : checked
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

function isOpenDraft(id: string): SQL | undefined {
  if (!UUID.test(id)) return sql`false`
  return and(eq(editionDraft.id, id), isNull(editionDraft.publishedEdition))
}

/** It would be rejected again, so it waits for a person. False for a draft that is published or discarded. */
export async function stopDraft(tx: Db, id: string, error: string): Promise<boolean> {
  const stopped = await tx
    .update(editionDraft)
    .set({ error, nextAttemptAt: null })
    .where(isOpenDraft(id))
    .returning()
  return stopped.length > 0
}

export function describeErrors(errors: readonly CollectionError[]): string {
  return errors
    .map(({ key, field, text }) => `${key}${field === null ? '' : `, ${field}`} ${text}.`)
    .join('\n')
}

export function describePublishError(error: PublishError): string {
  switch (error.kind) {
    case 'invalid':
      return describeErrors(error.errors)
    case 'conflict':
      return `Edition ${error.latest} was published meanwhile.`
    case 'unchanged':
      return 'Nothing changes.'
    case 'below metal':
      return describeBelowMetal(error.pieces)
    case 'superseded':
      return 'It was published or discarded meanwhile.'
  }
}

export function describeBelowMetal(pieces: readonly PieceBelowMetal[]): string {
  const [first] = pieces
  return pieces.length === 1 && first
    ? `${first.name} would cost less than its metal is worth.`
    : `${pieces.length} pieces would cost less than their metal is worth.`
}

/** Longer than publishing may take. */
const LEASE_MS = 2 * MINUTE_MS

/** In the order of their times: a later one never overtakes an earlier one that another server is publishing. */
export function claimDueDraft(db: Database, now: Date): Promise<Draft[]> {
  const hasEarlier = sql`exists (
    select 1 from ${editionDraft} earlier
    where earlier.published_edition is null and earlier.next_attempt_at is not null
      and (earlier.publish_at, earlier.id) < (${editionDraft.publishAt}, ${editionDraft.id})
  )`
  const queue = {
    table: editionDraft,
    isOpen: and(isNull(editionDraft.publishedEdition), sql`not ${hasEarlier}`),
    limit: 1,
    leaseMs: LEASE_MS,
  }
  return claimDue(db, queue, now)
}
