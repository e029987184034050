import { useState } from 'react'
import type { CallResult } from '#app/api.ts'
import { errorText } from './texts.ts'
import { useBusy } from './use-busy.ts'

/** The call of a button: whether it is in progress, and the error of the last one. */
export function useAct<Args extends readonly unknown[], Value>(
  call: (...args: Args) => Promise<CallResult<Value>>,
  onDone: (value: Value) => void,
) {
  const [isBusy, setBusy] = useBusy()
  const [error, setError] = useState<string | null>(null)
  const act = async (...args: Args) => {
    setBusy(true)
    const result = await call(...args)
    setBusy(false)
    setError(result.ok ? null : errorText(result.error))
    if (result.ok) onDone(result.value)
  }
  return { isBusy, error, act: (...args: Args) => void act(...args) }
}
