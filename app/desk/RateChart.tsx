import { formatRate } from '#domain/edition-diff.ts'
import type { PricingParameterName } from '#domain/rates.ts'
import { dateTime } from './texts.ts'

const WIDTH = 640
const HEIGHT = 160
const MARGIN = 8

interface RateChartProps {
  readonly name: PricingParameterName
  /** Oldest first; each holds until the next. */
  readonly points: readonly { readonly at: string; readonly value: number }[]
  readonly until: string
}

/** A line of steps; the list below it has the numbers. */
export function RateChart({ name, points, until }: RateChartProps) {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return null
  const times = [...points.map(({ at }) => Date.parse(at)), Date.parse(until)]
  const values = points.map(({ value }) => value)
  const [start = 0, end = 0] = [times[0], times.at(-1)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (time: number) => MARGIN + ((time - start) / Math.max(end - start, 1)) * (WIDTH - 2 * MARGIN)
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - low) / (high - low)) * (HEIGHT - 2 * MARGIN)
  const steps = points.map(({ value }, index) => `H${x(times[index] ?? end)}V${y(value)}`)
  const path = `M${x(start)} ${y(first.value)}${steps.join('')}H${x(end)}`
  const texts = [low, high].map((value) => formatRate(name, value))
  return (
    <figure className="max-w-2xl">
      <figcaption className="flex flex-wrap justify-between gap-x-6 text-sm text-ink-soft">
        <span>
          {low === high ? `${texts[0]}` : `From ${texts[0]} to ${texts[1]}`} since {dateTime(first.at)}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        className="mt-2 h-auto w-full border-y border-line"
      >
        <path d={path} fill="none" stroke="var(--color-gold)" strokeWidth="2" />
        <circle cx={x(end)} cy={y(last.value)} r="4" fill="var(--color-gold)" />
      </svg>
    </figure>
  )
}
