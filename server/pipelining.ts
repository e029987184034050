/**
 * Handles requests on one connection in turn. A client may send thousands before it reads an answer (HTTP/1.1
 * pipelining); Node would start them all at once, and each would hold a file or a database connection.
 */
import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './http.ts'

/** Browsers pipeline nothing, programs a few. A connection with more requests waiting is closed. */
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

  async function turn(socket: Socket, connection: Connection): Promise<void> {
    if (!connection.isBusy) {
      connection.isBusy = true
      return
    }
    if (connection.waiting.length >= WAITING_MAX) socket.destroy()
    if (socket.destroyed) return
    await new Promise<void>((resolve) => connection.waiting.push(resolve))
  }

  return async (context, next) => {
    // A request that a test hands over without a connection has no socket.
    const { incoming, outgoing }: Partial<HttpBindings> = context.env ?? {}
    if (!incoming || !outgoing) return next()
    const { socket } = incoming
    const connection = connectionOf(socket)
    await turn(socket, connection)
    if (socket.destroyed) {
      for (const resolve of connection.waiting.splice(0)) resolve()
      return context.body(null)
    }
    // Emitted after the last byte was sent as well as when the client is gone.
    outgoing.once('close', () => {
      const following = connection.waiting.shift()
      if (following) following()
      else connection.isBusy = false
    })
    return next()
  }
}
