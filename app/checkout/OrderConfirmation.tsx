import { Navigate } from 'react-router'
import { readOrder, type OrderSummary } from '#contract/account.ts'
import { isPaid } from '#domain/order.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { fail, type CallResult } from '#app/api.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { WithoutScript } from '#app/ui/WithoutScript.tsx'
import { readLastOrder } from '#app/state/checkout.ts'
import { callAuthenticated, loadSession, NO_TOKEN } from '#app/state/session.ts'
import { useRequest } from '#app/state/use-request.ts'
import { Invoice, type InvoiceOrder } from '#app/order/Invoice.tsx'
import { STATUS_TEXT } from './texts.ts'

export default function OrderConfirmation() {
  const isBrowser = useIsBrowser()
  const saved = isBrowser ? readLastOrder() : null
  const number = saved?.orderId ?? null
  const { state } = useRequest(number, (signal) => fetchOrder(number ?? '', signal))

  if (!isBrowser) return <Loading />
  const isOfAnotherAccount = state.status === 'failed' && state.error.status === 404
  if (!saved || isOfAnotherAccount) return <Navigate to={paths.cart} replace />

  const record = state.status === 'ready' ? state.value : null
  // Without a connection, the invoice shows what this browser saved.
  const shown: InvoiceOrder = record ?? { ...savedOrder(saved), isPartial: state.status === 'loading' }
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

async function fetchOrder(number: string, signal: AbortSignal): Promise<CallResult<OrderSummary>> {
  const { status } = await loadSession()
  if (status === 'anonymous') return fail({ code: NO_TOKEN })
  return callAuthenticated(readOrder, { params: { number }, signal })
}

function savedOrder(saved: NonNullable<ReturnType<typeof readLastOrder>>): InvoiceOrder {
  return {
    number: saved.orderId,
    placedAt: saved.timestamp,
    lines: saved.items.map(({ price, ...line }) => ({ ...line, unitPrice: price })),
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
