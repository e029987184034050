/** The staff: accounts, invitations, roles and access. Desk and command line share these acts. */
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, max, ne } from 'drizzle-orm'
import type { StaffList } from '#contract/desk/staff.ts'
import { ROLE_TEXT, rolesWith, type Permission, type Role } from '#domain/permissions.ts'
import type { Result } from '#domain/result.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import { expectRow, type Database, type Db } from '#server/db/open.ts'
import { staff, staffInvitation, staffSession } from '#server/db/staff-schema.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { staffInvitationEmail } from '#server/email/templates.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'
import { withAuditLog, type Actor, type RecordAct } from './audit-log.ts'
import { createToken, hashOfToken, isActive } from './sessions.ts'

export interface ActDeps {
  readonly db: Database
  readonly actor: Actor
  readonly now: Date
}

type ActResult<Value = null> = Result<Value, ErrorResponse>
const DONE = { ok: true, value: null } as const
const NO_SUCH_STAFF_MEMBER = failed(errorResponse('not-found', 'There is no such person.'))
const LAST_OWNER = failed(errorResponse('last-owner', 'The shop needs an owner: this is the last one.'))

function failed(error: ErrorResponse) {
  return { ok: false, error } as const
}

const INVITATION_MS = DAY_MS

export async function listStaff(db: Db, now: Date): Promise<StaffList> {
  const members = await db
    .select({
      id: staff.id,
      email: staff.email,
      name: staff.name,
      role: staff.role,
      disabledAt: staff.disabledAt,
      sessions: count(staffSession.id),
      lastSeenAt: max(staffSession.lastSeenAt),
    })
    .from(staff)
    .leftJoin(staffSession, and(eq(staffSession.staffId, staff.id), isActive(now)))
    .groupBy(staff.id)
    .orderBy(asc(staff.name), asc(staff.email))
  const invitations = await db
    .select()
    .from(staffInvitation)
    .where(and(isNotNull(staffInvitation.email), gt(staffInvitation.expiresAt, now)))
    .orderBy(asc(staffInvitation.createdAt))
  return {
    staff: members.map(({ disabledAt, lastSeenAt, ...staffMember }) => ({
      ...staffMember,
      isDisabled: disabledAt !== null,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    })),
    invitations: invitations.map(({ id, email, role, expiresAt }) => ({
      id,
      email: email ?? '',
      role,
      expiresAt: expiresAt.toISOString(),
    })),
  }
}

interface Invitation {
  readonly email: string
  readonly role: Role
  readonly siteUrl: string
}

/**
 * E-mails the link and returns it; null if that invitation is already open. A staff member who is invited again keeps
 * the role and sets a new password and second factor.
 */
export function inviteStaff(
  { db, actor, now }: ActDeps,
  invitation: Invitation,
): Promise<ActResult<string | null>> {
  const { email, role, siteUrl } = invitation
  return withAuditLog(db, { actor, now }, async (tx, record) => {
    const [staffMember] = await tx.select().from(staff).where(eq(staff.email, email))
    if (staffMember && staffMember.role !== role)
      return failed(
        errorResponse('conflict', `${email} is staff as ${ROLE_TEXT[staffMember.role].label} already.`),
      )
    const [open] = await tx
      .select()
      .from(staffInvitation)
      .where(and(eq(staffInvitation.email, email), gt(staffInvitation.expiresAt, now)))
    if (open?.role === role) return { ok: true, value: null }
    await tx.delete(staffInvitation).where(eq(staffInvitation.email, email))
    const { id, url } = await createInvitation(tx, { email, role, siteUrl, now })
    const content = staffInvitationEmail({ url, role: ROLE_TEXT[role].label })
    await queueEmail(tx, { dedupeKey: `staff-invitation:${id}`, recipient: email, ...content, now })
    await record({ act: 'invited', subject: email, after: { role } })
    return { ok: true, value: url }
  })
}

async function createInvitation(
  db: Db,
  { email, role, siteUrl, now }: { email: string | null; role: Role; siteUrl: string; now: Date },
): Promise<{ id: string; url: string }> {
  const token = createToken()
  const row = await db
    .insert(staffInvitation)
    .values({
      tokenHash: hashOfToken(token),
      email,
      role,
      createdAt: now,
      expiresAt: addMs(now, INVITATION_MS),
    })
    .returning({ id: staffInvitation.id })
    .then(expectRow)
  // Browsers do not send the fragment, so the token is in no log.
  return { id: row.id, url: `${siteUrl}/desk/enrol#${token}` }
}

/** The link for the first owner; null once staff exist. */
export async function firstOwnerLink(db: Db, siteUrl: string, now: Date): Promise<string | null> {
  if (await hasStaff(db)) return null
  const { url } = await createInvitation(db, { email: null, role: 'owner', siteUrl, now })
  return url
}

export async function hasStaff(db: Db): Promise<boolean> {
  const [someone] = await db.select({ id: staff.id }).from(staff).limit(1)
  return someone !== undefined
}

export function deleteInvitation({ db, actor, now }: ActDeps, id: string): Promise<ActResult> {
  return withAuditLog(db, { actor, now }, async (tx, record) => {
    const [withdrawn] = await tx
      .delete(staffInvitation)
      .where(and(eq(staffInvitation.id, id), isNotNull(staffInvitation.email)))
      .returning()
    if (withdrawn)
      await record({
        act: 'withdrew invitation',
        subject: withdrawn.email ?? '',
        before: { role: withdrawn.role },
      })
    return DONE
  })
}

type StaffRow = typeof staff.$inferSelect

function changeStaffMember(
  { db, actor, now }: ActDeps,
  id: string,
  change: (tx: Db, staffMember: StaffRow, record: RecordAct) => Promise<ActResult>,
): Promise<ActResult> {
  return withAuditLog(db, { actor, now }, async (tx, record) => {
    const [staffMember] = await tx.select().from(staff).where(eq(staff.id, id))
    return staffMember ? change(tx, staffMember, record) : NO_SUCH_STAFF_MEMBER
  })
}

export function setRole(acting: ActDeps, id: string, role: Role): Promise<ActResult> {
  return changeStaffMember(acting, id, async (tx, staffMember, record) => {
    if (staffMember.role === role) return DONE
    if (await isLastOwner(tx, staffMember)) return LAST_OWNER
    await tx.update(staff).set({ role }).where(eq(staff.id, id))
    await record({
      act: 'changed role',
      subject: staffMember.email,
      before: { role: staffMember.role },
      after: { role },
    })
    return DONE
  })
}

export function setAccess(acting: ActDeps, id: string, isDisabled: boolean): Promise<ActResult> {
  return changeStaffMember(acting, id, async (tx, staffMember, record) => {
    if ((staffMember.disabledAt !== null) === isDisabled) return DONE
    if (isDisabled && (await isLastOwner(tx, staffMember))) return LAST_OWNER
    await tx
      .update(staff)
      .set({ disabledAt: isDisabled ? acting.now : null })
      .where(eq(staff.id, id))
    await tx.delete(staffSession).where(eq(staffSession.staffId, id))
    // An open link would let the staff member in again.
    if (isDisabled) await tx.delete(staffInvitation).where(eq(staffInvitation.email, staffMember.email))
    await record({ act: isDisabled ? 'disabled' : 'enabled', subject: staffMember.email })
    return DONE
  })
}

export function endAllSessions(acting: ActDeps, id: string): Promise<ActResult> {
  return changeStaffMember(acting, id, async (tx, staffMember, record) => {
    const ended = await tx.delete(staffSession).where(eq(staffSession.staffId, id)).returning()
    if (ended.length > 0) await record({ act: 'ended all sign-ins', subject: staffMember.email })
    return DONE
  })
}

/** The number of owners who can sign in. */
async function isLastOwner(tx: Db, { id, role, disabledAt }: StaffRow): Promise<boolean> {
  if (role !== 'owner' || disabledAt !== null) return false
  const others = and(eq(staff.role, 'owner'), isNull(staff.disabledAt), ne(staff.id, id))
  const [other] = await tx.select({ id: staff.id }).from(staff).where(others).limit(1)
  return other === undefined
}

export async function findStaff(db: Db, email: string): Promise<StaffRow | null> {
  const [staffMember] = await db.select().from(staff).where(eq(staff.email, email))
  return staffMember ?? null
}

/** Whether another staff member who can sign in has the permission. */
export async function hasOtherStaffWith(db: Db, staffId: string, permission: Permission): Promise<boolean> {
  const others = and(
    ne(staff.id, staffId),
    isNull(staff.disabledAt),
    inArray(staff.role, [...rolesWith(permission)]),
  )
  return (await db.$count(staff, others)) > 0
}
