const longDate = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats an ISO date as `12 February 2024`. */
export function formatDate(isoDate: string): string {
  return longDate.format(new Date(isoDate))
}
