import type { Today } from '#contract/desk/today.ts'
import { formatWholeRupees } from '#domain/money.ts'
import { Summary } from './Summary.tsx'

type Taken = NonNullable<Today['takings']>

const PERIODS = [
  ['today', 'Paid today'],
  ['yesterday', 'Paid yesterday'],
  ['month', 'Paid this month'],
] as const satisfies readonly (readonly [keyof Taken, string])[]

export function Takings({ takings }: { readonly takings: Taken }) {
  const facts = PERIODS.map(([period, label]) => {
    const { paid, orders, refunded } = takings[period]
    return {
      label,
      value: formatWholeRupees(paid),
      note: (
        <>
          {orders === 1 ? 'One order' : `${orders} orders`}
          {refunded > 0 && ` · ${formatWholeRupees(refunded)} refunded`}
        </>
      ),
    }
  })
  return <Summary label="Takings" facts={facts} />
}
