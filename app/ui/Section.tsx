import type { ReactNode } from 'react'

interface SectionProps {
  readonly id: string
  readonly title: ReactNode
  readonly titleClassName?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A part of a page that its heading names. `id` is that of the heading. */
export function Section({ id, title, titleClassName = 'mb-3 text-xl', className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={titleClassName}>
        {title}
      </h2>
      {children}
    </section>
  )
}
