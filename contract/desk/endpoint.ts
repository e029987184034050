/** An endpoint of the desk. It always declares a permission, which the server checks in one place. */
import type * as z from 'zod/mini'
import type { Permission } from '#domain/permissions.ts'
import type { Endpoint } from '../endpoint.ts'

/** Sent with automatic calls, so that a page that refreshes itself keeps no session alive. */
export const UNATTENDED_HEADER = 'x-unattended'

export interface DeskEndpoint<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Needs extends Permission | 'public' = Permission | 'public',
> extends Endpoint<Request, Response> {
  readonly path: `/api/desk/${string}`
  /** 'public': needs no session, because it creates or reads one. */
  readonly permission: Needs
}

export function deskEndpoint<
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Needs extends Permission | 'public',
>(row: Omit<DeskEndpoint<Request, Response, Needs>, 'signedIn'>): DeskEndpoint<Request, Response, Needs> {
  // A customer's bearer token gives no access to the desk.
  return { ...row, signedIn: false }
}
