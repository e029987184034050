import { useEffect, useEffectEvent } from 'react'
import { MINUTE_MS } from '#domain/time.ts'
import { readOrder, type OrderSummary } from '#contract/account.ts'
import { callAuthenticated, loadSession } from '#app/state/session.ts'

const FIRST_WAIT_MS = 4_000
const LONGEST_WAIT_MS = MINUTE_MS

/**
 * Asks how an order stands until `onAnswer` says that it needs no more: at once, when the connection is back, when the
 * page is looked at again, and with growing pauses between.
 */
export function useOrderWatch(reference: string | null, onAnswer: (order: OrderSummary) => boolean): void {
  const answered = useEffectEvent(onAnswer)
  useEffect(() => {
    if (reference === null) return
    let isOver = false
    let isAsking = false
    let waitMs = FIRST_WAIT_MS
    let timer: ReturnType<typeof setTimeout> | undefined

    const ask = async () => {
      if (isOver || isAsking) return
      isAsking = true
      clearTimeout(timer)
      const order = await orderOf(reference)
      isAsking = false
      if (isOver) return
      isOver = order !== null && answered(order)
      if (!isOver) timer = setTimeout(askInView, waitMs)
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
    }
    const askInView = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    void ask()
    window.addEventListener('online', askInView)
    document.addEventListener('visibilitychange', askInView)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('online', askInView)
      document.removeEventListener('visibilitychange', askInView)
    }
  }, [reference])
}

async function orderOf(reference: string): Promise<OrderSummary | null> {
  if ((await loadSession()).status !== 'signed in') return null
  const called = await callAuthenticated(readOrder, { params: { number: reference } })
  return called.ok ? called.answer : null
}
