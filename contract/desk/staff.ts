/** The staff: enrolment, sign-in, own sessions, members, and the audit log. */
import * as z from 'zod/mini'
import { PERMISSIONS, ROLES, type Permission } from '#domain/permissions.ts'
import { NAME_LENGTH_MAX, PASSWORD_LENGTH_MAX, STAFF_PASSWORD_LENGTH_MIN } from '#domain/limits.ts'
import { Email, singleLine } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'

const Done = z.object({})
const Role = z.enum(ROLES)
const Password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH_MAX))
const NewPassword = z.string().check(z.minLength(STAFF_PASSWORD_LENGTH_MIN), z.maxLength(PASSWORD_LENGTH_MAX))
/** Six digits, which apps show in groups. */
const TotpCode = z.string().check(z.trim(), z.regex(/^\d{3} ?\d{3}$/))
/** An app code or a backup code. */
const SecondFactor = z.string().check(z.trim(), z.regex(/^[\w -]{6,20}$/))
const LinkToken = z.string().check(z.regex(/^[\w-]{20,100}$/))

// ── Session ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export const StaffMember = z.object({ id: z.string(), email: z.string(), name: z.string(), role: Role })

export const DeskSession = z.object({
  staff: StaffMember,
  permissions: z.array(z.enum(Object.keys(PERMISSIONS) as Permission[])),
  /** The session ends then, however active it is. */
  expiresAt: z.string(),
  backupCodesLeft: z.int(),
})
export type DeskSession = z.infer<typeof DeskSession>

export const readSession = deskEndpoint({
  method: 'GET',
  path: '/api/desk/session',
  permission: 'public',
  response: z.object({ session: z.nullable(DeskSession) }),
})

export const signIn = deskEndpoint({
  method: 'POST',
  path: '/api/desk/sign-in',
  permission: 'public',
  request: z.strictObject({ email: Email, password: Password, code: SecondFactor }),
  response: z.object({ session: DeskSession }),
})

export const signOut = deskEndpoint({
  method: 'POST',
  path: '/api/desk/sign-out',
  permission: 'own-account',
  response: Done,
})

/** A fresh app code, for permissions that require one. */
export const enterFreshCode = deskEndpoint({
  method: 'POST',
  path: '/api/desk/fresh-code',
  permission: 'own-account',
  request: z.strictObject({ code: TotpCode }),
  response: Done,
})

// ── Enrolment ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The same secret until the link is used, so that the page can be reloaded. */
export const startEnrolment = deskEndpoint({
  method: 'POST',
  path: '/api/desk/enrolment',
  permission: 'public',
  request: z.strictObject({ token: LinkToken }),
  response: z.object({
    /** Null for the first owner, who enters one. */
    email: z.nullable(z.string()),
    role: Role,
    /** Base32. */
    secret: z.string(),
  }),
})

export const completeEnrolment = deskEndpoint({
  method: 'POST',
  path: '/api/desk/enrolment/complete',
  permission: 'public',
  request: z.strictObject({
    token: LinkToken,
    email: Email,
    name: singleLine(NAME_LENGTH_MAX).check(z.minLength(1)),
    password: NewPassword,
    code: TotpCode,
  }),
  response: z.object({ session: DeskSession, backupCodes: z.array(z.string()) }),
})

// ── My sessions ──────────────────────────────────────────────────────────────────────────────────────────────────────

const Sessions = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      lastSeenAt: z.string(),
      userAgent: z.string(),
      ip: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
})
export type Sessions = z.infer<typeof Sessions>

export const readSessions = deskEndpoint({
  method: 'GET',
  path: '/api/desk/sessions',
  permission: 'own-account',
  response: Sessions,
})

export const endSession = deskEndpoint({
  method: 'DELETE',
  path: '/api/desk/sessions/:id',
  permission: 'own-account',
  response: Sessions,
})

/** Earlier codes become void. */
export const renewBackupCodes = deskEndpoint({
  method: 'POST',
  path: '/api/desk/backup-codes',
  permission: 'own-security',
  response: z.object({ backupCodes: z.array(z.string()) }),
})

/** Ends all other sessions. */
export const changePassword = deskEndpoint({
  method: 'POST',
  path: '/api/desk/password',
  permission: 'own-security',
  request: z.strictObject({ password: Password, newPassword: NewPassword }),
  response: Done,
})

// ── Staff ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const StaffList = z.object({
  staff: z.array(
    z.object({
      ...StaffMember.shape,
      isDisabled: z.boolean(),
      /** Time of the last call; null without an active session. */
      lastSeenAt: z.nullable(z.string()),
      sessions: z.int(),
    }),
  ),
  invitations: z.array(z.object({ id: z.string(), email: z.string(), role: Role, expiresAt: z.string() })),
})
export type StaffList = z.infer<typeof StaffList>

export const readStaff = deskEndpoint({
  method: 'GET',
  path: '/api/desk/staff',
  permission: 'read-staff',
  response: StaffList,
})

/** For an existing staff member: a new password and second factor, in the same role. */
export const invite = deskEndpoint({
  method: 'POST',
  path: '/api/desk/invitations',
  permission: 'change-staff',
  request: z.strictObject({ email: Email, role: Role }),
  response: StaffList,
})

export const withdrawInvitation = deskEndpoint({
  method: 'DELETE',
  path: '/api/desk/invitations/:id',
  permission: 'change-staff',
  response: StaffList,
})

export const changeRole = deskEndpoint({
  method: 'PUT',
  path: '/api/desk/staff/:id/role',
  permission: 'change-staff',
  request: z.strictObject({ role: Role }),
  response: StaffList,
})

/** A disabled staff member is signed out at once. */
export const changeAccess = deskEndpoint({
  method: 'PUT',
  path: '/api/desk/staff/:id/access',
  permission: 'change-staff',
  request: z.strictObject({ isDisabled: z.boolean() }),
  response: StaffList,
})

export const endSessionsOf = deskEndpoint({
  method: 'DELETE',
  path: '/api/desk/staff/:id/sessions',
  permission: 'change-staff',
  response: StaffList,
})

// ── Audit log ────────────────────────────────────────────────────────────────────────────────────────────────────────

const LoggedState = z.nullable(z.record(z.string(), z.unknown()))

const AuditLogPage = z.object({
  /** Newest first. */
  entries: z.array(
    z.object({
      number: z.int(),
      at: z.string(),
      actor: z.string(),
      act: z.string(),
      subject: z.string(),
      before: LoggedState,
      after: LoggedState,
      ip: z.nullable(z.string()),
    }),
  ),
  /** Cursor of the next page; absent if there is none. */
  olderThan: z.optional(z.int()),
})
export type AuditLogPage = z.infer<typeof AuditLogPage>

/** Filter of the log. */
export const AUDIT_LOG_KINDS = [
  'all',
  'orders',
  'refunds',
  'customers',
  'collection',
  'offers',
  'stock',
  'books',
  'people',
] as const
export type AuditLogKind = (typeof AUDIT_LOG_KINDS)[number]

/** A POST, so that no e-mail address is in a URL or a log. */
export const searchAuditLog = deskEndpoint({
  method: 'POST',
  path: '/api/desk/audit-log/search',
  permission: 'read-audit-log',
  request: z.strictObject({
    /** Part of an act, its actor or its subject: an e-mail address, an order number. */
    text: singleLine(120),
    kind: z.enum(AUDIT_LOG_KINDS),
    /** The last day, in India; null for today. */
    until: z.nullable(z.iso.date()),
    olderThan: z.nullable(z.int().check(z.gte(1))),
  }),
  response: AuditLogPage,
})

const AuditLogSummary = z.object({
  entries: z.int(),
  /** When the first entry was written; null without one. */
  since: z.nullable(z.string()),
  /** Acts since midnight in India, and the number of people who did them. */
  today: z.object({ acts: z.int(), people: z.int() }),
})
export type AuditLogSummary = z.infer<typeof AuditLogSummary>

export const summarizeAuditLog = deskEndpoint({
  method: 'GET',
  path: '/api/desk/audit-log/summary',
  permission: 'read-audit-log',
  response: AuditLogSummary,
})

export const verifyAuditLog = deskEndpoint({
  method: 'GET',
  path: '/api/desk/audit-log/verification',
  permission: 'read-audit-log',
  response: z.object({
    entries: z.int(),
    /** The first entry that was changed, or that follows a missing one; null if the chain is whole. */
    brokenAt: z.nullable(z.int()),
    /** The hash of the newest entry that was verified. */
    hash: z.string(),
  }),
})
