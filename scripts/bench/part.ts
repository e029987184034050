/** A part of `npm run bench`, and its results. */
export interface Part {
  readonly title: string
  /** How it is measured, and the baseline. */
  readonly method: string
  measure(options: BenchOptions): Promise<readonly Measurement[]>
}

export interface BenchOptions {
  /** Number of stored orders with which part `orders` is measured again; 0 to skip that. */
  readonly stored: number
}

/** A row of a table in docs/performance.md. */
export interface Measurement {
  readonly what: string
  /** Includes its unit. */
  readonly value: string
  /** The floor measured in the same run. */
  readonly floor?: string
  /** "1.3 times the floor". */
  readonly ratio?: string
  /** "at most 1.5 times the floor". */
  readonly goal?: string
  /** Omitted if there is no goal. */
  readonly isReached?: boolean
}

/** The value below which `share` of the values lie; sorts them. 0.5 is the median. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}

/** A row that compares the medians of a metric, which may be at most `most` times the floor. */
export function compareMedians<Visit>(
  what: string,
  visits: { readonly shop: readonly Visit[]; readonly floor: readonly Visit[] },
  metric: (visit: Visit) => number,
  most: number,
): Measurement {
  const value = percentile(visits.shop.map(metric), 0.5)
  const floor = percentile(visits.floor.map(metric), 0.5)
  return {
    what,
    value: inMs(value),
    floor: inMs(floor),
    ratio: (value / floor).toFixed(1),
    goal: `at most ${most.toFixed(1)} times the floor`,
    isReached: value / floor <= most,
  }
}
