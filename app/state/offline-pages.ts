/** Paths that the service worker and the offline page must agree on. */

/** Personal pages, or pages useless without the server: never cached. */
const PRIVATE =
  /^\/(?:api|account|order-success|order-failed|login|signup|forgot-password|reset-password|newsletter)(?:\/|$)/

export function isPrivatePath(pathname: string): boolean {
  return PRIVATE.test(pathname)
}

/** The fragment of the offline page that holds the requested path. */
const RETURN_TO = '#to='

export function offlinePath(offlinePage: string, requestedPath: string): string {
  return `${offlinePage}${RETURN_TO}${encodeURIComponent(requestedPath)}`
}

/** Null unless it is a path of the shop. */
export function returnPathFrom(fragment: string): string | null {
  if (!fragment.startsWith(RETURN_TO)) return null
  try {
    const path = decodeURIComponent(fragment.slice(RETURN_TO.length))
    return /^\/(?![/\\])/.test(path) ? path : null
  } catch {
    return null
  }
}
