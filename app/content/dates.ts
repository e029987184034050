const inWords = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' })

/** 12 February 2024, from an ISO date. */
export function formatDate(isoDate: string): string {
  return inWords.format(new Date(isoDate))
}
