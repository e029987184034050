import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { readOrder, type OrderSummary } from '#contract/account.ts'
import { isSettled } from '#domain/order.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { WithoutScript } from '#app/ui/WithoutScript.tsx'
import { readLastOrder } from '#app/state/checkout.ts'
import { callSignedIn, session, useSession } from '#app/state/session.ts'
import { Invoice, type InvoiceOrder } from './Invoice.tsx'
import { ORDER_UNREACHABLE, STATUS_WORDS } from './words.ts'

export function OrderConfirmation() {
  const [query] = useSearchParams()
  const wanted = query.get('order')
  const isBrowser = useIsBrowser()
  const person = useSession()
  const saved = isBrowser ? readLastOrder() : null
  const number = wanted ?? saved?.orderId ?? null
  const atServer = useOrder(number)

  if (!isBrowser) return <Loading />
  if (number === null) return <Navigate to={paths.cart} replace />
  if (wanted && person.status === 'anonymous')
    return <Navigate to={paths.login(paths.order(wanted))} replace />
  if (atServer.status === 'not theirs') return <Navigate to={paths.cart} replace />

  const order: InvoiceOrder | null = atServer.status === 'found' ? atServer.order : null
  const shown = order ?? (saved?.orderId === number ? savedOrder(saved) : null)
  if (!shown) return atServer.status === 'unreachable' ? <Unreachable /> : <Loading />

  const status = atServer.status === 'found' ? atServer.order.status : 'completed'
  return (
    <div className="page max-w-4xl">
      <div className="print:hidden">
        <PageTitle title="Order Confirmation" />
        <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
          {isSettled(status) && status !== 'refunded' ? (
            <output className="flex items-center gap-3 text-lg font-medium text-emerald">
              <Icon name="check" className="size-6" />
              Payment Successful!
            </output>
          ) : (
            <Notice tone="info">{STATUS_WORDS[status]}</Notice>
          )}
          <Button variant="secondary" onClick={() => window.print()} className="max-sm:w-full">
            <Icon name="print" />
            Print Invoice
          </Button>
        </div>
      </div>
      <Invoice order={shown} />
      <ButtonLink to={paths.listing('rings')} className="mt-10 max-sm:w-full print:hidden">
        Continue Shopping
      </ButtonLink>
    </div>
  )
}

type OrderAtServer =
  | { readonly status: 'unknown' }
  | { readonly status: 'unreachable' }
  | { readonly status: 'not theirs' }
  | { readonly status: 'found'; readonly order: OrderSummary }

function useOrder(number: string | null): OrderAtServer {
  const [found, setFound] = useState<OrderAtServer>({ status: 'unknown' })
  useEffect(() => {
    if (number === null) return
    let isWanted = true
    const find = async () => {
      const { status } = await session()
      if (status === 'anonymous') return
      const called = await callSignedIn(readOrder, { params: { number } })
      if (!isWanted) return
      if (called.ok) setFound({ status: 'found', order: called.answer })
      else setFound({ status: called.status === 404 ? 'not theirs' : 'unreachable' })
    }
    void find()
    return () => {
      isWanted = false
    }
  }, [number])
  return found
}

function savedOrder(saved: NonNullable<ReturnType<typeof readLastOrder>>): InvoiceOrder {
  return {
    number: saved.orderId,
    placedAt: saved.timestamp,
    lines: saved.items.map(({ name, price, quantity }) => ({ name, unitPrice: price, quantity })),
    total: saved.amount,
  }
}

function Loading() {
  return (
    <div className="page max-w-4xl pt-8">
      <WithoutScript>
        Your order needs JavaScript to be shown. Its confirmation has gone to you by e-mail.
      </WithoutScript>
      <div className="grid gap-6 noscript:hidden">
        <output className="sr-only">Loading your order</output>
        <Skeleton className="h-12 w-72" />
        <Skeleton className="h-80" />
      </div>
    </div>
  )
}

function Unreachable() {
  return (
    <div className="page max-w-4xl py-16">
      <Notice tone="trouble">{ORDER_UNREACHABLE}</Notice>
      <ButtonLink variant="secondary" to={paths.account} className="mt-6">
        Your account
      </ButtonLink>
    </div>
  )
}
