/**
 * The server as `npm start` runs it, built if needed, on free ports, with a temporary database. Settings of the
 * developer's own shop are ignored: its database and its providers are not for testing.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#server/testing.ts'
import { withoutDeveloperSettings } from '../../e2e/support/settings.ts'
import { ROOT, print } from '../console.ts'

const OPENING_MAX_MS = 240_000

export interface OpenServer {
  readonly url: string
  close(): Promise<void>
}

/** Its output goes to the screen. Rejects if it ends, or does not respond, before it is open. */
export async function openServer(): Promise<OpenServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-shop-'))
  const server = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...withoutDeveloperSettings(),
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
      PORT: String(port),
      // Built for the default address, so that `npm start` finds an existing build.
      SITE_URL: 'http://localhost:3000',
      SANDBOX_PORT: String(await freePort()),
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
    },
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const close = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://localhost:${port}`
  const giveUpAt = Date.now() + OPENING_MAX_MS
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (Date.now() > giveUpAt || server.exitCode !== null) {
      await close()
      throw new Error('The server did not open.')
    }
    await wait(200)
  }
  print(`The shop is open on ${url}.`)
  return { url, close }
}
