/** A shop for the sandbox's own tests: it keeps the webhooks it is sent, and answers as it is told. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  path: string
  headers: IncomingHttpHeaders
  body: string
  event: string
  at: number
}

export interface TestShop {
  url: string
  received: ReceivedWebhook[]
  /** The HTTP statuses of the next answers; afterwards 200. Null: no answer at all. */
  answers: (number | null)[]
  /** Resolves when that many webhooks have come in all. */
  receives(count: number): Promise<ReceivedWebhook[]>
  close(): Promise<void>
}

export async function openTestShop(): Promise<TestShop> {
  const received: ReceivedWebhook[] = []
  const answers: (number | null)[] = []
  let noticed = () => {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { event } = JSON.parse(body)
      received.push({ path: request.url ?? '', headers: request.headers, body, event, at: Date.now() })
      const answer = answers.length > 0 ? answers.shift() : 200
      if (answer) response.writeHead(answer).end()
      noticed()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  // A server that listens on a TCP port has an address with one.
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answers,
    receives: (count) =>
      new Promise((resolve) => {
        noticed = () => {
          if (received.length >= count) resolve(received)
        }
        noticed()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
