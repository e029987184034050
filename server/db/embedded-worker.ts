/** Runs PGlite in a thread, so that a heavy query does not block the server, and listens on a Unix socket for its driver. */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

export interface EmbeddedWorkerData {
  /** Null: in memory. */
  readonly folder: string | null
  /** A file with a data folder to begin with (PGlite's `dumpDataDir`). */
  readonly snapshot: string | null
  readonly socketPath: string
}

const { folder, snapshot, socketPath } = workerData as EmbeddedWorkerData // set by embedded.ts alone

const database = await PGlite.create({
  dataDir: folder ?? 'memory://',
  ...(snapshot !== null && { loadDataDir: new Blob([readFileSync(snapshot)]) }),
})
const socket = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 32 })
await socket.start()
parentPort?.postMessage('ready')

parentPort?.once('message', () => {
  void socket
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0))
})
