/** The staff member on whose behalf a schedule acts, and whether that member still may. */
import { eq } from 'drizzle-orm'
import { isPermitted, type Permission } from '#domain/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { staff } from '#server/db/staff-schema.ts'
import type { Actor } from './audit-log.ts'

export interface Schedule {
  readonly actor: Actor
  /** Why it waits for another person; null if it is done. */
  readonly error: string | null
}

/** An actor who is not staff scheduled it from the command line. */
export async function findSchedule(db: Db, by: string, permission: Permission): Promise<Schedule> {
  const [member] = await db.select().from(staff).where(eq(staff.email, by))
  const isBarred = member && (member.disabledAt !== null || !isPermitted(member.role, permission))
  return {
    actor: { staffId: member?.id ?? null, name: `schedule of ${by}`, ip: null },
    // Stored, and read by roles that may not see staff addresses.
    error: isBarred
      ? 'The person who scheduled it no longer has permission. Another person must do it.'
      : null,
  }
}

/** Earlier versions stored the scheduler's e-mail address. */
export function storedScheduleError(error: string | null): string | null {
  return error?.replace(/^\S+@\S+, who scheduled it,/, 'Who scheduled it') ?? null
}
