/** Runs PGlite in a thread, so that a heavy query does not block the server, and listens on a Unix socket for its driver. */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

export interface EmbeddedWorkerData {
  /** Null is in memory. */
  readonly folder: string | null
  readonly socketPath: string
}

const { folder, socketPath } = workerData as EmbeddedWorkerData // set by embedded.ts alone

const database = await PGlite.create(folder ?? 'memory://')
const socket = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 32 })
await socket.start()
parentPort?.postMessage('ready')

parentPort?.once('message', () => {
  void socket
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0))
})
