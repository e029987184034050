import { Link } from 'react-router'
import { readOlderOrders, readOrders, type AccountOrder } from '#contract/account.ts'
import { formatRupees } from '#domain/money.ts'
import { isPaid, isCaptured, statusText, TEST_ORDER_TEXT } from '#domain/order.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { lineKeyOf, sizeLabel } from '#domain/sizes.ts'
import { paths } from '#app/paths.ts'
import { classes } from '#app/ui/classes.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LoadError } from '#app/ui/LoadError.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { CollectionTiles } from '#app/layout/CollectionTiles.tsx'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import { callAuthenticated } from '#app/state/session.ts'
import { useApi } from '#app/state/use-api.ts'
import { useCall } from '#app/state/use-call.ts'
import { MoneyStatus } from './MoneyStatus.tsx'
import { CONSENT_OPEN, LOAD_FAILED, NO_ORDERS, ORDERS_TO_COME } from './texts.ts'

export function Orders() {
  const { state, setValue, retry } = useApi(readOrders)
  const loaded = state.status === 'ready' ? state.value.orders : []
  const { isBusy, error, run } = useCall(
    (number: string) => callAuthenticated(readOlderOrders, { params: { number } }),
    (older) => setValue({ ...older, orders: [...loaded, ...older.orders] }),
    () => LOAD_FAILED,
  )
  if (state.status === 'failed') return <LoadError text={LOAD_FAILED} onRetry={retry} />
  if (state.status !== 'ready') return <Skeleton className="h-72" />
  const { orders, olderThan } = state.value
  return (
    <>
      <h2 className="text-2xl">Purchase History</h2>
      {orders.length === 0 && olderThan === undefined ? (
        <>
          <EmptyState
            level={3}
            title={NO_ORDERS}
            text={ORDERS_TO_COME}
            action={<ButtonLink to={paths.allProducts}>Continue Shopping</ButtonLink>}
          />
          <CollectionTiles />
        </>
      ) : (
        <ol className="mt-6 grid grid-cols-1 gap-6">
          {orders.map((order) => (
            <li key={order.number}>
              <Order order={order} />
            </li>
          ))}
        </ol>
      )}
      {olderThan !== undefined && (
        <div className="mt-6 grid justify-items-start gap-4">
          <ErrorNotice>{error}</ErrorNotice>
          <Button variant="secondary" busy={isBusy} onClick={() => run(olderThan)}>
            Show older orders
          </Button>
        </div>
      )}
    </>
  )
}

function Order({ order }: { readonly order: AccountOrder }) {
  const { number, status, placedAt, completedAt, lines, total, money, isTest, consent } = order
  return (
    <article aria-label={`Order ${number}`} className="border border-line bg-raised p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-sans text-lg font-semibold">
          {formatIndiaDate(new Date(completedAt ?? placedAt))}
        </h3>
        <p className="figures text-lg font-medium">{formatRupees(total)}</p>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft">
        <span>{number}</span>
        <span className={classes(isPaid(status) && 'text-emerald')}>
          {consent ? CONSENT_OPEN : statusText(order)}
        </span>
        {isTest && <span>{TEST_ORDER_TEXT}</span>}
      </p>
      <ul className="mt-4 grid grid-cols-1 gap-x-6 gap-y-3 border-t border-line pt-4 sm:grid-cols-2">
        {lines.map((line) => (
          <li key={lineKeyOf(line)} className="flex items-center gap-4">
            <ProductPicture product={line} sizes="64px" className="size-[min(4rem,17vw)]" />
            <span>
              {line.name}
              {line.size && `, ${sizeLabel(line)}`}
              {line.quantity > 1 && ` x ${line.quantity}`}
            </span>
          </li>
        ))}
      </ul>
      <MoneyStatus money={money} level={4} />
      <Link to={paths.order(number)} className="link mt-3 inline-flex min-h-11 items-center text-sm">
        {isCaptured(status) ? 'See order and documents' : 'See the order'}
        <span className="sr-only"> {number}</span>
      </Link>
    </article>
  )
}
