import type * as z from 'zod/mini'
import type { DeskEndpoint } from '#contract/desk/endpoint.ts'
import type { DeskOrder } from '#contract/desk/orders.ts'
import { useDesk } from './desk-context.ts'

/** What a part of an order's screen shows, and how it shows the order after a call. */
export interface OrderProps {
  readonly order: DeskOrder
  readonly onChange: (order: DeskOrder) => void
}

/** Returns a function that calls an endpoint of the order. */
export function useOrderCall({ number }: Pick<DeskOrder, 'number'>) {
  const { send } = useDesk()
  return <Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: DeskEndpoint<Request, Response>,
    body?: z.input<Request>,
  ) => send(endpoint, { params: { number }, ...(body !== undefined && { body }) })
}
