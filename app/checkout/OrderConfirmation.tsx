import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { readOrder, type OrderSummary } from '#contract/account.ts'
import { isPaid } from '#domain/order.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { WithoutScript } from '#app/ui/WithoutScript.tsx'
import { readLastOrder } from '#app/state/checkout.ts'
import { callAuthenticated, loadSession } from '#app/state/session.ts'
import { Invoice, type InvoiceOrder } from '#app/order/Invoice.tsx'
import { STATUS_TEXT } from './texts.ts'

export function OrderConfirmation() {
  const isBrowser = useIsBrowser()
  const saved = isBrowser ? readLastOrder() : null
  const atServer = useOrder(saved?.orderId ?? null)

  if (!isBrowser) return <Loading />
  if (!saved || atServer === 'not theirs') return <Navigate to={paths.cart} replace />

  const record = typeof atServer === 'object' ? atServer : null
  const shown: InvoiceOrder = record ?? { ...savedOrder(saved), isPartial: atServer === 'asked for' }
  const status = record?.status ?? 'completed'
  return (
    <div className="page max-w-4xl">
      <div className="print:hidden">
        <PageTitle title="Order Confirmation" />
        <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
          {isPaid(status) ? (
            <output className="flex items-center gap-3 text-lg font-medium text-emerald">
              <Icon name="check" className="size-6" />
              Payment Successful!
            </output>
          ) : (
            <Notice tone="info">{STATUS_TEXT[status]}</Notice>
          )}
          <Button variant="secondary" onClick={() => window.print()} className="max-sm:w-full">
            <Icon name="print" />
            Print Invoice
          </Button>
        </div>
      </div>
      <Invoice order={shown} />
      <div className="mt-10 grid gap-3 sm:flex print:hidden">
        <ButtonLink to={paths.listing('rings')}>Continue Shopping</ButtonLink>
        <ButtonLink variant="secondary" to={paths.order(shown.number)}>
          See your order
        </ButtonLink>
      </div>
    </div>
  )
}

/** Where the server cannot be reached, what was saved is as good to look at. */
function useOrder(number: string | null): OrderSummary | 'asked for' | 'not theirs' | 'unreachable' {
  const [found, setFound] = useState<ReturnType<typeof useOrder>>('asked for')
  useEffect(() => {
    if (number === null) return
    let isWanted = true
    const find = async () => {
      const { status } = await loadSession()
      const called =
        status === 'anonymous' ? null : await callAuthenticated(readOrder, { params: { number } })
      if (!isWanted) return
      if (called?.ok) setFound(called.answer)
      else setFound(called?.status === 404 ? 'not theirs' : 'unreachable')
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
    <div className="page max-w-4xl">
      <PageTitle title="Order Confirmation" />
      <WithoutScript>
        Your order needs JavaScript to be shown. Its confirmation has gone to you by e-mail.
      </WithoutScript>
      <div className="grid gap-6 noscript:hidden">
        <output className="sr-only">Loading your order</output>
        <Skeleton className="h-80" />
      </div>
    </div>
  )
}
