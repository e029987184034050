/** Startup and shutdown of the server process, as seen by supervisors, load balancers and operators. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request, type ClientRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePorts, launchServer, prepareDataFolder, type ServerProcess } from './testing.ts'

// Starting a server is slow on a busy machine.
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
  await server?.exited
  server = null
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['exception', EXCEPTION, 'uncaught exception'],
  ['rejection', REJECTION, 'unhandled rejection'],
])(
  'an uncaught %s is logged without its message, finishes requests in progress and exits with 1',
  async (_, bug, line) => {
    const onSignal = `data:text/javascript,process.on('SIGUSR2', () => { ${bug} })`
    const running = await launch({ PRIVATE }, ['--import', onSignal])
    const inProgress = await sendHalf()
    running.process.kill('SIGUSR2')
    await expect.poll(isListening).toBe(false)
    expect((await finish(inProgress)).status).toBe(200)
    expect(await running.exited).toBe(1)
    const lines = running.stdout().trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', message: line, error: 'Error' })
    expect(running.stdout() + running.stderr()).not.toContain(PRIVATE)
  },
)

test('on SIGTERM the server reports not ready, responds while it drains and finishes requests in progress', async () => {
  const running = await launch({ DRAIN_SECONDS: '2' })
  const inProgress = await sendHalf()
  expect(await statusOf('/readyz')).toBe(200)
  running.process.kill('SIGTERM')
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  expect(await (await fetch(`http://localhost:${port}/readyz`)).json()).toEqual({
    ok: false,
    status: 'draining',
  })
  expect(await statusOf('/api/config')).toBe(200)
  await expect.poll(isListening, { timeout: 10_000 }).toBe(false)
  expect((await finish(inProgress)).status).toBe(200)
  expect(await running.exited).toBe(0)
})

test.each([
  ['without a request', '', 4000],
  ['with half a request', 'GET /healthz HTTP/1.1\r\n', 9000],
])('a connection %s does not prevent a graceful close', async (_, sent, maxMs) => {
  const running = await launch({})
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(sent)
  // The server accepted it before this one.
  expect(await statusOf('/healthz')).toBe(200)
  const startedAt = performance.now()
  running.process.kill('SIGTERM')
  expect(await running.exited).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(maxMs)
})

test('outside production the server stops without draining', async () => {
  const running = await launch({})
  const startedAt = performance.now()
  running.process.kill('SIGTERM')
  expect(await running.exited).toBe(0)
  // In production it would drain for five seconds.
  expect(performance.now() - startedAt).toBeLessThan(4000)
})

test('the server exits if its embedded database has ended, so that a supervisor restarts it', async () => {
  const onSignal =
    "data:text/javascript,process.on('worker', (worker) => process.on('SIGUSR2', () => worker.terminate()))"
  const running = await launch({}, ['--import', onSignal])
  running.process.kill('SIGUSR2')
  expect(await running.exited).toBe(1)
  expect(running.stdout()).toContain('uncaught exception')
})

test('a data folder that is not writable is reported in one line', async () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  // Root ignores file modes.
  if (isRoot) for (const path of [folder, data]) chownSync(path, NOBODY, NOBODY)
  chmodSync(data, 0o500)
  server = launchServer(
    { ...(await freePorts()), DATA_DIR: data },
    isRoot ? { uid: NOBODY, gid: NOBODY } : {},
  )
  expect(await server.exited).toBe(1)
  expect(server.stderr()).toBe(
    `The data folder ${data} cannot be written. Give this user the right to, or set DATA_DIR.\n`,
  )
})

// Mounting a small disk needs Linux and root.
test.runIf(mayMount).each(['64k', '8m'])('a full disk of %s is reported in one line', async (size) => {
  const env = { ...process.env, ...(await freePorts()), DATA_DIR: join(folder, 'data'), SERVE_PAGES: 'false' }
  const mount = `mount -t tmpfs -o size=${size} tmpfs ${folder} && exec ${process.execPath} server/index.ts`
  const { status, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', mount], { env })
  expect(stderr.toString()).toBe(
    `The disk of the data folder ${join(folder, 'data')} is full. Free some space, or set DATA_DIR.\n`,
  )
  expect(status).toBe(1)
})

// better-auth loads the OpenTelemetry API, which does nothing by itself.
const NAMES_MODULES = `import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    if (/@opentelemetry\\/(?!api)|open-telemetry|\\/pdfkit\\//.test(resolved.url)) process.stderr.write('loads ' + resolved.url)
    return resolved
  },
})`

test.each([
  [
    'without a collector of traces, and before a document is asked for, neither OpenTelemetry nor pdfkit is loaded',
    '',
    false,
  ],
  ['with an unavailable collector, the server starts and stops as usual', 'http://127.0.0.1:1', true],
])('%s', async (_, OTEL_EXPORTER_OTLP_ENDPOINT, isLoaded) => {
  const hooks = `data:text/javascript,${encodeURIComponent(NAMES_MODULES)}`
  const running = await launch({ OTEL_EXPORTER_OTLP_ENDPOINT }, ['--import', hooks])
  expect(await statusOf('/api/config')).toBe(200)
  expect(running.stderr().includes('loads ')).toBe(isLoaded)
  running.process.kill('SIGTERM')
  expect(await running.exited).toBe(0)
})

async function launch(
  settings: Readonly<Record<string, string>>,
  nodeArgs: readonly string[] = [],
): Promise<ServerProcess> {
  prepareDataFolder(folder)
  const ports = await freePorts()
  port = Number(ports.PORT)
  const running = launchServer({ ...ports, DATA_DIR: folder, ...settings }, { nodeArgs })
  server = running
  await running.ready
  return running
}

const BODY = JSON.stringify({ email: 'nobody@example.in' })

/** The server has received the beginning of the request. */
async function sendHalf(): Promise<ClientRequest> {
  const half = request({
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
  half.flushHeaders()
  await new Promise((resolve) => {
    half.once('continue', resolve)
  })
  half.write(BODY.slice(0, 5))
  return half
}

async function finish(half: ClientRequest): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    half.once('error', reject)
    half.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    })
    half.end(BODY.slice(5))
  })
}

/** On a new connection, like a load balancer’s probe. */
function statusOf(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ port, path, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
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
