import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { CallError, CallResult } from '#app/api.ts'
import { useCall } from './use-call.ts'

/** Submits the fields of a form by name; `send` resolves with null if nothing was sent. */
export function useForm<Value>(
  send: (fields: Readonly<Record<string, string>>) => Promise<CallResult<Value> | null>,
  onDone: (value: Value, form: HTMLFormElement) => void,
  textOf?: (error: CallError) => string,
) {
  const { run, error, fieldErrors, isBusy, clearError } = useCall(
    (form: HTMLFormElement) =>
      send(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))),
    onDone,
    textOf,
  )
  const submitted = useRef<HTMLFormElement>(null)
  const [unshown, setUnshown] = useState('')
  useEffect(() => {
    // Compares the visible text: an error's key may differ from the field's name, and some fields show no error.
    const shown = submitted.current?.innerText ?? ''
    const texts = Object.values(fieldErrors).filter((text) => !shown.includes(text))
    setUnshown([...new Set(texts)].join(' '))
  }, [fieldErrors])
  return {
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      submitted.current = event.currentTarget
      run(event.currentTarget)
    },
    isBusy,
    /** Null if the fields show all of it. */
    error: Object.keys(fieldErrors).length === 0 ? error : unshown || null,
    fieldErrors,
    clearError,
  }
}
