import { Link } from 'react-router'
import type { OrderEntry } from '#contract/desk/orders.ts'
import { formatRupees } from '#domain/money.ts'
import { STATUS_LABELS } from '#domain/order.ts'
import { PARCEL_LABELS } from '#domain/parcel.ts'
import { dateTime } from './texts.ts'

/** Rows that the keys j and k walk through. */
export function OrderEntries({ orders }: { readonly orders: readonly OrderEntry[] }) {
  return (
    <ul className="border-t border-line">
      {orders.map((entry) => (
        <li key={entry.number} className="border-b border-line">
          <Link
            to={`/orders/${entry.number}`}
            data-row
            className="grid min-h-11 gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken sm:grid-cols-[14rem_1fr_auto]"
          >
            <span className="figures">{entry.number}</span>
            <span className="min-w-0">
              <span className="break-words">{entry.name}</span>{' '}
              <span className="text-ink-soft">
                {entry.city} {entry.pincode}
              </span>
            </span>
            <span className="text-sm sm:text-right">
              {entry.isOverdue && <span className="text-ruby">Overdue. </span>}
              {stateText(entry)}
              {entry.total !== null && <span className="figures"> · {formatRupees(entry.total)}</span>}
              <span className="block text-ink-soft">{dateTime(entry.placedAt)}</span>
              {entry.problem !== null && <span className="block text-ruby">{entry.problem}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function stateText({ status, parcelState }: OrderEntry): string {
  return parcelState && status === 'completed' ? PARCEL_LABELS[parcelState] : STATUS_LABELS[status]
}
