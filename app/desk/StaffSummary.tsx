import type { StaffList } from '#contract/desk/staff.ts'
import { ROLE_TEXT, ROLES } from '#domain/permissions.ts'
import { Summary } from './Summary.tsx'
import { dateTime } from './texts.ts'

type Staff = StaffList['staff']

export function StaffSummary({ staff, invitations }: StaffList) {
  const able = staff.filter(({ isDisabled }) => !isDisabled)
  const seen = staff.flatMap(({ lastSeenAt }) => lastSeenAt ?? []).toSorted()
  const nextEnd = invitations.map(({ expiresAt }) => expiresAt).toSorted()[0]
  const lastSeen = seen.at(-1)
  return (
    <Summary
      label="Access"
      facts={[
        { label: 'Can sign in', value: able.length, note: rolesText(able) },
        {
          label: 'Signed in',
          value: staff.filter(({ sessions }) => sessions > 0).length,
          note: lastSeen ? `Last active ${dateTime(lastSeen)}` : 'Nobody now',
        },
        {
          label: 'Invited',
          value: invitations.length,
          note: nextEnd ? `The next link ends ${dateTime(nextEnd)}` : 'No invitation is open',
        },
      ]}
    />
  )
}

/** Formats `2 owner · 1 packer`. */
function rolesText(staff: Staff): string {
  return ROLES.map((role) => ({ role, count: staff.filter((each) => each.role === role).length }))
    .filter(({ count }) => count > 0)
    .map(({ role, count }) => `${count} ${ROLE_TEXT[role].label.toLowerCase()}`)
    .join(' · ')
}
