/**
 * The embedded database: PGlite in a worker thread, behind a socket file in a folder that only this user may enter.
 * It survives a killed process but not a power cut, since it never forces its writes to the disk
 * (docs/decisions/001-embedded-database.md).
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { EmbeddedWorkerData } from './embedded-worker.ts'
import { lockFolder } from './folder-lock.ts'

export interface EmbeddedDatabase {
  /** Where node-postgres finds it. */
  readonly host: string
  close(): Promise<void>
}

class EmbeddedDatabaseEnded extends Error {
  override readonly name = 'EmbeddedDatabaseEnded'
}

/** Opens the folder (created when absent), or a database in memory for `null`. Rejects with DataFolderInUse. */
export async function openEmbedded(folder: string | null): Promise<EmbeddedDatabase> {
  const lock = folder === null ? null : lockFolder(folder)
  const host = mkdtempSync(join(tmpdir(), 'swarnika-'))
  chmodSync(host, 0o700)
  const workerData: EmbeddedWorkerData = { folder, socketPath: join(host, '.s.PGSQL.5432') }
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message) => {
      if (message === 'ready') resolve()
    })
    worker.once('error', reject)
  })
  let isClosing = false
  // Caught by nobody, so that the process ends: it would answer 503 for ever, and a new one opens the database again.
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
