import { lazy, type ComponentType } from 'react'

/** Like `lazy`, for a part that the page can do without: renders nothing if its code cannot be fetched. */
export function lazyOptional<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
}
