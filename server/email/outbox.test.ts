import { randomInt, randomUUID } from 'node:crypto'
import { inArray, like } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { mailOutbox } from '#server/db/schema.ts'
import { purge } from '#server/jobs/purge.ts'
import { createLog } from '#server/log.ts'
import { openTestDatabase } from '#server/testing.ts'
import {
  createEmailSender,
  queueEmail,
  sendDueEmails,
  type EmailMessage,
  type EmailSender,
} from './outbox.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
}, 60_000)
afterAll(() => database.close())

/** The mail server of the other side: it keeps what it takes, and refuses when told to. */
interface Office {
  readonly url: string
  readonly received: string[]
  refusesWith: number | null
  /** Happens while the sender waits for the answer. */
  onLetter: () => Promise<null>
  close(): Promise<void>
}
async function openOffice(): Promise<Office> {
  const office = {
    received: [] as string[],
    refusesWith: null as number | null,
    onLetter: async () => null,
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
        if (office.refusesWith !== null)
          return done(Object.assign(new Error('Refused'), { responseCode: office.refusesWith }))
        office.received.push(Buffer.concat(chunks).toString())
        void (async () => done(await office.onLetter()))()
      })
    },
  })
  server.on('error', () => {})
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return Object.assign(office, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

let office: Office
let mailer: EmailSender
/** Every test lives at a time of its own, long ago, so that letters of others are never due. */
let at: Date
let mark: string
const logged: string[] = []
const log = createLog('debug', (line) => logged.push(line))

beforeEach(async () => {
  office = await openOffice()
  mailer = createEmailSender({ smtpUrl: office.url, from: 'Swarnika Jewellers <care@swarnika.example>' })
  at = new Date(Date.UTC(1995, 4, 10) + randomInt(1_000_000_000))
  mark = randomUUID()
  logged.length = 0
})
afterEach(async () => {
  mailer.close()
  await office.close()
  await database.db.delete(mailOutbox).where(like(mailOutbox.dedupeKey, `%:${mark}%`))
})

const send = () => sendDueEmails({ db: database.db, mailer, log, now: () => at })
const pass = (ms: number) => {
  at = new Date(at.getTime() + ms)
}

const letterFor = (dedupeKey: string): EmailMessage => ({
  dedupeKey: `${dedupeKey}:${mark}`,
  recipient: 'asha@example.in',
  subject: 'Your jhumka – ₹1,450.00',
  text: 'Namaste',
  html: '<p>Namaste</p>',
})
const queue = (letter: EmailMessage) => queueEmail(database.db, { ...letter, now: at })

async function rowOf(dedupeKey: string) {
  const [row] = await database.db
    .select()
    .from(mailOutbox)
    .where(inArray(mailOutbox.dedupeKey, [`${dedupeKey}:${mark}`]))
  return row
}

describe('a letter', () => {
  test('goes out once, however often its occasion is met', async () => {
    await queue(letterFor('order-confirmation'))
    await queue(letterFor('order-confirmation'))
    expect(await send()).toBe(1)
    await queue(letterFor('order-confirmation'))
    expect(await send()).toBe(0)
    expect(office.received).toHaveLength(1)
  })

  test('is forgotten thirty days after it was sent, and never before', async () => {
    await queue(letterFor('order-confirmation'))
    await send()
    pass(29 * 24 * 60 * MINUTE_MS)
    await purge(database.db, 'mail', at)
    expect(await rowOf('order-confirmation')).toMatchObject({ recipient: 'asha@example.in' })
    await queue(letterFor('refund'))
    pass(2 * 24 * 60 * MINUTE_MS)
    await purge(database.db, 'mail', at)
    expect([await rowOf('order-confirmation'), await rowOf('refund')]).toMatchObject([
      undefined,
      { sentAt: null },
    ])
  })

  test('is not forgotten while it waits to be sent', async () => {
    await queue(letterFor('order-confirmation'))
    await purge(database.db, 'mail', new Date(at.getTime() + 40 * 24 * 60 * MINUTE_MS))
    expect(await rowOf('order-confirmation')).toMatchObject({ sentAt: null })
  })

  test('is not sent when the transaction that gave the reason is rolled back', async () => {
    const failed = database.db.transaction(async (tx) => {
      await queueEmail(tx, { ...letterFor('order-confirmation'), now: at })
      tx.rollback()
    })
    await expect(failed).rejects.toThrow('Rollback')
    expect(await send()).toBe(0)
  })

  test('has sender, recipient, subject, both texts, and a Message-ID of its occasion', async () => {
    await queue(letterFor('order-confirmation'))
    await send()
    const [raw = ''] = office.received
    expect(raw).toMatch(/^From: Swarnika Jewellers <care@swarnika\.example>\r$/m)
    expect(raw).toMatch(/^To: asha@example\.in\r$/m)
    expect(raw).toMatch(/^Message-ID: <[0-9a-f]{40}@swarnika\.example>\r$/m)
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(raw).toMatch(/^Content-Type: text\/plain/m)
    expect(raw).toMatch(/^Content-Type: text\/html/m)
    expect(raw).not.toMatch(/^(Reply-To|List-Unsubscribe)/m)
  })

  test('says where an answer goes, and how to unsubscribe by one click', async () => {
    await queue({
      ...letterFor('newsletter'),
      replyTo: 'rohan@example.in',
      unsubscribeUrl: 'https://shop.example/u?token=1',
    })
    await send()
    const [raw = ''] = office.received
    expect(raw).toMatch(/^Reply-To: rohan@example\.in\r$/m)
    expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/shop\.example\/u\?token=1>\r$/m)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  })

  test('cannot smuggle in headers or recipients', async () => {
    await queue({
      ...letterFor('contact'),
      subject: 'Message from A\r\nBcc: everybody@example.in',
      replyTo: 'a@b.in\r\nBcc: everybody@example.in',
    })
    await send()
    expect(office.received[0]).not.toMatch(/^Bcc:/im)
  })

  test('leaves its words behind once it is sent, and only then', async () => {
    await queue(letterFor('password-reset'))
    expect((await rowOf('password-reset'))?.text).toBe('Namaste')
    await send()
    const row = await rowOf('password-reset')
    expect([row?.text, row?.html, row?.sentAt, row?.nextAttemptAt]).toEqual(['', '', at, null])
  })
})

describe('a mail server that fails', () => {
  test('is asked again later and later, and gets the letter in the end', async () => {
    await queue(letterFor('order-confirmation'))
    office.refusesWith = 451
    expect(await send()).toBe(0)
    pass(MINUTE_MS - 1)
    office.refusesWith = null
    expect(await send()).toBe(0)
    pass(1)
    office.refusesWith = 451
    await send()
    pass(2 * MINUTE_MS - 1)
    office.refusesWith = null
    expect(await send()).toBe(0)
    pass(1)
    expect(await send()).toBe(1)
    expect(office.received).toHaveLength(1)
  })

  test('is asked no more after twelve times over about a day, and somebody is told', async () => {
    await queue(letterFor('order-confirmation'))
    const first = at.getTime()
    office.refusesWith = 554
    for (let attempt = 1; attempt <= 12; attempt++) {
      const row = await rowOf('order-confirmation')
      at = row?.nextAttemptAt ?? at
      await send()
    }
    expect((await rowOf('order-confirmation'))?.nextAttemptAt).toBeNull()
    // 1 + 2 + 4 + … + 256 minutes, then twice six hours.
    expect(at.getTime() - first).toBe((511 + 2 * 360) * MINUTE_MS)
    expect(logged.at(-1)).toContain('"level":"error","what":"email abandoned","kind":"order-confirmation"')
  })

  test('does not keep the next letter waiting when it refuses one', async () => {
    await queue(letterFor('first'))
    pass(1)
    await queue(letterFor('second'))
    office.refusesWith = 554
    await send()
    expect((await rowOf('first'))?.attempts).toBe(1)
    expect((await rowOf('second'))?.attempts).toBe(1)
  })

  test('that cannot be reached is not asked for every letter', async () => {
    await queue(letterFor('first'))
    pass(1)
    await queue(letterFor('second'))
    await office.close()
    expect(await send()).toBe(0)
    expect((await rowOf('first'))?.attempts).toBe(1)
    expect((await rowOf('second'))?.attempts).toBe(0)
    office = await openOffice()
  })
})

describe('several servers', () => {
  test('never send the same letter', async () => {
    for (let count = 1; count <= 8; count++) await queue(letterFor(`order-${count}`))
    const sent = await Promise.all([send(), send(), send()])
    expect(sent.reduce((sum, count) => sum + count)).toBe(8)
    expect(new Set(office.received.map((raw) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])).size).toBe(8)
    expect(office.received).toHaveLength(8)
  })

  test('let the database go on while one talks to the mail server', async () => {
    await queue(letterFor('order-confirmation'))
    let seen: Date | null | undefined
    office.onLetter = async () => {
      seen = (await rowOf('order-confirmation'))?.nextAttemptAt
      return null
    }
    await send()
    expect(seen?.getTime()).toBe(at.getTime() + 5 * MINUTE_MS)
  })

  test('take over a letter whose server died while sending, with the same Message-ID', async () => {
    await queue(letterFor('order-confirmation'))
    const dies: EmailSender = {
      send: async (letter) => {
        await mailer.send(letter)
        throw new Died()
      },
      close: () => {},
    }
    await sendDueEmails({ db: dying(database.db), mailer: dies, log, now: () => at }).catch(() => {})
    pass(5 * MINUTE_MS - 1)
    expect(await send()).toBe(0)
    pass(1)
    expect(await send()).toBe(1)
    const [one, two] = office.received.map((raw) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])
    expect(two).toBe(one)
  })
})

class Died extends Error {}

/** A database that a server loses after its first statement, as when its process is killed. */
function dying(db: OpenDatabase['db']): OpenDatabase['db'] {
  let statements = 0
  return new Proxy(db, {
    get(target, name, receiver) {
      if (name === 'update' && ++statements > 1) throw new Died()
      return Reflect.get(target, name, receiver)
    },
  })
}

test('no address, subject or word of a letter is written to the log', async () => {
  await queue(letterFor('order-confirmation'))
  office.refusesWith = 550
  await send()
  pass(MINUTE_MS)
  office.refusesWith = null
  await send()
  for (const secret of ['asha@', 'jhumka', 'Namaste', mark]) expect(logged.join('')).not.toContain(secret)
})
