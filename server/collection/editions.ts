/**
 * The published editions of the collection. A number is given once, in the transaction that publishes; its content
 * never changes.
 */
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import type { CollectionContent, EditionId } from '#domain/collection.ts'
import { hashOf, nextHash, type EditionEntryChange } from '#domain/collection-hash.ts'
import {
  applyCollectionChanges,
  restore,
  toContent,
  toEditable,
  type CollectionChange,
  type EditableCollection,
  type CollectionError,
} from '#domain/edition.ts'
import { checkEdition } from '#domain/edition-check.ts'
import { diff, type CollectionDiff } from '#domain/edition-diff.ts'
import { piecesBelowMetal, type PieceBelowMetal } from '#domain/price-effect.ts'
import { skuOf } from '#domain/product.ts'
import type { PricingParameters } from '#domain/rates.ts'
import type { Result } from '#domain/result.ts'
import type { Database, Db } from '#server/db/open.ts'
import { edition, editionDraft } from '#server/db/schema.ts'
import { markPublished } from '#server/pictures/rows.ts'
import { approvalCodeOf } from './approval-code.ts'
import { belowMetalAgreementCodeOf } from './below-metal.ts'
import {
  changedProducts,
  entryChanges,
  fixedPriceKeys,
  keysChangedSince,
  loadAffected,
  loadEntries,
  loadEntriesOf,
  loadNamed,
  writeEntries,
} from './entries.ts'
import { markPhotographsUsed, photographNames } from './photographs.ts'
import { loadRecentRates } from './rate-history.ts'
import { rebase } from './rebase.ts'

/** NOTIFY on it carries the number of the new edition. */
export const EDITION_CHANNEL = 'collection'

/** An arbitrary advisory lock id. */
const PUBLISH_LOCK = 1995_05_11

export type Edition = typeof edition.$inferSelect

/** Edition 1 of a new database. Servers that start at the same time seed it once. */
export async function seedOpeningCollection(db: Database, now: Date): Promise<void> {
  if (await findLatestEdition(db)) return
  const opening = toEditable(OPENING_CONTENT)
  await db.transaction(async (tx) => {
    await lockEditions(tx)
    if (await findLatestEdition(tx)) return
    await tx.insert(edition).values({
      number: 1,
      hash: hashOf(OPENING_CONTENT),
      publishedAt: now,
      publishedBy: 'system',
      reason: 'The opening collection',
    })
    await writeEntries(tx, 1, entryChanges(null, opening))
    await notifyServers(tx, 1)
  })
}

/** Null before the seed. */
export async function findLatestEdition(db: Db): Promise<EditionId | null> {
  const [latest] = await db
    .select({ edition: edition.number, hash: edition.hash })
    .from(edition)
    .orderBy(desc(edition.number))
    .limit(1)
  return latest ?? null
}

export async function hasEdition(db: Db, number: number): Promise<boolean> {
  return (await db.$count(edition, eq(edition.number, number))) > 0
}

/** As of the edition. */
export async function loadContent(db: Db, number: number): Promise<CollectionContent> {
  return toContent(await loadEntries(db, number))
}

/** From the newest down. */
export function loadHistory(db: Db, limit?: number): Promise<Edition[]> {
  const editions = db.select().from(edition).orderBy(desc(edition.number))
  return limit === undefined ? editions : editions.limit(limit)
}

export async function diffEditions(db: Db, one: number, other: number): Promise<CollectionDiff> {
  return diff(await loadEntries(db, one), await loadEntries(db, other))
}

export type PublishError =
  | { readonly kind: 'invalid'; readonly errors: readonly CollectionError[] }
  /** The newest edition is not the one that the changes were made on. */
  | { readonly kind: 'conflict'; readonly latest: number }
  | { readonly kind: 'unchanged' }
  /** Pieces would be sold below the value of their metal without an agreement. */
  | { readonly kind: 'below metal'; readonly pieces: readonly PieceBelowMetal[] }
  /** `beforeCommit` found that another transaction was first. */
  | { readonly kind: 'superseded' }

export interface PublishRequest {
  readonly changes: readonly CollectionChange[]
  /** The edition on which they are based; the newest one if omitted. */
  readonly baseEdition?: number
  /** Changes published since by drafts that were made before this time are expected, not overlaps. */
  readonly madeAt?: Date
  /** Approves all errors that need it (`approvalCodeOf`); any other value approves nothing. */
  readonly approval?: string | null
  /** The agreement to sell exactly these pieces below the value of their metal (`belowMetalAgreementCodeOf`). */
  readonly belowMetalApproval?: string | null
  readonly actor: string
  /** The author of the published draft. */
  readonly draftedBy?: string
  readonly reason: string
  /** Publishing onto any other edition is rejected; if omitted, the changes are applied to the newest one. */
  readonly expectedLatest?: number
  readonly now: Date
  /** Runs in the transaction before it commits; false rolls it back. */
  readonly beforeCommit?: (tx: Db, number: number) => Promise<boolean>
}

/** Publishes all of the changes as one edition, or none. */
export async function publish(
  db: Database,
  { changes, baseEdition, madeAt, approval, ...request }: PublishRequest,
): Promise<Result<EditionId, PublishError>> {
  return publishNext(db, {
    ...request,
    async next(edition) {
      const rebased = await rebaseOnto(db, edition, { changes, baseEdition, madeAt })
      const before = await loadAffected(db, edition, rebased.changes)
      const recentRates = await loadRecentRates(db, request.now)
      return { before, after: applyAndCheck(before, { ...rebased, recentRates }, approval) }
    },
  })
}

export interface RebasedChanges {
  readonly changes: readonly CollectionChange[]
  /** The changes overwrite something that was published after they were made. */
  readonly overlaps?: readonly CollectionError[]
}

export interface CheckedChanges extends RebasedChanges {
  readonly recentRates: readonly PricingParameters[]
}

export async function rebaseOnto(
  db: Db,
  edition: number,
  { changes, baseEdition = edition, madeAt }: Pick<PublishRequest, 'changes' | 'baseEdition' | 'madeAt'>,
): Promise<RebasedChanges> {
  if (baseEdition === edition) return { changes }
  const base = await loadNamed(db, baseEdition, changes)
  const draftChanges = madeAt ? await changesDraftedBefore(db, madeAt, baseEdition) : []
  const expected = applyCollectionChanges(base, draftChanges).after
  return rebase(changes, { base, expected, current: await loadNamed(db, edition, changes) })
}

/** The changes of drafts that were published after an edition, in that order. */
async function changesDraftedBefore(db: Db, at: Date, publishedAfter: number): Promise<CollectionChange[]> {
  const drafts = await db
    .select({ changes: editionDraft.changes })
    .from(editionDraft)
    .where(and(lte(editionDraft.createdAt, at), gt(editionDraft.publishedEdition, publishedAfter)))
    .orderBy(asc(editionDraft.publishedEdition))
  return drafts.flatMap(({ changes }) => changes)
}

/**
 * Applies the changes to an edition or a part of it and checks the result; the error lists everything that prevents
 * publishing.
 */
export function applyAndCheck(
  before: EditableCollection,
  { changes, overlaps = [], recentRates }: CheckedChanges,
  approval?: string | null,
): Result<EditableCollection, readonly CollectionError[]> {
  const { after, errors } = applyCollectionChanges(before, changes)
  return acceptApproved(
    after,
    [...overlaps, ...errors, ...checkEdition(before, after, recentRates)],
    approval,
  )
}

function acceptApproved(
  after: EditableCollection,
  errors: readonly CollectionError[],
  approval: string | null | undefined,
): Result<EditableCollection, readonly CollectionError[]> {
  const isApproved = approval != null && approval === approvalCodeOf(errors)
  const unapproved = errors.filter(({ needs }) => needs !== 'approval' || !isApproved)
  return unapproved.length > 0 ? { ok: false, error: unapproved } : { ok: true, value: after }
}

export interface RollbackRequest extends Omit<PublishRequest, 'changes' | 'baseEdition' | 'madeAt'> {
  /** The edition whose content is restored. Products added later are retired. */
  readonly to: number
}

export async function rollback(
  db: Database,
  { to, approval, ...request }: RollbackRequest,
): Promise<Result<EditionId, PublishError>> {
  return publishNext(db, {
    ...request,
    restores: to,
    async next(edition) {
      const { newArrivals, featured } = await loadEntriesOf(db, to, [])
      const skus = [
        ...(await keysChangedSince(db, to)),
        ...(await fixedPriceKeys(db, edition)),
        ...[...newArrivals, ...featured].map(skuOf),
      ]
      const before = await loadEntriesOf(db, edition, skus)
      const after = restore(await loadEntriesOf(db, to, skus), before)
      const errors = checkEdition(before, after, await loadRecentRates(db, request.now))
      return { before, after: acceptApproved(after, errors, approval) }
    },
  })
}

interface NextEdition extends Omit<PublishRequest, 'changes' | 'baseEdition' | 'madeAt' | 'approval'> {
  readonly restores?: number
  /** The changes of the edition that follows `edition`. */
  next(edition: number): Promise<PlannedChange>
}

/** May omit products that stay as they are. */
interface PlannedChange {
  readonly before: EditableCollection
  readonly after: Result<EditableCollection, readonly CollectionError[]>
}

/**
 * Loads and checks without a transaction: editions never change. If another was published meanwhile, it starts over
 * with that one, unless `expectedLatest` is given.
 */
async function publishNext(db: Database, request: NextEdition): Promise<Result<EditionId, PublishError>> {
  for (;;) {
    const current = await latestEdition(db)
    if (request.expectedLatest !== undefined && request.expectedLatest !== current.edition)
      return { ok: false, error: { kind: 'conflict', latest: current.edition } }
    const { before, after } = await request.next(current.edition)
    if (!after.ok) return { ok: false, error: { kind: 'invalid', errors: after.error } }
    const pieces = piecesWithoutAgreement(request, before, after.value)
    if (pieces.length > 0) return { ok: false, error: { kind: 'below metal', pieces } }
    const changes = entryChanges(before, after.value)
    if (changes.length === 0) return { ok: false, error: { kind: 'unchanged' } }
    const missing = await markPhotographsUsed(db, changedProducts(changes), request.now)
    if (missing.length > 0) return { ok: false, error: { kind: 'invalid', errors: missing } }
    const hash = nextHash(current.hash, changes)
    const planned = { number: current.edition + 1, hash, changes }
    const outcome = await writeEdition(db, planned, request)
    if (outcome === 'superseded') return { ok: false, error: { kind: 'superseded' } }
    if (outcome === 'published') return { ok: true, value: { edition: planned.number, hash } }
  }
}

/** The pieces that would cost less than their metal, unless exactly these were agreed to. */
function piecesWithoutAgreement(
  { belowMetalApproval }: NextEdition,
  before: EditableCollection,
  after: EditableCollection,
): readonly PieceBelowMetal[] {
  const pieces = piecesBelowMetal(before, after)
  const needed = belowMetalAgreementCodeOf(pieces)
  return needed === null || needed === belowMetalApproval ? [] : pieces.filter(({ isNew }) => isNew)
}

interface PlannedEdition {
  readonly number: number
  readonly hash: string
  readonly changes: readonly EditionEntryChange[]
}

class Superseded extends Error {}

function writeEdition(
  db: Database,
  { number, hash, changes }: PlannedEdition,
  { actor, draftedBy, reason, now, restores, beforeCommit }: NextEdition,
): Promise<'published' | 'outdated' | 'superseded'> {
  return db
    .transaction(async (tx) => {
      await lockEditions(tx)
      const latest = await latestEdition(tx)
      if (latest.edition !== number - 1) return 'outdated'
      await tx.insert(edition).values({
        number,
        hash,
        publishedAt: now,
        publishedBy: actor,
        draftedBy,
        reason,
        restores,
      })
      if (beforeCommit && !(await beforeCommit(tx, number))) throw new Superseded()
      await writeEntries(tx, number, changes)
      await markPublished(tx, photographNames(changedProducts(changes)), now)
      await notifyServers(tx, number)
      return 'published'
    })
    .catch((error: unknown) => {
      if (error instanceof Superseded) return 'superseded'
      throw error
    })
}

/** Throws before the seed. */
export async function latestEdition(db: Db): Promise<EditionId> {
  const latest = await findLatestEdition(db)
  if (!latest) throw new Error('The collection has no edition yet')
  return latest
}

/** Serializes publishers, so that numbers have no gaps and nobody overwrites what they did not see. */
async function lockEditions(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISH_LOCK})`)
}

/** Delivered when the transaction commits. */
async function notifyServers(tx: Db, number: number): Promise<void> {
  await tx.execute(sql`select pg_notify(${EDITION_CHANNEL}, ${String(number)})`)
}
