/**
 * Handles the requests of a connection one at a time. A client may pipeline thousands (HTTP/1.1); Node would start all
 * of them at once, and each would hold a file or a database connection.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/** Browsers do not pipeline, other clients rarely. A connection with more waiting requests is closed. */
const WAITING_MAX = 100

interface Connection {
  isBusy: boolean
  readonly waiting: (() => void)[]
}

export function oneRequestAtATime(handle: RequestHandler): RequestHandler {
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

  return async (incoming, outgoing) => {
    const { socket } = incoming
    const connection = connectionOf(socket)
    await waitForTurn(socket, connection)
    if (socket.destroyed) {
      for (const resolve of connection.waiting.splice(0)) resolve()
      return
    }
    // Emitted after the last byte was sent, and also when the client disconnects.
    outgoing.once('close', () => {
      const resume = connection.waiting.shift()
      if (resume) resume()
      else connection.isBusy = false
    })
    await handle(incoming, outgoing)
  }
}
