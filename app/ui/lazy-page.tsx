import { lazy, type ComponentType } from 'react'
import { LazyHydrate } from './LazyHydrate.tsx'

/** The component of a route whose code loads after the page's own. */
export function lazyPage(load: () => Promise<{ readonly default: ComponentType }>) {
  const Page = lazy(load)
  return function LazyPage() {
    return (
      <LazyHydrate>
        <Page />
      </LazyHydrate>
    )
  }
}
