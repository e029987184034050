/** Staff accounts, separate from those of customers, and the audit log. */
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '#domain/permissions.ts'
import { timestamptz } from './columns.ts'

const roleColumn = () => text('role', { enum: ROLES }).notNull()

export const staff = pgTable('staff', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  role: roleColumn(),
  passwordHash: text('password_hash').notNull(),
  totpSecret: text('totp_secret').notNull(),
  /** The time step of the last accepted code, so that none is accepted twice. */
  totpStep: integer('totp_step').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  disabledAt: timestamptz('disabled_at'),
})

const staffIdColumn = () =>
  uuid('staff_id')
    .notNull()
    .references(() => staff.id)

/** One-time links that enrol a staff member, or renew password and second factor. */
export const staffInvitation = pgTable(
  'staff_invitation',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Null for the first owner. */
    email: text('email'),
    role: roleColumn(),
    /** Encrypted; created when the link is opened. */
    totpSecret: text('totp_secret'),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('staff_invitation_email_idx').on(table.email)],
)

export const staffSession = pgTable(
  'staff_session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull().unique(),
    staffId: staffIdColumn(),
    createdAt: timestamptz('created_at').notNull(),
    lastSeenAt: timestamptz('last_seen_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** When an app code was last entered; null after a sign-in by a backup code. */
    freshCodeAt: timestamptz('fresh_code_at'),
    userAgent: text('user_agent').notNull(),
    ip: text('ip').notNull(),
  },
  (table) => [
    index('staff_session_staff_idx').on(table.staffId),
    index('staff_session_expires_idx').on(table.expiresAt),
  ],
)

/** Deleted once used. */
export const staffBackupCode = pgTable(
  'staff_backup_code',
  {
    staffId: staffIdColumn(),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.codeHash] })],
)

/**
 * Append-only, by a trigger. Each entry has the hash of its content and of the previous entry
 * (server/desk/audit-log.ts).
 */
export const auditLog = pgTable('audit_log', {
  number: bigint('number', { mode: 'number' }).primaryKey(),
  at: timestamptz('at').notNull(),
  /** Null for an act of the command line. */
  staffId: uuid('staff_id').references(() => staff.id),
  actor: text('actor').notNull(),
  act: text('act').notNull(),
  subject: text('subject').notNull(),
  before: jsonb('before').$type<LoggedState>(),
  after: jsonb('after').$type<LoggedState>(),
  ip: text('ip'),
  hash: text('hash').notNull(),
})

export type LoggedState = Readonly<Record<string, unknown>> | null

/** What the owner has confirmed of the opening list (domain/opening-list.ts). */
export const openingConfirmation = pgTable('opening_confirmation', {
  id: text('id').primaryKey(),
  /** An e-mail address. */
  confirmedBy: text('confirmed_by').notNull(),
  confirmedAt: timestamptz('confirmed_at').notNull(),
})
