/** /cart, and its second step: with `?step=checkout` the order summary takes the place of the cart. */
import { lazy, useEffect, useRef } from 'react'
import { Outlet, useNavigationType, useSearchParams } from 'react-router'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'
import { useListsOwner } from '#app/state/lists.ts'

const CartPage = lazy(async () => ({ default: (await import('./CartPage.tsx')).CartPage }))

export function meta() {
  return pageMeta({
    title: 'Your Cart',
    description: 'The pieces you have chosen, with their prices and shipping.',
    path: paths.cart,
    noindex: true,
  })
}

export default function Cart() {
  const [query] = useSearchParams()
  const owner = useListsOwner()
  const step = query.get('step')
  useBeginningOfStep(step)
  if (step === 'checkout') return <Outlet />
  return (
    <LazyHydrate>
      <CartPage key={owner} />
    </LazyHydrate>
  )
}

/** A step is a page to the person, though the path stays: it is read from its beginning. Back returns to the place left. */
function useBeginningOfStep(step: string | null) {
  const how = useNavigationType()
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    if (how === 'POP') return
    window.scrollTo({ top: 0 })
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [step, how])
}
