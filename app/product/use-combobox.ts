import { useCallback, useState, type KeyboardEvent } from 'react'

/**
 * State and keys of an editable combobox with a list (ARIA Authoring Practices). No library, because none fits the
 * budget (docs/decisions/010-own-combobox.md). The list reports its options by `setOptions`; `active` is the id of the
 * one that the arrow keys have reached.
 */
export function useCombobox<Option extends { readonly id: string }>() {
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const [options, setOptions] = useState<readonly Option[]>([])
  const toggle = useCallback((open: boolean) => {
    setOpen(open)
    setActive(null)
  }, [])
  const move = (step: number) => {
    // The field itself is one more position, where typing continues.
    const places = [null, ...options.map(({ id }) => id)]
    const from = Math.max(places.indexOf(active), 0)
    setActive(places.at((from + step) % places.length) ?? null)
  }
  /** Returns true if the key was handled. */
  const handleKey = ({ key, altKey }: KeyboardEvent): boolean => {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!isOpen || altKey) toggle(key === 'ArrowDown' || !altKey)
      else move(key === 'ArrowDown' ? 1 : -1)
      return true
    }
    if (key === 'Escape' && isOpen) {
      toggle(false)
      return true
    }
    // These move the caret in the field.
    if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) setActive(null)
    return false
  }
  const activeOption = options.find(({ id }) => isOpen && id === active)
  return { isOpen, toggle, active, activeOption, options, setOptions, handleKey }
}
