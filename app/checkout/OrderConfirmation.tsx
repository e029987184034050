import { Navigate } from 'react-router'
import { readOrder, type OrderSummary } from '#contract/account.ts'
import { orderArrivalDate } from '#domain/delivery.ts'
import { isPaid } from '#domain/order.ts'
import { formatDay } from '#domain/time.ts'
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
import { useCollection } from '#app/state/collection.ts'
import { useRequest } from '#app/state/use-request.ts'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
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
  // Without a connection, the invoice shows the order saved in this browser.
  const shown: InvoiceOrder = record ?? { ...savedOrder(saved), isPartial: state.status === 'loading' }
  const status = record?.status ?? 'completed'
  return (
    <div className="page max-w-4xl">
      <div className="print:hidden">
        <h1 className="overline-text pt-8 font-sans text-ink-soft">Order Confirmation</h1>
        {isPaid(status) ? (
          <Thanks order={record} lines={shown.lines} />
        ) : (
          <Notice tone="info" className="my-8">
            {STATUS_TEXT[status]}
          </Notice>
        )}
      </div>
      <Invoice order={shown} />
      <div className="mt-10 grid gap-3 sm:flex print:hidden">
        <ButtonLink to={paths.listing('rings')}>Continue Shopping</ButtonLink>
        <ButtonLink variant="secondary" to={paths.order(shown.number)}>
          See your order
        </ButtonLink>
        <Button variant="secondary" onClick={() => window.print()}>
          <Icon name="print" />
          Print Invoice
        </Button>
      </div>
    </div>
  )
}

interface ThanksProps {
  /** Null until it is loaded. */
  readonly order: OrderSummary | null
  readonly lines: InvoiceOrder['lines']
}

/** The pieces, their expected arrival, and the recipient of the confirmation. */
function Thanks({ order, lines }: ThanksProps) {
  const collection = useCollection({ wanted: true })
  const arrivesOn = order && orderArrivalDate(order)
  const [firstName] = (order?.shipTo.name ?? '').split(' ')
  return (
    <div className="flex flex-wrap items-center gap-x-10 gap-y-6 pt-2 pb-8">
      <div className="min-w-0 grow basis-80">
        <p className="font-serif text-3xl">Thank you{firstName && `, ${firstName}`}</p>
        <output className="mt-3 flex items-center gap-2.5 font-medium text-emerald">
          <Icon name="check" className="size-5" />
          Payment Successful!
        </output>
        <p className="mt-3 min-h-13 max-w-[46ch] text-ink-soft">
          {arrivesOn && order && (
            <>
              {order.courierName} brings your order by{' '}
              <time dateTime={arrivesOn} className="font-medium whitespace-nowrap text-ink">
                {formatDay(arrivesOn)}
              </time>
              .{' '}
            </>
          )}
          The confirmation{order && ` has gone to ${order.shipTo.email}`}
          {order ? '.' : ' comes by e-mail.'}
        </p>
      </div>
      <ul className="flex gap-3">
        {lines.slice(0, PICTURES_MAX).map(
          ({ type, id, size, name, firstPhotograph = null }) =>
            type !== undefined &&
            id !== undefined && (
              <li key={`${type}-${id}-${size}`}>
                <ProductPicture
                  product={
                    (collection.status === 'ready' && collection.find({ type, id })) || {
                      type,
                      id,
                      firstPhotograph,
                    }
                  }
                  sizes="128px"
                  alt={name}
                  className="size-24 sm:size-32"
                />
              </li>
            ),
        )}
      </ul>
    </div>
  )
}

const PICTURES_MAX = 3

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
