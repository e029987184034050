/** Daily work, done by one of the servers. */
import { eq, lte } from 'drizzle-orm'
import { addMs, DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Database } from '#server/db/open.ts'
import { dailyJob } from '#server/db/schema.ts'

interface Daily {
  readonly db: Database
  readonly now: () => Date
}

/** Does nothing if a server has done it within a day; retried in an hour after a `run` that returns false. */
export async function runDaily(
  { db, now }: Daily,
  name: string,
  run: (at: Date) => Promise<boolean>,
): Promise<0> {
  const at = now()
  const row = { name, nextRunAt: addMs(at, HOUR_MS) }
  const claimed = await db
    .insert(dailyJob)
    .values(row)
    .onConflictDoUpdate({
      target: dailyJob.name,
      set: row,
      setWhere: lte(dailyJob.nextRunAt, at),
    })
    .returning()
  if (claimed.length > 0 && (await run(at)))
    await db
      .update(dailyJob)
      .set({ nextRunAt: addMs(at, DAY_MS), doneAt: at })
      .where(eq(dailyJob.name, name))
  return 0
}
