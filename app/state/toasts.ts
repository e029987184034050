/** Short messages that disappear after three seconds (`2.toast.three-seconds`). */
import { TOAST_DURATION_MS } from '#domain/screen.ts'
import { createStore, useStore } from './store.ts'

export interface Toast {
  readonly id: number
  readonly text: string
}

const NONE: readonly Toast[] = []
const toasts = createStore(NONE)
let lastId = 0

export function showToast(text: string): void {
  lastId += 1
  const id = lastId
  // Only the newest is shown: the shopper has just caused it.
  toasts.set([{ id, text }])
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), TOAST_DURATION_MS)
}

export function useToasts(): readonly Toast[] {
  return useStore(toasts, NONE)
}
