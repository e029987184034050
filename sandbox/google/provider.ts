/** An OpenID Connect provider with Google's addresses and claims, and an account chooser instead of passwords. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { MINUTE_MS } from '#domain/time.ts'
import { GOOGLE_CREDENTIALS } from '#sandbox/credentials.ts'
import type { Env } from '#sandbox/http.ts'
import { contentPolicy, page } from '#sandbox/page.ts'
import type { Store } from '#sandbox/store.ts'
import { openSigningKey } from './keys.ts'
import { initialsOf, GOOGLE_USERS, googleUserFrom, type Person } from './people.ts'

const CODE_LIFE_MS = 10 * MINUTE_MS
const TOKEN_LIFE_S = 3600

/** The parts of an authorisation request that the chooser carries along. */
const signIn = z.object({
  client_id: z.literal(GOOGLE_CREDENTIALS.clientId),
  redirect_uri: z.url(),
  response_type: z.string().default(''),
  scope: z.string().default(''),
  state: z.string().optional(),
  nonce: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  prompt: z.string().optional(),
})
type SignIn = z.infer<typeof signIn>

interface Parts {
  store: Store
  /** How the shop's server reaches this provider. */
  apiUrl: string
  /** How a browser reaches it. */
  publicUrl: string
  shopOrigins: readonly string[]
}

export function googleProvider({ store, apiUrl, publicUrl, shopOrigins }: Parts): Hono<Env> {
  const provider = new Hono<Env>()
  const key = openSigningKey(store)
  const issuer = publicUrl
  // A form's policy also covers where its answer redirects to: back to the shop.
  const chooserPolicy = contentPolicy([]).replace(
    "form-action 'self'",
    `form-action 'self' ${shopOrigins.join(' ')}`,
  )

  provider.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${publicUrl}/o/oauth2/v2/auth`,
      token_endpoint: `${apiUrl}/token`,
      userinfo_endpoint: `${apiUrl}/v1/userinfo`,
      jwks_uri: `${apiUrl}/oauth2/v3/certs`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      claims_supported: [
        'aud',
        'email',
        'email_verified',
        'exp',
        'family_name',
        'given_name',
        'iat',
        'iss',
        'name',
        'picture',
        'sub',
      ],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code'],
    }),
  )

  provider.get('/oauth2/v3/certs', (c) => c.json({ keys: [key.jwk] }))

  provider.get('/o/oauth2/v2/auth', (c) => {
    const request = requestFrom(c.req.query())
    if ('refusal' in request) return refused(c, request.refusal)
    const problem = requestError(request)
    if (problem) return c.redirect(backTo(request, { error: problem }), 302)
    c.header('content-security-policy', chooserPolicy)
    return c.html(accountChooser(request))
  })

  provider.post('/o/oauth2/v2/choose', async (c) => {
    const form = Object.fromEntries(
      Object.entries(await c.req.parseBody()).map(([name, value]) => [name, String(value)]),
    )
    const request = requestFrom(form)
    if ('refusal' in request) return refused(c, request.refusal)
    if (form.choice === 'cancel') return c.redirect(backTo(request, { error: 'access_denied' }), 303)
    const person =
      form.choice === 'another'
        ? googleUserFrom({ name: form.name ?? '', email: form.email ?? '' })
        : GOOGLE_USERS.find(({ sub }) => sub === form.choice)
    if (!person) {
      c.header('content-security-policy', chooserPolicy)
      return c.html(accountChooser(request, 'Enter a name and an e-mail address.'), 400)
    }
    const code = `4/${randomBytes(24).toString('base64url')}`
    store.run(
      'insert into google_code (code, request, expires_at, used) values (?, ?, ?, 0)',
      code,
      JSON.stringify({ request, person }),
      Date.now() + CODE_LIFE_MS,
    )
    return c.redirect(backTo(request, { code, scope: request.scope }), 303)
  })

  provider.post('/token', async (c) => {
    const form = await c.req.parseBody()
    const field = (name: string) => String(form[name] ?? '')
    c.header('cache-control', 'no-store')
    if (!isKnownClient(c.req.header('authorization'), field)) {
      return c.json({ error: 'invalid_client', error_description: 'The OAuth client was not found.' }, 401)
    }
    if (field('grant_type') !== 'authorization_code') return c.json({ error: 'unsupported_grant_type' }, 400)
    const granted = redeem(field('code'))
    if (!granted) return badGrant(c, 'The code is unknown, expired or already used.')
    const { request, person } = granted
    if (field('redirect_uri') !== request.redirect_uri) return badGrant(c, 'redirect_uri differs.')
    if (request.code_challenge && sha256(field('code_verifier')) !== request.code_challenge) {
      return badGrant(c, 'Invalid code verifier.')
    }
    const accessToken = `ya29.${randomBytes(32).toString('base64url')}`
    store.run(
      'insert into google_token (token, code, person, expires_at) values (?, ?, ?, ?)',
      accessToken,
      field('code'),
      JSON.stringify(person),
      Date.now() + TOKEN_LIFE_S * 1000,
    )
    return c.json({
      access_token: accessToken,
      expires_in: TOKEN_LIFE_S,
      scope: request.scope,
      token_type: 'Bearer',
      id_token: key.signed(idClaims(person, request, accessToken)),
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
    return c.json(claimsOf(JSON.parse(row.person)))
  })

  provider.get('/picture/:initials', (c) => {
    const initials = c.req
      .param('initials')
      .replace('.svg', '')
      .slice(0, 2)
      .replaceAll(/[<>&"]/g, '')
    return c.body(picture(initials), 200, { 'content-type': 'image/svg+xml' })
  })

  /** A code works once. Presented again, it also ends the token it was changed for. */
  function redeem(code: string): { request: SignIn; person: Person } | null {
    return store.transaction(() => {
      const row = store.first<{ request: string; expires_at: number; used: number }>(
        'select request, expires_at, used from google_code where code = ?',
        code,
      )
      if (!row) return null
      if (row.used) {
        store.run('delete from google_token where code = ?', code)
        return null
      }
      store.run('update google_code set used = 1 where code = ?', code)
      return row.expires_at > Date.now() ? JSON.parse(row.request) : null
    })
  }

  /** Nobody is sent anywhere but to the shop itself. */
  function requestFrom(query: Record<string, string>): SignIn | { refusal: string } {
    const request = signIn.safeParse(query)
    if (!request.success) {
      const field = request.error.issues[0]?.path.join('.')
      return { refusal: field === 'client_id' ? 'invalid_client' : `invalid_request: ${field}` }
    }
    const { origin } = new URL(request.data.redirect_uri)
    return shopOrigins.includes(origin) ? request.data : { refusal: 'redirect_uri_mismatch' }
  }

  function refused(c: Context<Env>, refusal: string) {
    c.header('content-security-policy', contentPolicy())
    const body = html`<p>Error 400: ${refusal}</p>
      <p class="soft">The request that led here was not one the shop would make.</p>`
    return c.html(page({ title: 'Access blocked', root: '../../../../', body }), 400)
  }

  function claimsOf(person: Person) {
    const [given, ...family] = person.name.split(' ')
    return {
      sub: person.sub,
      name: person.name,
      given_name: given,
      ...(family.length > 0 ? { family_name: family.join(' ') } : {}),
      picture: `${publicUrl}/picture/${encodeURIComponent(initialsOf(person.name))}.svg`,
      email: person.email,
      email_verified: true,
    }
  }

  function idClaims(person: Person, request: SignIn, accessToken: string) {
    const now = Math.floor(Date.now() / 1000)
    const atHash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
    return {
      iss: issuer,
      azp: GOOGLE_CREDENTIALS.clientId,
      aud: GOOGLE_CREDENTIALS.clientId,
      at_hash: atHash,
      ...claimsOf(person),
      ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
      iat: now,
      exp: now + TOKEN_LIFE_S,
    }
  }

  return provider
}

/** The error that goes back to the shop, when its request can't be served; null when it can. */
function requestError(request: SignIn): string | null {
  if (request.response_type !== 'code') return 'unsupported_response_type'
  if (!request.scope.split(' ').includes('openid')) return 'invalid_scope'
  if (request.code_challenge && request.code_challenge_method !== 'S256') return 'invalid_request'
  return request.prompt === 'none' ? 'interaction_required' : null
}

function backTo(request: SignIn, answer: Record<string, string>): string {
  const url = new URL(request.redirect_uri)
  const state: Record<string, string> = request.state === undefined ? {} : { state: request.state }
  for (const [name, value] of Object.entries({ ...state, ...answer })) url.searchParams.set(name, value)
  return url.href
}

/** The client's secret, in the body or as Basic authentication. */
function isKnownClient(header: string | undefined, field: (name: string) => string): boolean {
  const basic = header?.startsWith('Basic ')
    ? Buffer.from(header.slice('Basic '.length), 'base64').toString().split(':').map(decodeURIComponent)
    : [field('client_id'), field('client_secret')]
  const given = Buffer.from(basic.join(':'))
  const wanted = Buffer.from(`${GOOGLE_CREDENTIALS.clientId}:${GOOGLE_CREDENTIALS.clientSecret}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function badGrant(c: Context<Env>, description: string) {
  return c.json({ error: 'invalid_grant', error_description: description }, 400)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function picture(initials: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
  <rect width="96" height="96" fill="#35172f"/>
  <text x="48" y="50" fill="#fbf7ee" font-family="Georgia, serif" font-size="38" text-anchor="middle"
    dominant-baseline="middle">${initials}</text>
</svg>`
}

function accountChooser(request: SignIn, trouble = '') {
  const carried = Object.entries(request).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  const body = html`<div class="narrow">
    <p class="soft">to continue to ${new URL(request.redirect_uri).host}. These people are made up.</p>
    ${GOOGLE_USERS.map(
      (person) =>
        html`<form method="post" action="choose">
          ${carried}
          <button class="card" name="choice" value="${person.sub}">
            <strong>${person.name}</strong>
            ${person.email}
          </button>
        </form>`,
    )}
    <form method="post" action="choose" aria-labelledby="another">
      ${carried}
      <h2 id="another">Use another account</h2>
      ${trouble ? html`<p role="alert">${trouble}</p>` : ''}
      <label for="name">Name</label>
      <input id="name" name="name" required maxlength="100" autocomplete="off" />
      <label for="email">E-mail</label>
      <input id="email" name="email" type="email" required maxlength="200" autocomplete="off" />
      <button class="button" name="choice" value="another">Continue</button>
      <button class="button quiet" name="choice" value="cancel" formnovalidate>Cancel</button>
    </form>
  </div>`
  return page({ title: 'Choose an account', root: '../../../../', body })
}
