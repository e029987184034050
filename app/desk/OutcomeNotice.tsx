import { useEffect, useRef, type ReactNode } from 'react'
import { Notice } from '#app/ui/Notice.tsx'

interface OutcomeNoticeProps {
  readonly children: ReactNode
  readonly className?: string
}

/** What an act has done, where its button is gone: comes into view, with the focus, so that it is read. */
export function OutcomeNotice({ children, className }: OutcomeNoticeProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} className={className}>
      <Notice tone="success">{children}</Notice>
    </div>
  )
}
