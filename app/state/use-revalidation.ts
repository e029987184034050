import { useEffectEvent } from 'react'
import type { Result } from '#domain/result.ts'
import { usePolling } from './use-polling.ts'
import type { RequestState } from './use-request.ts'

interface LoadedRequest<Value> {
  readonly state: RequestState<Value, unknown>
  setValue(value: Value): void
}

/**
 * Reloads the data of a page: every `everyMs` while it is visible, and when it becomes visible or online again. Does
 * nothing in a hidden tab or while a form is being filled in, and never overwrites newer data of an act or another
 * load. Null turns it off.
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

/** A dialog is open, or unsubmitted input exists. A search does not count. */
function isFormInProgress(): boolean {
  if (document.querySelector('dialog[open]')) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main input:not([type=search], [type=checkbox], [type=radio]), main textarea',
  )
  return [...fields].some((field) => field.value !== field.defaultValue)
}
