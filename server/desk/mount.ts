/** The only way to serve a call of the desk: checks session, role and fresh code before it reads the request. */
import type * as z from 'zod/mini'
import { UNATTENDED_HEADER, type DeskEndpoint } from '#contract/desk/endpoint.ts'
import { isPermitted, needsFreshCode, type Permission } from '#domain/permissions.ts'
import type { Database, FromReplica } from '#server/db/open.ts'
import {
  errorResponse,
  mount,
  respond,
  sendError,
  type App,
  type ErrorResponse,
  type Handler,
  type RequestInput,
} from '#server/http.ts'
import type { Actor } from './audit-log.ts'
import { resumeSession, tokenOfRequest, type SignedInStaff } from './sessions.ts'

export interface DeskDeps {
  readonly db: Database
  /** Reads from a replica where one is allowed; see `OpenDatabase`. */
  readonly fromReplica: FromReplica
  readonly now: () => Date
  /** The public address of the shop, without a trailing slash. */
  readonly siteUrl: string
}

interface DeskInput<Request> extends RequestInput<Request> {
  readonly staff: SignedInStaff
  readonly actor: Actor
}

const NOT_SIGNED_IN = errorResponse('not-signed-in', 'Please sign in.')
const NOT_PERMITTED = errorResponse('not-permitted', 'Your role does not include this.')
const FRESH_CODE_NEEDED = errorResponse('fresh-code-needed', 'Please enter a code of your app.')
const OTHER_SITE = errorResponse('not-permitted', 'This call comes from another site.')

export function mountDesk<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  app: App,
  { db, now, siteUrl }: DeskDeps,
  endpoint: DeskEndpoint<Request, Response, Permission>,
  handle: Handler<DeskInput<z.output<Request>>, z.input<Response> & object>,
): void {
  const { method, path, permission } = endpoint
  app.on(method, path, async (context) => {
    const token = tokenOfRequest(context, siteUrl)
    const isUnattended = context.req.header(UNATTENDED_HEADER) !== undefined
    const staff = token === undefined ? null : await resumeSession(db, { token, now: now(), isUnattended })
    const error = staff ? rejection(staff, permission) : NOT_SIGNED_IN
    if (!staff || error) return sendError(context, error ?? NOT_SIGNED_IN)
    const actor = { staffId: staff.id, name: staff.email, ip: context.get('clientAddress') }
    return respond(context, endpoint, (input) => handle({ ...input, staff, actor }))
  })
}

/** For calls that create or read a session. */
export function mountPublic<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  app: App,
  endpoint: DeskEndpoint<Request, Response, 'public'>,
  handle: Handler<RequestInput<z.output<Request>>, z.input<Response> & object>,
): void {
  mount(app, endpoint, handle)
}

function rejection({ role, hasFreshCode }: SignedInStaff, permission: Permission): ErrorResponse | null {
  if (!isPermitted(role, permission)) return NOT_PERMITTED
  return needsFreshCode(permission) && !hasFreshCode ? FRESH_CODE_NEEDED : null
}

/** The cookie is SameSite=Strict; this also rejects pages on another port or subdomain of the same site. */
export function rejectOtherSites(app: App): void {
  app.use('/api/desk/*', async (context, next) => {
    const from = context.req.header('sec-fetch-site')
    if (from !== undefined && from !== 'same-origin') return sendError(context, OTHER_SITE)
    return next()
  })
}
