import { readRefundApproval, type DeskOrder, type RefundApproval } from '#contract/desk/orders.ts'
import { atMost, multiply, sum, ZERO, type Paise } from '#domain/money.ts'
import type { LineQuantity } from '#domain/refund-lines.ts'
import { useRequest } from '#app/state/use-request.ts'
import { useDesk } from './desk-context.ts'

/** How much of the order this person refunds alone; undefined until it is known. */
export function useRefundApproval({
  number,
  refunds,
}: Pick<DeskOrder, 'number' | 'refunds'>): RefundApproval | undefined {
  const { send } = useDesk()
  // Each refund changes what is left of the limit.
  const { state } = useRequest(
    `${number} ${refunds.map(({ state, directRefunds }) => `${state} ${directRefunds.length}`).join()}`,
    (signal) => send(readRefundApproval, { params: { number }, signal }),
  )
  return state.status === 'ready' ? state.value : undefined
}

/** Whether a refund waits for another person; until that is known, the note next to the button says that it may. */
export function isOnlyRequested(approval: RefundApproval | undefined, amount: Paise): boolean {
  return approval !== undefined && amount > approval.alone
}

/** The price of cancelled or returned pieces, less what was already refunded for them. */
export function amountOfPieces({ lines, refundable }: DeskOrder, pieces: readonly LineQuantity[]): Paise {
  const price = sum(
    pieces.map(({ position, quantity }) => {
      const line = lines.find((each) => each.position === position)
      return multiply(line?.unitPrice ?? ZERO, Math.min(quantity, line?.refundableQuantity ?? 0))
    }),
  )
  return atMost(refundable ?? price, price)
}
