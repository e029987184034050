/**
 * The server is killed without warning and started again on the same data: nothing that it had answered is gone.
 * It runs as its own process on the embedded database, as `npm start` runs it, without the pages.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePorts } from './testing.ts'

type Ports = Awaited<ReturnType<typeof freePorts>>

const folder = mkdtempSync(join(tmpdir(), 'swarnika-survival-'))
let running: ChildProcess | null = null

afterAll(async () => {
  if (running) await killed(running)
  rmSync(folder, { recursive: true, force: true })
})

test('accounts, carts and wishlists outlive a kill in the middle of writes', async () => {
  const ports = await freePorts()
  const url = `http://localhost:${ports.PORT}`
  await started(ports)
  const answer = await post(`${url}/api/auth/sign-up/email`, {
    name: 'Asha Verma',
    email: 'asha@example.in',
    password: 'kundan-1995',
  })
  expect(answer.status).toBe(200)
  const cookie = answer.headers
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
  const answered: number[] = []
  const writes = Array.from({ length: 20 }, async (_, index) => {
    const written = await add(801 + index).catch(() => null)
    if (written?.status === 200) answered.push(801 + index)
    // Killed while others are still being written.
    if (answered.length === 5 && running) await killed(running)
  })
  await Promise.all(writes)
  expect(answered.length).toBeGreaterThanOrEqual(5)

  await started(ports)
  const lists = await fetch(`${url}/api/lists`, {
    headers: { authorization: `Bearer ${await tokenOf(url, cookie)}` },
  })
  const { cart }: { cart: { id: number }[] } = await lists.json()
  expect(cart.map(({ id }) => id)).toEqual(expect.arrayContaining(answered))
}, 60_000)

test('a second server on the same data folder says so in one line and stops', async () => {
  const second = launched(await freePorts())
  const { code, said } = await ended(second)
  expect(code).toBe(1)
  expect(said).toMatch(/^The data folder .* is in use by another server\..*\n$/)
})

test('a wrong setting is one line that names it', async () => {
  const { code, said } = await ended(launched(await freePorts(), { SITE_URL: 'not an address' }))
  expect(code).toBe(1)
  expect(said).toMatch(/^Wrong setting: SITE_URL\..*\n$/)
})

// Shows D25.production, 9.live
test('in production the server refuses to start with a sandbox', async () => {
  const { code, said } = await ended(
    launched(await freePorts(), { NODE_ENV: 'production', DATA_DIR: join(folder, 'production') }),
  )
  expect(code).toBe(1)
  expect(said).toContain('In production these must be configured: razorpay, shiprocket, mail.')
})

function launched(ports: Ports, settings: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['server/index.ts'], {
    env: {
      PATH: process.env.PATH,
      ...ports,
      DATA_DIR: folder,
      SERVE_PAGES: 'false',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
}

async function started(ports: Ports): Promise<void> {
  const server = launched(ports)
  running = server
  await new Promise<void>((resolve, reject) => {
    let said = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('is open at')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`The server stopped with ${code}: ${said}`)))
  })
}

async function killed(server: ChildProcess): Promise<void> {
  if (running !== server) return
  running = null
  server.removeAllListeners('exit')
  server.kill('SIGKILL')
  await once(server, 'exit')
}

async function ended(server: ChildProcess): Promise<{ code: number; said: string }> {
  let said = ''
  server.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(server, 'close')
  return { code: Number(code), said }
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
  const answer = await fetch(`${url}/api/auth/token`, { headers: { cookie } })
  const { token }: { token: string } = await answer.json()
  return token
}
