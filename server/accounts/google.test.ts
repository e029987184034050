import { createSign, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { serve } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { account, user } from '#server/db/account-schema.ts'
import { emailOutbox } from '#server/db/schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import type { GoogleSettings } from '#server/env.ts'
import { portOf } from '#server/testing.ts'
import { createTestApp, signUp, SITE_URL, uniqueEmail, tokenOf, type TestApp } from './testing.ts'

const database = useTestDatabase()
let sandbox: Sandbox
let app: TestApp
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['google'] })
  app = createTestApp(database.db, { google: sandbox.google })
})
afterAll(() => sandbox.close())

const SIGN_IN = '/api/auth/sign-in/email'
const SIGN_IN_REQUEST = { provider: 'google', callbackURL: '/cart', errorCallbackURL: '/login' }

/** Follows the redirects as a browser does, to the provider and back. */
async function signInThroughGoogle(chosen: Record<string, string>, at = app) {
  const start = await at.request('POST', '/api/auth/sign-in/social', { body: SIGN_IN_REQUEST })
  const request = new URL(start.json.url)
  const back = await fetch(new URL('choose', request), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(request.searchParams), ...chosen }),
  })
  return callBack(at, back.headers.get('location') ?? '', start.cookie)
}

async function callBack(at: TestApp, location: string, cookie: string) {
  const { pathname, search } = new URL(location)
  const response = await at.request('GET', pathname + search, { cookie })
  return { status: response.status, location: response.headers.get('location'), cookie: response.cookie }
}

const accountOf = (email: string, name = 'Meera Iyer') => ({ choice: 'another', name, email })

async function findUser(email: string) {
  const [row] = await database.db.select().from(user).where(eq(user.email, email))
  return row
}
async function providersOf(email: string): Promise<string[]> {
  const rows = await database.db
    .select({ providerId: account.providerId })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(eq(user.email, email))
  return rows.map(({ providerId }) => providerId).sort()
}

// Shows 7.auth, 4.auth.record
test('signs a new user up through Google and returns to the requested page', async () => {
  const email = uniqueEmail()
  const { status, location, cookie } = await signInThroughGoogle(accountOf(email))
  expect([status, location]).toEqual([302, '/cart'])
  const { json } = await app.request('GET', '/api/auth/get-session', { cookie })
  expect(json.user).toEqual({ id: expect.any(String), name: 'Meera Iyer', email })
  expect((await findUser(email))?.emailVerified).toBe(true)
})

test('stores no token of Google', async () => {
  const email = uniqueEmail()
  await signInThroughGoogle(accountOf(email))
  await signInThroughGoogle(accountOf(email))
  const [row] = await database.db
    .select()
    .from(account)
    .where(eq(account.userId, (await findUser(email))?.id ?? ''))
  expect([row?.accessToken, row?.refreshToken, row?.idToken]).toEqual([null, null, null])
})

test('signs the same user in the second time', async () => {
  const email = uniqueEmail()
  await signInThroughGoogle(accountOf(email))
  const first = await findUser(email)
  const { cookie } = await signInThroughGoogle(accountOf(email))
  expect((await app.request('GET', '/api/auth/get-session', { cookie })).json.user.id).toBe(first?.id)
})

// Shows 8.login.google
test('redirects to the login page after a cancellation', async () => {
  const { status, location, cookie } = await signInThroughGoogle({ choice: 'cancel' })
  expect([status, location]).toEqual([302, '/login?error=access_denied'])
  expect(cookie).not.toContain('session_token')
})

test('links an account with an unverified address and removes its password', async () => {
  const stranger = await signUp(app)
  const { email, password } = stranger
  const { location, cookie } = await signInThroughGoogle(accountOf(email))
  expect(location).toBe('/cart')
  expect((await app.request('GET', '/api/auth/get-session', { cookie })).json.user.id).toBe(stranger.id)
  expect(await providersOf(email)).toEqual(['google'])
  expect((await app.request('GET', '/api/auth/get-session', { cookie: stranger.cookie })).json).toBeNull()
  expect((await app.request('GET', '/api/account', { token: stranger.token })).status).toBe(401)
  expect((await app.request('POST', SIGN_IN, { body: { email, password } })).status).toBe(401)
  expect(
    (await app.request('GET', '/api/account', { token: await tokenOf(app.request, cookie) })).status,
  ).toBe(200)
})

test('links an account with a verified address and keeps its password', async () => {
  const { id, email } = await signUp(app)
  await app.request('POST', '/api/auth/request-password-reset', { body: { email } })
  const [message] = await database.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, email))
  const token = /reset-password\?token=([\w-]+)/.exec(message?.text ?? '')?.[1]
  const body = { token, newPassword: 'jhumka-82' }
  await app.request('POST', '/api/auth/reset-password', { body })
  const { cookie } = await signInThroughGoogle(accountOf(email))
  expect((await app.request('GET', '/api/auth/get-session', { cookie })).json.user.id).toBe(id)
  expect(await providersOf(email)).toEqual(['credential', 'google'])
  const signIn = await app.request('POST', SIGN_IN, { body: { email, password: 'jhumka-82' } })
  expect(signIn.status).toBe(200)
})

test('redirects unexpected and forged callbacks to the login page', async () => {
  for (const query of [
    '',
    '?code=x',
    '?state=x&code=y',
    '?state=%00&code=%00',
    '?state=a&state=b',
    '?error=%zz',
  ]) {
    const { status, location, cookie } = await callBack(
      app,
      `${SITE_URL}/api/auth/callback/google${query}`,
      '',
    )
    expect([query, status, location?.startsWith(`${SITE_URL}/login?error=`)]).toEqual([query, 302, true])
    expect(cookie).not.toContain('session_token')
  }
})

test('logs no error for unexpected callbacks', async () => {
  const app = createTestApp(database.db, { google: sandbox.google })
  const start = await app.request('POST', '/api/auth/sign-in/social', { body: SIGN_IN_REQUEST })
  const state = new URL(start.json.url).searchParams.get('state')
  for (const [query, cookie] of [
    ['state=x', ''],
    ['state=x&code=y', ''],
    ['code=y', ''],
    [`state=${state}&code=y`, ''],
    [`state=${state}&code=y`, start.cookie],
    ['state=a&state=b&code=[]', start.cookie],
  ] as const) {
    const { status } = await callBack(app, `${SITE_URL}/api/auth/callback/google?${query}`, cookie)
    expect(status).toBe(302)
  }
  const lines = app.logged.join('')
  expect(lines).not.toContain('"level":"error"')
  expect(lines).not.toContain('"place"')
})

test.each([
  ['another provider', { provider: 'facebook' }],
  ['a callback URL of another site', { callbackURL: 'https://elsewhere.example/' }],
  ['a protocol-relative callback URL', { callbackURL: '//elsewhere.example/' }],
  ['an error page of another site', { errorCallbackURL: '/\\elsewhere.example' }],
  ['an id token', { idToken: { token: 'x' } }],
])('rejects %s', async (_, wrong) => {
  const { status, json } = await app.request('POST', '/api/auth/sign-in/social', {
    body: { ...SIGN_IN_REQUEST, ...wrong },
  })
  expect([status, json.code]).toEqual([400, 'VALIDATION_ERROR'])
})

test('reports that Google is not configured', async () => {
  const { status, json } = await createTestApp(database.db).request('POST', '/api/auth/sign-in/social', {
    body: SIGN_IN_REQUEST,
  })
  expect([status, json.code]).toEqual([503, 'provider-unavailable'])
})

test('recovers from a provider that was down at startup, and accepts passwords meanwhile', async () => {
  const gone = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['google'] })
  const port = Number(new URL(gone.url).port)
  await gone.close()
  const early = createTestApp(database.db, { google: gone.google })
  const rejected = await early.request('POST', '/api/auth/sign-in/social', { body: SIGN_IN_REQUEST })
  expect([rejected.status, rejected.json.code]).toEqual([503, 'provider-unavailable'])
  const { email, password } = await signUp(early)
  expect((await early.request('POST', SIGN_IN, { body: { email, password } })).status).toBe(200)
  const back = await startSandbox({ port, shopUrl: SITE_URL, providers: ['google'] })
  expect((await signInThroughGoogle(accountOf(uniqueEmail()), early)).location).toBe('/cart')
  await back.close()
})

/** A provider that returns the claims of a test. */
async function openProvider(claims: Record<string, unknown>) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk: JsonWebKey = publicKey.export({ format: 'jwk' })
  const provider = new Hono()
  const server = serve({ fetch: provider.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const issuer = `http://127.0.0.1:${portOf(server)}`
  let nonce: string | null = null
  provider.get('/discovery', (context) =>
    context.json({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  )
  provider.get('/keys', (context) =>
    context.json({ keys: [{ ...jwk, kid: 'one', alg: 'RS256', use: 'sig' }] }),
  )
  provider.post('/token', (context) => {
    const now = Math.floor(Date.now() / 1000)
    const own = { iss: issuer, aud: 'shop', iat: now, exp: now + 3600, nonce }
    const head = [
      { alg: 'RS256', kid: 'one' },
      { ...own, ...claims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const signature = createSign('RSA-SHA256').update(head).sign(privateKey).toString('base64url')
    return context.json({ access_token: 'a', token_type: 'Bearer', id_token: `${head}.${signature}` })
  })
  const google: GoogleSettings = {
    discoveryUrl: `${issuer}/discovery`,
    clientId: 'shop',
    clientSecret: 'secret',
  }
  return {
    async signIn() {
      const at = createTestApp(database.db, { google })
      const start = await at.request('POST', '/api/auth/sign-in/social', { body: SIGN_IN_REQUEST })
      const request = new URL(start.json.url).searchParams
      nonce = request.get('nonce')
      const back = `${request.get('redirect_uri')}?state=${request.get('state')}&code=any`
      return callBack(at, back, start.cookie)
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function signInWith(claims: Record<string, unknown>) {
  const provider = await openProvider(claims)
  const result = await provider.signIn()
  await provider.close()
  return result
}

test('creates no account for an address that the provider has not verified', async () => {
  const email = uniqueEmail()
  const { location, cookie } = await signInWith({ sub: '1', email, email_verified: false, name: 'Nobody' })
  expect(location).toMatch(/^\/login\?error=email_not_verified/)
  expect(cookie).not.toContain('session_token')
  expect(await findUser(email)).toBeUndefined()
})

test('signs nobody in with an address that the provider has not verified', async () => {
  const { email, cookie } = await signUp(app)
  const { location } = await signInWith({ sub: '2', email, email_verified: false, name: 'Nobody' })
  expect(location).toBe('/login?error=account_not_linked')
  expect((await app.request('GET', '/api/auth/get-session', { cookie })).json).not.toBeNull()
})

test('the sign-in rejects a token issued for another client', async () => {
  const email = uniqueEmail()
  const { location } = await signInWith({ sub: '3', email, email_verified: true, aud: 'another-shop' })
  expect(location).toBe('/login?error=unable_to_get_user_info')
  expect(await findUser(email)).toBeUndefined()
})

test('the sign-in names a user without a name after the address, and accepts any name', async () => {
  const nameless = uniqueEmail()
  await signInWith({ sub: crypto.randomUUID(), email: nameless, email_verified: true })
  expect((await findUser(nameless))?.name).toBe(nameless.split('@')[0])
  const odd = uniqueEmail()
  await signInWith({
    sub: crypto.randomUUID(),
    email: odd,
    email_verified: true,
    name: ` \u0000${'é'.repeat(500)}`,
  })
  expect((await findUser(odd))?.name).toBe('é'.repeat(120))
})
