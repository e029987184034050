import type { SizedKind } from '#domain/size-tables.ts'

/** Between the size guide and the sizes to choose from on the page. */
export interface SizeChoice {
  readonly kind: SizedKind
  readonly offered: readonly string[]
  readonly chosen: string
  readonly onChoose: (size: string) => void
}
