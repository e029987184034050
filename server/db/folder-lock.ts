/** One process at a time opens a data folder: two would lose each other's writes without an error. */
import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export class DataFolderInUseError extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another server. Stop that one first, or set DATA_DIR.`)
  }
}

export interface FolderLock {
  close(): void
}

/** SQLite's result code for a file that another connection has locked. */
const SQLITE_BUSY = 5

/**
 * Makes the folder where it is absent; whoever closes the lock, or ends however it ends, frees it. Throws
 * DataFolderInUse. The lock is SQLite's own on the file beside the folder: the system's, which goes with its process and
 * holds across containers that share the volume.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(`${folder}.lock`, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? new DataFolderInUseError(folder) : error
  }
  return lock
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
