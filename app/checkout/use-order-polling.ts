import { useEffect, useEffectEvent } from 'react'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { readOrder, type OrderSummary } from '#contract/account.ts'
import { callAuthenticated, loadSession } from '#app/state/session.ts'

const FIRST_WAIT_MS = 4 * SECOND_MS
const WAIT_MAX_MS = MINUTE_MS

/**
 * Polls an order until `onOrder` returns true: at once, with growing pauses, when the connection returns and when the
 * page becomes visible.
 */
export function useOrderPolling(orderNumber: string | null, onOrder: (order: OrderSummary) => boolean): void {
  const isDone = useEffectEvent(onOrder)
  useEffect(() => {
    if (orderNumber === null) return
    let isStopped = false
    let isPolling = false
    let waitMs = FIRST_WAIT_MS
    let timer: ReturnType<typeof setTimeout> | undefined

    const poll = async () => {
      if (isStopped || isPolling) return
      isPolling = true
      clearTimeout(timer)
      const order = await fetchOrder(orderNumber)
      isPolling = false
      if (isStopped) return
      isStopped = order !== null && isDone(order)
      if (!isStopped) timer = setTimeout(pollIfVisible, waitMs)
      waitMs = Math.min(2 * waitMs, WAIT_MAX_MS)
    }
    const pollIfVisible = () => {
      if (document.visibilityState === 'visible') void poll()
    }
    void poll()
    window.addEventListener('online', pollIfVisible)
    document.addEventListener('visibilitychange', pollIfVisible)
    return () => {
      isStopped = true
      clearTimeout(timer)
      window.removeEventListener('online', pollIfVisible)
      document.removeEventListener('visibilitychange', pollIfVisible)
    }
  }, [orderNumber])
}

async function fetchOrder(number: string): Promise<OrderSummary | null> {
  if ((await loadSession()).status !== 'signed in') return null
  const result = await callAuthenticated(readOrder, { params: { number } })
  return result.ok ? result.value : null
}
