/** The audit log as the desk reads it. */
import { and, asc, count, countDistinct, desc, gt, ilike, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { AuditLogPage, AuditLogSummary, searchAuditLog } from '#contract/desk/staff.ts'
import { addMs, DAY_MS, indiaDate, parseIndiaTime } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/staff-schema.ts'
import { ACTS, OLDER_ACTS, type ActKind } from './acts.ts'

type Search = z.output<NonNullable<(typeof searchAuditLog)['request']>>

function actsOf(kind: ActKind): string[] {
  return Object.entries({ ...ACTS, ...OLDER_ACTS })
    .filter(([, each]) => each === kind)
    .map(([act]) => act)
}

const ENTRIES_PER_PAGE = 50

/** Newest first. */
export async function findEntries(db: Db, { text, kind, until, olderThan }: Search): Promise<AuditLogPage> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        matches(text),
        kind === 'all' ? undefined : inArray(auditLog.act, actsOf(kind)),
        until === null ? undefined : isUntil(until),
        olderThan === null ? undefined : lt(auditLog.number, olderThan),
      ),
    )
    .orderBy(desc(auditLog.number))
    .limit(ENTRIES_PER_PAGE + 1)
  const page = rows.slice(0, ENTRIES_PER_PAGE)
  const last = page.at(-1)
  return {
    entries: page.map(({ number, at, actor, act, subject, before, after, ip }) => ({
      number,
      at: at.toISOString(),
      actor,
      act,
      subject,
      before: before && { ...before },
      after: after && { ...after },
      ip,
    })),
    ...(last && rows.length > ENTRIES_PER_PAGE && { olderThan: last.number }),
  }
}

function matches(text: string): SQL | undefined {
  if (text === '') return undefined
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return or(ilike(auditLog.actor, pattern), ilike(auditLog.subject, pattern), ilike(auditLog.act, pattern))
}

/** To the end of a day in India. */
function isUntil(date: string): SQL | undefined {
  const midnight = parseIndiaTime(`${date}T00:00`)
  return midnight ? lt(auditLog.at, addMs(midnight, DAY_MS)) : undefined
}

/** Numbers have no gaps and follow the time, so only the entries of today are read. */
export async function summarizeLog(db: Db, now: Date): Promise<AuditLogSummary> {
  const midnight = parseIndiaTime(`${indiaDate(now)}T00:00`) ?? now
  const first = db.select({ at: auditLog.at }).from(auditLog).orderBy(asc(auditLog.number)).limit(1)
  const lastBefore = db
    .select({ number: auditLog.number })
    .from(auditLog)
    .where(lt(auditLog.at, midnight))
    .orderBy(desc(auditLog.number))
    .limit(1)
  const before = sql<number>`coalesce((${lastBefore}), 0)`.mapWith(Number)
  const [found] = await db
    .select({
      since: sql<Date | null>`(${first})`.mapWith(auditLog.at),
      before,
      acts: count(),
      // A schedule's acts belong to the staff member who set it.
      people: countDistinct(sql`coalesce(${auditLog.staffId}::text, ${auditLog.actor})`),
    })
    .from(auditLog)
    .where(gt(auditLog.number, before))
  const { since = null, before: earlier = 0, acts = 0, people = 0 } = found ?? {}
  return { entries: earlier + acts, since: since?.toISOString() ?? null, today: { acts, people } }
}
