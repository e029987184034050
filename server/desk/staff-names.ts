/** How pages name a staff member who did something. */
import { maskEmail, maskName } from '#domain/mask.ts'
import { isPermitted, type Role } from '#domain/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { staff } from '#server/db/staff-schema.ts'

/** Takes the e-mail address, as acts store it; returns any other actor, such as the customer, as it is. */
export type NameOfStaff = (by: string) => string

/** Masked for roles that may not read who the staff are. */
export async function loadStaffNames(db: Db, role: Role): Promise<NameOfStaff> {
  const rows = await db.select({ email: staff.email, name: staff.name }).from(staff)
  const names = new Map(rows.map(({ email, name }) => [email, name]))
  const isMasked = !isPermitted(role, 'read-staff') && !isPermitted(role, 'read-audit-log')
  return (by) => {
    const name = names.get(by)
    if (!isMasked) return name || by
    if (name) return maskStaffName(name)
    return by.includes('@') ? maskEmail(by) : by
  }
}

/** Asha V.; A••• where she has one name alone, which would be all of it. */
function maskStaffName(name: string): string {
  const masked = maskName(name)
  return masked === name.trim() ? `${[...masked][0]}•••` : masked
}
