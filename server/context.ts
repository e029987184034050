/** What the areas of the server are built from. Time is a part, so that tests can set it. */
import type { Database } from '#server/db/open.ts'
import type { AuthenticateToken } from './http.ts'
import type { Log } from './log.ts'

export interface Parts {
  readonly db: Database
  readonly identify: AuthenticateToken
  readonly log: Log
  readonly now: () => Date
  /** Public address of the shop, without a slash at the end. */
  readonly siteUrl: string
}
