/** /cart; `?step=checkout` shows the order summary instead. */
import { lazy, useEffect, useRef } from 'react'
import { Outlet, useNavigationType, useSearchParams } from 'react-router'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'
import { useListsUserId } from '#app/state/lists.ts'

const CartPage = lazy(() => import('./CartPage.tsx'))

export function meta() {
  return pageMeta({
    title: 'Your Cart',
    description: 'The pieces you have chosen, with their prices and shipping.',
    path: paths.cart,
    noindex: true,
  })
}

export default function CartRoute() {
  const [query] = useSearchParams()
  const userId = useListsUserId()
  const step = query.get('step')
  useScrollToStep(step)
  if (step === 'checkout') return <Outlet />
  return (
    <LazyHydrate>
      <CartPage key={userId} />
    </LazyHydrate>
  )
}

/** A new step scrolls to its top like a new page, although the path stays the same. Back restores the position. */
function useScrollToStep(step: string | null) {
  const navigationType = useNavigationType()
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    if (navigationType === 'POP') return
    window.scrollTo({ top: 0 })
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [step, navigationType])
}
