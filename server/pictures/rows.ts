/** The rows of uploaded pictures: which exist, which editions and drafts use, and which are being deleted. */
import { and, eq, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Result } from '#domain/result.ts'
import { addMs, MINUTE_MS } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { uploadedPicture } from '#server/db/picture-schema.ts'

/** Longer than deleting the files of some pictures takes: what a crash leaves is then picked up by another purge. */
const PURGE_LEASE_MS = 10 * MINUTE_MS

export function isFree(now: Date): SQL | undefined {
  return or(
    isNull(uploadedPicture.purgeBeganAt),
    lt(uploadedPicture.purgeBeganAt, addMs(now, -PURGE_LEASE_MS)),
  )
}

export interface PictureRow {
  readonly name: string
  readonly isStored: boolean
}

type ClaimedPicture = Result<PictureRow, 'unknown' | 'being deleted'>

/** The picture with a hash, which counts as used from now on. */
export async function claimPicture(db: Db, hash: string, now: Date): Promise<ClaimedPicture> {
  const [claimed] = await db
    .update(uploadedPicture)
    .set({ usedAt: now, purgeBeganAt: null })
    .where(and(eq(uploadedPicture.hash, hash), isFree(now)))
    .returning()
  if (claimed) return { ok: true, value: { name: claimed.name, isStored: claimed.storedAt !== null } }
  const isKnown = (await db.$count(uploadedPicture, eq(uploadedPicture.hash, hash))) > 0
  return { ok: false, error: isKnown ? 'being deleted' : 'unknown' }
}

/** Written before its files are stored. Two concurrent uploads of the same picture both get the name of the first. */
export async function insertPicture(
  db: Db,
  picture: { readonly name: string; readonly hash: string },
  now: Date,
): Promise<ClaimedPicture> {
  await db
    .insert(uploadedPicture)
    .values({ ...picture, usedAt: now })
    .onConflictDoNothing()
  return claimPicture(db, picture.hash, now)
}

/** False if it was stored before. */
export async function markStored(tx: Db, name: string, now: Date): Promise<boolean> {
  const marked = await tx
    .update(uploadedPicture)
    .set({ storedAt: now, usedAt: now })
    .where(and(eq(uploadedPicture.name, name), isNull(uploadedPicture.storedAt)))
    .returning({ name: uploadedPicture.name })
  return marked.length > 0
}

/** One parameter, however many there are. */
function isOneOf(names: readonly string[]): SQL {
  return sql`${uploadedPicture.name} = any(${sql.param(names)}::text[])`
}

/** Marks them as used, so that they are not deleted for some time. Returns those that do not exist. */
export async function markPicturesUsed(
  db: Db,
  names: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const used = await db
    .update(uploadedPicture)
    .set({ usedAt: now })
    .where(and(isOneOf(names), isNotNull(uploadedPicture.storedAt), isNull(uploadedPicture.purgeBeganAt)))
    .returning({ name: uploadedPicture.name })
  const missing = new Set(names)
  for (const { name } of used) missing.delete(name)
  return missing
}

/** Runs in the transaction that publishes. From then on they are kept: that edition may be restored. */
export async function markPublished(tx: Db, names: readonly string[], now: Date): Promise<void> {
  if (names.length > 0)
    await tx
      .update(uploadedPicture)
      .set({ publishedAt: sql`coalesce(${uploadedPicture.publishedAt}, ${now.toISOString()}::timestamptz)` })
      .where(isOneOf(names))
}
