import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'

const SHOP = 'http://localhost:3000'
const CALLBACK = `${SHOP}/api/auth/callback/google`
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-0123456789'

let sandbox: Sandbox
let discovery: Record<string, string>

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, shopUrl: SHOP, providers: ['google'] })
  // A flat object, of which only the addresses are used.
  discovery = (await (await fetch(sandbox.google.discoveryUrl)).json()) as Record<string, string>
})
afterAll(async () => {
  await sandbox.close()
})

const request = (changes: Record<string, string> = {}) => ({
  client_id: sandbox.google.clientId,
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'openid email profile',
  state: 'state-1',
  nonce: 'nonce-1',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
  ...changes,
})

const requestAuthorization = (changes: Record<string, string> = {}) =>
  fetch(`${discovery.authorization_endpoint}?${new URLSearchParams(request(changes))}`, {
    redirect: 'manual',
  })

/** Presses a button of the chooser; returns the query of the redirect. */
async function choose(choice: Record<string, string>, changes: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.google.issuer}/o/oauth2/v2/choose`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...request(changes), ...choice }),
  })
  return {
    status: response.status,
    to: new URL(response.headers.get('location') ?? 'about:blank').searchParams,
  }
}

async function codeOf(choice: Record<string, string> = { choice: '100000000000000000001' }) {
  return (await choose(choice)).to.get('code') ?? ''
}

interface Tokens {
  access_token: string
  id_token: string
  token_type: string
  expires_in: number
  error: string
}

async function token(form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(discovery.token_endpoint ?? '', {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  })
  // The tests assert each field.
  return { status: response.status, ...((await response.json()) as Tokens) }
}

const exchange = (code: string, changes: Record<string, string> = {}) =>
  token({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    client_id: sandbox.google.clientId,
    client_secret: sandbox.google.clientSecret,
    code_verifier: VERIFIER,
    ...changes,
  })

const claimsOf = (idToken: string) =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())

async function signatureHolds(idToken: string) {
  // A key set as in RFC 7517.
  const { keys } = (await (await fetch(discovery.jwks_uri ?? '')).json()) as { keys: JsonWebKey[] }
  const [head = '', payload = '', signature = ''] = idToken.split('.')
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const jwk = keys.find((key) => key.kid === kid) ?? {}
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify('sha256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))
}

test('discovery lists what a client needs', () => {
  expect(discovery).toMatchObject({
    issuer: sandbox.google.issuer,
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  })
})

describe('signing in', () => {
  test('offers three accounts and says that it is a test', async () => {
    const text = await (await requestAuthorization()).text()
    for (const name of ['Asha Verma', 'Rohan Mehta', 'Fatima Sheikh', 'Use another account', 'Cancel']) {
      expect(text).toContain(name)
    }
    expect(text).toContain('Test mode')
  })

  test('allows the form to redirect to the shop', async () => {
    expect((await requestAuthorization()).headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:3000 http://127.0.0.1:3000",
    )
  })

  test('returns a code and the state, and a signed token with the nonce for the code', async () => {
    const { status, to } = await choose({ choice: '100000000000000000001' })
    expect([status, to.get('state')]).toEqual([303, 'state-1'])
    const tokens = await exchange(to.get('code') ?? '')
    expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3600 })
    expect(await signatureHolds(tokens.id_token)).toBe(true)
    const claims = claimsOf(tokens.id_token)
    expect(claims).toMatchObject({
      iss: sandbox.google.issuer,
      aud: sandbox.google.clientId,
      sub: '100000000000000000001',
      email: 'asha.verma@gmail.example',
      email_verified: true,
      name: 'Asha Verma',
      given_name: 'Asha',
      family_name: 'Verma',
      nonce: 'nonce-1',
    })
    expect(claims.exp - claims.iat).toBe(3600)
    expect(claims.at_hash).toBe(
      createHash('sha256').update(tokens.access_token).digest().subarray(0, 16).toString('base64url'),
    )
  })

  test('serves userinfo only for the access token', async () => {
    const { access_token } = await exchange(await codeOf())
    const getUserinfo = (bearer: string) =>
      fetch(discovery.userinfo_endpoint ?? '', { headers: { authorization: `Bearer ${bearer}` } })
    expect(await (await getUserinfo(access_token)).json()).toMatchObject({
      email: 'asha.verma@gmail.example',
    })
    expect((await getUserinfo('ya29.forged')).status).toBe(401)
  })

  test('serves the picture of the claims', async () => {
    const { id_token } = await exchange(await codeOf())
    const response = await fetch(claimsOf(id_token).picture)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
  })

  test('identifies another account by its address', async () => {
    const another = { choice: 'another', name: 'Meera', email: 'Meera@Example.in' }
    const first = claimsOf((await exchange(await codeOf(another))).id_token)
    const second = claimsOf((await exchange(await codeOf({ ...another, name: 'Meera Iyer' }))).id_token)
    expect(first).toMatchObject({ email: 'meera@example.in', name: 'Meera', given_name: 'Meera' })
    expect(first).not.toHaveProperty('family_name')
    expect(second.sub).toBe(first.sub)
  })

  test('rejects a missing name or a malformed address', async () => {
    expect((await choose({ choice: 'another', name: ' ', email: 'meera@example.in' })).status).toBe(400)
    expect((await choose({ choice: 'another', name: 'Meera', email: 'meera' })).status).toBe(400)
  })

  test('returns access_denied and the state on cancel', async () => {
    const { to } = await choose({ choice: 'cancel' })
    expect([to.get('error'), to.get('state'), to.get('code')]).toEqual(['access_denied', 'state-1', null])
  })

  test('accepts the secret as Basic authentication', async () => {
    const { clientId, clientSecret } = sandbox.google
    const code = await codeOf()
    const tokens = await token(
      { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER },
      { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    )
    expect(tokens.status).toBe(200)
  })

  test('puts no nonce into the token without one', async () => {
    const { nonce: _, ...rest } = request()
    const response = await fetch(`${sandbox.google.issuer}/o/oauth2/v2/choose`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...rest, choice: '100000000000000000002' }),
    })
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
    expect(claimsOf((await exchange(code)).id_token)).not.toHaveProperty('nonce')
  })
})

describe('the provider rejects', () => {
  test('a wrong or missing verifier', async () => {
    expect((await exchange(await codeOf(), { code_verifier: 'wrong' })).error).toBe('invalid_grant')
    expect((await exchange(await codeOf(), { code_verifier: '' })).error).toBe('invalid_grant')
  })

  test('a code used twice, and revokes its token', async () => {
    const code = await codeOf()
    const { access_token } = await exchange(code)
    expect(await exchange(code)).toMatchObject({ status: 400, error: 'invalid_grant' })
    const response = await fetch(discovery.userinfo_endpoint ?? '', {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(response.status).toBe(401)
  })

  test('a wrong client secret', async () => {
    expect(await exchange(await codeOf(), { client_secret: 'wrong' })).toMatchObject({
      status: 401,
      error: 'invalid_client',
    })
  })

  test('another redirect address than that of the code', async () => {
    expect((await exchange(await codeOf(), { redirect_uri: `${SHOP}/elsewhere` })).error).toBe(
      'invalid_grant',
    )
  })

  test('another grant type', async () => {
    expect((await exchange('x', { grant_type: 'refresh_token' })).error).toBe('unsupported_grant_type')
  })

  test('a redirect elsewhere, with a page instead of a redirect', async () => {
    const response = await requestAuthorization({ redirect_uri: 'https://elsewhere.example/callback' })
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect((await choose({ choice: 'cancel' }, { redirect_uri: 'https://elsewhere.example' })).status).toBe(
      400,
    )
  })

  test('an unknown client, with a page instead of a redirect', async () => {
    expect((await requestAuthorization({ client_id: 'another' })).status).toBe(400)
  })

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'email' }, 'invalid_scope'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ prompt: 'none' }, 'interaction_required'],
  ])('%j, and tells the shop %s', async (changes, error) => {
    const response = await requestAuthorization(changes)
    const to = new URL(response.headers.get('location') ?? '').searchParams
    expect([response.status, to.get('error'), to.get('state')]).toEqual([302, error, 'state-1'])
  })
})

test('the signing key survives a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const keys = async () => {
    const again = await startSandbox({
      port: 0,
      shopUrl: SHOP,
      providers: ['google'],
      storeFile: join(folder, 'store.db'),
    })
    const response = await fetch(`${again.google.issuer}/oauth2/v3/certs`)
    const body: unknown = await response.json()
    await again.close()
    return body
  }
  expect(await keys()).toEqual(await keys())
  rmSync(folder, { recursive: true })
})
