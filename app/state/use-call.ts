import { useState } from 'react'
import type { CallError, CallResult } from '#app/api.ts'
import { errorText } from './error-text.ts'
import { useBusy } from './use-busy.ts'

const NO_FIELDS: CallError['fields'] = {}

/**
 * The call of a button or form: whether it is in progress, and the error of the last one. `call` resolves with null if
 * nothing was sent.
 */
export function useCall<Args extends readonly unknown[], Value>(
  call: (...args: Args) => Promise<CallResult<Value> | null>,
  onDone: (value: Value, ...args: Args) => void,
  textOf: (error: CallError) => string = errorText,
) {
  const [isBusy, setBusy] = useBusy()
  const [error, setError] = useState<CallError | null>(null)
  const run = async (...args: Args) => {
    setError(null)
    setBusy(true)
    const result = await call(...args).finally(() => setBusy(false))
    if (result === null) return
    if (result.ok) onDone(result.value, ...args)
    else setError(result.error)
  }
  return {
    isBusy,
    error: error && textOf(error),
    fieldErrors: error?.fields ?? NO_FIELDS,
    run: (...args: Args) => void run(...args),
    clearError: () => setError(null),
  }
}
