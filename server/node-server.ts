/** Node's HTTP server for the app, with its timeouts and an orderly close. */
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { App } from './http.ts'
import { oneRequestAtATime } from './pipelining.ts'
import type { SendCached } from './cached-responses.ts'

/**
 * Longer than any request takes (sign-in: 20 s delay). Node’s default lets a client that never reads stay connected for
 * ever.
 */
const INACTIVITY_TIMEOUT_MS = 120_000
/**
 * Longer than load balancers keep idle connections (nginx, AWS: 60 s), or they would reuse one that is closing: a 502.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000
const CLOSE_TIMEOUT_MS = 5000

export interface NodeServer {
  readonly server: Server
  listen(port: number, host: string | undefined): Promise<void>
  /** Resolves when all requests in progress are answered, or after five seconds. */
  close(): Promise<void>
}

interface NodeServerOptions {
  /** Null: the app answers every request. */
  readonly sendCached?: SendCached | null
  readonly inactivityTimeoutMs?: number
}

export function createNodeServer(
  app: App,
  { sendCached = null, inactivityTimeoutMs = INACTIVITY_TIMEOUT_MS }: NodeServerOptions = {},
): NodeServer {
  const answerByApp = getRequestListener(app.fetch)
  const server = createServer(
    oneRequestAtATime(async (incoming, outgoing) => {
      if (!(await sendCached?.(incoming, outgoing))) await answerByApp(incoming, outgoing)
    }),
  )
  server.timeout = inactivityTimeoutMs
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, resolve)
      }),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Browsers and load balancers open connections in advance, which Node counts as busy until a request arrives.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      const deadline = setTimeout(() => sockets.forEach((socket) => socket.destroy()), CLOSE_TIMEOUT_MS)
      await closed
      clearTimeout(deadline)
    },
  }
}
