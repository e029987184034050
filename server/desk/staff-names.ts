/** How pages name a staff member who did something. */
import { maskEmail, maskName } from '#domain/mask.ts'
import { isPermitted, type Role } from '#domain/permissions.ts'

/** Roles that may not read who the staff are see names and e-mail addresses masked. */
export function staffNamesFor(role: Role): (by: string) => string {
  if (isPermitted(role, 'read-staff') || isPermitted(role, 'read-audit-log')) return (by) => by
  return (by) => (by.includes('@') ? maskEmail(by) : maskName(by))
}
