/** Kills the server, as its own process on the embedded database, and restarts it on the same data. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePorts, INHERITED_ENV } from './testing.ts'

type Ports = Awaited<ReturnType<typeof freePorts>>

const folder = mkdtempSync(join(tmpdir(), 'swarnika-survival-'))
let running: ChildProcess | null = null

afterAll(async () => {
  if (running) await kill(running)
  rmSync(folder, { recursive: true, force: true })
})

test('acknowledged writes survive a kill in the middle of others', async () => {
  const ports = await freePorts()
  const url = `http://localhost:${ports.PORT}`
  await start(ports)
  const response = await post(`${url}/api/auth/sign-up/email`, {
    name: 'Asha Verma',
    email: 'asha@example.in',
    password: 'kundan-1995',
  })
  expect(response.status).toBe(200)
  const cookie = response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')

  const token = await tokenOf(url, cookie)
  const add = (id: number) =>
    post(
      `${url}/api/lists`,
      {
        changes: [
          {
            id: crypto.randomUUID(),
            list: 'cart',
            change: { do: 'add', product: { type: 'rings', id }, quantity: 1 },
          },
        ],
      },
      token,
    )
  const acknowledged: number[] = []
  const writes = Array.from({ length: 20 }, async (_, index) => {
    const written = await add(801 + index).catch(() => null)
    if (written?.status === 200) acknowledged.push(801 + index)
    // Other writes are in progress.
    if (acknowledged.length === 5 && running) await kill(running)
  })
  await Promise.all(writes)
  expect(acknowledged.length).toBeGreaterThanOrEqual(5)

  await start(ports)
  const lists = await fetch(`${url}/api/lists`, {
    headers: { authorization: `Bearer ${await tokenOf(url, cookie)}` },
  })
  const { cart }: { cart: { id: number }[] } = await lists.json()
  expect(cart.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
})

test('a second server on the same data folder exits with a one-line message', async () => {
  const second = launchWith(await freePorts())
  const { code, stderr } = await exited(second)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The data folder .* is in use by another server\..*\n$/)
})

test('an invalid setting is named in a one-line message', async () => {
  const { code, stderr } = await exited(launchWith(await freePorts(), { SITE_URL: 'not an address' }))
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Wrong setting: SITE_URL\..*\n$/)
})

// Shows D25.production, 9.live
test('refuses to start with the sandbox in production', async () => {
  const { code, stderr } = await exited(
    launchWith(await freePorts(), { NODE_ENV: 'production', DATA_DIR: join(folder, 'production') }),
  )
  expect(code).toBe(1)
  expect(stderr).toContain('In production these must be configured: razorpay, shiprocket, mail.')
})

function launchWith(ports: Ports, settings: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['server/index.ts'], {
    env: {
      ...INHERITED_ENV,
      ...ports,
      DATA_DIR: folder,
      SERVE_PAGES: 'false',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
}

async function start(ports: Ports): Promise<void> {
  const server = launchWith(ports)
  running = server
  await new Promise<void>((resolve, reject) => {
    let stderr = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
      if (stderr.includes('is open at')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`The server stopped with ${code}: ${stderr}`)))
  })
}

async function kill(server: ChildProcess): Promise<void> {
  if (running !== server) return
  running = null
  server.removeAllListeners('exit')
  server.kill('SIGKILL')
  await once(server, 'exit')
}

async function exited(server: ChildProcess): Promise<{ code: number; stderr: string }> {
  let stderr = ''
  server.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = await once(server, 'close')
  return { code: Number(code), stderr }
}

function post(url: string, body: object, token?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: new URL(url).origin,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
}

async function tokenOf(url: string, cookie: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/token`, { headers: { cookie } })
  const { token }: { token: string } = await response.json()
  return token
}
