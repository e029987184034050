/** Messages from a page to the service worker. */

/** The worker replies with its build id on the transferred port. */
export const GET_BUILD = 'which build'
/** Tells a waiting worker to skipWaiting(). */
export const SKIP_WAITING = 'take over'
