import type { ReactNode } from 'react'

interface PageTitleProps {
  readonly title: string
  readonly tagline?: ReactNode
}

export function PageTitle({ title, tagline }: PageTitleProps) {
  return (
    <div className="page-title">
      <h1 className="text-3xl">{title}</h1>
      {tagline && <p className="max-w-[60ch] text-balance text-ink-soft sm:text-lg">{tagline}</p>}
    </div>
  )
}
