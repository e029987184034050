import { useDeferredValue } from 'react'

/** More rows than fit on a screen. */
const FIRST_ROWS = 15

/** Paints the first rows at once and the others right after, so that a long list appears without delay. */
export function useGradualList<Item>(items: readonly Item[]): readonly Item[] {
  return useDeferredValue(items, items.slice(0, FIRST_ROWS))
}
