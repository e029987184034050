/** The geometry of a rate chart. */
interface Point {
  readonly at: string
  readonly value: number
}

export interface ChartSize {
  readonly width: number
  readonly height: number
  readonly margin: number
}

/** Null without a point. Ends at the last point if that is later than `until`, as after a publication. */
export function rateSteps(points: readonly Point[], until: string, { width, height, margin }: ChartSize) {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return null
  const times = points.map(({ at }) => Date.parse(at))
  const values = points.map(({ value }) => value)
  const start = Date.parse(first.at)
  const end = Math.max(Date.parse(until), ...times)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (time: number) => margin + ((time - start) / Math.max(end - start, 1)) * (width - 2 * margin)
  const y = (value: number) =>
    high === low ? height / 2 : height - margin - ((value - low) / (high - low)) * (height - 2 * margin)
  const steps = points.map(({ value }, index) => `H${x(times[index] ?? end)}V${y(value)}`)
  return {
    since: first.at,
    low,
    high,
    path: `M${x(start)} ${y(first.value)}${steps.join('')}H${x(end)}`,
    end: { x: x(end), y: y(last.value) },
  }
}
