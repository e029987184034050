/**
 * Routes of the auth service with their rate limits. Nothing else of better-auth is reachable. Requests are parsed
 * before the library sees them, and its responses are cut to the contract: the session token never reaches a page's
 * script.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { AuthErrorBody } from '#contract/auth.ts'
import { AUTH_CALLS } from '#contract/auth-calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Result } from '#domain/result.ts'
import { rejectIfUnavailable } from '#server/db/availability.ts'
import {
  errorResponse,
  parseBody,
  sendError,
  type ErrorResponse,
  type App,
  type AppContext,
  type AppEnv,
} from '#server/http.ts'
import type { Deps } from '#server/context.ts'
import { limitKey, checkRateLimit, clientKey, type Limit } from '#server/rate-limit.ts'
import type { Auth } from './auth.ts'
import { createPasswordGuard, type AllowedAttempt } from './password-guard.ts'

interface AuthCall extends Endpoint<z.ZodMiniType<object>> {
  /** Generous: a family, an office or the shop itself may share one address. */
  readonly perVisitor?: Limit
  /** Failed attempts are limited (password-guard.ts). */
  readonly checksPassword?: true
  readonly signsIn?: true
  readonly usesGoogle?: true
  /** The response takes at least this long, so that its time does not reveal whether an address is known. */
  readonly minDurationMs?: number
}

const HOURLY: Limit = { limit: 30, windowMs: HOUR_MS }
const CALLS: readonly AuthCall[] = [
  AUTH_CALLS.session,
  AUTH_CALLS.token,
  { ...AUTH_CALLS.signUp, signsIn: true, perVisitor: HOURLY },
  { ...AUTH_CALLS.signIn, signsIn: true, checksPassword: true },
  { ...AUTH_CALLS.google, usesGoogle: true, perVisitor: { limit: 60, windowMs: 10 * MINUTE_MS } },
  AUTH_CALLS.signOut,
  { ...AUTH_CALLS.requestReset, perVisitor: HOURLY, minDurationMs: 250 },
  { ...AUTH_CALLS.reset, perVisitor: HOURLY },
]

interface AuthRoutesDeps extends Pick<Deps, 'db' | 'now' | 'siteUrl'> {
  readonly auth: Auth
  /** Multiplies the limits per visitor, for tests that send many requests from one machine. */
  readonly limitScale?: number
  /** Waits for the turn of a delayed sign-in; a test advances its clock instead. */
  readonly wait?: (ms: number) => Promise<void>
}

export function authRoutes({
  auth,
  db,
  now,
  siteUrl,
  limitScale = 1,
  wait: waitForTurn,
}: AuthRoutesDeps): App {
  const app: App = new Hono<AppEnv>()
  const { knownDevices } = auth
  const guard = createPasswordGuard({ db, now, limitScale, ...(waitForTurn && { wait: waitForTurn }) })

  for (const call of CALLS) app.on(call.method, call.path, (context) => handleAuthCall(context, call))

  // Google redirects the browser here, so errors are shown by the login page.
  app.get(EXTERNAL_PATHS.googleCallback, async (context) => {
    const { search } = new URL(context.req.url)
    const response = search.includes('%00')
      ? null
      : await auth.handleGoogle(forward(context, siteUrl + context.req.path + search))
    if (response && response.status < 400) return response
    return context.redirect(`${siteUrl}/login?error=${response ? 'failed' : 'provider_unavailable'}`)
  })

  async function handleAuthCall(context: AppContext, call: AuthCall): Promise<Response> {
    const body = call.request ? await parseBody(context, call.request, reject(context)) : NO_BODY
    if (!body.ok) return body.error
    const email = hasEmail(body.value) ? body.value.email : null
    const allowed = await checkLimits(context, call, email)
    if (!allowed.ok) return sendError(context, allowed.error)
    const request = forward(context, siteUrl + call.path, call.method === 'POST' ? body.value : null)
    const [response] = await Promise.all([
      rejectIfUnavailable(() => (call.usesGoogle ? auth.handleGoogle(request) : auth.handle(request))),
      call.minDurationMs && wait(call.minDurationMs),
    ])
    if (!response)
      return sendError(
        context,
        errorResponse('provider-unavailable', 'Sign-in with Google is not available at the moment.'),
      )
    if (response.ok) {
      await allowed.value.succeeded()
      if (call.signsIn && email !== null) knownDevices.markKnown(context, email)
    }
    return restrictToContract(context, response, call)
  }

  async function checkLimits(
    context: AppContext,
    call: AuthCall,
    email: string | null,
  ): Promise<Result<AllowedAttempt, ErrorResponse>> {
    const client = clientKey(context.get('clientAddress'))
    if (call.checksPassword && email !== null)
      return guard.allow({ email, client, device: knownDevices.deviceOf(context, email) })
    const limit = call.perVisitor && { ...call.perVisitor, limit: call.perVisitor.limit * limitScale }
    const error = limit && (await checkRateLimit(db, limitKey(call.path, client), { ...limit, now: now() }))
    return error ? { ok: false, error } : { ok: true, value: UNGUARDED }
  }

  return app
}

/** Counts whether or not it succeeds. */
const UNGUARDED: AllowedAttempt = { succeeded: async () => {} }
const NO_BODY = { ok: true, value: {} } as const

/** The library reads the session from them and rejects pages of other sites by them. */
const FORWARDED_HEADERS = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
]

function forward(context: AppContext, url: string, body: object | null = null): Request {
  const headers = new Headers()
  for (const name of FORWARDED_HEADERS) {
    const value = context.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  if (body) headers.set('content-type', 'application/json')
  return new Request(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
}

function hasEmail(body: unknown): body is { email: string } {
  return typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string'
}

const reject = (context: AppContext) => (issues: readonly z.core.$ZodIssue[] | null) =>
  context.json(toAuthError(issues?.[0]), 400)

/** Uses the library's own codes, which the pages turn into text. */
function toAuthError(issue: z.core.$ZodIssue | undefined): ErrorBody {
  const field = String(issue?.path[0] ?? '')
  const isPassword = field === 'password' || field === 'newPassword'
  if (field === 'email') return errorBody('INVALID_EMAIL', 'Invalid email address', field)
  if (isPassword && issue?.code === 'too_small')
    return errorBody('PASSWORD_TOO_SHORT', 'The password is too short.', field)
  if (isPassword && issue?.code === 'too_big')
    return errorBody('PASSWORD_TOO_LONG', 'The password is too long.', field)
  return errorBody('VALIDATION_ERROR', 'Some of what was sent is not valid.', field || 'request')
}

function errorBody(code: string, message: string, field?: string): ErrorBody {
  return { success: false, code, message, ...(field && { fields: { [field]: message } }) }
}

async function restrictToContract(
  context: AppContext,
  response: Response,
  call: AuthCall,
): Promise<Response> {
  if (response.status >= 500) throw new AuthServiceFailed(call.path)
  const json: unknown = await response.json().catch(() => null)
  for (const cookie of response.headers.getSetCookie()) context.header('set-cookie', cookie, { append: true })
  if (response.ok) return context.json(call.response.parse(json))
  const { code = 'unknown', message = 'This did not work.' } = AuthErrorBody.safeParse(json).data ?? {}
  // A 4xx: 5xx threw above, and these calls do not redirect.
  return context.json(errorBody(code, message), response.status as 400)
}

/** The cause is in the library's own log line. */
class AuthServiceFailed extends Error {}
