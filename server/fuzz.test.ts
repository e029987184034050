/** Hostile requests get a 4xx with an error body, never a 5xx or a stack. The whole server runs, with the sandbox. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AUTH_PATHS } from '#contract/auth.ts'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import { ENDPOINTS } from '#contract/openapi.ts'
import { ErrorBody } from '#contract/errors.ts'
import { readEnvironment } from './env.ts'
import { createLog } from './log.ts'
import { startServer, type RunningServer } from './start.ts'
import { freePorts } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'swarnika-hostile-'))
const logged: string[] = []
let server: RunningServer
let url: string
let token: string
/** The owner's cookie, with a fresh code. */
let deskCookie: string

beforeAll(async () => {
  const ports = await freePorts()
  url = `http://localhost:${ports.PORT}`
  const env = readEnvironment({
    ...ports,
    DATA_DIR: folder,
    DATABASE_URL: process.env.TEST_DATABASE_URL,
    SERVE_PAGES: 'false',
    RATE_LIMIT_SCALE: '100000',
  })
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  server = await startServer({ env, log: createLog('info', (line) => logged.push(line)) })
  deskCookie = await enrolOwner(/\/desk\/enrol#(\S+)/.exec(printed.mock.calls.join(''))?.[1] ?? '')
  printed.mockRestore()
  const signedUp = await fetch(url + AUTH_PATHS.signUp, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({
      name: 'Meera Iyer',
      email: `meera-${crypto.randomUUID()}@example.in`,
      password: 'payal-since-1995',
    }),
  })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const { token: bearer }: { token: string } = await (
    await fetch(url + AUTH_PATHS.token, { headers: { cookie } })
  ).json()
  token = bearer
})

async function enrolOwner(linkToken: string): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const opened = await post('/api/desk/enrolment', { token: linkToken })
  const { secret }: { secret: string } = await opened.json()
  const enrolled = await post('/api/desk/enrolment/complete', {
    token: linkToken,
    email: 'meera@example.in',
    name: 'Meera Iyer',
    password: 'payal-since-1995',
    code: new TOTP({ secret: Secret.fromBase32(secret) }).generate(),
  })
  return enrolled.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const NESTED = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

const BODIES: Record<string, string> = {
  nothing: '',
  'truncated JSON': '{"amount": 1',
  'a null': 'null',
  'an array': '[]',
  'a number': '7',
  'an empty object': '{}',
  'unknown fields': '{"admin": true, "status": "completed"}',
  'a prototype': '{"__proto__": {"signedIn": true}, "constructor": {"prototype": {}}}',
  'a NUL character': '{"name": "a\\u0000b", "email": "a\\u0000@b.in", "message": "\\u0000"}',
  'a lone surrogate': '{"name": "\\ud800", "email": "\\ud800@b.in", "message": "\\ud800"}',
  'a number out of range': '{"amount": 1e400, "weight": -1e308}',
  'deep nesting': NESTED,
  markup: '{"name": {"$ne": null}, "email": "<script>alert(1)</script>", "message": ["x"]}',
}

const withBody = [
  ...ENDPOINTS.filter(({ method, request }) => method !== 'GET' && request).map(({ method, path }) => ({
    method,
    path,
  })),
  ...[AUTH_PATHS.signUp, AUTH_PATHS.signIn, AUTH_PATHS.google, AUTH_PATHS.requestReset, AUTH_PATHS.reset].map(
    (path) => ({ method: 'POST', path }),
  ),
]

describe.each(withBody)('$method $path', ({ method, path }) => {
  test.each(Object.entries(BODIES))('rejects %s with an error body', async (_, body) => {
    await expectErrorBody(await send(method, path, body))
  })

  test('rejects another content type with an error body', async () => {
    await expectErrorBody(await send(method, path, 'amount=1', { 'content-type': 'text/plain' }))
  })

  test('rejects a huge body with 413', async () => {
    const isImport = path.startsWith('/api/desk/collection/import')
    const size = isImport ? 7 * 1024 * 1024 : 70_000
    const response = await send(method, path, JSON.stringify({ name: 'x'.repeat(size) }))
    expect(response.status).toBe(413)
    await expectErrorBody(response)
  })
})

const authenticated = ENDPOINTS.filter(({ signedIn }) => signedIn).map(({ method, path }) => ({
  method,
  path,
}))

describe.each(authenticated)('$method $path', ({ method, path }) => {
  test.each([
    ['no token', ''],
    ['an empty one', 'Bearer '],
    ['nonsense', 'Bearer abc'],
    ['an unsigned token', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4Iiwic2lkIjoieSJ9.'],
    ['another scheme', 'Basic YWRtaW46YWRtaW4='],
  ])('rejects %s with 401', async (_, authorization) => {
    const response = await send(method, path, '{}', { authorization })
    expect(response.status).toBe(401)
    await expectErrorBody(response)
  })
})

test.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/api/orders/%00',
  '/api/orders/%E0%A4%A',
  '/api/orders/..%2f..%2fetc%2fpasswd',
  `/api/orders/${'9'.repeat(5000)}`,
  '/api/collection/price',
  '/api/collection/price?type=rings',
  '/api/collection/price?type=rings&id=-1',
  '/api/collection/price?type=rings&id=9999999999',
  '/api/collection/price?type=rings&id=801&edition=999999',
  '/api/collection/price?type=rings&id=801&edition=1.5',
  '/api/collection/price?type=__proto__&id=801',
  '/api/collection/price?type=rings&type=tops&id=1&drop=table',
  '/api/auth/list-sessions',
  '/api/desk',
  '/api/desk/customers/%00',
  `/api/desk/customers/${'9'.repeat(5000)}`,
  '/api/auth/delete-user',
  '/api/webhooks/razorpay',
])('GET %s is rejected with an error body', async (path) => {
  await expectErrorBody(await fetch(url + path, { headers: { authorization: `Bearer ${token}` } }))
})

test('a webhook with a wrong signature gets 401', async () => {
  const response = await send('POST', '/api/webhooks/razorpay', '{"event":"order.paid"}', {
    'x-razorpay-signature': '0'.repeat(64),
    'x-razorpay-event-id': 'evt_1',
  })
  expect(response.status).toBe(401)
  await expectErrorBody(response)
})

// Shows D31.openapi
test('the OpenAPI document describes exactly the mounted calls', async () => {
  const { paths }: { paths: Record<string, object> } = await (
    await fetch(url + EXTERNAL_PATHS.openApi)
  ).json()
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const mounted = server.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(described.toSorted()).toEqual([...new Set(mounted)].toSorted())
})

test.each(['/api/desk/staff', '/api/desk/audit-log/verification'])(
  'GET %s answers the owner',
  async (path) => {
    expect((await send('GET', path, '')).status).toBe(200)
  },
)

test('no personal data is logged', () => {
  const text = logged.join('')
  expect(text).not.toMatch(/meera|payal-since-1995|@example\.in/i)
  expect(text).not.toContain(token)
  expect(text).toContain('"message":"request"')
})

async function expectErrorBody(response: Response): Promise<void> {
  const text = await response.text()
  expect(response.status, text).toBeGreaterThanOrEqual(400)
  expect(response.status, text).toBeLessThan(500)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  const parsed = ErrorBody.safeParse(JSON.parse(text))
  expect(parsed.success, text).toBe(true)
  expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules/)
}

function send(method: string, path: string, body: string, headers: Record<string, string> = {}) {
  return fetch(url + path.replace(/:\w+/, 'SJ-0000000000000000'), {
    method,
    headers: {
      'content-type': 'application/json',
      origin: url,
      authorization: `Bearer ${token}`,
      cookie: deskCookie,
      ...headers,
    },
    ...(method === 'GET' ? {} : { body }),
  })
}
