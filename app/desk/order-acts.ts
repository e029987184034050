import type * as z from 'zod/mini'
import type { DeskEndpoint } from '#contract/desk/endpoint.ts'
import type { DeskOrder } from '#contract/desk/orders.ts'
import { useDesk } from './desk-context.ts'

/** What a part of an order's screen shows, and how it shows the order after an act. */
export interface OrderProps {
  readonly order: DeskOrder
  readonly onChange: (order: DeskOrder) => void
}

/** Returns a function that performs an act on the order. */
export function useOrderAct({ number }: Pick<DeskOrder, 'number'>) {
  const { send } = useDesk()
  return <Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    act: DeskEndpoint<Request, Response>,
    body?: z.input<Request>,
  ) => send(act, { params: { number }, ...(body !== undefined && { body }) })
}
