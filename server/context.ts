/** What the areas of the server share. The clock is included so that tests can set it. */
import type { Collection } from '#domain/collection.ts'
import type { Database, FromReplica } from '#server/db/open.ts'
import type { AuthenticateToken } from './http.ts'
import type { Log } from './log.ts'

export interface Deps {
  readonly db: Database
  /** Reads from a replica where one is allowed; see `OpenDatabase`. */
  readonly fromReplica: FromReplica
  readonly authenticate: AuthenticateToken
  readonly log: Log
  readonly now: () => Date
  /** The current collection. Read it once for each response, so that none mixes two. */
  readonly collection: () => Collection
  /** The public address of the shop, without a trailing slash. */
  readonly siteUrl: string
}
