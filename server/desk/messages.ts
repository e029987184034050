/** Messages of the contact form, and undelivered e-mails, as the desk handles them. */
import { and, desc, eq, gt, gte, isNotNull, isNull, like, not, sql, type SQL } from 'drizzle-orm'
import type * as contract from '#contract/desk/messages.ts'
import { maskEmail } from '#domain/mask.ts'
import { isPermitted, type Role } from '#domain/permissions.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { contactMessage, emailOutbox } from '#server/db/schema.ts'
import { loadStaffNames, type NameOfStaff } from './staff-names.ts'

const MESSAGES_PER_PAGE = 20
const EMAILS_MAX = 100
const EMAILS_MS = 30 * DAY_MS

type MessageRow = typeof contactMessage.$inferSelect

const IS_IN_VIEW: Readonly<Record<contract.MessageView, SQL>> = {
  'to answer': isNull(contactMessage.answeredAt),
  answered: isNotNull(contactMessage.answeredAt),
}

export function countUnanswered(db: Db): Promise<number> {
  return db.$count(contactMessage, IS_IN_VIEW['to answer'])
}

export async function findMessages(
  db: Db,
  view: contract.MessageView,
  olderThan: string | null,
  role: Role,
): Promise<{ messages: contract.DeskMessage[]; olderThan?: string }> {
  const before = db
    .select({ at: contactMessage.createdAt, id: contactMessage.id })
    .from(contactMessage)
    .where(eq(contactMessage.id, olderThan ?? ''))
  const rows = await db
    .select()
    .from(contactMessage)
    .where(
      and(
        IS_IN_VIEW[view],
        olderThan === null ? undefined : sql`(${contactMessage.createdAt}, ${contactMessage.id}) < ${before}`,
      ),
    )
    .orderBy(desc(contactMessage.createdAt), desc(contactMessage.id))
    .limit(MESSAGES_PER_PAGE + 1)
  const nameOf = await loadStaffNames(db, role)
  const messages = rows.slice(0, MESSAGES_PER_PAGE).map((row) => toDeskMessage(row, nameOf))
  return {
    messages,
    ...(rows.length > MESSAGES_PER_PAGE && { olderThan: messages.at(-1)?.id }),
  }
}

export async function lockMessage(tx: Db, id: string): Promise<MessageRow | undefined> {
  const [row] = await tx.select().from(contactMessage).where(eq(contactMessage.id, id)).for('update')
  return row
}

export function setAnswered(
  tx: Db,
  id: string,
  answered: { readonly at: Date; readonly by: string } | null,
): Promise<MessageRow> {
  return tx
    .update(contactMessage)
    .set({ answeredAt: answered?.at ?? null, answeredBy: answered?.by ?? null })
    .where(eq(contactMessage.id, id))
    .returning()
    .then(expectRow)
}

export function toDeskMessage(row: MessageRow, nameOf: NameOfStaff): contract.DeskMessage {
  const { id, name, email, message, createdAt, answeredAt, answeredBy } = row
  return {
    id,
    name,
    email,
    message,
    createdAt: createdAt.toISOString(),
    answered: answeredAt && { at: answeredAt.toISOString(), by: nameOf(answeredBy ?? '') },
  }
}

/** Customers request a new link; staff cannot resend this e-mail. */
const isPasswordReset = like(emailOutbox.dedupeKey, 'password-reset:%')
const isUndelivered = and(isNull(emailOutbox.sentAt), gt(emailOutbox.attempts, 0), not(isPasswordReset))

export async function findUndeliveredEmails(
  db: Db,
  role: Role,
  now: Date,
): Promise<contract.UndeliveredEmail[]> {
  const rows = await db
    .select()
    .from(emailOutbox)
    .where(and(isUndelivered, gte(emailOutbox.createdAt, addMs(now, -EMAILS_MS))))
    .orderBy(desc(emailOutbox.createdAt))
    .limit(EMAILS_MAX)
  return rows.map(({ dedupeKey, recipient, subject, createdAt, nextAttemptAt }) => ({
    key: dedupeKey,
    recipient: isPermitted(role, 'read-customers') ? recipient : maskEmail(recipient),
    subject,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }))
}

/** Returns false if the shop has not given up on this e-mail: it was sent, or will be retried. */
export async function retryAbandonedEmail(tx: Db, key: string, now: Date): Promise<boolean> {
  const retried = await tx
    .update(emailOutbox)
    .set({ attempts: 0, nextAttemptAt: now })
    .where(and(eq(emailOutbox.dedupeKey, key), isUndelivered, isNull(emailOutbox.nextAttemptAt)))
    .returning({ key: emailOutbox.dedupeKey })
  return retried.length > 0
}
