/** How the server begins and ends, as a process of its own: what a supervisor, a load balancer and a person see of it. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request, type ClientRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePorts, launchServer, type ServerProcess } from './testing.ts'

// Each test starts a server, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const PRIVATE = 'asha@example.in'
const EXCEPTION = 'throw new Error(process.env.PRIVATE)'
const REJECTION = 'void Promise.reject(new Error(process.env.PRIVATE))'
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0

let folder: string
let port: number
let server: ServerProcess | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swarnika-process-'))
})
afterEach(async () => {
  server?.process.kill('SIGKILL')
  await server?.ended
  server = null
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['an exception', EXCEPTION, 'uncaught exception'],
  ['a rejection', REJECTION, 'unhandled rejection'],
])(
  '%s that nobody caught is one line of the log without its words; requests under way are finished, and the code is 1',
  async (_, bug, line) => {
    const onSignal = `data:text/javascript,process.on('SIGUSR2', () => { ${bug} })`
    const running = await opened({ PRIVATE }, ['--import', onSignal])
    const underWay = await halfSent()
    running.process.kill('SIGUSR2')
    await expect.poll(isListening).toBe(false)
    expect((await finished(underWay)).status).toBe(200)
    expect(await running.ended).toBe(1)
    const lines = running.logged().trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', what: line, error: 'Error' })
    expect(running.logged() + running.said()).not.toContain(PRIVATE)
  },
)

test('told to stop, the server is not ready at once, still answers while it drains, and finishes what is under way', async () => {
  const running = await opened({ DRAIN_SECONDS: '2' })
  const underWay = await halfSent()
  expect(await statusOf('/readyz')).toBe(200)
  running.process.kill('SIGTERM')
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  expect(await statusOf('/api/config')).toBe(200)
  await expect.poll(isListening, { timeout: 10_000 }).toBe(false)
  expect((await finished(underWay)).status).toBe(200)
  expect(await running.ended).toBe(0)
})

test.each([
  ['on which nothing was sent', '', 4000],
  ['on which half a request was sent', 'GET /healthz HTTP/1.1\r\n', 9000],
])('a connection %s does not keep the server from closing in order', async (_, sent, longestMs) => {
  const running = await opened({})
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(sent)
  // The server has accepted it before this one.
  expect(await statusOf('/healthz')).toBe(200)
  const startedAt = performance.now()
  running.process.kill('SIGTERM')
  expect(await running.ended).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(longestMs)
})

test('outside production nobody waits for a server that was told to stop', async () => {
  const running = await opened({})
  const startedAt = performance.now()
  running.process.kill('SIGTERM')
  expect(await running.ended).toBe(0)
  // In production it would drain for five seconds.
  expect(performance.now() - startedAt).toBeLessThan(4000)
})

test('a server whose embedded database has ended ends as well, for a supervisor to start it again', async () => {
  const onSignal =
    "data:text/javascript,process.on('worker', (worker) => process.on('SIGUSR2', () => worker.terminate()))"
  const running = await opened({}, ['--import', onSignal])
  running.process.kill('SIGUSR2')
  expect(await running.ended).toBe(1)
  expect(running.logged()).toContain('uncaught exception')
})

test('a data folder that may not be written is one line that says so', async () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  // Root may write everywhere.
  if (isRoot) for (const path of [folder, data]) chownSync(path, NOBODY, NOBODY)
  chmodSync(data, 0o500)
  server = launchServer(
    { ...(await freePorts()), DATA_DIR: data },
    isRoot ? { uid: NOBODY, gid: NOBODY } : {},
  )
  expect(await server.ended).toBe(1)
  expect(server.said()).toBe(
    `The data folder ${data} cannot be written. Give this user the right to, or set DATA_DIR.\n`,
  )
})

// A small disk of its own needs Linux, and root.
test.runIf(mayMount).each(['64k', '8m'])('a disk of %s is full: one line says so', async (size) => {
  const env = { ...process.env, ...(await freePorts()), DATA_DIR: join(folder, 'data'), SERVE_PAGES: 'false' }
  const mount = `mount -t tmpfs -o size=${size} tmpfs ${folder} && exec ${process.execPath} server/index.ts`
  const { status, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', mount], { env })
  expect(stderr.toString()).toBe(
    `The disk of the data folder ${join(folder, 'data')} is full. Free some space, or set DATA_DIR.\n`,
  )
  expect(status).toBe(1)
})

async function opened(
  settings: Readonly<Record<string, string>>,
  nodeArgs: readonly string[] = [],
): Promise<ServerProcess> {
  const ports = await freePorts()
  port = Number(ports.PORT)
  const running = launchServer({ ...ports, DATA_DIR: folder, ...settings }, { nodeArgs })
  server = running
  await running.open
  return running
}

const BODY = JSON.stringify({ email: 'nobody@example.in' })

/** A request of which the server has the beginning; it answers when the rest has come. */
async function halfSent(): Promise<ClientRequest> {
  const begun = request({
    port,
    method: 'POST',
    path: '/api/auth/request-password-reset',
    headers: {
      'content-type': 'application/json',
      'content-length': BODY.length,
      origin: `http://localhost:${port}`,
      expect: '100-continue',
    },
  })
  begun.flushHeaders()
  // The server has it.
  await new Promise((resolve) => {
    begun.once('continue', resolve)
  })
  begun.write(BODY.slice(0, 5))
  return begun
}

async function finished(begun: ClientRequest): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    begun.once('error', reject)
    begun.once('response', (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject)
    })
    begun.end(BODY.slice(5))
  })
}

/** On a connection of its own, as a load balancer looks. */
function statusOf(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ port, path, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .once('error', reject)
      .end()
  })
}

function isListening(): Promise<boolean> {
  return statusOf('/healthz').then(
    () => true,
    () => false,
  )
}
