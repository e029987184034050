import { useEffect, useEffectEvent, useState } from 'react'
import type { Result } from '#domain/result.ts'

export type RequestState<Value, Failure> =
  /** Nothing to load. */
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: Failure }
  | { readonly status: 'ready'; readonly value: Value }

/**
 * Loads when `key` changes, unless it is null. Aborts stale requests and drops their results.
 *
 * `useApi` and `useDeskData` load an endpoint with it, as the customer and as a member of staff. Use it directly for
 * what one call of an endpoint does not express: a load of several steps, or one that the input alone does not
 * identify. They are hooks of their own, because neither the scripts of a product page, which use this one, nor those
 * of the desk may include the customer's session.
 */
export function useRequest<Value, Failure>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Result<Value, Failure>>,
) {
  const [retries, setRetries] = useState(0)
  const [settled, setSettled] = useState<{ id: string; result: Result<Value, Failure> } | null>(null)
  const onLoad = useEffectEvent(load)
  const id = key === null ? null : `${retries} ${key}`
  useEffect(() => {
    if (id === null) return
    const controller = new AbortController()
    const { signal } = controller
    const run = async () => {
      const result = await onLoad(signal)
      if (!signal.aborted) setSettled({ id, result })
    }
    void run()
    return () => controller.abort()
  }, [id])
  return {
    state: stateOf(id, settled?.id === id ? settled.result : null),
    setValue: (value: Value) => {
      if (id !== null) setSettled({ id, result: { ok: true, value } })
    },
    retry: () => setRetries(retries + 1),
  }
}

function stateOf<Value, Failure>(
  id: string | null,
  result: Result<Value, Failure> | null,
): RequestState<Value, Failure> {
  if (!result) return { status: id === null ? 'idle' : 'loading' }
  return result.ok ? { status: 'ready', value: result.value } : { status: 'failed', error: result.error }
}
