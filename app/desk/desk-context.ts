import { createContext, useContext, useEffect } from 'react'
import type * as z from 'zod/mini'
import type { DeskEndpoint } from '#contract/desk/endpoint.ts'
import type { DeskSession } from '#contract/desk/staff.ts'
import type { Permission } from '#domain/permissions.ts'
import type { EndpointInput, CallResult } from '#app/api.ts'
import { useRequest } from '#app/state/use-request.ts'

export interface SendOptions<Body> extends EndpointInput<Body> {
  readonly signal?: AbortSignal
  /** Automatic call; does not extend the session. */
  readonly isUnattended?: boolean
}

export interface DeskState {
  /** Null while nobody is signed in. */
  readonly session: DeskSession | null
  setSession(session: DeskSession | null): void
  /** Whether the role of the signed-in person includes the permission. */
  may(permission: Permission): boolean
  /** Requests a fresh code if the call needs one, and a sign-in if the session has ended. */
  send<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: DeskEndpoint<Request, Response>,
    options?: SendOptions<z.input<Request>>,
  ): Promise<CallResult<z.output<Response>>>
}

export const DeskContext = createContext<DeskState | null>(null)

export function useDesk(): DeskState {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('Not within the desk')
  return desk
}

/** Loads what a screen shows; nothing without an input. */
export function useDeskData<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: DeskEndpoint<Request, Response>,
  input: EndpointInput<z.input<Request>> | null = {},
) {
  const { send } = useDesk()
  const key = input && JSON.stringify([endpoint.path, input])
  return useRequest(key, (signal) => send(endpoint, { ...input, signal }))
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Desk`
  }, [title])
}
