import { lazy, type ComponentType } from 'react'

/**
 * Like `lazy`, for an optional part: until its code can be fetched, the server's HTML stays, or nothing is shown. A
 * failed fetch is repeated when the connection is back.
 */
export function lazyOptional<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loadOnline = (): Promise<{ default: ComponentType<Props> }> =>
    load().then(
      (part) => ({ default: part }),
      () =>
        new Promise((resolve) =>
          window.addEventListener('online', () => resolve(loadOnline()), { once: true }),
        ),
    )
  return lazy(loadOnline)
}
