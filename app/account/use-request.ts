import { useEffect, useState } from 'react'
import { isBusy, type Result, type CallError } from '#app/api.ts'

export type LoadState<Answer> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly trouble: CallError }
  | { readonly status: 'ready'; readonly answer: Answer }

/** Asks when the component appears, while the shop is busy, and again on `retry`. `ask` must be the same function each time. */
export function useRequest<Answer>(ask: () => Promise<Result<Answer>>) {
  const [tries, setTries] = useState(0)
  const [found, setFound] = useState<{ readonly tries: number; readonly called: Result<Answer> } | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    const find = async () => {
      let called = await ask()
      while (!asking.signal.aborted && isBusy(called)) called = await ask()
      if (!asking.signal.aborted) setFound({ tries, called })
    }
    void find()
    return () => asking.abort()
  }, [ask, tries])
  return {
    state: stateOf(found?.tries === tries ? found.called : null),
    set: (answer: Answer) => setFound({ tries, called: { ok: true, answer } }),
    retry: () => setTries(tries + 1),
  }
}

function stateOf<Answer>(called: Result<Answer> | null): LoadState<Answer> {
  if (!called) return { status: 'loading' }
  return called.ok ? { status: 'ready', answer: called.answer } : { status: 'failed', trouble: called }
}
