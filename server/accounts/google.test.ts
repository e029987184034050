import { createSign, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { account, mailOutbox, user } from '#server/db/schema.ts'
import type { GoogleSettings } from '#server/env.ts'
import { openTestDatabase } from '#server/testing.ts'
import { openTestShop, signUp, SITE_URL, uniqueEmail, tokenOf, type TestShop } from './testing.ts'

let database: OpenDatabase
let sandbox: Sandbox
let shop: TestShop
beforeAll(async () => {
  database = await openTestDatabase()
  sandbox = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['google'] })
  shop = openTestShop(database.db, { google: sandbox.google })
}, 60_000)
afterAll(async () => {
  await sandbox.close()
  await database.close()
})

const SIGN_IN = '/api/auth/sign-in/email'
const WAYS = { provider: 'google', callbackURL: '/cart', errorCallbackURL: '/login' }

/** What a browser does: asks, goes to the provider, chooses, and comes back. Gives where it ends and as whom. */
async function throughGoogle(chosen: Record<string, string>, at = shop) {
  const asked = await at.ask('POST', '/api/auth/sign-in/social', { body: WAYS })
  const request = new URL(asked.json.url)
  const back = await fetch(new URL('choose', request), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(request.searchParams), ...chosen }),
  })
  return returned(at, back.headers.get('location') ?? '', asked.cookie)
}

async function returned(at: TestShop, location: string, cookie: string) {
  const { pathname, search } = new URL(location)
  const answer = await at.ask('GET', pathname + search, { cookie })
  return { status: answer.status, goesTo: answer.headers.get('location'), cookie: answer.cookie }
}

const asPerson = (email: string, name = 'Meera Iyer') => ({ choice: 'another', name, email })

async function personWith(email: string) {
  const [row] = await database.db.select().from(user).where(eq(user.email, email))
  return row
}
async function waysIn(email: string): Promise<string[]> {
  const rows = await database.db
    .select({ providerId: account.providerId })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(eq(user.email, email))
  return rows.map(({ providerId }) => providerId).sort()
}

// Shows 7.auth, 4.auth.record
test('a new person is signed up through Google and comes back to where they were heading', async () => {
  const email = uniqueEmail()
  const { status, goesTo, cookie } = await throughGoogle(asPerson(email))
  expect([status, goesTo]).toEqual([302, '/cart'])
  const { json } = await shop.ask('GET', '/api/auth/get-session', { cookie })
  expect(json.user).toEqual({ id: expect.any(String), name: 'Meera Iyer', email })
  expect((await personWith(email))?.emailVerified).toBe(true)
})

test('nothing is kept that could be used at Google', async () => {
  const email = uniqueEmail()
  await throughGoogle(asPerson(email))
  await throughGoogle(asPerson(email))
  const [row] = await database.db
    .select()
    .from(account)
    .where(eq(account.userId, (await personWith(email))?.id ?? ''))
  expect([row?.accessToken, row?.refreshToken, row?.idToken]).toEqual([null, null, null])
})

test('a second time it is the same person', async () => {
  const email = uniqueEmail()
  await throughGoogle(asPerson(email))
  const first = await personWith(email)
  const { cookie } = await throughGoogle(asPerson(email))
  expect((await shop.ask('GET', '/api/auth/get-session', { cookie })).json.user.id).toBe(first?.id)
})

// Shows 8.login.google
test('somebody who cancels reads so on the login page', async () => {
  const { status, goesTo, cookie } = await throughGoogle({ choice: 'cancel' })
  expect([status, goesTo]).toEqual([302, '/login?error=access_denied'])
  expect(cookie).not.toContain('session_token')
})

test('an account whose address was never proved is joined, and the password of whoever made it ends', async () => {
  const stranger = await signUp(shop)
  const { email, password } = stranger
  const { goesTo, cookie } = await throughGoogle(asPerson(email))
  expect(goesTo).toBe('/cart')
  expect((await shop.ask('GET', '/api/auth/get-session', { cookie })).json.user.id).toBe(stranger.id)
  expect(await waysIn(email)).toEqual(['google'])
  expect((await shop.ask('GET', '/api/auth/get-session', { cookie: stranger.cookie })).json).toBeNull()
  expect((await shop.ask('GET', '/api/account', { token: stranger.token })).status).toBe(401)
  expect((await shop.ask('POST', SIGN_IN, { body: { email, password } })).status).toBe(401)
  expect((await shop.ask('GET', '/api/account', { token: await tokenOf(shop.ask, cookie) })).status).toBe(200)
})

test('an account whose address was proved by mail is joined and keeps its password', async () => {
  const { id, email } = await signUp(shop)
  await shop.ask('POST', '/api/auth/request-password-reset', { body: { email } })
  const [letter] = await database.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email))
  const token = /reset-password\?token=([\w-]+)/.exec(letter?.text ?? '')?.[1]
  const body = { token, newPassword: 'jhumka-82' }
  await shop.ask('POST', '/api/auth/reset-password', { body })
  const { cookie } = await throughGoogle(asPerson(email))
  expect((await shop.ask('GET', '/api/auth/get-session', { cookie })).json.user.id).toBe(id)
  expect(await waysIn(email)).toEqual(['credential', 'google'])
  const signIn = await shop.ask('POST', SIGN_IN, { body: { email, password: 'jhumka-82' } })
  expect(signIn.status).toBe(200)
})

test('a return that nobody began, or that was tampered with, ends on the login page', async () => {
  for (const query of [
    '',
    '?code=x',
    '?state=x&code=y',
    '?state=%00&code=%00',
    '?state=a&state=b',
    '?error=%zz',
  ]) {
    const { status, goesTo, cookie } = await returned(
      shop,
      `${SITE_URL}/api/auth/callback/google${query}`,
      '',
    )
    expect([query, status, goesTo?.startsWith(`${SITE_URL}/login?error=`)]).toEqual([query, 302, true])
    expect(cookie).not.toContain('session_token')
  }
})

test('a return that nobody began is no error of the shop', async () => {
  const quiet = openTestShop(database.db, { google: sandbox.google })
  const begun = await quiet.ask('POST', '/api/auth/sign-in/social', { body: WAYS })
  const state = new URL(begun.json.url).searchParams.get('state')
  for (const [query, cookie] of [
    ['state=x', ''],
    ['state=x&code=y', ''],
    ['code=y', ''],
    [`state=${state}&code=y`, ''],
    [`state=${state}&code=y`, begun.cookie],
    ['state=a&state=b&code=[]', begun.cookie],
  ] as const) {
    const { status } = await returned(quiet, `${SITE_URL}/api/auth/callback/google?${query}`, cookie)
    expect(status).toBe(302)
  }
  const lines = quiet.logged.join('')
  expect(lines).not.toContain('"level":"error"')
  expect(lines).not.toContain('"place"')
})

test.each([
  ['another provider', { provider: 'facebook' }],
  ['a return to another site', { callbackURL: 'https://elsewhere.example/' }],
  ['a return to another site in disguise', { callbackURL: '//elsewhere.example/' }],
  ['an error page of another site', { errorCallbackURL: '/\\elsewhere.example' }],
  ['a token of its own making', { idToken: { token: 'x' } }],
])('%s is refused', async (_, wrong) => {
  const { status, json } = await shop.ask('POST', '/api/auth/sign-in/social', { body: { ...WAYS, ...wrong } })
  expect([status, json.code]).toEqual([400, 'VALIDATION_ERROR'])
})

test('a shop without Google says so', async () => {
  const { status, json } = await openTestShop(database.db).ask('POST', '/api/auth/sign-in/social', {
    body: WAYS,
  })
  expect([status, json.code]).toEqual([503, 'provider-unavailable'])
})

test('a provider that was down at the start serves as soon as it is back, and passwords work meanwhile', async () => {
  const gone = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['google'] })
  const port = Number(new URL(gone.url).port)
  await gone.close()
  const early = openTestShop(database.db, { google: gone.google })
  const refused = await early.ask('POST', '/api/auth/sign-in/social', { body: WAYS })
  expect([refused.status, refused.json.code]).toEqual([503, 'provider-unavailable'])
  const { email, password } = await signUp(early)
  expect((await early.ask('POST', SIGN_IN, { body: { email, password } })).status).toBe(200)
  const back = await startSandbox({ port, shopUrl: SITE_URL, providers: ['google'] })
  expect((await throughGoogle(asPerson(uniqueEmail()), early)).goesTo).toBe('/cart')
  await back.close()
})

/** A provider that says whatever a test wants of whoever comes. */
async function openProvider(claims: Record<string, unknown>) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk: JsonWebKey = publicKey.export({ format: 'jwk' })
  const app = new Hono()
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  // A server that listens on a TCP port has an address with one.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let nonce: string | null = null
  app.get('/discovery', (context) =>
    context.json({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  )
  app.get('/keys', (context) => context.json({ keys: [{ ...jwk, kid: 'one', alg: 'RS256', use: 'sig' }] }))
  app.post('/token', (context) => {
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
      const at = openTestShop(database.db, { google })
      const asked = await at.ask('POST', '/api/auth/sign-in/social', { body: WAYS })
      const request = new URL(asked.json.url).searchParams
      nonce = request.get('nonce')
      const back = `${request.get('redirect_uri')}?state=${request.get('state')}&code=any`
      return returned(at, back, asked.cookie)
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function signedInWith(claims: Record<string, unknown>) {
  const provider = await openProvider(claims)
  const result = await provider.signIn()
  await provider.close()
  return result
}

test('an address that the provider has not verified makes no account', async () => {
  const email = uniqueEmail()
  const { goesTo, cookie } = await signedInWith({ sub: '1', email, email_verified: false, name: 'Nobody' })
  expect(goesTo).toMatch(/^\/login\?error=email_not_verified/)
  expect(cookie).not.toContain('session_token')
  expect(await personWith(email)).toBeUndefined()
})

test('an address that the provider has not verified opens nobody’s account', async () => {
  const { email, cookie } = await signUp(shop)
  const { goesTo } = await signedInWith({ sub: '2', email, email_verified: false, name: 'Nobody' })
  expect(goesTo).toBe('/login?error=account_not_linked')
  expect((await shop.ask('GET', '/api/auth/get-session', { cookie })).json).not.toBeNull()
})

test('a token made for another shop is not taken', async () => {
  const email = uniqueEmail()
  const { goesTo } = await signedInWith({ sub: '3', email, email_verified: true, aud: 'another-shop' })
  expect(goesTo).toBe('/login?error=unable_to_get_user_info')
  expect(await personWith(email)).toBeUndefined()
})

test('somebody without a name is called by their address, and no name breaks the shop', async () => {
  const nameless = uniqueEmail()
  await signedInWith({ sub: crypto.randomUUID(), email: nameless, email_verified: true })
  expect((await personWith(nameless))?.name).toBe(nameless.split('@')[0])
  const odd = uniqueEmail()
  await signedInWith({
    sub: crypto.randomUUID(),
    email: odd,
    email_verified: true,
    name: ` \u0000${'é'.repeat(500)}`,
  })
  expect((await personWith(odd))?.name).toBe('é'.repeat(120))
})
