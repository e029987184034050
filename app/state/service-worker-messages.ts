/** What pages say to the service worker. */

/** Answered with the worker's build on the port that comes along. */
export const GET_BUILD = 'which build'
/** To a worker that waits: begin now. */
export const SKIP_WAITING = 'take over'
