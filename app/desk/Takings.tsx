import type { Today } from '#contract/desk/orders.ts'
import { formatWholeRupees } from '#domain/money.ts'

type Taken = NonNullable<Today['takings']>

const PERIODS = [
  ['today', 'Paid today'],
  ['yesterday', 'Paid yesterday'],
  ['month', 'Paid this month'],
] as const satisfies readonly (readonly [keyof Taken, string])[]

export function Takings({ takings }: { readonly takings: Taken }) {
  return (
    <section aria-label="Takings" className="mt-6">
      <dl className="grid border-y border-line sm:grid-cols-3">
        {PERIODS.map(([period, label]) => (
          <Taking key={period} label={label} taking={takings[period]} />
        ))}
      </dl>
    </section>
  )
}

function Taking({
  label,
  taking: { paid, orders, refunded },
}: {
  readonly label: string
  readonly taking: Taken['today']
}) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-line py-3 not-first:border-t sm:grid-cols-1 sm:py-4 sm:not-first:border-t-0 sm:not-first:border-l sm:not-first:pl-6">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="figures text-right text-xl sm:text-left">{formatWholeRupees(paid)}</dd>
      <dd className="col-span-full text-right text-sm text-ink-soft sm:text-left">
        {orders === 1 ? 'One order' : `${orders} orders`}
        {refunded > 0 && <span className="figures"> · {formatWholeRupees(refunded)} refunded</span>}
      </dd>
    </div>
  )
}
