/** How every endpoint of contract/ is served: parse at the edge, trust inside, answer trouble by name. */
import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/shared.ts'

/** A signed-in person, as the bearer token tells. */
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

/** Tells who a bearer token belongs to; null for a token that is wrong, out of date, or of a session that has ended. */
export type AuthenticateToken = (token: string) => Promise<User | null>

export interface ErrorResponse {
  readonly refused: ErrorCode
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterS?: number
}

export function errorResponse(
  refused: ErrorCode,
  message: string,
  fields?: Readonly<Record<string, string>>,
): ErrorResponse {
  return fields ? { refused, message, fields } : { refused, message }
}

function isErrorResponse(result: object): result is ErrorResponse {
  return 'refused' in result
}

/** Sent as Retry-After where the refusal does not say better. */
const RETRY_AFTER_S: Partial<Record<ErrorCode, number>> = { unavailable: 2, 'provider-unavailable': 30 }

export function sendError(
  context: AppContext,
  { refused, message, fields, retryAfterS = RETRY_AFTER_S[refused] }: ErrorResponse,
): Response {
  if (retryAfterS !== undefined) context.header('retry-after', String(retryAfterS))
  const trouble: ErrorBody = {
    success: false,
    code: refused,
    message,
    ...(fields && { fields: { ...fields } }),
  }
  return context.json(trouble, ERROR_STATUS[refused])
}

/** Whether what was asked has been done may be unknown; asked again, it is done once. */
export const UNAVAILABLE = errorResponse('unavailable', 'The shop is busy. Please try again in a moment.')

interface RequestInput<Request> {
  readonly request: Request
  readonly context: AppContext
}
type Handler<Request, Answer> = (asked: RequestInput<Request>) => Promise<Answer | ErrorResponse>
type AuthenticatedHandler<Request, Answer> = (
  asked: RequestInput<Request> & { readonly person: User },
) => Promise<Answer | ErrorResponse>

/** Mounts an endpoint that anybody may call. */
export function mount<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  shop: App,
  endpoint: Endpoint<Request, Response>,
  handle: Handler<z.output<Request>, z.input<Response> & object>,
): void {
  shop.on(endpoint.method, endpoint.path, async (context) => {
    const body = await parseBody(context, endpoint)
    if (isErrorResponse(body)) return sendError(context, body)
    const result = await handle({ request: body.request, context })
    return isErrorResponse(result) ? sendError(context, result) : context.json(result)
  })
}

/** Mounts an endpoint for signed-in people: it needs the bearer token, so a foreign page cannot call it with our cookie. */
export function mountAuthenticated<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  shop: App,
  identify: AuthenticateToken,
  endpoint: Endpoint<Request, Response>,
  handle: AuthenticatedHandler<z.output<Request>, z.input<Response> & object>,
): void {
  shop.on(endpoint.method, endpoint.path, async (context) => {
    const token = /^Bearer (\S{1,4000})$/.exec(context.req.header('authorization') ?? '')?.[1]
    const person = token ? await identify(token) : null
    if (!person) return sendError(context, errorResponse('not-signed-in', 'Authentication required'))
    const body = await parseBody(context, endpoint)
    if (isErrorResponse(body)) return sendError(context, body)
    const result = await handle({ request: body.request, context, person })
    return isErrorResponse(result) ? sendError(context, result) : context.json(result)
  })
}

async function parseBody<Request extends z.ZodMiniType>(
  context: AppContext,
  endpoint: Endpoint<Request>,
): Promise<{ request: z.output<Request> } | ErrorResponse> {
  // An endpoint without a body hands `undefined` to a handler that has no use for it.
  if (!endpoint.request) return { request: undefined as z.output<Request> }
  const isJson = /^application\/json\b/i.test(context.req.header('content-type') ?? '')
  if (!isJson)
    return errorResponse('unsupported-media-type', 'Send JSON with the content type application/json.')
  const json = await context.req.json().catch(() => NOT_JSON)
  if (json === NOT_JSON) return errorResponse('invalid-request', 'The request is not well-formed JSON.')
  const parsed = endpoint.request.safeParse(json)
  if (parsed.success) return { request: parsed.data }
  const fields = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join('.') || 'request', 'This value is not valid.']),
  )
  return errorResponse('invalid-request', 'Some of what was sent is not valid.', fields)
}

const NOT_JSON = Symbol('not JSON')
