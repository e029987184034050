/** The options of a chaos run. */
export interface ChaosOptions {
  readonly orders: number
  readonly seed: number
  readonly database: 'embedded' | 'postgres'
  /** A PostgreSQL server to create a database on; null: one is started for the chaos run. */
  readonly databaseUrl: string | null
  /** Number of servers; more than one needs PostgreSQL. */
  readonly instances: number
  readonly kills: number
  /** Concurrent shoppers. */
  readonly parallel: number
  /** How much faster than real time the shop's clock runs. */
  readonly speed: number
  readonly say: (line: string) => void
}
