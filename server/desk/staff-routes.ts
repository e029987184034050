import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, count, eq, ne } from 'drizzle-orm'
import * as contract from '#contract/desk/staff.ts'
import { isPermitted, PERMISSIONS, type Permission } from '#domain/permissions.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Database } from '#server/db/open.ts'
import { staff as staffTable, staffBackupCode, staffSession } from '#server/db/staff-schema.ts'
import { errorResponse, type App, type AppContext, type ErrorResponse } from '#server/http.ts'
import { checkRateLimit, clientKey, limitKey } from '#server/rate-limit.ts'
import { withAuditLog, verifyChain } from './audit-log.ts'
import { findEntries, summarizeLog } from './audit-log-search.ts'
import { enrolStaff, openInvitation } from './enrolment.ts'
import { mountDesk, mountPublic, type DeskDeps } from './mount.ts'
import * as staffMembers from './staff-members.ts'
import {
  clearSessionCookie,
  activeSessionsOf,
  markFreshCode,
  resumeSession,
  setSessionCookie,
  tokenOfRequest,
  type SignedInStaff,
} from './sessions.ts'
import { withCodeLimit, signInStaff, type SignInDeps } from './sign-in.ts'

type StaffDeps = DeskDeps & SignInDeps

export function mountStaff(app: App, deps: StaffDeps): void {
  mountSession(app, deps)
  mountEnrolment(app, deps)
  mountOwnSessions(app, deps)
  mountStaffMembers(app, deps)
  mountAuditLog(app, deps)
}

function mountSession(app: App, deps: StaffDeps): void {
  const { db, now, siteUrl, secondFactor } = deps

  mountPublic(app, contract.readSession, async ({ context }) => {
    const token = tokenOfRequest(context, siteUrl)
    const session = token === undefined ? null : await resumeSession(db, { token, now: now() })
    return { session: session && (await describeSession(db, session)) }
  })

  mountPublic(app, contract.signIn, async ({ request, context }) => {
    const signedIn = await signInStaff(deps, request, context)
    return signedIn.ok ? { session: await openSession(deps, context, signedIn.value.token) } : signedIn.error
  })

  mountDesk(app, deps, contract.signOut, async ({ staff, actor, context }) => {
    await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      await tx.delete(staffSession).where(eq(staffSession.id, staff.sessionId))
      await record({ act: 'signed out', subject: staff.email })
    })
    clearSessionCookie(context, siteUrl)
    return {}
  })

  mountDesk(app, deps, contract.enterFreshCode, async ({ request, staff }) => {
    const checked = await withCodeLimit(deps, staff.id, async () => {
      const staffMember = await staffMembers.findStaff(db, staff.email)
      const isAccepted = staffMember && (await secondFactor.acceptTotp(db, staffMember, request.code, now()))
      return isAccepted ? staff.sessionId : null
    })
    if (!checked.ok) return checked.error
    if (checked.value === null) return WRONG_CODE
    await markFreshCode(db, checked.value, now())
    return {}
  })
}

const WRONG_CODE: ErrorResponse = errorResponse('wrong-code', 'The code does not match.', {
  code: 'The code does not match, or was used before. Enter the next one.',
})

/** Links are long and random; this only slows down guessing. */
const LINKS_PER_VISITOR = { limit: 60, windowMs: HOUR_MS }

function mountEnrolment(app: App, deps: StaffDeps): void {
  const { db, now, limitScale } = deps
  const checkLimit = (context: AppContext) => {
    const limit = { ...LINKS_PER_VISITOR, limit: LINKS_PER_VISITOR.limit * limitScale, now: now() }
    return checkRateLimit(db, limitKey('staff-link', clientKey(context.get('clientAddress'))), limit)
  }

  mountPublic(app, contract.startEnrolment, async ({ request, context }) => {
    const limitError = await checkLimit(context)
    if (limitError) return limitError
    const opened = await openInvitation(deps, request.token)
    return opened.ok ? opened.value : opened.error
  })

  mountPublic(app, contract.completeEnrolment, async ({ request, context }) => {
    const limitError = await checkLimit(context)
    if (limitError) return limitError
    const enrolled = await enrolStaff(deps, request, context)
    if (!enrolled.ok) return enrolled.error
    const { sessionToken, backupCodes } = enrolled.value
    return { session: await openSession(deps, context, sessionToken), backupCodes }
  })
}

function mountOwnSessions(app: App, deps: StaffDeps): void {
  const { db, now, secondFactor } = deps

  mountDesk(app, deps, contract.readSessions, ({ staff }) => sessionsOf(db, staff, now()))

  mountDesk(app, deps, contract.endSession, async ({ staff, actor, context }) => {
    const id = idOf(context)
    if (id !== null)
      await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
        const ended = await tx
          .delete(staffSession)
          .where(and(eq(staffSession.id, id), eq(staffSession.staffId, staff.id)))
          .returning()
        if (ended.length > 0) await record({ act: 'ended sign-in', subject: staff.email })
      })
    return sessionsOf(db, staff, now())
  })

  mountDesk(app, deps, contract.renewBackupCodes, ({ staff, actor }) =>
    withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      const backupCodes = await secondFactor.renewBackupCodes(tx, staff.id)
      await record({ act: 'renewed backup codes', subject: staff.email })
      return { backupCodes }
    }),
  )

  mountDesk(app, deps, contract.changePassword, async ({ request, staff, actor }) => {
    const { password, newPassword } = request
    const checked = await withCodeLimit(deps, staff.id, async () => {
      const staffMember = await staffMembers.findStaff(db, staff.email)
      const isRight = staffMember && (await verifyPassword({ hash: staffMember.passwordHash, password }))
      return isRight ? hashPassword(newPassword) : null
    })
    if (!checked.ok) return checked.error
    const passwordHash = checked.value
    if (passwordHash === null) return WRONG_PASSWORD
    await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      await tx.update(staffTable).set({ passwordHash }).where(eq(staffTable.id, staff.id))
      await tx
        .delete(staffSession)
        .where(and(eq(staffSession.staffId, staff.id), ne(staffSession.id, staff.sessionId)))
      await record({ act: 'changed password', subject: staff.email })
    })
    return {}
  })
}

const WRONG_PASSWORD: ErrorResponse = errorResponse('wrong-code', 'The current password is incorrect.', {
  password: 'This is not your current password.',
})

function mountStaffMembers(app: App, deps: StaffDeps): void {
  const { db, now, siteUrl } = deps
  type ActResult = Awaited<ReturnType<typeof staffMembers.setRole>>
  const staffAfter = async (acted: ActResult | { readonly ok: true }) =>
    acted.ok ? staffMembers.listStaff(db, now()) : acted.error

  mountDesk(app, deps, contract.readStaff, () => staffMembers.listStaff(db, now()))

  mountDesk(app, deps, contract.invite, async ({ request, actor }) =>
    staffAfter(await staffMembers.inviteStaff({ db, actor, now: now() }, { ...request, siteUrl })),
  )
  mountDesk(app, deps, contract.withdrawInvitation, async ({ actor, context }) => {
    const id = idOf(context)
    return id === null
      ? NOTHING_HERE
      : staffAfter(await staffMembers.deleteInvitation({ db, actor, now: now() }, id))
  })
  mountDesk(app, deps, contract.changeRole, async ({ request, actor, context }) => {
    const id = idOf(context)
    return id === null
      ? NOTHING_HERE
      : staffAfter(await staffMembers.setRole({ db, actor, now: now() }, id, request.role))
  })
  mountDesk(app, deps, contract.changeAccess, async ({ request, actor, context }) => {
    const id = idOf(context)
    return id === null
      ? NOTHING_HERE
      : staffAfter(await staffMembers.setAccess({ db, actor, now: now() }, id, request.isDisabled))
  })
  mountDesk(app, deps, contract.endSessionsOf, async ({ actor, context }) => {
    const id = idOf(context)
    return id === null
      ? NOTHING_HERE
      : staffAfter(await staffMembers.endAllSessions({ db, actor, now: now() }, id))
  })
}

const NOTHING_HERE = errorResponse('not-found', 'There is nothing here.')

function mountAuditLog(app: App, deps: StaffDeps): void {
  const { db, fromReplica } = deps
  // The first page must include the user's latest act.
  mountDesk(app, deps, contract.searchAuditLog, ({ request }) =>
    request.olderThan === null
      ? findEntries(db, request)
      : fromReplica((reads) => findEntries(reads, request)),
  )
  mountDesk(app, deps, contract.summarizeAuditLog, () => summarizeLog(db, deps.now()))
  mountDesk(app, deps, contract.verifyAuditLog, () => fromReplica(verifyChain))
}

/** PostgreSQL rejects malformed ids with an error. */
function idOf(context: AppContext): string | null {
  const id = context.req.param('id') ?? ''
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id : null
}

async function openSession({ db, now, siteUrl }: DeskDeps, context: AppContext, token: string) {
  const session = await resumeSession(db, { token, now: now() })
  if (!session) throw new Error('A new session has ended already')
  setSessionCookie(context, token, siteUrl)
  return describeSession(db, session)
}

async function describeSession(db: Database, session: SignedInStaff): Promise<contract.DeskSession> {
  const { id, email, name, role, expiresAt } = session
  const [codes] = await db
    .select({ left: count() })
    .from(staffBackupCode)
    .where(eq(staffBackupCode.staffId, id))
  // Object.keys forgets the key type.
  const permissions = Object.keys(PERMISSIONS) as Permission[]
  return {
    staff: { id, email, name, role },
    permissions: permissions.filter((permission) => isPermitted(role, permission)),
    expiresAt: expiresAt.toISOString(),
    backupCodesLeft: codes?.left ?? 0,
  }
}

async function sessionsOf(
  db: Database,
  { id, sessionId }: SignedInStaff,
  now: Date,
): Promise<contract.Sessions> {
  const sessions = await activeSessionsOf(db, id, now)
  return {
    sessions: sessions.map(({ id: each, createdAt, lastSeenAt, userAgent, ip }) => ({
      id: each,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      userAgent,
      ip,
      isCurrent: each === sessionId,
    })),
  }
}
