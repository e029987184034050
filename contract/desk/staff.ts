/** The staff of the shop: enrolment, sign-in, their own sessions, its members, and the audit log. */
import * as z from 'zod/mini'
import { PERMISSIONS, ROLES, type Permission } from '#domain/permissions.ts'
import { PASSWORD_LENGTH_MAX, STAFF_PASSWORD_LENGTH_MIN } from '#domain/shop.ts'
import { NAME_LENGTH_MAX } from '../auth.ts'
import { Email, singleLine } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'

const Done = z.object({})
const Role = z.enum(ROLES)
const Password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH_MAX))
const NewPassword = z.string().check(z.minLength(STAFF_PASSWORD_LENGTH_MIN), z.maxLength(PASSWORD_LENGTH_MAX))
/** Six digits, which apps show in groups. */
const TotpCode = z.string().check(z.trim(), z.regex(/^\d{3} ?\d{3}$/))
/** A code of the app, or one of the backup codes. */
const SecondFactor = z.string().check(z.trim(), z.regex(/^[\w -]{6,20}$/))
const LinkToken = z.string().check(z.regex(/^[\w-]{20,100}$/))

// ── Session ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export const StaffMember = z.object({ id: z.string(), email: z.string(), name: z.string(), role: Role })

export const DeskSession = z.object({
  staff: StaffMember,
  permissions: z.array(z.enum(Object.keys(PERMISSIONS) as Permission[])),
  /** However busy it is, the session ends then. */
  expiresAt: z.string(),
  backupCodesLeft: z.int(),
})
export type DeskSession = z.infer<typeof DeskSession>

export const readSession = deskEndpoint({
  method: 'GET',
  path: '/api/desk/session',
  permission: 'public',
  request: null,
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
  request: null,
  response: Done,
})

/** A fresh code of the app, for what its permission requires one. */
export const enterFreshCode = deskEndpoint({
  method: 'POST',
  path: '/api/desk/fresh-code',
  permission: 'own-account',
  request: z.strictObject({ code: TotpCode }),
  response: Done,
})

// ── Enrolment ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The same secret as long as the link is not used, so that the page can be reloaded. */
export const startEnrolment = deskEndpoint({
  method: 'POST',
  path: '/api/desk/enrolment',
  permission: 'public',
  request: z.strictObject({ token: LinkToken }),
  response: z.object({
    /** Null for the first owner, who states one. */
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
  request: null,
  response: Sessions,
})

export const endSession = deskEndpoint({
  method: 'DELETE',
  path: '/api/desk/sessions/:id',
  permission: 'own-account',
  request: null,
  response: Sessions,
})

/** The earlier ones are void. */
export const renewBackupCodes = deskEndpoint({
  method: 'POST',
  path: '/api/desk/backup-codes',
  permission: 'own-security',
  request: null,
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
      /** When the last call came; null without a sign-in that lasts. */
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
  request: null,
  response: StaffList,
})

/** Again for a staff member: a new password and second factor, in the same role. */
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
  request: null,
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
  request: null,
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
  /** Older entries are asked for by this number; absent if there are none. */
  olderThan: z.optional(z.int()),
})
export type AuditLogPage = z.infer<typeof AuditLogPage>

/** What the log is narrowed to. */
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

/** A POST, so that no e-mail address enters an address or a log. */
export const searchAuditLog = deskEndpoint({
  method: 'POST',
  path: '/api/desk/audit-log/search',
  permission: 'read-audit-log',
  request: z.strictObject({
    /** Part of an act, or of whom did it or it concerns: an e-mail address, an order number. */
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
  /** When the first was written; null without one. */
  since: z.nullable(z.string()),
  /** Acts since midnight in India, and how many people did them. */
  today: z.object({ acts: z.int(), people: z.int() }),
})
export type AuditLogSummary = z.infer<typeof AuditLogSummary>

export const summarizeAuditLog = deskEndpoint({
  method: 'GET',
  path: '/api/desk/audit-log/summary',
  permission: 'read-audit-log',
  request: null,
  response: AuditLogSummary,
})

export const verifyAuditLog = deskEndpoint({
  method: 'GET',
  path: '/api/desk/audit-log/verification',
  permission: 'read-audit-log',
  request: null,
  response: z.object({
    entries: z.int(),
    /** The first entry that was changed, or that follows a missing one; null if the chain is whole. */
    brokenAt: z.nullable(z.int()),
    /** The hash of the newest entry that was verified. */
    hash: z.string(),
  }),
})
