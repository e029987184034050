/** Photographs that were uploaded at the desk. Their files are in the storage of server/pictures/storage.ts. */
import { isNull } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** A row is written before its files, so that none is ever without one. */
export const uploadedPicture = pgTable(
  'uploaded_picture',
  {
    /** As in the product (domain/uploaded-picture.ts). */
    name: text('name').primaryKey(),
    /** Hash of the uploaded file and its crop: the same again is the same picture. */
    hash: text('hash').notNull().unique(),
    /** When it was last uploaded, or put into a draft. */
    usedAt: timestamptz('used_at').notNull(),
    /** Null until all files are stored. */
    storedAt: timestamptz('stored_at'),
    /** When an edition with it was first published; from then on it is kept for ever. */
    publishedAt: timestamptz('published_at'),
    /** When the deletion of its files began; null otherwise. */
    purgeBeganAt: timestamptz('purge_began_at'),
  },
  (table) => [index('uploaded_picture_unpublished_idx').on(table.usedAt).where(isNull(table.publishedAt))],
)
