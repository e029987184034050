import { useEffect, useRef, type ReactNode } from 'react'
import { Notice } from '#app/ui/Notice.tsx'

interface OutcomeNoticeProps {
  readonly children: ReactNode
  readonly className?: string
}

/** The outcome of an act whose button is gone: scrolls into view and takes the focus, so that it is read. */
export function OutcomeNotice({ children, className }: OutcomeNoticeProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} className={className}>
      <Notice tone="success">{children}</Notice>
    </div>
  )
}
