/** Per requirement the files that build it. */
export type BuiltIn = Readonly<Record<string, readonly [string, ...string[]]>>
