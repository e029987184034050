/**
 * The calls of the auth service that the pages make, each with what it takes, what it gives, and how often it may be
 * made. Nothing else of better-auth is reachable. Requests are parsed before the library sees them, and its answers
 * are cut to the contract: the session's own token never reaches a page's script.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { AuthErrorBody } from '#contract/auth.ts'
import { AUTH_CALLS } from '#contract/auth-calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import type { ErrorBody } from '#contract/shared.ts'
import { rejectingWhenUnavailable } from '#server/db/availability.ts'
import {
  errorResponse,
  sendError,
  type ErrorResponse,
  type App,
  type AppContext,
  type AppEnv,
} from '#server/http.ts'
import type { Parts } from '#server/context.ts'
import { limitKey, refusedByLimit, clientKey, type Limit } from '#server/rate-limit.ts'
import type { Auth } from './auth.ts'
import { createPasswordGuard, type AllowedTry } from './password-guard.ts'

interface AuthCall extends Endpoint<z.ZodMiniType<object>> {
  /** Per visitor. A family, an office or the shop itself may share one address. */
  readonly perVisitor?: Limit
  /** Compares a password, so that failures are limited (password-guard.ts). */
  readonly takesPassword?: true
  /** Signs in the account of the e-mail address in the request. */
  readonly signsIn?: true
  readonly throughGoogle?: true
  /** An answer takes at least this long, so that its time does not tell whether an address is known. */
  readonly minDurationMs?: number
}

const CALLS: readonly AuthCall[] = [
  AUTH_CALLS.session,
  AUTH_CALLS.token,
  {
    ...AUTH_CALLS.signUp,
    signsIn: true,
    perVisitor: { limit: 30, windowMs: HOUR_MS },
  },
  {
    ...AUTH_CALLS.signIn,
    signsIn: true,
    takesPassword: true,
  },
  {
    ...AUTH_CALLS.google,
    perVisitor: { limit: 60, windowMs: 10 * MINUTE_MS },
    throughGoogle: true,
  },
  AUTH_CALLS.signOut,
  {
    ...AUTH_CALLS.requestReset,
    perVisitor: { limit: 30, windowMs: HOUR_MS },
    minDurationMs: 250,
  },
  {
    ...AUTH_CALLS.reset,
    perVisitor: { limit: 30, windowMs: HOUR_MS },
  },
]

interface AuthRoutesParts extends Pick<Parts, 'db' | 'now' | 'siteUrl'> {
  readonly auth: Auth
  /** Multiplies how often a visitor may try, for tests that try a lot from one machine. */
  readonly limitScale?: number
  /** Waits for the turn of a slowed-down sign-in; a test moves its clock. */
  readonly wait?: (ms: number) => Promise<void>
}

export function authRoutes({
  auth,
  db,
  now,
  siteUrl,
  limitScale = 1,
  wait: waitForTurn,
}: AuthRoutesParts): App {
  const shop: App = new Hono<AppEnv>()
  const { knownDevices } = auth
  const guard = createPasswordGuard({ db, now, limitScale, ...(waitForTurn && { wait: waitForTurn }) })

  for (const row of CALLS) shop.on(row.method, row.path, (context) => handleAuthCall(context, row))

  // Google sends the browser back here: whatever goes wrong, a person reads it on the login page.
  shop.get(EXTERNAL_PATHS.googleCallback, async (context) => {
    const { search } = new URL(context.req.url)
    const answer = search.includes('%00')
      ? null
      : await auth.handleGoogle(forward(context, { path: context.req.path + search }))
    if (answer && answer.status < 400) return answer
    return context.redirect(`${siteUrl}/login?error=${answer ? 'failed' : 'provider_unavailable'}`)
  })

  async function handleAuthCall(context: AppContext, row: AuthCall): Promise<Response> {
    const asked = row.request ? await parseBody(context, row.request) : { body: undefined }
    if (asked instanceof Response) return asked
    const email = hasEmail(asked.body) ? asked.body.email : null
    const tried = await allowed(context, row, email)
    if ('refused' in tried) return sendError(context, tried)
    const request = forward(context, {
      path: row.path,
      body: row.method === 'POST' ? (asked.body ?? {}) : null,
    })
    const [answer] = await Promise.all([
      rejectingWhenUnavailable(() => (row.throughGoogle ? auth.handleGoogle(request) : auth.handle(request))),
      row.minDurationMs && wait(row.minDurationMs),
    ])
    if (!answer)
      return sendError(
        context,
        errorResponse('provider-unavailable', 'Sign-in with Google is not available at the moment.'),
      )
    if (answer.ok) {
      await tried.succeeded()
      if (row.signsIn && email !== null) knownDevices.remember(context, email)
    }
    return restrictToContract(context, answer, row)
  }

  async function allowed(
    context: AppContext,
    row: AuthCall,
    email: string | null,
  ): Promise<AllowedTry | ErrorResponse> {
    const visitor = clientKey(context.get('clientAddress'))
    if (row.takesPassword && email !== null)
      return guard.allow({ email, visitor, device: knownDevices.deviceOf(context, email) })
    const limit = row.perVisitor && { ...row.perVisitor, limit: row.perVisitor.limit * limitScale }
    const refused = limit && (await refusedByLimit(db, limitKey(row.path, visitor), { ...limit, now: now() }))
    return refused ?? COUNTED
  }

  function forward(
    context: AppContext,
    { path, body = null }: { path: string; body?: object | null },
  ): Request {
    const headers = new Headers()
    for (const name of PASSED_HEADERS) {
      const value = context.req.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    if (body) headers.set('content-type', 'application/json')
    return new Request(
      siteUrl + path,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    )
  }

  return shop
}

/** Counts whether or not it succeeds. */
const COUNTED: AllowedTry = { succeeded: async () => {} }

/** What the library needs to know the session and to refuse other people's pages. */
const PASSED_HEADERS = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']

function hasEmail(body: unknown): body is { email: string } {
  return typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string'
}

async function parseBody(
  context: AppContext,
  schema: z.ZodMiniType<object>,
): Promise<{ readonly body: object } | Response> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? ''))
    return sendError(
      context,
      errorResponse('unsupported-media-type', 'Send JSON with the content type application/json.'),
    )
  const json: unknown = await context.req.json().catch(() => undefined)
  const result = schema.safeParse(json)
  if (result.success) return { body: result.data }
  return context.json(toAuthError(result.error.issues), 400)
}

/** The library's own codes for the fields of its forms, which the pages turn into words. */
function toAuthError(issues: readonly z.core.$ZodIssue[]): ErrorBody {
  const [issue] = issues
  const field = String(issue?.path[0] ?? '')
  const isPassword = field === 'password' || field === 'newPassword'
  if (field === 'email') return trouble('INVALID_EMAIL', 'Invalid email address', field)
  if (isPassword && issue?.code === 'too_small')
    return trouble('PASSWORD_TOO_SHORT', 'The password is too short.', field)
  if (isPassword && issue?.code === 'too_big')
    return trouble('PASSWORD_TOO_LONG', 'The password is too long.', field)
  return trouble('VALIDATION_ERROR', 'Some of what was sent is not valid.', field || 'request')
}

function trouble(code: string, message: string, field?: string): ErrorBody {
  return { success: false, code, message, ...(field && { fields: { [field]: message } }) }
}

async function restrictToContract(context: AppContext, answer: Response, row: AuthCall): Promise<Response> {
  if (answer.status >= 500) throw new AuthServiceFailed(row.path)
  const json: unknown = await answer.json().catch(() => null)
  for (const cookie of answer.headers.getSetCookie()) context.header('set-cookie', cookie, { append: true })
  if (answer.ok) return context.json(row.response.parse(json))
  const { code = 'unknown', message = 'This did not work.' } = AuthErrorBody.safeParse(json).data ?? {}
  // 4xx: a 5xx was thrown above, and the calls of the table answer no redirect.
  return context.json(trouble(code, message), answer.status as 400)
}

/** The library failed without saying why; its own log line says more. */
class AuthServiceFailed extends Error {}
