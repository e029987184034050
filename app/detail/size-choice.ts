import type { SizedKind } from '#domain/size-tables.ts'

/** Connects the size guide with the size selection on the page. */
export interface SizeChoice {
  readonly kind: SizedKind
  readonly offered: readonly string[]
  readonly chosen: string
  readonly onChoose: (size: string) => void
}
