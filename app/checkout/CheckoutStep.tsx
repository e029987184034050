import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { CHECKOUT_NEEDS_CONNECTION } from '#app/ui/LoadError.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { WithoutScript } from '#app/ui/WithoutScript.tsx'
import { loadSession, useSession } from '#app/state/session.ts'
import { Checkout } from './Checkout.tsx'

export default function CheckoutStep() {
  const session = useSession()
  const [isOffline, setOffline] = useState(false)
  useEffect(() => {
    void loadSession().then(({ status }) => setOffline(status === 'unknown'))
  }, [])
  if (session.status === 'anonymous') return <Navigate to={paths.login(paths.cart)} replace />
  if (session.status === 'unknown') return isOffline ? <Offline /> : <CheckoutSkeleton />
  return <Checkout key={session.user.id} user={session.user} />
}

function Offline() {
  return (
    <div className="page grid justify-items-start gap-6 py-16">
      <Notice tone="error">{CHECKOUT_NEEDS_CONNECTION}</Notice>
      <ButtonLink variant="secondary" to={paths.cart}>
        Back to Cart
      </ButtonLink>
    </div>
  )
}

function CheckoutSkeleton() {
  return (
    <div className="page pt-8">
      <WithoutScript toBuy>Checkout needs JavaScript to be shown.</WithoutScript>
      <div className="grid gap-8 noscript:hidden">
        <output className="sr-only">Loading the order summary</output>
        <Skeleton className="h-12 w-72" />
        <Skeleton className="h-96" />
      </div>
    </div>
  )
}
