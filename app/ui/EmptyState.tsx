import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode
  /** 1 if it is the title of the page. */
  readonly level?: 1 | 2 | 3
  /** So that no picture below it is the largest paint, docs/performance.md. */
  readonly isLarge?: boolean
}

export function EmptyState({ title, text, action, level = 2, isLarge = false }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-5 px-4 py-12 text-center sm:py-16">
      <span aria-hidden="true" className="h-px w-16 bg-gold" />
      <Heading className={isLarge ? 'text-3xl' : 'text-2xl'}>{title}</Heading>
      {text && <p className="text-balance text-ink-soft">{text}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
