import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { isBusy, type EndpointInput } from '#app/api.ts'
import { callAuthenticated } from './session.ts'
import { useRequest } from './use-request.ts'

/**
 * Loads an endpoint as the signed-in user; loads nothing while `input` is null. Each call retries for 30 seconds
 * (`callPath`); a page that waits for its data repeats the call until the server is no longer busy.
 */
export function useApi<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Response>,
  input: EndpointInput<z.input<Request>> | null = {},
) {
  return useRequest(input && JSON.stringify([endpoint.path, input]), async (signal) => {
    let result = await callAuthenticated(endpoint, { ...input, signal })
    while (isBusy(result) && !signal.aborted) result = await callAuthenticated(endpoint, { ...input, signal })
    return result
  })
}
