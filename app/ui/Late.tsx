import { Suspense, type ReactNode } from 'react'

/**
 * Around a page's content whose code comes after the page's own: a prerendered page has it in its HTML already and
 * wakes it when the code is there; coming from another page, its place is kept.
 */
export function Late({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={<div className="min-h-dvh" />}>{children}</Suspense>
}
