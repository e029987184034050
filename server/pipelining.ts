/**
 * Handles the requests of a connection one at a time. A client may pipeline thousands (HTTP/1.1); Node would start them
 * all at once, and each would hold a file or a database connection.
 */
import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './http.ts'

/** Browsers do not pipeline, other clients little. A connection with more waiting requests is closed. */
const WAITING_MAX = 100

interface Connection {
  isBusy: boolean
  readonly waiting: (() => void)[]
}

export function oneRequestAtATime(): MiddlewareHandler<AppEnv> {
  const connections = new WeakMap<Socket, Connection>()

  function connectionOf(socket: Socket): Connection {
    const connection = connections.get(socket) ?? { isBusy: false, waiting: [] }
    connections.set(socket, connection)
    return connection
  }

  async function waitForTurn(socket: Socket, connection: Connection): Promise<void> {
    if (!connection.isBusy) {
      connection.isBusy = true
      return
    }
    if (connection.waiting.length >= WAITING_MAX) socket.destroy()
    if (socket.destroyed) return
    await new Promise<void>((resolve) => connection.waiting.push(resolve))
  }

  return async (context, next) => {
    // A request that a test sends without a connection has no socket.
    const { incoming, outgoing }: Partial<HttpBindings> = context.env ?? {}
    if (!incoming || !outgoing) return next()
    const { socket } = incoming
    const connection = connectionOf(socket)
    await waitForTurn(socket, connection)
    if (socket.destroyed) {
      for (const resolve of connection.waiting.splice(0)) resolve()
      return context.body(null)
    }
    // Emitted after the last byte was sent and also when the client disconnects.
    outgoing.once('close', () => {
      const resume = connection.waiting.shift()
      if (resume) resume()
      else connection.isBusy = false
    })
    return next()
  }
}
