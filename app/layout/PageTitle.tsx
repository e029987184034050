import type { ReactNode } from 'react'

interface PageTitleProps {
  readonly title: string
  readonly tagline?: ReactNode
}

export function PageTitle({ title, tagline }: PageTitleProps) {
  return (
    <div className="flex flex-col gap-3 pt-5 pb-8 sm:pt-8 sm:pb-10">
      <h1 className="text-3xl">{title}</h1>
      {tagline && <p className="max-w-[60ch] text-lg text-ink-soft">{tagline}</p>}
    </div>
  )
}
