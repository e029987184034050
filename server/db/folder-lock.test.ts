import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DataFolderInUse, lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swarnika-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// Socket files, as on a Mac, work here too; the pipes of Windows do not.
describe.each(['linux', 'darwin'] as const)('on %s a data folder', (platform) => {
  test('is opened by one server at a time', async () => {
    const lock = await lockFolder(folder, platform)
    await expect(lockFolder(folder, platform)).rejects.toThrow(DataFolderInUse)
    lock.close()
    const next = await lockFolder(folder, platform)
    next.close()
  })

  test('is free again when its server was killed', async () => {
    const lock = new URL('./folder-lock.ts', import.meta.url).href
    const code = `const { lockFolder } = await import('${lock}')
      const held = await lockFolder('${folder}', '${platform}')
      held.ref()
      console.log('held')`
    const server = spawn(process.execPath, ['--input-type=module', '-e', code])
    await once(server.stdout, 'data')
    await expect(lockFolder(folder, platform)).rejects.toThrow(DataFolderInUse)
    server.kill('SIGKILL')
    await once(server, 'exit')
    expect(existsSync(join(folder, '.lock'))).toBe(platform === 'darwin')
    const next = await lockFolder(folder, platform)
    next.close()
  })
})
