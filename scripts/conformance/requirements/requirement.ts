/** The files that implement each requirement. */
export type BuiltIn = Readonly<Record<string, readonly [string, ...string[]]>>
