/** One thing that the specification asks of the shop, in our own words, and the files in which it is built. */
export type Requirement = readonly [id: string, says: string, ...builtIn: readonly [string, ...string[]]]

export interface Chapter {
  readonly title: string
  /** In the order of the source. */
  readonly requirements: readonly Requirement[]
}
