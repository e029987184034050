/** Enrolment by a one-time link: password and second factor, which is verified before anything is stored. */
import { hashPassword } from 'better-auth/crypto'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Role } from '#domain/permissions.ts'
import type { Result } from '#domain/result.ts'
import { expectRow, type Database, type Db } from '#server/db/open.ts'
import { staff, staffInvitation, staffSession } from '#server/db/staff-schema.ts'
import { errorResponse, type AppContext, type ErrorResponse } from '#server/http.ts'
import { withAuditLog } from './audit-log.ts'
import { hasStaff } from './staff-members.ts'
import type { SecondFactor } from './second-factor.ts'
import { createSession, hashOfToken } from './sessions.ts'

interface EnrolmentDeps {
  readonly db: Database
  readonly now: () => Date
  readonly secondFactor: SecondFactor
}

const LINK_VOID = errorResponse(
  'not-found',
  'This link was used, has been withdrawn, or is older than 24 hours. Ask an owner for a new one.',
)
const WRONG_CODE: ErrorResponse = {
  ...errorResponse('wrong-code', 'The code does not match.'),
  fields: { code: 'The code does not match. Check the clock of your phone, and enter the next one.' },
}

interface OpenedLink {
  readonly email: string | null
  readonly role: Role
  readonly secret: string
}

export async function openInvitation(
  { db, now, secondFactor }: EnrolmentDeps,
  token: string,
): Promise<Result<OpenedLink, ErrorResponse>> {
  const invitation = await findInvitation(db, token, now())
  if (!invitation) return { ok: false, error: LINK_VOID }
  const { email, role } = invitation
  const totpSecret = invitation.totpSecret ?? (await storeSecret(db, invitation.id, secondFactor))
  if (totpSecret === null) return { ok: false, error: LINK_VOID }
  return { ok: true, value: { email, role, secret: await secondFactor.readSecret(totpSecret) } }
}

/** Two tabs that open the link concurrently get the same secret. */
async function storeSecret(db: Db, id: string, secondFactor: SecondFactor): Promise<string | null> {
  const isInvitation = eq(staffInvitation.id, id)
  await db
    .update(staffInvitation)
    .set({ totpSecret: await secondFactor.createSecret() })
    .where(and(isInvitation, isNull(staffInvitation.totpSecret)))
  const [stored] = await db.select().from(staffInvitation).where(isInvitation)
  return stored?.totpSecret ?? null
}

async function findInvitation(db: Db, token: string, now: Date) {
  const [invitation] = await db
    .select()
    .from(staffInvitation)
    .where(and(eq(staffInvitation.tokenHash, hashOfToken(token)), gt(staffInvitation.expiresAt, now)))
  // The links for the first owner are void once an owner exists.
  return invitation && (invitation.email !== null || !(await hasStaff(db))) ? invitation : null
}

interface Enrolment {
  readonly token: string
  readonly email: string
  readonly name: string
  readonly password: string
  readonly code: string
}

interface EnrolmentResult {
  readonly staffId: string
  readonly sessionToken: string
  readonly backupCodes: string[]
}

export async function enrolStaff(
  { db, now, secondFactor }: EnrolmentDeps,
  { token, email, name, password, code }: Enrolment,
  context: AppContext,
): Promise<Result<EnrolmentResult, ErrorResponse>> {
  const passwordHash = await hashPassword(password)
  const at = now()
  const ip = context.get('clientAddress')
  const anonymous = { staffId: null, name: email, ip }
  return withAuditLog(db, { actor: anonymous, now: at }, async (tx, record) => {
    const invitation = await findInvitation(tx, token, at)
    if (!invitation || (invitation.email ?? email) !== email) return { ok: false, error: LINK_VOID }
    const { totpSecret } = invitation
    const totpStep = totpSecret === null ? null : await secondFactor.stepOf(totpSecret, code, at)
    if (totpSecret === null || totpStep === null) return { ok: false, error: WRONG_CODE }

    const access = { name, passwordHash, totpSecret, totpStep, disabledAt: null }
    const staffMember = await tx
      .insert(staff)
      .values({ ...access, email, role: invitation.role, createdAt: at })
      .onConflictDoUpdate({ target: staff.email, set: access })
      .returning()
      .then(expectRow)
    await tx
      .delete(staffInvitation)
      .where(or(eq(staffInvitation.id, invitation.id), isNull(staffInvitation.email)))
    await tx.delete(staffSession).where(eq(staffSession.staffId, staffMember.id))
    const backupCodes = await secondFactor.renewBackupCodes(tx, staffMember.id)
    const sessionToken = await createSession(tx, {
      staffId: staffMember.id,
      context,
      now: at,
      hasFreshCode: true,
    })
    await record(
      { act: 'enrolled', subject: email, after: { name, role: staffMember.role } },
      { staffId: staffMember.id, name: email, ip },
    )
    return { ok: true, value: { staffId: staffMember.id, sessionToken, backupCodes } }
  })
}
