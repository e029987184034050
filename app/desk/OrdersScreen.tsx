import { useEffect, useState, type ComponentProps } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { ORDER_VIEWS, searchOrders, type OrderList, type OrderView } from '#contract/desk/orders.ts'
import { mapValue } from '#domain/result.ts'
import { useDesk, useTitle } from './desk-context.ts'
import { LoadingOrders, OrderRows } from './OrderRows.tsx'
import { PagedList } from './PagedList.tsx'
import { BatchNotice, ParcelBatch, type BatchOutcome } from './ParcelBatch.tsx'
import { SearchForm } from './SearchForm.tsx'
import { VIEW_LABELS } from './texts.ts'

type BatchView = ComponentProps<typeof ParcelBatch>['view']
const isBatchView = (view: OrderView): view is BatchView => view === 'to book' || view === 'to hand over'

/** The state of a navigation that continues in the search field. */
export const FOCUS_SEARCH = { focusesSearch: true }

export function OrdersScreen() {
  const { state: intent } = useLocation()
  useEffect(() => {
    if (intent?.focusesSearch) document.querySelector<HTMLElement>('#order-search')?.focus()
  }, [intent])
  useTitle('Orders')
  const { send, may } = useDesk()
  const [params, setParams] = useSearchParams()
  // The input may be personal, so it is not put into the URL.
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<BatchOutcome | null>(null)
  const view = ORDER_VIEWS.find((each) => each === params.get('view')) ?? 'all'
  return (
    <>
      <h1 className="text-3xl">Orders</h1>
      <SearchForm
        label="Number, name, e-mail, phone or pincode, or a HUID"
        id="order-search"
        views={VIEW_LABELS}
        view={view}
        onView={(chosen) => {
          setOutcome(null)
          setParams({ view: chosen }, { replace: true })
        }}
        onFind={setText}
      />
      <div aria-live="polite">{outcome && <BatchNotice outcome={outcome} />}</div>
      <div className="mt-6">
        <PagedList
          key={`${view} ${text}`}
          load={async (olderThan: OrderList['olderThan'] | null, options) => {
            const body = { text, view, olderThan: olderThan ?? null }
            const result = await send(searchOrders, { body, ...options })
            return mapValue(result, ({ orders, olderThan: next }) => ({ items: orders, next }))
          }}
          refreshes
          placeholder={<LoadingOrders />}
          emptyText={view === 'all' && text === '' ? 'No order has been placed yet.' : 'No order matches.'}
          moreLabel="Older orders"
        >
          {(rows, orders, reload) =>
            isBatchView(view) && may('send-parcels') ? (
              <ParcelBatch
                view={view}
                orders={orders}
                rows={rows}
                onOutcome={setOutcome}
                onRequested={reload}
              />
            ) : (
              <OrderRows orders={rows} />
            )
          }
        </PagedList>
      </div>
    </>
  )
}
