/** The shop as a test needs it: its interface with accounts, lists and letters, and people who are signed in. */
import { randomInt, randomUUID } from 'node:crypto'
import { createApp } from '#server/app.ts'
import type { Database } from '#server/db/open.ts'
import type { GoogleSettings } from '#server/env.ts'
import type { App } from '#server/http.ts'
import { messageRoutes } from '#server/messages/routes.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { createLog } from '#server/log.ts'
import type { Parts } from '#server/context.ts'
import { createAuth } from './auth.ts'
import { authRoutes } from './auth-routes.ts'
import { createTokenAuthenticator } from './identify.ts'
import { accountRoutes } from './routes.ts'

export const SITE_URL = 'http://localhost:3000'
const NO_LIMIT = 1_000_000

export interface TestRequest {
  readonly body?: unknown
  /** Sent as it is, for bodies that are not JSON. */
  readonly raw?: string
  readonly token?: string
  readonly cookie?: string
  /** The visitor's address. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}
export interface TestResponse {
  readonly status: number
  readonly json: any // oxlint-disable-line typescript/no-explicit-any -- a test says what it expects of it
  /** Cookies of the answer, as the browser would send them back. */
  readonly cookie: string
  readonly headers: Headers
}
export interface TestShop {
  readonly shop: App
  readonly parts: Parts
  readonly logged: readonly string[]
  ask(method: string, path: string, asked?: TestRequest): Promise<TestResponse>
}

interface TestShopSettings {
  readonly google?: GoogleSettings | null
  /** Omitted: nobody is ever stopped. */
  readonly limitScale?: number
  readonly now?: () => Date
  readonly secret?: string
  readonly siteUrl?: string
  /** Waits for the turn of a slowed-down sign-in. */
  readonly wait?: (ms: number) => Promise<void>
}

export function openTestShop(
  db: Database,
  {
    google = null,
    limitScale = NO_LIMIT,
    now = () => new Date(),
    secret = 'a-secret-of-the-tests-4f6b1d0c9e8a7352',
    siteUrl = SITE_URL,
    wait,
  }: TestShopSettings = {},
): TestShop {
  const logged: string[] = []
  const log = createLog('debug', (line) => logged.push(line))
  const auth = createAuth({ db, secret, siteUrl, isProduction: false, google, log, now })
  const identify = createTokenAuthenticator({ auth, db, now })
  const parts: Parts = { db, identify, log, now, siteUrl }
  const shop = createApp({
    db,
    log,
    outsiders: { siteUrl, checkoutScriptUrl: `${siteUrl}/checkout.js`, analyticsUrl: null },
    proxyHops: 1,
    areas: [
      authRoutes({ auth, db, now, siteUrl, limitScale, ...(wait && { wait }) }),
      accountRoutes(parts),
      listRoutes(parts),
      messageRoutes(parts, { limitScale }),
    ],
    pages: null,
  })
  return {
    shop,
    parts,
    logged,
    async ask(method, path, { body, raw, token, cookie, from = '192.0.2.1', headers = {} } = {}) {
      const sends = body !== undefined || raw !== undefined
      const response = await shop.request(path, {
        method,
        headers: {
          'x-forwarded-for': from,
          ...(sends && { 'content-type': 'application/json' }),
          ...(cookie && { cookie, origin: siteUrl }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(sends && { body: raw ?? JSON.stringify(body) }),
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
export function someAddress(): string {
  return `198.18.${randomInt(256)}.${randomInt(256)}`
}

export interface TestUser {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly cookie: string
  readonly token: string
}

/** A new person, signed in. */
export async function signUp({ ask }: TestShop, name = 'Asha Verma'): Promise<TestUser> {
  const email = uniqueEmail()
  const password = 'moonga-47'
  const { json, cookie } = await ask('POST', '/api/auth/sign-up/email', { body: { name, email, password } })
  return { id: json.user.id, email, password, cookie, token: await tokenOf(ask, cookie) }
}

export async function tokenOf(ask: TestShop['ask'], cookie: string): Promise<string> {
  const { json } = await ask('GET', '/api/auth/token', { cookie })
  return json.token
}
