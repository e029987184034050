/** Test fixtures: an app with accounts, lists and messages, and signed-in users. */
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { randomInt, randomUUID } from 'node:crypto'
import { createApp } from '#server/app.ts'
import type { Database } from '#server/db/open.ts'
import { withoutReplica } from '#server/db/replica.ts'
import type { GoogleSettings } from '#server/env.ts'
import type { App } from '#server/http.ts'
import { messageRoutes } from '#server/messages/routes.ts'
import { subscriptionRoutes } from '#server/newsletters/subscription-routes.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { createLog } from '#server/log.ts'
import type { Deps } from '#server/context.ts'
import { createAuth } from './auth.ts'
import { authRoutes } from './auth-routes.ts'
import { createTokenAuthenticator } from './token-authenticator.ts'
import { accountRoutes } from './routes.ts'

export const SITE_URL = 'http://localhost:3000'
const NO_LIMIT = 1_000_000

export interface TestRequest {
  readonly body?: unknown
  /** Sent unchanged, for bodies that are not JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
  readonly token?: string
  readonly cookie?: string
  /** The visitor's IP address. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}
export interface TestResponse {
  readonly status: number
  readonly json: any // oxlint-disable-line typescript/no-explicit-any -- a test says what it expects of it
  /** Cookies of the response, as a browser would send them back. */
  readonly cookie: string
  readonly headers: Headers
}
export interface TestApp {
  readonly app: App
  readonly deps: Deps
  readonly logged: readonly string[]
  request(method: string, path: string, request?: TestRequest): Promise<TestResponse>
}

interface TestAppSettings {
  readonly google?: GoogleSettings | null
  /** Omitted: practically unlimited. */
  readonly limitScale?: number
  readonly now?: () => Date
  readonly secret?: string
  readonly siteUrl?: string
  /** Waits for the turn of a delayed sign-in. */
  readonly wait?: (ms: number) => Promise<void>
  /** Beside accounts, lists and messages. */
  readonly areas?: readonly App[]
}

export function createTestApp(
  db: Database,
  {
    google = null,
    limitScale = NO_LIMIT,
    now = () => new Date(),
    secret = 'a-secret-of-the-tests-4f6b1d0c9e8a7352',
    siteUrl = SITE_URL,
    wait,
    areas = [],
  }: TestAppSettings = {},
): TestApp {
  const logged: string[] = []
  const log = createLog('debug', (line) => logged.push(line))
  const auth = createAuth({ db, secret, siteUrl, isProduction: false, google, log, now })
  const deps: Deps = {
    db,
    fromReplica: withoutReplica(db),
    authenticate: createTokenAuthenticator({ auth, db, now }),
    log,
    now,
    collection: () => OPENING_COLLECTION,
    siteUrl,
  }
  const app = createApp({
    db,
    log,
    externalOrigins: { siteUrl, checkoutScriptUrl: `${siteUrl}/checkout.js`, analyticsUrl: null },
    proxyHops: 1,
    areas: [
      authRoutes({ auth, db, now, siteUrl, limitScale, ...(wait && { wait }) }),
      accountRoutes(deps),
      listRoutes(deps),
      messageRoutes(deps, { limitScale }),
      subscriptionRoutes(deps, { limitScale }),
      ...areas,
    ],
    pages: null,
  })
  return {
    app,
    deps,
    logged,
    async request(method, path, { body, raw, token, cookie, from = '192.0.2.1', headers = {} } = {}) {
      const hasBody = body !== undefined || raw !== undefined
      const response = await app.request(path, {
        method,
        headers: {
          'x-forwarded-for': from,
          ...(hasBody && { 'content-type': 'application/json' }),
          ...(cookie && { cookie, origin: siteUrl }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(hasBody && { body: raw ?? JSON.stringify(body) }),
        ...(raw instanceof ReadableStream && { duplex: 'half' }),
      })
      return {
        status: response.status,
        json: await response.json().catch(() => undefined),
        cookie: response.headers
          .getSetCookie()
          .map((set) => set.split(';', 1)[0])
          .join('; '),
        headers: response.headers,
      }
    },
  }
}

export function uniqueEmail(): string {
  return `${randomUUID()}@example.in`
}
export function randomIpAddress(): string {
  return `198.18.${randomInt(256)}.${randomInt(256)}`
}

export interface TestUser {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly cookie: string
  readonly token: string
}

export async function signUp({ request }: TestApp, name = 'Asha Verma'): Promise<TestUser> {
  const email = uniqueEmail()
  const password = 'moonga-47'
  const { json, cookie } = await request('POST', '/api/auth/sign-up/email', {
    body: { name, email, password },
  })
  return { id: json.user.id, email, password, cookie, token: await tokenOf(request, cookie) }
}

export async function tokenOf(request: TestApp['request'], cookie: string): Promise<string> {
  const { json } = await request('GET', '/api/auth/token', { cookie })
  return json.token
}
