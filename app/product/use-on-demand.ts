import { useState, type ComponentType } from 'react'
import { showToast } from '#app/state/toasts.ts'

/** A part of the page whose code is fetched when the shopper opens it; `error` is shown if that fails. */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>, error: string) {
  const [isOpen, setOpen] = useState(false)
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const close = () => setOpen(false)
  const open = () => {
    setOpen(true)
    load().then(
      (part) => setPart(() => part),
      () => {
        close()
        showToast(error)
      },
    )
  }
  return { Part, isOpen, open, close }
}
