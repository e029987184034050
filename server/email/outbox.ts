/**
 * The outbox: a letter is written in the transaction that gives the reason for it, and sent afterwards by whichever
 * server is free. No transaction is open while the mail server is talked to.
 *
 * A letter goes out at least once. A crash after the mail server took it and before that is noted sends it again once
 * the lease has run out; both copies carry the same Message-ID, by which mail programs recognise a duplicate.
 */
import { createHash } from 'node:crypto'
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Database, Db } from '#server/db/open.ts'
import { mailOutbox } from '#server/db/schema.ts'
import type { MailSettings } from '#server/env.ts'
import { errorFields, type Log } from '#server/log.ts'
import type { EmailContent } from './templates.ts'

export interface EmailMessage extends EmailContent {
  /** What it is about, `kind:id` (`order-confirmation:SJ-…`): one occasion is one mail. The kind is written to the log. */
  readonly dedupeKey: string
  readonly recipient: string
  /** Where an answer goes, when not to the shop. */
  readonly replyTo?: string | undefined
  /** Address of the one-click unsubscription (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
}

/** Puts a letter in the outbox; a second one for the same occasion is dropped. Takes a transaction or the database. */
export async function queueEmail(db: Db, email: EmailMessage & { readonly now: Date }): Promise<void> {
  const { dedupeKey, recipient, subject, text, html, replyTo, unsubscribeUrl, now } = email
  await db
    .insert(mailOutbox)
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
    })
    .onConflictDoNothing()
}

export interface EmailSender {
  /** Rejects with nodemailer's error when the mail server did not take the letter. */
  send(email: EmailMessage): Promise<void>
  close(): void
}

const SILENCE_MAX_MS = 10_000
const SENDING_MAX_MS = MINUTE_MS

export function createEmailSender({ smtpUrl, from }: MailSettings): EmailSender {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: SILENCE_MAX_MS,
    greetingTimeout: SILENCE_MAX_MS,
    socketTimeout: SILENCE_MAX_MS,
    dnsTimeout: SILENCE_MAX_MS,
    // A letter is what the shop wrote: nothing in it may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ dedupeKey, recipient, subject, text, html, replyTo, unsubscribeUrl }) {
      const sending = transport.sendMail({
        from,
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        replyTo: replyTo === undefined ? undefined : { name: '', address: replyTo },
        messageId: `<${createHash('sha256').update(dedupeKey).digest('hex').slice(0, 40)}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== undefined && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
      await withinTime(sending, SENDING_MAX_MS)
    },
    close() {
      transport.close()
    },
  }
}

async function withinTime(work: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('Too slow'), { code: 'ETIMEDOUT' })), limitMs)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Longer than sending may take, so that a second server never sends what the first still holds. */
const LEASE_MS = 5 * MINUTE_MS
const LETTERS_PER_CALL = 20
/** With the back-off below: over about a day. */
const ATTEMPTS_MAX = 12
const BACK_OFF_FIRST_MS = MINUTE_MS
const BACK_OFF_MAX_MS = 6 * HOUR_MS

interface Sending {
  readonly db: Database
  readonly mailer: EmailSender
  readonly log: Log
  readonly now: () => Date
}

/**
 * Sends the letters that are due, a bounded number of them; gives how many went out, so that a worker goes on at once
 * while there are more. A letter that fails is tried again later and later, and given up after a day.
 */
export async function sendDueEmails({ db, mailer, log, now }: Sending): Promise<number> {
  let sent = 0
  for (let letters = 0; letters < LETTERS_PER_CALL; letters++) {
    const email = await claimDueEmail(db, now())
    if (!email) break
    const kind = email.dedupeKey.split(':', 1)[0]
    try {
      await mailer.send({
        ...email,
        replyTo: email.replyTo ?? undefined,
        unsubscribeUrl: email.unsubscribeUrl ?? undefined,
      })
    } catch (error) {
      const isLast = email.attempts >= ATTEMPTS_MAX
      log[isLast ? 'error' : 'warn'](isLast ? 'mail given up' : 'mail not sent', {
        kind,
        attempts: email.attempts,
        ...errorFields(error),
      })
      await db
        .update(mailOutbox)
        .set({ nextAttemptAt: isLast ? null : new Date(now().getTime() + backOffMs(email.attempts)) })
        .where(eq(mailOutbox.dedupeKey, email.dedupeKey))
      if (isServerUnreachable(error)) break
      continue
    }
    await markSent(db, email.dedupeKey, now())
    sent++
    log.info('mail sent', { kind, attempts: email.attempts })
  }
  return sent
}

/** One due letter, held for LEASE_MS; several servers never get the same. Undefined when none is due. */
async function claimDueEmail(db: Database, now: Date): Promise<typeof mailOutbox.$inferSelect | undefined> {
  const due = db
    .select({ dedupeKey: mailOutbox.dedupeKey })
    .from(mailOutbox)
    .where(and(isNull(mailOutbox.sentAt), lte(mailOutbox.nextAttemptAt, now)))
    .orderBy(mailOutbox.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [email] = await db
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1`, nextAttemptAt: new Date(now.getTime() + LEASE_MS) })
    .where(eq(mailOutbox.dedupeKey, due))
    .returning()
  return email
}

/** The row stays for now, so that the occasion has no second mail; the words go, as they may hold a link or an address. */
async function markSent(db: Database, dedupeKey: string, now: Date): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ sentAt: now, nextAttemptAt: null, text: '', html: '' })
    .where(eq(mailOutbox.dedupeKey, dedupeKey))
}

function backOffMs(attempts: number): number {
  return Math.min(BACK_OFF_FIRST_MS * 2 ** (attempts - 1), BACK_OFF_MAX_MS)
}

const UNREACHABLE = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EAUTH', 'ETLS', 'ECONNREFUSED'])

/** The next letter would fail just the same. */
function isServerUnreachable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNREACHABLE.has(String(error.code))
}
