/** The options of a chaos run. */
export interface ChaosOptions {
  readonly orders: number
  readonly seed: number
  readonly database: 'embedded' | 'postgres'
  /** A PostgreSQL server to make a database on; null: one is started for the chaos run. */
  readonly databaseUrl: string | null
  /** Servers side by side; more than one needs PostgreSQL. */
  readonly instances: number
  readonly kills: number
  /** Shoppers at the same time. */
  readonly parallel: number
  /** How much faster the shop's clock runs. */
  readonly speed: number
  readonly say: (line: string) => void
}
