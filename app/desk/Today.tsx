import { Link } from 'react-router'
import { COUNT_MAX, readToday, type Today as TodayData } from '#contract/desk/orders.ts'
import { formatRupees } from '#domain/money.ts'
import { LoadError } from '#app/ui/LoadError.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { useDeskData, useTitle } from './desk-context.ts'
import { OrderRows } from './OrderRows.tsx'
import { dateTime, NOT_LOADED, RETURN_LABELS, UNMADE_REFUND_LABELS, VIEW_LABELS } from './texts.ts'

export function Today() {
  useTitle('Today')
  const { state, retry } = useDeskData(readToday)
  return (
    <>
      <h1 className="text-3xl">Today</h1>
      {state.status === 'failed' && <LoadError text={NOT_LOADED} onRetry={retry} />}
      {state.status === 'loading' && <Skeleton className="mt-6 h-96" />}
      {state.status === 'ready' && <Waiting today={state.value} />}
    </>
  )
}

function Waiting({
  today: { waiting, approvals, unrefunded, returns, unpaid, messages, differences },
}: {
  readonly today: TodayData
}) {
  const steps = waiting.filter(({ count }) => count > 0)
  return (
    <>
      {approvals.length > 0 && <Approvals approvals={approvals} />}
      {unrefunded.length > 0 && <Unrefunded unrefunded={unrefunded} />}
      {returns.length > 0 && <OpenReturns returns={returns} />}
      {steps.length + approvals.length + unrefunded.length + returns.length === 0 && (
        <p className="mt-3 text-lg">Nothing waits: every paid order is on its way.</p>
      )}
      {steps.map(({ view, count, orders }) => (
        <section key={view} aria-label={VIEW_LABELS[view]} className="mt-8">
          <h2 className="mb-3 text-xl">
            {VIEW_LABELS[view]}{' '}
            <span className="figures text-ink-soft">
              {count < COUNT_MAX ? count : `${COUNT_MAX} or more`}
            </span>
          </h2>
          <OrderRows orders={orders} />
          {count > orders.length && (
            <Link
              to={`/orders?view=${encodeURIComponent(view)}`}
              className="mt-3 inline-flex min-h-11 items-center underline"
            >
              All {VIEW_LABELS[view].toLowerCase()}
            </Link>
          )}
        </section>
      ))}
      <p className="mt-8 text-ink-soft">
        {unpaid > 0 && `${unpaid === 1 ? 'One order waits' : `${unpaid} orders wait`} for a payment. `}
        {messages > 0 && (
          <Link to="/messages" className="inline-flex min-h-11 items-center underline">
            {messages === 1 ? 'One message waits' : `${messages} messages wait`} for an answer.
          </Link>
        )}{' '}
        {differences > 0 && (
          <Link to="/money" className="inline-flex min-h-11 items-center underline">
            {differences === 1 ? 'One difference' : `${differences} differences`} between settlements and
            books.
          </Link>
        )}
      </p>
    </>
  )
}

/** Rows that the keys j and k walk through. */
function Approvals({ approvals }: Pick<TodayData, 'approvals'>) {
  return (
    <section aria-labelledby="approvals" className="mt-8">
      <h2 id="approvals" className="mb-3 text-xl">
        Refunds to approve <span className="figures text-ink-soft">{approvals.length}</span>
      </h2>
      <ul className="border-t border-line">
        {approvals.map(({ id, orderNumber, amount, reason, requestedBy, requestedAt }) => (
          <li key={id} className="border-b border-line">
            <Link
              to={`/orders/${orderNumber}`}
              data-row
              className="grid min-h-11 grid-cols-[1fr_auto] gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken"
            >
              <span className="figures">{orderNumber}</span>
              <span className="figures">{formatRupees(amount)}</span>
              <span className="col-span-full min-w-0 text-sm break-words text-ink-soft">
                {reason}, requested by {requestedBy}, {dateTime(requestedAt)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Unrefunded({ unrefunded }: Pick<TodayData, 'unrefunded'>) {
  return (
    <section aria-labelledby="unrefunded" className="mt-8">
      <h2 id="unrefunded" className="mb-3 text-xl">
        Returns without their refund <span className="figures text-ink-soft">{unrefunded.length}</span>
      </h2>
      <ul className="border-t border-line">
        {unrefunded.map(({ id, orderNumber, amount, cause }) => (
          <li key={id} className="border-b border-line">
            <Link
              to={`/orders/${orderNumber}`}
              data-row
              className="grid min-h-11 grid-cols-[1fr_auto] gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken"
            >
              <span className="figures">{orderNumber}</span>
              <span className="figures">{formatRupees(amount)}</span>
              <span className="col-span-full min-w-0 text-sm text-ruby">{UNMADE_REFUND_LABELS[cause]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenReturns({ returns }: Pick<TodayData, 'returns'>) {
  return (
    <section aria-labelledby="open-returns" className="mt-8">
      <h2 id="open-returns" className="mb-3 text-xl">
        Returns <span className="figures text-ink-soft">{returns.length}</span>
      </h2>
      <ul className="border-t border-line">
        {returns.map(({ id, orderNumber, state, requestedAt }) => (
          <li key={id} className="border-b border-line">
            <Link
              to={`/orders/${orderNumber}`}
              data-row
              className="grid min-h-11 grid-cols-[1fr_auto] gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken"
            >
              <span className="figures">{orderNumber}</span>
              <span className="text-sm text-ink-soft">{dateTime(requestedAt)}</span>
              <span className="col-span-full">{RETURN_LABELS[state]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
