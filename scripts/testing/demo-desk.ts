/**
 * The desk of a three-week demo on the embedded database, with its owner signed in in a browser; deleted at the end.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { freePort } from '#server/testing.ts'
import { print, ROOT, run } from '../console.ts'
import { PASSWORD } from '../demo/staff.ts'
import { buildWhereNeeded } from '../site/build.ts'
import { launchBrowser } from './machine.ts'

export interface DemoDesk {
  /** Shows Today. */
  readonly page: Page
  close(): Promise<void>
}

export async function openDemoDesk(viewport: {
  readonly width: number
  readonly height: number
}): Promise<DemoDesk> {
  await buildWhereNeeded()
  const parent = await mkdtemp(join(tmpdir(), 'swarnika-desk-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(parent, { recursive: true, force: true })]
  const close = async () => {
    for (const each of closing.toReversed()) await each()
  }
  try {
    const folder = join(parent, 'demo')
    const [port, sandboxPort] = [String(await freePort()), String(await freePort())]
    const env = { PATH: process.env.PATH, PORT: port, SANDBOX_PORT: sandboxPort }
    const secret = await makeDemo(folder, env)
    const server = spawn(process.execPath, ['build/node/index.js'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...env, DATA_DIR: folder, LOG_LEVEL: 'error' },
    })
    closing.push(() => {
      server.kill('SIGTERM')
      return once(server, 'exit')
    })
    await untilOpen(server.stderr)
    const browser = await launchBrowser()
    closing.push(() => browser.close())
    const page = await browser.newPage({
      viewport,
      reducedMotion: 'reduce',
      locale: 'en-IN',
      baseURL: `http://localhost:${port}`,
    })
    await signIn(page, secret)
    return { page, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The secret of its owner's authenticator app. */
async function makeDemo(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  print('A demo of three weeks is made first.')
  const { code, output } = await run(
    process.execPath,
    ['scripts/demo.ts', '--days', '21', '--folder', folder],
    { env },
  )
  const secret = /meera@example\.in\s+([A-Z2-7]+)/.exec(output)?.[1]
  if (code !== 0 || secret === undefined) throw new Error(output)
  return secret
}

async function untilOpen(output: NodeJS.ReadableStream): Promise<void> {
  let printed = ''
  for await (const chunk of output) {
    printed += String(chunk)
    if (printed.includes('is open at')) return
  }
  throw new Error(`The shop did not open: ${printed}`)
}

async function signIn(page: Page, secret: string): Promise<void> {
  await page.goto('/desk')
  await page.getByLabel('E-mail').fill('meera@example.in')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel(/^Code/).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
}
