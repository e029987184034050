/**
 * The embedded database in a thread of its own, so that a heavy query never stops the server from answering.
 * It listens on a socket file and is reached by the same driver as a PostgreSQL server.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

export interface EmbeddedWorkerData {
  /** Folder of the data; null keeps everything in memory. */
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
