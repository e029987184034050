import { useEffect, useEffectEvent } from 'react'
import { backOffMs, type BackOff } from '#domain/time.ts'

/**
 * Calls `poll` until it resolves with true, or `key` changes; a null key does not poll. Calls it at once, at intervals,
 * when the connection returns and when the page becomes visible.
 */
export function usePolling(key: string | null, pauses: BackOff, poll: () => Promise<unknown>): void {
  const onPoll = useEffectEvent(poll)
  const { firstMs, maxMs } = pauses
  useEffect(() => {
    if (key === null) return
    let isStopped = false
    let isPolling = false
    let polls = 0
    let timer: ReturnType<typeof setTimeout> | undefined

    const run = async () => {
      if (isStopped || isPolling) return
      isPolling = true
      clearTimeout(timer)
      const isDone = (await onPoll()) === true
      isPolling = false
      if (isStopped) return
      isStopped = isDone
      if (!isDone) timer = setTimeout(runIfVisible, backOffMs({ firstMs, maxMs }, polls))
      polls += 1
    }
    const runIfVisible = () => {
      if (document.visibilityState === 'visible') void run()
    }
    void run()
    window.addEventListener('online', runIfVisible)
    document.addEventListener('visibilitychange', runIfVisible)
    return () => {
      isStopped = true
      clearTimeout(timer)
      window.removeEventListener('online', runIfVisible)
      document.removeEventListener('visibilitychange', runIfVisible)
    }
  }, [key, firstMs, maxMs])
}
