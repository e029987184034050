import { useEffect, useRef } from 'react'
import { Button } from '#app/ui/Button.tsx'

interface UndoProps {
  readonly words: string
  readonly onUndo: () => void
}

/** Stands where the line stood, and takes the focus that was on the line's button. */
export function Undo({ words, onUndo }: UndoProps) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    bar.current?.focus()
  }, [])
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className="my-3 flex min-h-14 flex-wrap items-center justify-between gap-x-4 bg-sunken pl-4 outline-none"
    >
      <p>{words}</p>
      <Button variant="quiet" size="sm" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}
