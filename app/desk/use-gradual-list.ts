import { useDeferredValue } from 'react'

/** More rows than a screen shows. */
const FIRST_ROWS = 15

/** The first rows are painted at once, the others right after, so that a long list does not delay its own beginning. */
export function useGradualList<Item>(items: readonly Item[]): readonly Item[] {
  return useDeferredValue(items, items.slice(0, FIRST_ROWS))
}
