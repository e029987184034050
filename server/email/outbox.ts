/**
 * The outbox: an e-mail is written in the transaction that causes it, and sent afterwards by any server, without an
 * open transaction. Delivery is at least once: after a crash between sending and recording, the e-mail is sent again
 * with the same Message-ID, by which mail programs recognize duplicates.
 */
import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Transporter } from 'nodemailer'
import { contactOf } from '#domain/shop-particulars.ts'
import { addMs, backOffMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Database, Db } from '#server/db/open.ts'
import { claimDue } from '#server/db/queue.ts'
import { emailOutbox } from '#server/db/schema.ts'
import type { MailSettings } from '#server/env.ts'
import { errorFields, type Log } from '#server/log.ts'
import { loadParticulars } from '#server/shop/particulars.ts'
import { withTimeout } from '#server/timeout.ts'
import { currentSpan, inSpan } from '#server/tracing.ts'
import { withFoot, type EmailContent } from './render-email.ts'

export interface EmailMessage extends EmailContent {
  /** `kind:id` (`order-confirmation:SJ-…`). The kind is logged. */
  readonly dedupeKey: string
  readonly recipient: string
  readonly replyTo?: string | undefined
  /** Address for one-click unsubscription (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
  /** Written by a person for many recipients (RFC 3834 calls the others automatic). */
  readonly isBulk?: true
}

/** Ignores an e-mail whose dedupe key is known, and returns false. */
export async function queueEmail(db: Db, email: QueuedEmail): Promise<boolean> {
  const queued = await insertEmail(db, email).returning({ dedupeKey: emailOutbox.dedupeKey })
  return queued.length > 0
}

export interface QueuedEmail extends EmailMessage {
  readonly now: Date
}

/** For writeTogether. */
export function insertEmail(db: Db, email: QueuedEmail) {
  const { dedupeKey, recipient, subject, text, html, replyTo, unsubscribeUrl, now } = email
  return db
    .insert(emailOutbox)
    .values({
      dedupeKey,
      recipient,
      subject,
      text,
      html,
      replyTo,
      unsubscribeUrl,
      createdAt: now,
      nextAttemptAt: now,
      traceparent: currentSpan()?.traceparent,
    })
    .onConflictDoNothing()
}

export interface EmailSender {
  /** Rejects with nodemailer's error if the mail server did not accept the e-mail. */
  send(email: EmailMessage): Promise<void>
  close(): void
}

const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }
const SOCKET_TIMEOUT_MS = 10 * SECOND_MS
const SEND_TIMEOUT_MS = MINUTE_MS

export function createEmailSender({ smtpUrl, from }: MailSettings): EmailSender {
  /** Loaded with the first e-mail: a tenth of the code that the server would otherwise load at startup. */
  let transport: Transporter | null = null
  const openTransport = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return (transport ??= createTransport({
      url: smtpUrl,
      connectionTimeout: SOCKET_TIMEOUT_MS,
      greetingTimeout: SOCKET_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      dnsTimeout: SOCKET_TIMEOUT_MS,
      // E-mail content must not make the server read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    }))
  }
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ dedupeKey, recipient, subject, text, html, replyTo, unsubscribeUrl, isBulk }) {
      const opened = await openTransport()
      const sending = opened.sendMail({
        from,
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        replyTo: replyTo === undefined ? undefined : { name: '', address: replyTo },
        messageId: `<${createHash('sha256').update(dedupeKey).digest('hex').slice(0, 40)}@${domain}>`,
        headers: {
          ...(isBulk ? { Precedence: 'bulk', 'List-Id': `<newsletter.${domain}>` } : AUTOMATIC),
          ...(unsubscribeUrl !== undefined && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
      if ((await withTimeout(sending, SEND_TIMEOUT_MS)) === null)
        throw Object.assign(new Error('Too slow'), { code: 'ETIMEDOUT' })
    },
    close() {
      transport?.close()
    },
  }
}

/** Longer than sending may take. */
const LEASE_MS = 5 * MINUTE_MS
const EMAILS_PER_RUN = 20
const BACK_OFF = { firstMs: MINUTE_MS, maxMs: 6 * HOUR_MS }
/** With the back-off, about a day. */
const ATTEMPTS_MAX = 12

interface OutboxDeps {
  readonly db: Database
  readonly mailer: EmailSender
  readonly log: Log
  readonly now: () => Date
}

/** Returns the number of e-mails sent. */
export async function sendDueEmails({ db, mailer, log, now }: OutboxDeps): Promise<number> {
  const queue = { table: emailOutbox, isOpen: isNull(emailOutbox.sentAt), limit: 1, leaseMs: LEASE_MS }
  let sent = 0
  for (let count = 0; count < EMAILS_PER_RUN; count++) {
    const [email] = await claimDue(db, queue, now())
    if (!email) break
    const kind = email.dedupeKey.split(':', 1)[0]
    const complete = withFoot(email, contactOf(await loadParticulars(db)))
    try {
      await inSpan(
        () => ({ name: `email ${kind}`, kind: 'client', causedBy: [email.traceparent] }),
        () =>
          mailer.send({
            ...complete,
            replyTo: complete.replyTo ?? undefined,
            unsubscribeUrl: complete.unsubscribeUrl ?? undefined,
          }),
      )
    } catch (error) {
      const isLast = email.attempts >= ATTEMPTS_MAX
      log[isLast ? 'error' : 'warn'](isLast ? 'email abandoned' : 'email failed', {
        kind,
        attempts: email.attempts,
        ...errorFields(error),
      })
      await db
        .update(emailOutbox)
        .set({ nextAttemptAt: isLast ? null : addMs(now(), backOffMs(BACK_OFF, email.attempts - 1)) })
        .where(eq(emailOutbox.dedupeKey, email.dedupeKey))
      // The next e-mail would fail as well.
      if (isServerUnreachable(error)) break
      continue
    }
    await markSent(db, email.dedupeKey, now())
    sent++
    log.info('email sent', { kind, attempts: email.attempts })
  }
  return sent
}

/**
 * Erases sender and recipient addresses, given in lower case. The rows stay for their dedupe keys; waiting e-mails are
 * deleted.
 */
export async function eraseEmails(tx: Db, addresses: readonly string[], erased: string): Promise<void> {
  const isAbout = or(
    inArray(sql`lower(${emailOutbox.recipient})`, [...addresses]),
    inArray(sql`lower(${emailOutbox.replyTo})`, [...addresses]),
  )
  await tx.delete(emailOutbox).where(and(isAbout, isNull(emailOutbox.sentAt)))
  await tx
    .update(emailOutbox)
    .set({ recipient: erased, replyTo: null, unsubscribeUrl: null, subject: '' })
    .where(isAbout)
}

/** Keeps the row for its dedupe key and deletes the text, which may hold a link or an address. */
async function markSent(db: Database, dedupeKey: string, now: Date): Promise<void> {
  await db
    .update(emailOutbox)
    .set({ sentAt: now, nextAttemptAt: null, text: '', html: '' })
    .where(eq(emailOutbox.dedupeKey, dedupeKey))
}

const UNREACHABLE = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EAUTH', 'ETLS', 'ECONNREFUSED'])

export function isServerUnreachable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNREACHABLE.has(String(error.code))
}

const NEVER_CONNECTED = new Set(['EDNS', 'ETLS', 'EAUTH'])
const BEFORE_GREETING = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT'])

/** False if the mail server may have the e-mail: the connection was lost, or no response came. */
export function isCertainlyNotSent(error: unknown): boolean {
  const { responseCode, code, syscall, timeoutType }: SmtpError = Object(error)
  return (
    typeof responseCode === 'number' ||
    syscall === 'connect' ||
    NEVER_CONNECTED.has(String(code)) ||
    BEFORE_GREETING.has(String(timeoutType))
  )
}

/** The mail server will never accept an e-mail to this address (RFC 5321). */
export function isRejectedForGood(error: unknown): boolean {
  const { responseCode, command }: SmtpError = Object(error)
  return typeof responseCode === 'number' && responseCode >= PERMANENT_FROM && command !== 'MAIL FROM'
}
const PERMANENT_FROM = 500

/** Fields that nodemailer adds to an error. */
interface SmtpError {
  readonly responseCode?: unknown
  readonly code?: unknown
  readonly syscall?: unknown
  readonly timeoutType?: unknown
  readonly command?: unknown
}
