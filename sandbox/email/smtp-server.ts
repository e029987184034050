/** An SMTP server that stores every message for the mailbox and delivers none. */
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Faults } from '#sandbox/faults.ts'
import { sleep } from '#sandbox/http.ts'
import type { Store } from '#sandbox/store.ts'

const MESSAGE_BYTES_MAX = 10 * 1024 * 1024

export interface SmtpServer {
  port: number
  close(): Promise<void>
}

interface Deps {
  host: string
  port: number
  store: Store
  faults: Faults
}

/** Rejects when the port is taken. */
export async function startSmtpServer({ host, port: wantedPort, store, faults }: Deps): Promise<SmtpServer> {
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
      // Reading rejects if the client disconnects within a message.
      const lost = () => smtpError(451, 'Connection lost')
      void (async () => done(await receive(stream, session, store, faults).catch(lost)))()
    },
  })

  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    const listener = server.listen(wantedPort, host, () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : wantedPort)
    })
  })
  // From here on, errors concern the connection of one client, which notices them itself.
  server.on('error', () => {})

  return {
    port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Resolves with null when the message is stored, otherwise with the error for the client. */
async function receive(
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  store: Store,
  faults: Faults,
): Promise<Error | null> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
  const recipients = envelope.rcptTo.map(({ address }) => address.toLowerCase())
  if (stream.sizeExceeded) return smtpError(552, 'Message exceeds fixed maximum message size')
  if (faults.shouldInject('mail-slow', recipients)) await sleep(faults.settings().timing.slowMs)
  if (faults.shouldInject('mail-4xx', recipients)) {
    return smtpError(451, 'Requested action aborted: local error in processing')
  }
  if (faults.shouldInject('mail-5xx', recipients)) return smtpError(554, 'Transaction failed')
  store.run(
    'insert into mail (sender, recipients, raw, received_at) values (?, ?, ?, ?)',
    sender,
    JSON.stringify(recipients),
    Buffer.concat(chunks),
    Date.now(),
  )
  return null
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
