import { useEffectEvent } from 'react'
import type { Result } from '#domain/result.ts'
import { usePolling } from './use-polling.ts'
import type { RequestState } from './use-request.ts'

interface LoadedRequest<Value> {
  readonly state: RequestState<Value, unknown>
  setValue(value: Value): void
}

/**
 * Loads again what a page shows: every `everyMs` while it is visible, and when it becomes visible or online again. Nothing
 * happens in a hidden tab or while a form is filled in, and what an act or another load has shown meanwhile stays.
 * With null it never does.
 */
export function useRevalidation<Value>(
  { state, setValue }: LoadedRequest<Value>,
  load: () => Promise<Result<Value, unknown>>,
  everyMs: number | null,
): void {
  const shown = state.status === 'ready' ? state.value : null
  const onLoaded = useEffectEvent((before: Value, result: Result<Value, unknown>) => {
    if (result.ok && shown === before && !isFormInProgress()) setValue(result.value)
  })
  const key = everyMs === null ? null : String(everyMs)
  usePolling(key, { firstMs: everyMs ?? 0, maxMs: everyMs ?? 0 }, async () => {
    if (shown !== null && document.visibilityState === 'visible' && !isFormInProgress())
      onLoaded(shown, await load())
    return false
  })
}

/** A dialog is open, or something is typed that is not sent yet. A search is no such form. */
function isFormInProgress(): boolean {
  if (document.querySelector('dialog[open]')) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main input:not([type=search], [type=checkbox], [type=radio]), main textarea',
  )
  return [...fields].some((field) => field.value !== field.defaultValue)
}
