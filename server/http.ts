/** How every endpoint of contract/ is served: parse at the edge, trust inside, answer trouble by name. */
import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { TROUBLE_CODES, type Trouble, type TroubleCode } from '#contract/wire.ts'

/** A signed-in person, as the bearer token tells. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
}

export interface ShopVariables {
  Variables: { requestId: string; clientAddress: string }
}
export type Shop = Hono<ShopVariables>
export type ShopContext = Context<ShopVariables>

/** Tells who a bearer token belongs to; null for a token that is wrong, out of date, or of a session that has ended. */
export type Identify = (token: string) => Promise<Person | null>

export interface Refusal {
  readonly refused: TroubleCode
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterS?: number
}

export function refusal(
  refused: TroubleCode,
  message: string,
  fields?: Readonly<Record<string, string>>,
): Refusal {
  return fields ? { refused, message, fields } : { refused, message }
}

function isRefusal(result: object): result is Refusal {
  return 'refused' in result
}

/** Sent as Retry-After where the refusal does not say better. */
const RETRY_AFTER_S: Partial<Record<TroubleCode, number>> = { unavailable: 2, 'provider-unavailable': 30 }

export function troubleAnswer(
  context: ShopContext,
  { refused, message, fields, retryAfterS = RETRY_AFTER_S[refused] }: Refusal,
): Response {
  if (retryAfterS !== undefined) context.header('retry-after', String(retryAfterS))
  const trouble: Trouble = {
    success: false,
    code: refused,
    message,
    ...(fields && { fields: { ...fields } }),
  }
  return context.json(trouble, TROUBLE_CODES[refused])
}

/** Whether what was asked has been done may be unknown; asked again, it is done once. */
export const UNAVAILABLE = refusal('unavailable', 'The shop is busy. Please try again in a moment.')

interface Asked<Request> {
  readonly request: Request
  readonly context: ShopContext
}
type Handler<Request, Answer> = (asked: Asked<Request>) => Promise<Answer | Refusal>
type PersonHandler<Request, Answer> = (
  asked: Asked<Request> & { readonly person: Person },
) => Promise<Answer | Refusal>

/** Mounts an endpoint that anybody may call. */
export function mount<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  shop: Shop,
  endpoint: Endpoint<Request, Response>,
  handle: Handler<z.output<Request>, z.input<Response> & object>,
): void {
  shop.on(endpoint.method, endpoint.path, async (context) => {
    const body = await parsedBody(context, endpoint)
    if (isRefusal(body)) return troubleAnswer(context, body)
    const result = await handle({ request: body.request, context })
    return isRefusal(result) ? troubleAnswer(context, result) : context.json(result)
  })
}

/** Mounts an endpoint for signed-in people: it needs the bearer token, so a foreign page cannot call it with our cookie. */
export function mountForPerson<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  shop: Shop,
  identify: Identify,
  endpoint: Endpoint<Request, Response>,
  handle: PersonHandler<z.output<Request>, z.input<Response> & object>,
): void {
  shop.on(endpoint.method, endpoint.path, async (context) => {
    const token = /^Bearer (\S{1,4000})$/.exec(context.req.header('authorization') ?? '')?.[1]
    const person = token ? await identify(token) : null
    if (!person) return troubleAnswer(context, refusal('not-signed-in', 'Authentication required'))
    const body = await parsedBody(context, endpoint)
    if (isRefusal(body)) return troubleAnswer(context, body)
    const result = await handle({ request: body.request, context, person })
    return isRefusal(result) ? troubleAnswer(context, result) : context.json(result)
  })
}

async function parsedBody<Request extends z.ZodMiniType>(
  context: ShopContext,
  endpoint: Endpoint<Request>,
): Promise<{ request: z.output<Request> } | Refusal> {
  // An endpoint without a body hands `undefined` to a handler that has no use for it.
  if (!endpoint.request) return { request: undefined as z.output<Request> }
  const isJson = /^application\/json\b/i.test(context.req.header('content-type') ?? '')
  if (!isJson) return refusal('unsupported-media-type', 'Send JSON with the content type application/json.')
  const json = await context.req.json().catch(() => NOT_JSON)
  if (json === NOT_JSON) return refusal('invalid-request', 'The request is not well-formed JSON.')
  const parsed = endpoint.request.safeParse(json)
  if (parsed.success) return { request: parsed.data }
  const fields = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join('.') || 'request', 'This value is not valid.']),
  )
  return refusal('invalid-request', 'Some of what was sent is not valid.', fields)
}

const NOT_JSON = Symbol('not JSON')
