import type { ReactNode } from 'react'

interface PageTitleProps {
  readonly title: string
  readonly tagline?: ReactNode
}

export function PageTitle({ title, tagline }: PageTitleProps) {
  return (
    <div className="flex flex-col gap-1 pt-2 pb-4 sm:gap-3 sm:pt-8 sm:pb-10 low:flex-row low:items-baseline low:gap-4 low:pt-0 low:pb-3">
      <h1 className="text-3xl">{title}</h1>
      {tagline && <p className="max-w-[60ch] text-ink-soft sm:text-lg">{tagline}</p>}
    </div>
  )
}
