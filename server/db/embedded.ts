/**
 * The embedded database: PGlite in a worker thread, behind a Unix socket in a folder that only this user may enter. It
 * survives a killed process but not a power cut, since it never calls fsync (docs/decisions/001-embedded-database.md).
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { EmbeddedWorkerData } from './embedded-worker.ts'
import { lockFolder } from './folder-lock.ts'

export interface EmbeddedDatabase {
  /** The folder of the Unix socket, as node-postgres expects it. */
  readonly host: string
  close(): Promise<void>
}

class EmbeddedDatabaseEnded extends Error {
  override readonly name = 'EmbeddedDatabaseEnded'
}

/**
 * Creates the folder if needed; null is in memory. `snapshot` is a file with what a new one contains. Rejects with
 * DataFolderInUseError.
 */
export async function openEmbedded(
  folder: string | null,
  snapshot: string | null = null,
): Promise<EmbeddedDatabase> {
  const lock = folder === null ? null : lockFolder(folder)
  const host = mkdtempSync(join(tmpdir(), 'swarnika-'))
  chmodSync(host, 0o700)
  const workerData: EmbeddedWorkerData = { folder, snapshot, socketPath: join(host, '.s.PGSQL.5432') }
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message) => {
      if (message === 'ready') resolve()
    })
    worker.once('error', reject)
  })
  let isClosing = false
  // Uncaught, so that the process exits: it would return 503 for ever, and a new process reopens the database.
  worker.once('exit', () => {
    if (!isClosing) throw new EmbeddedDatabaseEnded()
  })
  return {
    host,
    async close() {
      isClosing = true
      worker.postMessage('close')
      await exited
      rmSync(host, { recursive: true, force: true })
      lock?.close()
    },
  }
}
