/** An OpenID Connect provider with Google's addresses and claims. */
import { createHash, randomBytes } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { GOOGLE_CREDENTIALS } from '#sandbox/credentials.ts'
import { isSameSecret, type Env } from '#sandbox/http.ts'
import type { Store } from '#sandbox/store.ts'
import { authorizationRoutes, redeemCode, type AuthorizationRequest } from './authorization.ts'
import { openSigningKey } from './keys.ts'
import { initialsOf, type GoogleUser } from './users.ts'

const TOKEN_EXPIRES_S = 3600

interface Deps {
  store: Store
  /** How the shop's server reaches this provider. */
  apiUrl: string
  /** How a browser reaches it. */
  publicUrl: string
  shopOrigins: readonly string[]
}

export function googleProvider({ store, apiUrl, publicUrl, shopOrigins }: Deps): Hono<Env> {
  const provider = new Hono<Env>()
  const key = openSigningKey(store)

  provider.get('/.well-known/openid-configuration', (c) => c.json(discoveryDocument(apiUrl, publicUrl)))
  provider.get('/oauth2/v3/certs', (c) => c.json({ keys: [key.jwk] }))
  provider.route('/o/oauth2/v2', authorizationRoutes({ store, shopOrigins }))

  provider.post('/token', async (c) => {
    const form = await c.req.parseBody()
    const field = (name: string) => String(form[name] ?? '')
    c.header('cache-control', 'no-store')
    if (!isKnownClient(c.req.header('authorization'), field)) {
      return c.json({ error: 'invalid_client', error_description: 'The OAuth client was not found.' }, 401)
    }
    if (field('grant_type') !== 'authorization_code') return c.json({ error: 'unsupported_grant_type' }, 400)
    const grant = redeemCode(store, field('code'))
    if (!grant) return invalidGrant(c, 'The code is unknown, expired or already used.')
    const { request, person } = grant
    if (field('redirect_uri') !== request.redirect_uri) return invalidGrant(c, 'redirect_uri differs.')
    const challenge = sha256(field('code_verifier')).toString('base64url')
    if (request.code_challenge && challenge !== request.code_challenge) {
      return invalidGrant(c, 'Invalid code verifier.')
    }
    const accessToken = `ya29.${randomBytes(32).toString('base64url')}`
    store.run(
      'insert into google_token (token, code, person, expires_at) values (?, ?, ?, ?)',
      accessToken,
      field('code'),
      JSON.stringify(person),
      Date.now() + TOKEN_EXPIRES_S * 1000,
    )
    return c.json({
      access_token: accessToken,
      expires_in: TOKEN_EXPIRES_S,
      scope: request.scope,
      token_type: 'Bearer',
      id_token: key.signJwt(idTokenClaims(person, request, accessToken, publicUrl)),
    })
  })

  provider.get('/v1/userinfo', (c) => {
    const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    const row = store.first<{ person: string }>(
      'select person from google_token where token = ? and expires_at > ?',
      token,
      Date.now(),
    )
    if (!row) {
      c.header('www-authenticate', 'Bearer error="invalid_token"')
      return c.json({ error: 'invalid_token', error_description: 'Invalid Credentials' }, 401)
    }
    return c.json(userClaims(JSON.parse(row.person), publicUrl))
  })

  provider.get('/picture/:initials', (c) => {
    const initials = c.req
      .param('initials')
      .replace('.svg', '')
      .slice(0, 2)
      .replaceAll(/[<>&"]/g, '')
    return c.body(picture(initials), 200, { 'content-type': 'image/svg+xml' })
  })

  return provider
}

function discoveryDocument(apiUrl: string, publicUrl: string) {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/o/oauth2/v2/auth`,
    token_endpoint: `${apiUrl}/token`,
    userinfo_endpoint: `${apiUrl}/v1/userinfo`,
    jwks_uri: `${apiUrl}/oauth2/v3/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: 'aud email email_verified exp family_name given_name iat iss name picture sub'.split(
      ' ',
    ),
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code'],
  }
}

function userClaims(user: GoogleUser, publicUrl: string) {
  const [given, ...family] = user.name.split(' ')
  return {
    sub: user.sub,
    name: user.name,
    given_name: given,
    ...(family.length > 0 ? { family_name: family.join(' ') } : {}),
    picture: `${publicUrl}/picture/${encodeURIComponent(initialsOf(user.name))}.svg`,
    email: user.email,
    email_verified: true,
  }
}

function idTokenClaims(
  user: GoogleUser,
  { nonce }: AuthorizationRequest,
  accessToken: string,
  publicUrl: string,
) {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: publicUrl,
    azp: GOOGLE_CREDENTIALS.clientId,
    aud: GOOGLE_CREDENTIALS.clientId,
    at_hash: sha256(accessToken).subarray(0, 16).toString('base64url'),
    ...userClaims(user, publicUrl),
    ...(nonce === undefined ? {} : { nonce }),
    iat: now,
    exp: now + TOKEN_EXPIRES_S,
  }
}

/** Credentials in the body or as Basic authentication. */
function isKnownClient(header: string | undefined, field: (name: string) => string): boolean {
  const credentials = header?.startsWith('Basic ')
    ? Buffer.from(header.slice('Basic '.length), 'base64').toString().split(':').map(decodeURIComponent)
    : [field('client_id'), field('client_secret')]
  return isSameSecret(
    credentials.join(':'),
    `${GOOGLE_CREDENTIALS.clientId}:${GOOGLE_CREDENTIALS.clientSecret}`,
  )
}

function invalidGrant(c: Context<Env>, description: string) {
  return c.json({ error: 'invalid_grant', error_description: description }, 400)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function picture(initials: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
  <rect width="96" height="96" fill="#35172f"/>
  <text x="48" y="50" fill="#fbf7ee" font-family="Georgia, serif" font-size="38" text-anchor="middle"
    dominant-baseline="middle">${initials}</text>
</svg>`
}
