import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface DisclosureProps {
  readonly summary: ReactNode
  readonly children: ReactNode
  readonly onOpen?: () => void
}

/** Native, so that it works without script and find-in-page searches its content. */
export function Disclosure({ summary, children, onOpen }: DisclosureProps) {
  return (
    <details
      className="group border-b border-line"
      // It may have been opened before hydration.
      ref={onOpen && ((details) => void (details?.open && onOpen()))}
      onToggle={onOpen && ((event) => event.currentTarget.open && onOpen())}
    >
      <summary className="flex min-h-12 items-center justify-between gap-4 py-3 font-medium hover:text-gold-ink">
        {summary}
        <Icon name="chevron-down" className="size-4 text-gold transition-transform group-open:rotate-180" />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}
