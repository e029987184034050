/** Deletes uploaded pictures that were never published (domain/retention.ts). */
import { and, asc, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import { UNUSED_PICTURES } from '#domain/retention.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/db/open.ts'
import { uploadedPicture } from '#server/db/picture-schema.ts'
import { editionDraft } from '#server/db/schema.ts'
import type { Log } from '#server/log.ts'
import { isFree } from './rows.ts'
import { PICTURE_VARIANTS, type PictureStorage } from './storage.ts'

const PICTURES_PER_PURGE = 20

interface PurgeDeps {
  readonly db: Database
  readonly storage: PictureStorage
  readonly log: Log
  readonly now: () => Date
}

/** Returns the number of deleted pictures; more may be due unless it is 0. */
export async function purgeUnusedPictures(deps: PurgeDeps): Promise<number> {
  const { db, now } = deps
  const at = now()
  const names = await beginPurge(db, at)
  let deleted = 0
  for (const name of names)
    if (await deleteFiles(deps, name)) {
      await db
        .delete(uploadedPicture)
        .where(and(eq(uploadedPicture.name, name), eq(uploadedPicture.purgeBeganAt, at)))
      deleted += 1
    }
  return deleted
}

/** From then on nobody can use them. A later purge resumes after a crash or a storage failure. */
async function beginPurge(db: Database, at: Date): Promise<readonly string[]> {
  const isDue = and(
    isNull(uploadedPicture.publishedAt),
    lt(uploadedPicture.usedAt, addMs(at, -UNUSED_PICTURES.days * DAY_MS)),
    isFree(at),
  )
  const drafts = db
    .select({ id: editionDraft.id })
    .from(editionDraft)
    .where(
      and(
        isNull(editionDraft.publishedEdition),
        sql`position(${uploadedPicture.name} in ${editionDraft.changes}::text) > 0`,
      ),
    )
  const due = db
    .select({ name: uploadedPicture.name })
    .from(uploadedPicture)
    .where(and(isDue, notExists(drafts)))
    .orderBy(asc(uploadedPicture.usedAt))
    .limit(PICTURES_PER_PURGE)
  // Checked again: a draft may have used one between the two reads of this statement.
  const begun = await db
    .update(uploadedPicture)
    .set({ purgeBeganAt: at, storedAt: null })
    .where(and(inArray(uploadedPicture.name, due), isDue))
    .returning({ name: uploadedPicture.name })
  return begun.map(({ name }) => name)
}

async function deleteFiles({ storage, log }: PurgeDeps, name: string): Promise<boolean> {
  for (const variant of PICTURE_VARIANTS) {
    const removed = await storage.remove(`${name}-${variant}`)
    if (!removed.ok) {
      log.warn('picture not deleted', { picture: name, code: removed.error })
      return false
    }
  }
  return true
}
