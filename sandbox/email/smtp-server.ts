/** An SMTP server that takes every message and delivers none: they stay in the store, for the mailbox. */
import { SMTPServer } from 'smtp-server'
import type { Faults } from '#sandbox/faults.ts'
import { after } from '#sandbox/http.ts'
import type { Store } from '#sandbox/store.ts'

const MESSAGE_BYTES_MAX = 10 * 1024 * 1024

export interface SmtpServer {
  port: number
  close(): Promise<void>
}

/** Rejects when the port is taken. */
export async function startSmtpServer(where: {
  host: string
  port: number
  store: Store
  faults: Faults
}): Promise<SmtpServer> {
  const { store, faults } = where
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    size: MESSAGE_BYTES_MAX,
    closeTimeout: 500,
    onAuth(auth, _session, done) {
      done(null, { user: auth.username ?? 'anybody' })
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const sender = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
        const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
        const mail = { sender, recipients, raw: Buffer.concat(chunks), oversized: stream.sizeExceeded }
        void (async () => done(await take(mail)))()
      })
    },
  })

  /** Null when the message is kept. */
  async function take(mail: {
    sender: string
    recipients: string[]
    raw: Buffer
    oversized: boolean
  }): Promise<Error | null> {
    if (mail.oversized) return refusal(552, 'Message exceeds fixed maximum message size')
    if (faults.strikes('mail-slow', mail.recipients)) await after(faults.settings().timing.slowMs)
    if (faults.strikes('mail-4xx', mail.recipients)) {
      return refusal(451, 'Requested action aborted: local error in processing')
    }
    if (faults.strikes('mail-5xx', mail.recipients)) return refusal(554, 'Transaction failed')
    store.run(
      'insert into mail (sender, recipients, raw, received_at) values (?, ?, ?, ?)',
      mail.sender,
      JSON.stringify(mail.recipients),
      mail.raw,
      Date.now(),
    )
    return null
  }

  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    const listener = server.listen(where.port, where.host, () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : where.port)
    })
  })
  // From here on an error is one client's broken connection, which is that client's trouble.
  server.on('error', () => {})

  return {
    port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
