import { Link } from 'react-router'
import type { ListedOrder } from '#contract/desk/orders.ts'
import { formatRupees } from '#domain/money.ts'
import { classes } from '#app/ui/classes.ts'
import { labelOf } from '#app/ui/label-of.ts'
import { orderStatusText } from './order-status.ts'
import { LoadingRows } from './Loading.tsx'
import { OrderNumber } from './OrderNumber.tsx'
import { dateTime, PENDING_TASK_LABELS } from './texts.ts'

interface OrderRowsProps {
  readonly orders: readonly ListedOrder[]
  /** Several can be selected by a check box next to each. */
  readonly choice?: {
    readonly chosen: ReadonlySet<string>
    readonly onToggle: (number: string) => void
  }
}

/** Of a row. */
const COLUMNS =
  'sm:grid-cols-[13rem_minmax(9rem,1fr)_fit-content(17rem)] lg:grid-cols-[14rem_minmax(15rem,1fr)_auto]'

export function LoadingOrders({ rows = 10 }: { readonly rows?: number }) {
  return (
    <LoadingRows
      rows={rows}
      cells={[['text-base'], ['text-base'], ['text-sm', 'text-sm']]}
      columns={COLUMNS}
    />
  )
}

/** Rows for the keys j and k. */
export function OrderRows({ orders, choice }: OrderRowsProps) {
  return (
    <ul className="border-t border-line">
      {orders.map((order) => (
        <li key={order.number} className="flex items-start border-b border-line">
          {choice && (
            <label className="grid min-h-12 min-w-11 shrink-0 cursor-pointer items-center justify-items-start">
              <span className="sr-only">Choose {order.number}</span>
              <input
                type="checkbox"
                className="size-5 accent-gold"
                checked={choice.chosen.has(order.number)}
                disabled={order.pendingTask !== null}
                onChange={() => choice.onToggle(order.number)}
              />
            </label>
          )}
          <OrderRow order={order} />
        </li>
      ))}
    </ul>
  )
}

function OrderRow({ order }: { readonly order: ListedOrder }) {
  return (
    <Link
      to={`/orders/${order.number}`}
      data-row
      className={classes(
        'grid grid-cols-1 min-h-11 min-w-0 grow gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken',
        COLUMNS,
      )}
    >
      <OrderNumber>{order.number}</OrderNumber>
      <span className="min-w-0">
        <span className="break-words">{order.name}</span>{' '}
        <span className="inline-block max-w-full text-ink-soft">
          {order.city} {order.pincode}
        </span>
      </span>
      <span className="text-sm sm:text-right">
        {order.isOverdue && <span className="text-ruby">Overdue. </span>}
        {orderStatusText(order)}
        {order.pendingTask && ` · ${labelOf(PENDING_TASK_LABELS, order.pendingTask)}`}
        {order.total !== null && (
          <>
            {' · '}
            <span className="figures">{formatRupees(order.total)}</span>
          </>
        )}
        <span className="block text-ink-soft">{dateTime(order.placedAt)}</span>
        {order.problem !== null && <span className="block text-ruby">{order.problem}</span>}
      </span>
    </Link>
  )
}
