/** Display names of staff. */
import { maskEmail, maskName } from '#domain/mask.ts'
import { isPermitted, type Role } from '#domain/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { staff } from '#server/db/staff-schema.ts'

/** Accepts the e-mail address that acts store; returns any other actor, such as the customer, unchanged. */
export type NameOfStaff = (by: string) => string

/** Masked for roles that may not see staff. */
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

/** Asha V.; A••• for a single name, which would otherwise be shown in full. */
function maskStaffName(name: string): string {
  const masked = maskName(name)
  return masked === name.trim() ? `${[...masked][0]}•••` : masked
}
