import { lazy, type ComponentType } from 'react'

/** A part whose code comes after the page's own; where it cannot be fetched, the page goes without it and does not break. */
export function lazyOptional<Props extends object>(fetched: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    fetched().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
}
