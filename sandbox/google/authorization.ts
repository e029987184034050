/** The authorization endpoint: validates the shop's request and lets a developer choose an account. */
import { randomBytes } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { MINUTE_MS } from '#domain/time.ts'
import type { Result } from '#domain/result.ts'
import { GOOGLE_CREDENTIALS } from '#sandbox/credentials.ts'
import type { Env } from '#sandbox/http.ts'
import { contentPolicy, page } from '#sandbox/page.ts'
import type { Store } from '#sandbox/store.ts'
import { GOOGLE_USERS, googleUserFrom, type GoogleUser } from './users.ts'

const CODE_EXPIRES_MS = 10 * MINUTE_MS

/** The chooser's forms carry it as hidden fields. */
const AuthorizationRequest = z.object({
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
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>

export interface Grant {
  request: AuthorizationRequest
  person: GoogleUser
}

interface Deps {
  store: Store
  shopOrigins: readonly string[]
}

export function authorizationRoutes({ store, shopOrigins }: Deps): Hono<Env> {
  const routes = new Hono<Env>()
  // Browsers apply form-action also to the redirect after a form, which leads back to the shop.
  const chooserPolicy = contentPolicy({ 'form-action': `'self' ${shopOrigins.join(' ')}` })

  routes.get('/auth', (c) => {
    const parsed = parseRequest(c.req.query(), shopOrigins)
    if (!parsed.ok) return blockAccess(c, parsed.error)
    const request = parsed.value
    const error = requestError(request)
    if (error) return c.redirect(redirectUrl(request, { error }), 302)
    c.header('content-security-policy', chooserPolicy)
    return c.html(accountChooser(request))
  })

  routes.post('/choose', async (c) => {
    const form = Object.fromEntries(
      Object.entries(await c.req.parseBody()).map(([name, value]) => [name, String(value)]),
    )
    const parsed = parseRequest(form, shopOrigins)
    if (!parsed.ok) return blockAccess(c, parsed.error)
    const request = parsed.value
    if (form.choice === 'cancel') return c.redirect(redirectUrl(request, { error: 'access_denied' }), 303)
    const person =
      form.choice === 'another'
        ? googleUserFrom({ name: form.name ?? '', email: form.email ?? '' })
        : GOOGLE_USERS.find(({ sub }) => sub === form.choice)
    if (!person) {
      c.header('content-security-policy', chooserPolicy)
      return c.html(accountChooser(request, 'Enter a name and an e-mail address.'), 400)
    }
    const code = saveCode(store, { request, person })
    return c.redirect(redirectUrl(request, { code, scope: request.scope }), 303)
  })

  return routes
}

function saveCode(store: Store, grant: Grant): string {
  const code = `4/${randomBytes(24).toString('base64url')}`
  store.run(
    'insert into google_code (code, request, expires_at, used) values (?, ?, ?, 0)',
    code,
    JSON.stringify(grant),
    Date.now() + CODE_EXPIRES_MS,
  )
  return code
}

/** A code works once. Used again, it also revokes its access token (RFC 6749, 4.1.2). */
export function redeemCode(store: Store, code: string): Grant | null {
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

/** Rejects a foreign client or redirect address: then the browser is not redirected. */
function parseRequest(
  fields: Record<string, string>,
  shopOrigins: readonly string[],
): Result<AuthorizationRequest, string> {
  const request = AuthorizationRequest.safeParse(fields)
  if (!request.success) {
    const field = request.error.issues[0]?.path.join('.')
    return { ok: false, error: field === 'client_id' ? 'invalid_client' : `invalid_request: ${field}` }
  }
  const { origin } = new URL(request.data.redirect_uri)
  if (!shopOrigins.includes(origin)) return { ok: false, error: 'redirect_uri_mismatch' }
  return { ok: true, value: request.data }
}

/** The error code returned to the shop; null for a valid request. */
function requestError(request: AuthorizationRequest): string | null {
  if (request.response_type !== 'code') return 'unsupported_response_type'
  if (!request.scope.split(' ').includes('openid')) return 'invalid_scope'
  if (request.code_challenge && request.code_challenge_method !== 'S256') return 'invalid_request'
  return request.prompt === 'none' ? 'interaction_required' : null
}

function redirectUrl({ redirect_uri, state }: AuthorizationRequest, params: Record<string, string>): string {
  const url = new URL(redirect_uri)
  if (state !== undefined) url.searchParams.set('state', state)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

function blockAccess(c: Context<Env>, error: string) {
  c.header('content-security-policy', contentPolicy())
  const body = html`<p>Error 400: ${error}</p>
    <p class="soft">The shop does not make such requests.</p>`
  return c.html(page({ title: 'Access blocked', root: '../../../../', body }), 400)
}

function accountChooser(request: AuthorizationRequest, error = '') {
  const hiddenFields = Object.entries(request).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  const body = html`<div class="narrow">
    <p class="soft">to continue to ${new URL(request.redirect_uri).host}. These people are made up.</p>
    ${GOOGLE_USERS.map(
      (user) =>
        html`<form method="post" action="choose">
          ${hiddenFields}
          <button class="card" name="choice" value="${user.sub}">
            <strong>${user.name}</strong>
            ${user.email}
          </button>
        </form>`,
    )}
    <form method="post" action="choose" aria-labelledby="another">
      ${hiddenFields}
      <h2 id="another">Use another account</h2>
      ${error ? html`<p role="alert">${error}</p>` : ''}
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
