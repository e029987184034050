import { useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'

interface UndoProps {
  readonly text: string
  readonly onUndo: () => void
  readonly className?: string
}

/** Replaces the removed item, and takes the focus, which was on its button. */
export function Undo({
  text,
  onUndo,
  className = 'my-3 min-h-14 flex-wrap justify-between pl-4',
}: UndoProps) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    bar.current?.focus()
  }, [])
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className={classes(
        'flex items-center gap-x-4 border border-sunken bg-sunken outline-none print:hidden',
        className,
      )}
    >
      <p>{text}</p>
      <Button variant="quiet" size="sm" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}
