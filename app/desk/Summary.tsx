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

/** The main facts of a screen: side by side, or stacked in narrow windows. */
export function Summary({ label, facts }: SummaryProps) {
  return (
    <section aria-label={label} className="mt-6">
      <dl className="grid grid-cols-1 border-y border-line sm:grid-cols-3">
        {facts.map((fact) => (
          <div
            key={fact.label}
            className="flex flex-wrap content-start items-baseline justify-between gap-x-4 border-line py-3 not-first:border-t sm:flex-col sm:flex-nowrap sm:justify-start sm:py-4 sm:pr-4 sm:not-first:border-t-0 sm:not-first:border-l sm:not-first:pl-6"
          >
            <dt className="text-sm text-ink-soft">{fact.label}</dt>
            <dd className="figures ml-auto text-right text-xl sm:ml-0 sm:text-left">{fact.value}</dd>
            {fact.note && (
              <dd className="w-full text-right text-sm text-ink-soft sm:text-left">{fact.note}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}
