import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { readOrder, type OrderSummary } from '#contract/account.ts'
import { callAuthenticated, loadSession } from '#app/state/session.ts'
import { usePolling } from '#app/state/use-polling.ts'

const PAUSES = { firstMs: 4 * SECOND_MS, maxMs: MINUTE_MS }

/** Polls an order until `onOrder` returns true. */
export function useOrderPolling(orderNumber: string | null, onOrder: (order: OrderSummary) => boolean): void {
  usePolling(orderNumber, PAUSES, async () => {
    if (orderNumber === null || (await loadSession()).status !== 'signed in') return false
    const result = await callAuthenticated(readOrder, { params: { number: orderNumber } })
    return result.ok && onOrder(result.value)
  })
}
