import { useEffect, useState, type FormEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { ORDER_VIEWS, searchOrders, type OrderList } from '#contract/desk/orders.ts'
import { useRequest } from '#app/state/use-request.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field, SelectField } from '#app/ui/Field.tsx'
import { LoadError } from '#app/ui/LoadError.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { useDesk, useTitle } from './desk-context.ts'
import { OrderRows } from './OrderRows.tsx'
import { NOT_LOADED, VIEW_LABELS } from './texts.ts'

/** The state of a navigation that continues in the search field. */
export const FOCUS_SEARCH = { focusesSearch: true }

export function OrdersScreen() {
  const { state: intent } = useLocation()
  useEffect(() => {
    if (intent?.focusesSearch) document.querySelector<HTMLElement>('#order-search')?.focus()
  }, [intent])
  useTitle('Orders')
  const { send } = useDesk()
  const [params, setParams] = useSearchParams()
  // What is typed may be personal, so it stays out of the address.
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const view = ORDER_VIEWS.find((each) => each === params.get('view')) ?? 'all'
  const { state, setValue, retry } = useRequest(`${view} ${text}`, (signal) =>
    send(searchOrders, { body: { text, view, olderThan: null }, signal }),
  )
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setText(String(new FormData(event.currentTarget).get('text') ?? '').trim())
  }
  const loadOlder = async ({ orders, olderThan }: OrderList) => {
    setBusy(true)
    const result = await send(searchOrders, { body: { text, view, olderThan: olderThan ?? null } })
    setBusy(false)
    if (result.ok) setValue({ ...result.value, orders: [...orders, ...result.value.orders] })
  }
  return (
    <>
      <h1 className="text-3xl">Orders</h1>
      <form onSubmit={onSubmit} className="mt-6 grid gap-4 sm:grid-cols-[1fr_14rem_auto] sm:items-end">
        <Field
          label="Number, name, e-mail, phone or pincode"
          name="text"
          type="search"
          id="order-search"
          maxLength={120}
        />
        <SelectField
          label="Show"
          name="view"
          value={view}
          onChange={(event) => setParams({ view: event.currentTarget.value }, { replace: true })}
          options={ORDER_VIEWS.map((value) => ({ value, label: VIEW_LABELS[value] }))}
        />
        <Button type="submit">Find</Button>
      </form>
      <div className="mt-6">
        {state.status === 'failed' && <LoadError text={NOT_LOADED} onRetry={retry} />}
        {state.status === 'loading' && <Skeleton className="h-96" />}
        {state.status === 'ready' && state.value.orders.length === 0 && <p>No order matches.</p>}
        {state.status === 'ready' && state.value.orders.length > 0 && (
          <OrderRows orders={state.value.orders} />
        )}
        {state.status === 'ready' && state.value.olderThan !== undefined && (
          <Button
            variant="secondary"
            className="mt-6"
            busy={isBusy}
            onClick={() => void loadOlder(state.value)}
          >
            Older orders
          </Button>
        )}
      </div>
    </>
  )
}
