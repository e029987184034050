/** Durations in milliseconds, and dates and times in India, which apply to every customer. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export interface BackOff {
  readonly firstMs: number
  readonly maxMs: number
}

/** The delay after `failures` earlier ones: `firstMs`, twice that, four times that, up to `maxMs`. */
export function backOffMs({ firstMs, maxMs }: BackOff, failures: number): number {
  return Math.min(firstMs * 2 ** failures, maxMs)
}

export const INDIA_TIME_ZONE = 'Asia/Kolkata'
/** India has had no summer time since 1945. */
export const INDIA_UTC_OFFSET = '+05:30'
const INDIA_OFFSET_MS = 5.5 * HOUR_MS

export function addMs(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

/** ISO date in India. */
export function indiaDate(at: Date): string {
  return addMs(at, INDIA_OFFSET_MS).toISOString().slice(0, 10)
}

/** Formats `2026-11-23 15:40:19`, in India. */
export function indiaTimestamp(at: Date): string {
  return addMs(at, INDIA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** The moments at which a month, such as 2026-11, begins and ends in India. */
export function indiaMonth(month: string): { readonly from: Date; readonly to: Date } {
  const [year = 0, ordinal = 0] = month.split('-').map(Number)
  const beginning = (at: number) => addMs(new Date(Date.UTC(year, at, 1)), -INDIA_OFFSET_MS)
  return { from: beginning(ordinal - 1), to: beginning(ordinal) }
}

/** 0 is Sunday. */
export function indiaWeekday(at: Date): number {
  return addMs(at, INDIA_OFFSET_MS).getUTCDay()
}

/** 0 to 23. */
export function indiaHour(at: Date): number {
  return addMs(at, INDIA_OFFSET_MS).getUTCHours()
}

/**
 * Parses `2026-11-23T11:00` or `2026-11-23 11:00:19` as a time in India; null for any other text, or a nonexistent day.
 */
export function parseIndiaTime(given: string): Date | null {
  const text = given.trim()
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/.test(text)) return null
  const [date = ''] = text.split(/[T ]/)
  const time = new Date(`${text.replace(' ', 'T')}${INDIA_UTC_OFFSET}`)
  return !Number.isNaN(time.getTime()) && indiaDate(time) === date ? time : null
}

/** 22 November 2026 */
export function formatIndiaDate(at: Date): string {
  return at.toLocaleDateString('en-IN', { dateStyle: 'long', timeZone: INDIA_TIME_ZONE })
}

/** 22 November 2026 at 7:41 pm */
export function formatIndiaDateTime(at: Date): string {
  return at.toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone: INDIA_TIME_ZONE })
}

/** Tue, 24 November. A date without a time is midnight in UTC. */
export function formatDay(date: string): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Date(date).toLocaleDateString('en-IN', parts)
}
