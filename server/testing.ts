/** The database of a server test: the real PostgreSQL server named by TEST_DATABASE_URL, else an embedded one in memory. */
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'

export function openTestDatabase(): Promise<OpenDatabase> {
  return openDatabase({ url: process.env.TEST_DATABASE_URL ?? null, folder: null })
}
