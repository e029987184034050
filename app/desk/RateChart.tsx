import { formatRate } from '#domain/edition-diff.ts'
import type { PricingParameterName } from '#domain/rates.ts'
import { rateSteps } from './rate-steps.ts'
import { dateTime } from './texts.ts'

const SIZE = { width: 640, height: 160, margin: 8 }

interface RateChartProps {
  readonly name: PricingParameterName
  /** Oldest first; each is in force until the next. */
  readonly points: readonly { readonly at: string; readonly value: number }[]
  readonly until: string
}

/** A step chart; the list below it has the numbers. */
export function RateChart({ name, points, until }: RateChartProps) {
  const steps = rateSteps(points, until, SIZE)
  if (!steps) return null
  const { since, low, high, path, end } = steps
  const texts = [low, high].map((value) => formatRate(name, value))
  return (
    <figure className="max-w-2xl">
      <figcaption className="flex flex-wrap justify-between gap-x-6 text-sm text-ink-soft">
        <span>
          {low === high ? `${texts[0]}, unchanged` : `Between ${texts[0]} and ${texts[1]}`} since{' '}
          {dateTime(since)}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        aria-hidden="true"
        className="mt-2 h-auto w-full border-y border-line"
      >
        <path d={path} fill="none" stroke="var(--color-gold)" strokeWidth="2" />
        <circle cx={end.x} cy={end.y} r="4" fill="var(--color-gold)" />
      </svg>
    </figure>
  )
}
