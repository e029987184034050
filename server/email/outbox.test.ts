import { randomInt, randomUUID } from 'node:crypto'
import { inArray, like } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { INITIAL_PARTICULARS } from '#domain/shop-particulars.ts'
import { MINUTE_MS, DAY_MS } from '#domain/time.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { emailOutbox } from '#server/db/schema.ts'
import { shopParticulars } from '#server/db/shop-schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { purge } from '#server/jobs/purge.ts'
import { createLog } from '#server/log.ts'
import { saveParticulars } from '#server/shop/particulars.ts'
import { portOf } from '#server/testing.ts'
import {
  createEmailSender,
  queueEmail,
  sendDueEmails,
  type EmailMessage,
  type EmailSender,
} from './outbox.ts'
import { renderEmail } from './render-email.ts'

const database = useTestDatabase()

/** A mail server that stores what it accepts, and rejects on request. */
interface MailServer {
  readonly url: string
  readonly received: string[]
  rejectsWith: number | null
  /** Runs while the sender waits for the response. */
  onEmail: () => Promise<null>
  close(): Promise<void>
}
async function startMailServer(): Promise<MailServer> {
  const mailServer = {
    received: [] as string[],
    rejectsWith: null as number | null,
    onEmail: async () => null,
  }
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (mailServer.rejectsWith !== null)
          return done(Object.assign(new Error('Rejected'), { responseCode: mailServer.rejectsWith }))
        mailServer.received.push(Buffer.concat(chunks).toString())
        void (async () => done(await mailServer.onEmail()))()
      })
    },
  })
  server.on('error', () => {})
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve(portOf(listener)))
  })
  return Object.assign(mailServer, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

let mailServer: MailServer
let mailer: EmailSender
/** Every test has its own time, long ago, so that e-mails of other tests are never due. */
let at: Date
let mark: string
const logged: string[] = []
const log = createLog('debug', (line) => logged.push(line))

beforeEach(async () => {
  mailServer = await startMailServer()
  mailer = createEmailSender({ smtpUrl: mailServer.url, from: 'Swarnika Jewellers <care@swarnika.example>' })
  at = new Date(Date.UTC(1995, 4, 10) + randomInt(1_000_000_000))
  mark = randomUUID()
  logged.length = 0
})
afterEach(async () => {
  mailer.close()
  await mailServer.close()
  await database.db.delete(emailOutbox).where(like(emailOutbox.dedupeKey, `%:${mark}%`))
})

const send = () => sendDueEmails({ db: database.db, mailer, log, now: () => at })
const advance = (ms: number) => {
  at = new Date(at.getTime() + ms)
}

const emailFor = (dedupeKey: string): EmailMessage => ({
  dedupeKey: `${dedupeKey}:${mark}`,
  recipient: 'asha@example.in',
  subject: 'Your jhumka – ₹1,450.00',
  text: 'Namaste',
  html: '<p>Namaste</p>',
})
const queue = (email: EmailMessage) => queueEmail(database.db, { ...email, now: at })

async function rowOf(dedupeKey: string) {
  const [row] = await database.db
    .select()
    .from(emailOutbox)
    .where(inArray(emailOutbox.dedupeKey, [`${dedupeKey}:${mark}`]))
  return row
}

describe('an e-mail', () => {
  test('is sent once per dedupe key', async () => {
    await queue(emailFor('order-confirmation'))
    await queue(emailFor('order-confirmation'))
    expect(await send()).toBe(1)
    await queue(emailFor('order-confirmation'))
    expect(await send()).toBe(0)
    expect(mailServer.received).toHaveLength(1)
  })

  test('is purged thirty days after it was sent, and not before', async () => {
    await queue(emailFor('order-confirmation'))
    await send()
    advance(29 * DAY_MS)
    await purge(database.db, 'sentEmails', at)
    expect(await rowOf('order-confirmation')).toMatchObject({ recipient: 'asha@example.in' })
    await queue(emailFor('refund'))
    advance(2 * DAY_MS)
    await purge(database.db, 'sentEmails', at)
    expect([await rowOf('order-confirmation'), await rowOf('refund')]).toMatchObject([
      undefined,
      { sentAt: null },
    ])
  })

  // Shows D38.particulars
  test('ends with the contact details of the day it is sent', async () => {
    const { text, html } = renderEmail('Your order', [{ paragraph: 'It is <!-- foot --> on its way' }])
    const rendered = { ...emailFor('order-confirmation'), text, html }
    await queue(rendered)
    const particulars = { ...INITIAL_PARTICULARS, city: 'Delhi & Noida', phone: '+91 98100 12345' }
    await saveParticulars(database.db, particulars, { by: 'the owner', now: at })
    await send()
    await database.db.delete(shopParticulars)
    const [raw = ''] = mailServer.received
    const message = raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
    expect(message).toContain('on its way\r\n\r\nSwarnika Jewellers, Delhi & Noida\r\n+91 98100 12345')
    expect(message).toContain('Swarnika Jewellers, Delhi &amp; Noida<br>+91 98100 12345')
    expect(message.split('98100 12345')).toHaveLength(3)
  })

  test('of a newsletter is marked as bulk, with one-click unsubscription', async () => {
    const unsubscribeUrl = 'https://swarnika.example/api/newsletter/unsubscribe?token=abc'
    await mailer.send({ ...emailFor('newsletter'), unsubscribeUrl, isBulk: true })
    const [raw = ''] = mailServer.received
    const unfolded = raw.replaceAll(/\r\n[ \t]+/g, ' ')
    expect(unfolded).toContain(`List-Unsubscribe: <${unsubscribeUrl}>\r\n`)
    expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    expect(unfolded).toContain('List-ID: <newsletter.swarnika.example>\r\n')
    expect(unfolded).toContain('Precedence: bulk\r\n')
    expect(unfolded).not.toContain('Auto-Submitted')
  })

  test('is not purged before it is sent', async () => {
    await queue(emailFor('order-confirmation'))
    await purge(database.db, 'sentEmails', new Date(at.getTime() + 40 * DAY_MS))
    expect(await rowOf('order-confirmation')).toMatchObject({ sentAt: null })
  })

  test('is not sent if its transaction is rolled back', async () => {
    const failed = database.db.transaction(async (tx) => {
      await queueEmail(tx, { ...emailFor('order-confirmation'), now: at })
      tx.rollback()
    })
    await expect(failed).rejects.toThrow('Rollback')
    expect(await send()).toBe(0)
  })

  test('has sender, recipient, subject, both texts, and a Message-ID derived from its dedupe key', async () => {
    await queue(emailFor('order-confirmation'))
    await send()
    const [raw = ''] = mailServer.received
    expect(raw).toMatch(/^From: Swarnika Jewellers <care@swarnika\.example>\r$/m)
    expect(raw).toMatch(/^To: asha@example\.in\r$/m)
    expect(raw).toMatch(/^Message-ID: <[0-9a-f]{40}@swarnika\.example>\r$/m)
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(raw).toMatch(/^Content-Type: text\/plain/m)
    expect(raw).toMatch(/^Content-Type: text\/html/m)
    expect(raw).not.toMatch(/^(Reply-To|List-Unsubscribe)/m)
  })

  test('has Reply-To and one-click unsubscription headers', async () => {
    await queue({
      ...emailFor('newsletter'),
      replyTo: 'rohan@example.in',
      unsubscribeUrl: 'https://shop.example/u?token=1',
    })
    await send()
    const [raw = ''] = mailServer.received
    expect(raw).toMatch(/^Reply-To: rohan@example\.in\r$/m)
    expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/shop\.example\/u\?token=1>\r$/m)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  })

  test('cannot inject headers or recipients', async () => {
    await queue({
      ...emailFor('contact'),
      subject: 'Message from A\r\nBcc: everybody@example.in',
      replyTo: 'a@b.in\r\nBcc: everybody@example.in',
    })
    await send()
    expect(mailServer.received[0]).not.toMatch(/^Bcc:/im)
  })

  test('loses its text once it is sent, and only then', async () => {
    await queue(emailFor('password-reset'))
    expect((await rowOf('password-reset'))?.text).toBe('Namaste')
    await send()
    const row = await rowOf('password-reset')
    expect([row?.text, row?.html, row?.sentAt, row?.nextAttemptAt]).toEqual(['', '', at, null])
  })
})

describe('a failing mail server', () => {
  test('is retried at growing intervals until it accepts the e-mail', async () => {
    await queue(emailFor('order-confirmation'))
    mailServer.rejectsWith = 451
    expect(await send()).toBe(0)
    advance(MINUTE_MS - 1)
    mailServer.rejectsWith = null
    expect(await send()).toBe(0)
    advance(1)
    mailServer.rejectsWith = 451
    await send()
    advance(2 * MINUTE_MS - 1)
    mailServer.rejectsWith = null
    expect(await send()).toBe(0)
    advance(1)
    expect(await send()).toBe(1)
    expect(mailServer.received).toHaveLength(1)
  })

  test('is given up after twelve attempts over about a day, with an error in the log', async () => {
    await queue(emailFor('order-confirmation'))
    const first = at.getTime()
    mailServer.rejectsWith = 554
    for (let attempt = 1; attempt <= 12; attempt++) {
      const row = await rowOf('order-confirmation')
      at = row?.nextAttemptAt ?? at
      await send()
    }
    expect((await rowOf('order-confirmation'))?.nextAttemptAt).toBeNull()
    // 1 + 2 + 4 + … + 256 minutes, then twice six hours.
    expect(at.getTime() - first).toBe((511 + 2 * 360) * MINUTE_MS)
    expect(logged.at(-1)).toContain('"level":"error","message":"email abandoned","kind":"order-confirmation"')
  })

  test('does not delay the next e-mail when it rejects one', async () => {
    await queue(emailFor('first'))
    advance(1)
    await queue(emailFor('second'))
    mailServer.rejectsWith = 554
    await send()
    expect((await rowOf('first'))?.attempts).toBe(1)
    expect((await rowOf('second'))?.attempts).toBe(1)
  })

  test('is not tried for every e-mail while it is unreachable', async () => {
    await queue(emailFor('first'))
    advance(1)
    await queue(emailFor('second'))
    await mailServer.close()
    expect(await send()).toBe(0)
    expect((await rowOf('first'))?.attempts).toBe(1)
    expect((await rowOf('second'))?.attempts).toBe(0)
    mailServer = await startMailServer()
  })
})

describe('several servers', () => {
  test('never send the same e-mail', async () => {
    for (let count = 1; count <= 8; count++) await queue(emailFor(`order-${count}`))
    const sent = await Promise.all([send(), send(), send()])
    expect(sent.reduce((sum, count) => sum + count)).toBe(8)
    expect(new Set(mailServer.received.map((raw) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])).size).toBe(8)
    expect(mailServer.received).toHaveLength(8)
  })

  test('do not block the database while one waits for the mail server', async () => {
    await queue(emailFor('order-confirmation'))
    let seen: Date | null | undefined
    mailServer.onEmail = async () => {
      seen = (await rowOf('order-confirmation'))?.nextAttemptAt
      return null
    }
    await send()
    expect(seen?.getTime()).toBe(at.getTime() + 5 * MINUTE_MS)
  })

  test('take over an e-mail of a crashed server, with the same Message-ID', async () => {
    await queue(emailFor('order-confirmation'))
    const crashingMailer: EmailSender = {
      send: async (email) => {
        await mailer.send(email)
        throw new Crash()
      },
      close: () => {},
    }
    await sendDueEmails({ db: crashing(database.db), mailer: crashingMailer, log, now: () => at }).catch(
      () => {},
    )
    advance(5 * MINUTE_MS - 1)
    expect(await send()).toBe(0)
    advance(1)
    expect(await send()).toBe(1)
    const [one, two] = mailServer.received.map((raw) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])
    expect(two).toBe(one)
  })
})

class Crash extends Error {}

/** A database that fails after the transaction of the claim, as when the process is killed. */
function crashing(db: OpenDatabase['db']): OpenDatabase['db'] {
  return new Proxy(db, {
    get(target, name, receiver) {
      if (name === 'update') throw new Crash()
      return Reflect.get(target, name, receiver)
    },
  })
}

test('no address, subject or text of an e-mail is logged', async () => {
  await queue(emailFor('order-confirmation'))
  mailServer.rejectsWith = 550
  await send()
  advance(MINUTE_MS)
  mailServer.rejectsWith = null
  await send()
  for (const secret of ['asha@', 'jhumka', 'Namaste', mark]) expect(logged.join('')).not.toContain(secret)
})
