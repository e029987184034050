import { useRef, useState } from 'react'
import type { CallResult } from '#app/api.ts'
import { useBusy } from '#app/state/use-busy.ts'

interface Outcome<Input, Value> {
  readonly input: Input
  readonly result: CallResult<Value>
}

/**
 * The effect of a form's input before it is saved. A change drops it, also while it loads: an effect of earlier input
 * would be saved as that of the new, and a busy button lets the browser ignore Enter.
 */
export function usePreview<Input, Value>(
  load: (input: Input, signal: AbortSignal) => Promise<CallResult<Value>>,
) {
  const [isBusy, setBusy] = useBusy()
  const [outcome, setOutcome] = useState<Outcome<Input, Value> | null>(null)
  const loading = useRef<AbortController | null>(null)
  const drop = () => {
    loading.current?.abort()
    setBusy(false)
    setOutcome(null)
  }
  const show = async (input: Input) => {
    drop()
    const { signal } = (loading.current = new AbortController())
    setBusy(true)
    const result = await load(input, signal)
    if (signal.aborted) return
    setBusy(false)
    setOutcome({ input, result })
  }
  return {
    isBusy,
    shown: outcome?.result.ok ? { input: outcome.input, preview: outcome.result.value } : null,
    error: outcome && !outcome.result.ok ? outcome.result.error : null,
    show: (input: Input) => void show(input),
    drop,
  }
}
