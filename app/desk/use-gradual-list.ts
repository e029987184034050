import { startTransition, useEffect, useState } from 'react'

/** More rows than fit on a screen. */
const FIRST_ROWS = 15

/** Paints the first rows at once and the others right after, so that a long list appears without delay. */
export function useGradualList<Item>(items: readonly Item[]): readonly Item[] {
  const [arePainted, setArePainted] = useState(false)
  useEffect(() => {
    let task: ReturnType<typeof setTimeout> | undefined
    // A frame's callbacks run before its paint, a task queued by them after it. A transition alone may begin before.
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => startTransition(() => setArePainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(task)
    }
  }, [])
  return arePainted ? items : items.slice(0, FIRST_ROWS)
}
