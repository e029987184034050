/** A stand-in for the shop: records the webhooks that it receives and responds as the test sets. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  path: string
  headers: IncomingHttpHeaders
  body: string
  event: string
  at: number
}

export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** The HTTP statuses of the next responses, afterwards 200. Null: no response at all. */
  statuses: (number | null)[]
  /** Resolves when this many webhooks have been received in total. */
  waitFor(count: number): Promise<ReceivedWebhook[]>
  close(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const statuses: (number | null)[] = []
  let onReceived = () => {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { event } = JSON.parse(body)
      received.push({ path: request.url ?? '', headers: request.headers, body, event, at: Date.now() })
      const status = statuses.length > 0 ? statuses.shift() : 200
      if (status) response.writeHead(status).end()
      onReceived()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    statuses,
    waitFor: (count) =>
      new Promise((resolve) => {
        onReceived = () => {
          if (received.length >= count) resolve(received)
        }
        onReceived()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
