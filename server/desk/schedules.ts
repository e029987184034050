/** On whose behalf something is done at the time that was set for it, and whether that staff member still may. */
import { eq } from 'drizzle-orm'
import { isPermitted, type Permission } from '#domain/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { staff } from '#server/db/staff-schema.ts'
import type { Actor } from './audit-log.ts'

export interface Schedule {
  readonly actor: Actor
  /** Why it waits for another person; null where it is done. */
  readonly error: string | null
}

/** Who is no staff member has scheduled it on the command line. */
export async function findSchedule(db: Db, by: string, permission: Permission): Promise<Schedule> {
  const [member] = await db.select().from(staff).where(eq(staff.email, by))
  const isBarred = member && (member.disabledAt !== null || !isPermitted(member.role, permission))
  return {
    actor: { staffId: member?.id ?? null, name: `schedule of ${by}`, ip: null },
    // Stored, and read by roles that may not read who the staff are.
    error: isBarred ? 'Who scheduled it may not do this any more: another person must.' : null,
  }
}

/** Of earlier versions, it names who scheduled it by e-mail address. */
export function storedScheduleError(error: string | null): string | null {
  return error?.replace(/^\S+@\S+, who scheduled it,/, 'Who scheduled it') ?? null
}
