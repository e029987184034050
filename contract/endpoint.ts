/** An endpoint of the API: the server mounts it, the browser calls it, the OpenAPI document lists it (summaries.ts). */
import type * as z from 'zod/mini'

export interface Endpoint<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  /** Needs a bearer token. */
  readonly signedIn: boolean
  /** The JSON body; for a GET the query string, whose values are texts. */
  readonly request?: Request | undefined
  readonly response: Response
}

export function endpoint<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  definition: Endpoint<Request, Response>,
): Endpoint<Request, Response> {
  return definition
}
