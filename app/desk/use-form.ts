import { useState, type FormEvent } from 'react'
import type { CallError, CallResult } from '#app/api.ts'
import { errorText } from './texts.ts'
import { useBusy } from './use-busy.ts'

/** Submits the fields of a form by name; `send` resolves with null if nothing was sent. */
export function useForm<Value>(
  send: (fields: Readonly<Record<string, string>>) => Promise<CallResult<Value> | null>,
  onDone: (value: Value, form: HTMLFormElement) => void,
) {
  const [isBusy, setBusy] = useBusy()
  const [error, setError] = useState<CallError | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setError(null)
    setBusy(true)
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    const result = await send(Object.fromEntries(entries))
    setBusy(false)
    if (result === null) return
    if (result.ok) onDone(result.value, form)
    else setError(result.error)
  }
  return {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    isBusy,
    /** Null if a field shows the error. */
    error: error && Object.keys(error.fields).length === 0 ? errorText(error) : null,
    fieldErrors: error?.fields ?? {},
  }
}
