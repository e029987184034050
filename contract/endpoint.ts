/** One row of the shop's own interface. The server mounts it, the browser calls it, the OpenAPI document lists it. */
import type * as z from 'zod/mini'

export interface Endpoint<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  /** Needs the bearer token of a signed-in person. */
  readonly signedIn: boolean
  /** The JSON body; null where there is none. */
  readonly request: Request | null
  readonly response: Response
}

export function endpoint<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  row: Endpoint<Request, Response>,
): Endpoint<Request, Response> {
  return row
}
