import type { FormEvent } from 'react'
import type { CallError, CallResult } from '#app/api.ts'
import { useCall } from './use-call.ts'

/** Submits the fields of a form by name; `send` resolves with null if nothing was sent. */
export function useForm<Value>(
  send: (fields: Readonly<Record<string, string>>) => Promise<CallResult<Value> | null>,
  onDone: (value: Value, form: HTMLFormElement) => void,
  textOf?: (error: CallError) => string,
) {
  const { run, error, fieldErrors, isBusy } = useCall(
    (form: HTMLFormElement) =>
      send(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))),
    onDone,
    textOf,
  )
  return {
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      run(event.currentTarget)
    },
    isBusy,
    /** Null if a field shows the error. */
    error: Object.keys(fieldErrors).length === 0 ? error : null,
    fieldErrors,
  }
}
