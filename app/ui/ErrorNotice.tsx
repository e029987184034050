import { Notice } from './Notice.tsx'

interface ErrorNoticeProps {
  /** Text of the error; nothing is shown without one. */
  readonly children: string | null | undefined
  readonly className?: string
}

export function ErrorNotice({ children, className }: ErrorNoticeProps) {
  if (!children) return null
  return (
    <Notice tone="error" className={className}>
      {children}
    </Notice>
  )
}
