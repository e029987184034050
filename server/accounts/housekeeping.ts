/** What nobody needs any more. */
import { lt } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { session, verification } from '#server/db/schema.ts'

/** Forgets sessions that ran out, and links and sign-ins that were never finished. Safe at any time, on any server. */
export async function forgetExpired(db: Db, now: Date): Promise<void> {
  await db.delete(session).where(lt(session.expiresAt, now))
  await db.delete(verification).where(lt(verification.expiresAt, now))
}
