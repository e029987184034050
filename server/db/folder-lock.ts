/** One process at a time opens a data folder: two would lose each other's writes without an error. */
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

export class DataFolderInUse extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another server. Stop that one first, or set DATA_DIR.`)
  }
}

/**
 * Makes the folder where it is absent; whoever closes the lock, or ends however it ends, frees it. Rejects with
 * DataFolderInUse. The lock is a socket in Linux' abstract name space or a named pipe of Windows, which the system takes
 * away with their process; elsewhere it is a socket file, which outlives a killed one.
 */
export async function lockFolder(folder: string, platform = process.platform): Promise<Server> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `swarnika:${realpathSync(folder)}`
  if (platform === 'linux') return taken(`\0${name}`, folder)
  if (platform === 'win32') return taken(`\\\\?\\pipe\\${name}`, folder)
  const file = join(folder, '.lock')
  if (!(await isAnswered(file))) rmSync(file, { force: true })
  return taken(file, folder)
}

async function taken(path: string, folder: string): Promise<Server> {
  const lock = createServer()
  await new Promise<void>((resolve, reject) => {
    lock.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new DataFolderInUse(folder) : error),
    )
    lock.listen(path, resolve)
  })
  lock.unref()
  return lock
}

async function isAnswered(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file)
    const answer = (isThere: boolean) => () => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', answer(true)).once('error', answer(false))
  })
}
