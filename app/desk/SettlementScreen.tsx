import { Link, useParams } from 'react-router'
import { readSettlement, type SettlementDetails } from '#contract/desk/money.ts'
import { formatRupees, paise, subtract, ZERO } from '#domain/money.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { AmountList } from '#app/ui/AmountList.tsx'
import { useDeskData, useTitle } from './desk-context.ts'
import { Loading, LoadingAmounts, LoadingLine, LoadingRows } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { OrderNumber } from './OrderNumber.tsx'

export function SettlementScreen() {
  const { id = '' } = useParams()
  useTitle('Settlement')
  const { state, retry } = useDeskData(readSettlement, { body: { id } })
  return (
    <>
      <p>
        <Link to="/money" className="link inline-flex min-h-11 items-center">
          Money
        </Link>
      </p>
      <h1 className="font-sans text-2xl wrap-anywhere">{id}</h1>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && <LoadingDetails />}
      {state.status === 'ready' && <Details details={state.value} />}
    </>
  )
}

function LoadingDetails() {
  return (
    <Loading className="mt-3">
      <LoadingLine width="w-72" />
      <LoadingAmounts rows={2} className="mt-6 max-w-sm" />
      <LoadingRows rows={5} cells={[['link', 'text-sm'], ['link']]} isSplit className="mt-8" />
    </Loading>
  )
}

function Details({ details: { settlement, items } }: { readonly details: SettlementDetails }) {
  const { settledAt, utr, payments, refunds, fees, tax, other, net } = settlement
  const less = (amount: number) => formatRupees(subtract(ZERO, paise(amount)))
  return (
    <>
      <p className="mt-3 text-ink-soft">
        {formatIndiaDate(new Date(settledAt))}
        {utr && `, reference of the bank ${utr}`}
      </p>
      <AmountList
        className="mt-6 max-w-sm"
        rows={[
          { label: 'Payments', value: formatRupees(payments) },
          ...(refunds > 0 ? [{ label: 'Refunds', value: less(refunds) }] : []),
          { label: `Fees, with ${formatRupees(tax)} GST`, value: less(fees) },
          ...(other === 0 ? [] : [{ label: 'Adjustments', value: formatRupees(paise(other)) }]),
        ]}
        total={{ label: 'Paid into the bank', value: formatRupees(paise(net)) }}
      />
      <ul className="mt-8 border-t border-line">
        {items.map(({ entityId, type, fee, credit, debit, orderNumber }) => (
          <li key={entityId} className="border-b border-line py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-6">
              {orderNumber === null ? (
                <span className="min-w-0 wrap-anywhere">{entityId}</span>
              ) : (
                <Link
                  to={`/orders/${orderNumber}`}
                  className="link inline-flex min-h-11 min-w-0 items-center"
                >
                  <OrderNumber>{orderNumber}</OrderNumber>
                </Link>
              )}
              <span className="figures">{formatRupees(paise(credit - debit))}</span>
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft first-letter:uppercase">
              {[type, orderNumber !== null && entityId, fee > 0 && `after ${formatRupees(fee)} fees`]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
