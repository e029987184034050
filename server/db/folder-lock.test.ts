import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolderInUseError, lockFolder } from './folder-lock.ts'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'swarnika-lock-'))
  folder = join(parent, 'database')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

test('only one server at a time may open a data folder', () => {
  const lock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(DataFolderInUseError)
  lock.close()
  lockFolder(folder).close()
})

test('a killed server releases its data folder', async () => {
  const server = await startLockHolder([])
  expect(() => lockFolder(folder)).toThrow(DataFolderInUseError)
  server.kill('SIGKILL')
  await once(server, 'exit')
  lockFolder(folder).close()
})

const mayUnshare = spawnSync('unshare', ['--net', '--ipc', '--uts', 'true']).status === 0

// Like two containers on one volume. Needs Linux and root.
test.runIf(mayUnshare)('a data folder is locked across namespaces', async () => {
  const server = await startLockHolder([
    'unshare',
    '--net',
    '--ipc',
    '--uts',
    '--pid',
    '--fork',
    '--kill-child',
  ])
  expect(() => lockFolder(folder)).toThrow(DataFolderInUseError)
  server.kill('SIGKILL')
  await once(server, 'close')
  await expect.poll(() => lockFolder(folder).close()).toBeUndefined()
})

async function startLockHolder(wrapper: readonly string[]) {
  const code = `const { lockFolder } = await import('${new URL('./folder-lock.ts', import.meta.url).href}')
    globalThis.held = lockFolder('${folder}')
    console.log('held')
    setInterval(() => {}, 1000)`
  const [program = '', ...args] = [...wrapper, process.execPath, '--input-type=module', '-e', code]
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(server.stdout, 'data')
  return server
}
