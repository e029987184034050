import { readDeskOrder, type DeskOrder, type RefundApproval } from '#contract/desk/orders.ts'
import type { Paise } from '#domain/money.ts'
import type { CallResult } from '#app/api.ts'
import { useDesk } from './desk-context.ts'
import type { OrderProps } from './order-calls.ts'

export interface RefundButtonProps extends OrderProps {
  readonly refundable: Paise
  readonly approval: RefundApproval | undefined
}

/** After a conflict, reloads the order: another staff member has changed its refunds. */
export function useOrderAfterConflict({ order: { number }, onChange }: OrderProps) {
  const { send } = useDesk()
  return async (result: CallResult<DeskOrder>) => {
    if (result.ok || result.error.code !== 'conflict') return
    const current = await send(readDeskOrder, { params: { number } })
    if (current.ok) onChange(current.value)
  }
}
