/** The audit log as the desk reads it. */
import { and, asc, count, countDistinct, desc, gt, ilike, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { AuditLogKind, AuditLogPage, AuditLogSummary, searchAuditLog } from '#contract/desk/staff.ts'
import { addMs, DAY_MS, indiaDate, parseIndiaTime } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/staff-schema.ts'
import type { Act } from './audit-log.ts'

type Kind = Exclude<AuditLogKind, 'all'>
type Search = z.output<NonNullable<(typeof searchAuditLog)['request']>>

const KINDS: Record<Act['act'], Kind> = {
  enrolled: 'people',
  'signed in': 'people',
  'signed in by backup code': 'people',
  'signed out': 'people',
  'ended sign-in': 'people',
  'ended all sign-ins': 'people',
  'renewed backup codes': 'people',
  'changed password': 'people',
  invited: 'people',
  'withdrew invitation': 'people',
  'changed role': 'people',
  disabled: 'people',
  enabled: 'people',
  packed: 'orders',
  'requested booking': 'orders',
  'requested label': 'orders',
  'handed over': 'orders',
  'read PAN': 'orders',
  'requested unpacking': 'orders',
  'opened box': 'orders',
  'began cancellation': 'refunds',
  'cancelled order': 'refunds',
  'cancelled pieces': 'refunds',
  'requested cancellation': 'refunds',
  'requested refund': 'refunds',
  'approved refund': 'refunds',
  'declined refund': 'refunds',
  'approved return': 'refunds',
  'declined return': 'refunds',
  'received return': 'refunds',
  'requested pickup': 'refunds',
  'requested pickup cancellation': 'refunds',
  'accepted return': 'refunds',
  'rejected return': 'refunds',
  'exported customer': 'customers',
  'erased customer': 'customers',
  'answered message': 'customers',
  'reopened message': 'customers',
  'resent e-mail': 'customers',
  'published rates': 'collection',
  'proposed rates': 'collection',
  'published draft': 'collection',
  'scheduled draft': 'collection',
  'discarded draft': 'collection',
  'rolled back': 'collection',
  'proposed rollback': 'collection',
  'uploaded picture': 'collection',
  'drafted product': 'collection',
  'imported draft': 'collection',
  'exported collection': 'collection',
  'made offer code': 'offers',
  'ended offer code': 'offers',
  'drafted newsletter': 'offers',
  'changed newsletter': 'offers',
  'discarded newsletter': 'offers',
  'sent proof': 'offers',
  'sent newsletter': 'offers',
  'stopped newsletter': 'offers',
  'exported stock': 'stock',
  'corrected stock': 'stock',
  'entered serial item': 'stock',
  'corrected serial item': 'stock',
  'explained difference': 'books',
  'withdrew explanation': 'books',
  'exported settlements': 'books',
  'exported tax documents': 'books',
  'confirmed opening item': 'people',
  'withdrew opening item': 'people',
  'changed the shop': 'people',
}

/** Of entries from before (see Act). */
const OLDER_KINDS: Readonly<Record<string, Kind>> = {
  'booked parcel': 'orders',
  'made label': 'orders',
  unpacked: 'orders',
  'made refund': 'refunds',
  'released refund': 'refunds',
  'ordered pickup': 'refunds',
  'cancelled pickup': 'refunds',
}

function actsOf(kind: Kind): string[] {
  return Object.entries({ ...KINDS, ...OLDER_KINDS })
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
      people: countDistinct(auditLog.actor),
    })
    .from(auditLog)
    .where(gt(auditLog.number, before))
  const { since = null, before: earlier = 0, acts = 0, people = 0 } = found ?? {}
  return { entries: earlier + acts, since: since?.toISOString() ?? null, today: { acts, people } }
}
