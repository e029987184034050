/** An endpoint of the desk. It cannot be declared without a permission, which the server checks in one place. */
import type * as z from 'zod/mini'
import type { Permission } from '#domain/permissions.ts'
import type { Endpoint } from '../endpoint.ts'

/** Sent with calls that nobody asked for: a page that refreshes by itself keeps no session alive. */
export const UNATTENDED_HEADER = 'x-unattended'

export interface DeskEndpoint<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Needs extends Permission | 'public' = Permission | 'public',
> extends Endpoint<Request, Response> {
  readonly path: `/api/desk/${string}`
  /** 'public': needs no session, because it begins or reads one. */
  readonly permission: Needs
}

export function deskEndpoint<
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Needs extends Permission | 'public',
>(row: Omit<DeskEndpoint<Request, Response, Needs>, 'signedIn'>): DeskEndpoint<Request, Response, Needs> {
  // A customer's bearer token never opens the desk.
  return { ...row, signedIn: false }
}
