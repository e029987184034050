/** Which addresses may be shown without a connection. The service worker and the offline page agree on it. */

/** What belongs to one person, is theirs alone to ask for, or makes no sense without the server. */
const PERSONAL =
  /^\/(?:api|account|order-success|order-failed|login|signup|forgot-password|reset-password|newsletter)(?:\/|$)/

export function isPrivatePath(pathname: string): boolean {
  return PERSONAL.test(pathname)
}

/** The offline page is told by its fragment where the person was heading. */
const HEADING = '#to='

export function offlinePath(offlinePath: string, wanted: string): string {
  return `${offlinePath}${HEADING}${encodeURIComponent(wanted)}`
}

/** Null without a place inside the shop. */
export function returnPathFrom(fragment: string): string | null {
  if (!fragment.startsWith(HEADING)) return null
  try {
    const wanted = decodeURIComponent(fragment.slice(HEADING.length))
    return /^\/(?![/\\])/.test(wanted) ? wanted : null
  } catch {
    return null
  }
}
