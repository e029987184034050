/** What pages say to the service worker. */

/** Answered with the worker's build on the port that comes along. */
export const ASK_BUILD = 'which build'
/** To a worker that waits: begin now. */
export const TAKE_OVER = 'take over'
