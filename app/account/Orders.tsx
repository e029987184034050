import { Link } from 'react-router'
import { readOrders, type AccountOrder } from '#contract/account.ts'
import { formatRupees } from '#domain/money.ts'
import { isSettled, STATUS_LABELS } from '#domain/order.ts'
import { paths } from '#app/paths.ts'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { callSignedIn } from '#app/state/session.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { useAnswer } from './use-answer.ts'
import { MONEY_WORDS, NO_ORDERS } from './words.ts'

const askForOrders = () => callSignedIn(readOrders)
const inLongForm = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long' })

export function Orders() {
  const { state, retry } = useAnswer(askForOrders)
  if (state.status === 'loading') return <Skeleton className="h-72" />
  if (state.status === 'failed') return <LoadFailed onRetry={retry} />
  const { orders } = state.answer
  return (
    <>
      <h2 className="text-2xl">Purchase History</h2>
      {orders.length === 0 ? (
        <p className="mt-4 text-ink-soft">{NO_ORDERS}</p>
      ) : (
        <ol className="mt-6 grid gap-6">
          {orders.map((order) => (
            <li key={order.number}>
              <Order order={order} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function Order({ order }: { readonly order: AccountOrder }) {
  const { number, status, placedAt, completedAt, lines, total, money } = order
  return (
    <article aria-label={`Order ${number}`} className="border border-line bg-raised p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-sans text-lg font-semibold">
          {inLongForm.format(new Date(completedAt ?? placedAt))}
        </h3>
        <p className="figures text-lg font-medium">{formatRupees(total)}</p>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft">
        <span>{number}</span>
        <span className={classes(isSettled(status) && status !== 'refunded' && 'text-emerald')}>
          {STATUS_LABELS[status]}
        </span>
      </p>
      <ul className="mt-4 border-t border-line pt-3">
        {lines.map((line) => (
          <li key={`${line.type}-${line.id}`} className="py-1">
            {line.name}
            {line.quantity > 1 && ` x ${line.quantity}`}
          </li>
        ))}
      </ul>
      {money.map((way) => (
        <MoneyTrail key={`${way.place} ${way.amount} ${way.resolvedBy}`} way={way} />
      ))}
      {isSettled(status) && (
        <Link to={paths.order(number)} className="link mt-3 inline-flex min-h-11 items-center gap-2 text-sm">
          <Icon name="print" className="size-4" />
          Print invoice
          <span className="sr-only"> of order {number}</span>
        </Link>
      )}
    </article>
  )
}

/** "Where is my money?", in the words of somebody at the counter. */
function MoneyTrail({ way: { place, amount, resolvedBy } }: { readonly way: AccountOrder['money'][number] }) {
  const { bank, shop, end } = MONEY_WORDS[place]
  return (
    <section className="mt-4 border-l-2 border-gold bg-sunken px-4 py-3 text-sm">
      <h4 className="font-sans text-base font-medium">
        Where is my money? <span className="figures">{formatRupees(amount)}</span>
      </h4>
      <dl className="mt-2 grid gap-x-4 gap-y-1.5 sm:grid-cols-[9rem_1fr]">
        <dt className="text-ink-soft">Your bank shows</dt>
        <dd>{bank}</dd>
        <dt className="text-ink-soft">We know</dt>
        <dd>{shop}</dd>
        <dt className="text-ink-soft">Resolved by</dt>
        <dd>
          <span className="figures">{inLongForm.format(new Date(resolvedBy))}</span>: {end}
        </dd>
      </dl>
    </section>
  )
}
