/** Serves the endpoints of contract/: parses requests at the edge and turns expected failures into error bodies. */
import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import type { PriceChange } from '#domain/explain-price.ts'
import type { Paise } from '#domain/money.ts'
import type { Result } from '#domain/result.ts'

/** The signed-in user of a request. */
export interface User {
  readonly id: string
  readonly name: string
  readonly email: string
}

export interface AppEnv {
  Variables: { requestId: string; clientAddress: string }
}
export type App = Hono<AppEnv>
export type AppContext = Context<AppEnv>

/**
 * Resolves with the user of a bearer token; with an error if it is invalid, expired, or its session has ended. With a
 * limit, the same statement counts the request, and beyond the limit the error says so.
 */
export type AuthenticateToken = (token: string, limit?: UserLimit) => Promise<Result<User, ErrorResponse>>

export function withLimit(authenticate: AuthenticateToken, limit: UserLimit): AuthenticateToken {
  return (token) => authenticate(token, limit)
}

/** Limits calls of a signed-in user; requests to all servers count together. */
export interface UserLimit {
  readonly name: string
  /** Requests within the window. */
  readonly limit: number
  readonly windowMs: number
}

/** Why a total differs from what the shopper has seen. */
interface TotalChange {
  readonly before: Paise
  readonly after: Paise
  readonly causes: readonly PriceChange[]
}

export interface ErrorResponse {
  readonly code: ErrorCode
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterS?: number
  readonly priceChange?: TotalChange
}

export function errorResponse(
  code: ErrorCode,
  message: string,
  fields?: Readonly<Record<string, string>>,
): ErrorResponse {
  return fields ? { code, message, fields } : { code, message }
}

export const NOT_AUTHENTICATED = {
  ok: false,
  error: errorResponse('not-signed-in', 'Authentication required'),
} as const

/** The record has changed meanwhile, or does not allow this. */
export function conflict(message: string, fields?: Readonly<Record<string, string>>) {
  return { ok: false, error: errorResponse('conflict', message, fields) } as const
}

function isErrorResponse(result: object): result is ErrorResponse {
  return 'code' in result
}

const DEFAULT_RETRY_AFTER_S: Partial<Record<ErrorCode, number>> = {
  unavailable: 2,
  'provider-unavailable': 30,
}

export function sendError(
  context: AppContext,
  { code, message, fields, retryAfterS = DEFAULT_RETRY_AFTER_S[code], priceChange }: ErrorResponse,
): Response {
  if (retryAfterS !== undefined) context.header('retry-after', String(retryAfterS))
  const body: ErrorBody = {
    success: false,
    code,
    message,
    ...(fields && { fields: { ...fields } }),
    ...(priceChange && { priceChange: { ...priceChange, causes: [...priceChange.causes] } }),
  }
  return context.json(body, ERROR_STATUS[code])
}

/** The request may have been carried out. Retrying is safe: every call is idempotent. */
export const UNAVAILABLE = errorResponse('unavailable', 'The shop is busy. Please try again in a moment.')

export interface RequestInput<Request> {
  readonly request: Request
  readonly context: AppContext
}
export type Handler<Input, Value> = (input: Input) => Promise<Value | ErrorResponse>

/** Mounts an endpoint that needs no sign-in. */
export function mount<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  app: App,
  endpoint: Endpoint<Request, Response>,
  handle: Handler<RequestInput<z.output<Request>>, z.input<Response> & object>,
): void {
  app.on(endpoint.method, endpoint.path, (context) => respond(context, endpoint, handle))
}

/**
 * Mounts an endpoint for signed-in users: it needs the bearer token, so that another site cannot call it with our
 * cookie.
 */
export function mountAuthenticated<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  app: App,
  authenticate: AuthenticateToken,
  endpoint: Endpoint<Request, Response>,
  handle: Handler<RequestInput<z.output<Request>> & { readonly user: User }, z.input<Response> & object>,
): void {
  app.on(endpoint.method, endpoint.path, async (context) => {
    const token = /^Bearer (\S{1,4000})$/.exec(context.req.header('authorization') ?? '')?.[1]
    const user = token ? await authenticate(token) : NOT_AUTHENTICATED
    if (!user.ok) return sendError(context, user.error)
    return respond(context, endpoint, (input) => handle({ ...input, user: user.value }))
  })
}

/** Parses the request and responds with the result of `handle`. */
export async function respond<Request extends z.ZodMiniType>(
  context: AppContext,
  { method, request: schema }: Endpoint<Request>,
  handle: Handler<RequestInput<z.output<Request>>, object>,
): Promise<Response> {
  // The handler of an endpoint without a body does not read `request`.
  const reject = (issues: Issues | null) => sendError(context, invalidRequest(issues))
  const parse = method === 'GET' ? parseQuery : parseBody
  const body = schema
    ? await parse(context, schema, reject)
    : { ok: true as const, value: undefined as z.output<Request> }
  if (!body.ok) return body.error
  const result = await handle({ request: body.value, context })
  return isErrorResponse(result) ? sendError(context, result) : sendJson(context, result)
}

/** Sets the length: compressing a small response costs more than it saves, and is skipped if the length is known. */
export function sendJson(context: AppContext, result: object): Response {
  const body = JSON.stringify(result)
  const length = String(Buffer.byteLength(body))
  return context.body(body, 200, { 'content-type': 'application/json', 'content-length': length })
}

type Issues = readonly z.core.$ZodIssue[]

/**
 * Parses a JSON body. `reject` creates the response for a body that the schema rejects; null issues: malformed JSON.
 */
export async function parseBody<Schema extends z.ZodMiniType>(
  context: AppContext,
  schema: Schema,
  reject: (issues: Issues | null) => Response,
): Promise<Result<z.output<Schema>, Response>> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    const message = 'Send JSON with the content type application/json.'
    return { ok: false, error: sendError(context, errorResponse('unsupported-media-type', message)) }
  }
  // No JSON text parses to undefined.
  const json: unknown = await context.req.json().catch(() => undefined)
  if (json === undefined) return { ok: false, error: reject(null) }
  const parsed = schema.safeParse(json, { error: issueText })
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, error: reject(parsed.error.issues) }
}

async function parseQuery<Schema extends z.ZodMiniType>(
  context: AppContext,
  schema: Schema,
  reject: (issues: Issues) => Response,
): Promise<Result<z.output<Schema>, Response>> {
  const parsed = schema.safeParse(context.req.query(), { error: issueText })
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, error: reject(parsed.error.issues) }
}

/** Of an issue whose schema has no text of its own. */
function issueText(issue: z.core.$ZodRawIssue): string {
  return issue.code === 'too_small' && issue.origin === 'string' && issue.minimum > 1
    ? `Use at least ${issue.minimum} characters.`
    : 'This value is not valid.'
}

function invalidRequest(issues: Issues | null): ErrorResponse {
  if (!issues) return errorResponse('invalid-request', 'The request is not well-formed JSON.')
  const fields = Object.fromEntries(issues.map(({ path, message }) => [path.join('.') || 'request', message]))
  return errorResponse('invalid-request', 'Some of what was sent is not valid.', fields)
}
