import type { ReactNode } from 'react'

export interface SummaryFact {
  readonly label: string
  readonly value: ReactNode
  readonly note?: ReactNode
}

interface SummaryProps {
  readonly label: string
  readonly facts: readonly SummaryFact[]
}

/** What is looked for first on a screen: side by side, or below each other where the window is narrow. */
export function Summary({ label, facts }: SummaryProps) {
  return (
    <section aria-label={label} className="mt-6">
      <dl className="grid border-y border-line sm:grid-cols-3">
        {facts.map((fact) => (
          <div
            key={fact.label}
            className="grid grid-cols-[1fr_auto] content-start items-baseline gap-x-4 border-line py-3 not-first:border-t sm:grid-cols-1 sm:py-4 sm:pr-4 sm:not-first:border-t-0 sm:not-first:border-l sm:not-first:pl-6"
          >
            <dt className="text-sm text-ink-soft">{fact.label}</dt>
            <dd className="figures text-right text-xl sm:text-left">{fact.value}</dd>
            {fact.note && (
              <dd className="col-span-full text-right text-sm text-ink-soft sm:text-left">{fact.note}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}
