import { Link, Navigate } from 'react-router'
import { readOrder, type OrderDetails } from '#contract/account.ts'
import type { FindProduct } from '#domain/collection.ts'
import { formatRupees } from '#domain/money.ts'
import { isOrderNumber, isCaptured, statusText } from '#domain/order.ts'
import { SHOP } from '#domain/shop.ts'
import { formatIndiaDate, MINUTE_MS } from '#domain/time.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { ShopEmail } from '#app/ui/ShopEmail.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { AmountList } from '#app/ui/AmountList.tsx'
import { WithoutScript } from '#app/ui/WithoutScript.tsx'
import { useCollection } from '#app/state/collection.ts'
import { useCart } from '#app/state/lists.ts'
import { callAuthenticated, useSession } from '#app/state/session.ts'
import { useApi } from '#app/state/use-api.ts'
import { useRevalidation } from '#app/state/use-revalidation.ts'
import { AddressLines } from '#app/address/AddressLines.tsx'
import { BilledTo } from '#app/order/BilledTo.tsx'
import { TestOrderNote } from '#app/order/TestOrderNote.tsx'
import { Invoice } from '#app/order/Invoice.tsx'
import { LoadError } from '#app/ui/LoadError.tsx'
import { Section } from '#app/ui/Section.tsx'
import { MoneyStatus } from './MoneyStatus.tsx'
import { Returns } from './Returns.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { CancelPieces } from './CancelPieces.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import { MadeToOrderConsent } from './MadeToOrderConsent.tsx'
import { OrderItems } from './OrderItems.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { ParcelFacts } from './ParcelFacts.tsx'
import { isPayable, isStillInCart, PayNow } from './PayNow.tsx'
import { TaxDocuments } from './TaxDocuments.tsx'
import { useKnownSession } from './use-known-session.ts'
import { BEING_CANCELLED, CONSENT_OPEN, ORDER_UNREACHABLE } from './texts.ts'

export default function OrderPage({ number }: { readonly number: string }) {
  const session = useSession()
  const { state, retry } = useKnownSession()

  if (!isOrderNumber(number)) return <OrderNotFound />
  if (session.status === 'anonymous') return <Navigate to={paths.login(paths.order(number))} replace />
  // Keyed, because another account may sign in in another tab.
  if (session.status === 'signed in') return <OwnOrder key={session.user.id} number={number} />
  return state.status === 'failed' ? <OrderUnreachable onRetry={retry} /> : <Loading />
}

function OwnOrder({ number }: { readonly number: string }) {
  const input = { params: { number } }
  const request = useApi(readOrder, input)
  const { state, setValue, retry } = request
  const isBeingCancelled = state.status === 'ready' && state.value.isBeingCancelled
  useRevalidation(
    request,
    () => callAuthenticated(readOrder, input),
    isBeingCancelled ? CANCELLING_RELOAD_MS : RELOAD_MS,
  )
  if (state.status === 'ready') return <Order order={state.value} onChange={setValue} />
  if (state.status !== 'failed') return <Loading />
  return state.error.status === 404 ? <OrderNotFound /> : <OrderUnreachable onRetry={retry} />
}

function OrderUnreachable({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="page max-w-4xl py-16">
      <LoadError text={ORDER_UNREACHABLE} onRetry={onRetry} />
    </div>
  )
}

interface OrderProps {
  readonly order: OrderDetails
  readonly onChange: (order: OrderDetails) => void
}

function Order({ order, onChange }: OrderProps) {
  const { number, lines, money, consent } = order
  const collection = useCollection({ wanted: true })
  const find = collection.status === 'ready' ? collection.find : null
  return (
    <>
      <div className={classes('page', isCaptured(order.status) && 'print:hidden')}>
        <Link
          to={paths.orders}
          className="mt-3 -mb-3 inline-flex min-h-11 items-center gap-2 text-sm text-ink-soft hover:text-gold-ink"
        >
          <Icon name="arrow-left" className="size-4" />
          Your orders
        </Link>
        <PageTitle
          title="Your Order"
          tagline={
            <>
              <span className="wrap-anywhere tabular-nums">{number}</span> · {titleStatus(order)}
            </>
          }
        />
        <div className="grid grid-cols-1 items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid grid-cols-1 gap-12">
            <section aria-label="Status">
              {order.isTest && <TestOrderNote className="mb-6" />}
              {consent && <MadeToOrderConsent order={order} consent={consent} onDecided={onChange} />}
              <OrderTimeline order={order} />
              <MoneyStatus money={money} level={2} />
            </section>
            {order.parcel && <ParcelFacts parcel={order.parcel} estimatedDays={order.estimatedDays} />}
            <Section id="pieces" title="Pieces" titleClassName="mb-4 text-xl">
              <OrderItems lines={lines} find={find} />
            </Section>
            {(order.parcel?.deliveredAt != null || order.parcel?.state === 'returned') && (
              <Returns order={order} reloadMs={RELOAD_MS} />
            )}
          </div>
          <OrderAside order={order} find={find} onChange={onChange} />
        </div>
      </div>
      {isCaptured(order.status) && (
        <div className="page hidden print:block">
          <Invoice order={order} title="Order summary" />
        </div>
      )}
    </>
  )
}

function titleStatus(order: OrderDetails): string {
  if (order.consent) return CONSENT_OPEN
  return order.isBeingCancelled ? BEING_CANCELLED : statusText(order)
}

/** While a parcel is being unpacked, which usually takes seconds. */
const CANCELLING_RELOAD_MS = 4000
/** While the parcel moves, a return is decided on, or a refund is sent. */
const RELOAD_MS = MINUTE_MS

interface OrderAsideProps extends OrderProps {
  /** Null until the collection is loaded. */
  readonly find: FindProduct | null
}

/** The amounts, the possible actions, and the shipping address. */
function OrderAside({ order, find, onChange }: OrderAsideProps) {
  const { number, status, placedAt, lines, offerCode, subtotal, shipping, total, shipTo, courierName } = order
  const { business } = order
  const cart = useCart()
  return (
    <div className="grid grid-cols-1 gap-6 border border-line bg-raised p-[min(1.5rem,5vw)] lg:sticky lg:top-32">
      <AmountList
        rows={[
          { label: 'Ordered', value: formatIndiaDate(new Date(placedAt)) },
          ...(offerCode === null ? [] : [{ label: 'Offer code', value: offerCode }]),
          { label: 'Subtotal', value: formatRupees(subtotal) },
          { label: 'Shipping', value: shipping === 0 ? 'Free' : formatRupees(shipping) },
        ]}
        total={{ label: 'Total', value: formatRupees(total) }}
      />
      <div className="grid grid-cols-1 gap-3">
        {isPayable(order) && isStillInCart(lines, cart) ? (
          <PayNow number={number} />
        ) : (
          <OrderAgain lines={lines} find={find} />
        )}
        {isCaptured(status) && (
          <Button variant="secondary" onClick={() => window.print()}>
            <Icon name="print" />
            Print Order
          </Button>
        )}
        {order.cancellableLines.length > 0 && <CancelPieces order={order} onCancelled={onChange} />}
        {order.isCancellable && <CancelOrder order={order} onCancelled={onChange} />}
      </div>
      <TaxDocuments order={order} />
      {business && <BilledTo business={business} className="border-t border-line pt-5" />}
      <section aria-labelledby="deliver-to" className="border-t border-line pt-5">
        <h2 id="deliver-to" className="overline-text font-sans text-ink-soft">
          Deliver to
        </h2>
        <AddressLines address={shipTo} className="mt-2" />
        <p className="mt-3 text-sm text-ink-soft">By {order.parcel?.courierName ?? courierName}</p>
      </section>
      <Help number={number} />
    </div>
  )
}

function Help({ number }: { readonly number: string }) {
  return (
    <section aria-labelledby="help" className="border-t border-line pt-5 text-sm">
      <h2 id="help" className="overline-text font-sans text-ink-soft">
        A question about this order?
      </h2>
      <p className="mt-2 flex flex-wrap gap-x-5">
        <a
          href={`mailto:${SHOP.email}?subject=${encodeURIComponent(`Order ${number}`)}`}
          className="link inline-flex min-h-11 items-center wrap-anywhere"
        >
          <ShopEmail />
        </a>
        <a
          href={`tel:${SHOP.phone.replaceAll(' ', '')}`}
          className="link figures inline-flex min-h-11 items-center"
        >
          {SHOP.phone}
        </a>
      </p>
    </section>
  )
}

/** Also shown for another account's order, so that its existence is not revealed. */
function OrderNotFound() {
  return (
    <EmptyState
      level={1}
      title="Order not found"
      text="There is no such order in your account. It may have been placed with another e-mail address, or the link may be incomplete."
      action={
        <>
          <ButtonLink to={paths.orders}>Your orders</ButtonLink>
          <ButtonLink to={paths.contact} variant="secondary">
            Contact us
          </ButtonLink>
        </>
      }
    />
  )
}

function Loading() {
  return (
    <div className="page pt-8">
      <WithoutScript>Your order needs JavaScript to be shown.</WithoutScript>
      <div className="grid gap-8 noscript:hidden">
        <output className="sr-only">Loading your order</output>
        <Skeleton className="h-12 w-72" />
        <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      </div>
    </div>
  )
}
