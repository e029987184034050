/** Only one process at a time may open a data folder: two would silently lose each other's writes. */
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
 * Creates the folder if needed. Throws DataFolderInUseError. SQLite's lock on a file beside the folder is a lock of the
 * operating system: it ends with the process, however that ends, and holds across containers that share the volume.
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
