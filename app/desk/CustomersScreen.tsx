import { useState } from 'react'
import { Link } from 'react-router'
import { searchCustomers, type CustomerList, type CustomerView } from '#contract/desk/customers.ts'
import { EMAIL_LENGTH_MAX } from '#domain/limits.ts'
import { mapValue } from '#domain/result.ts'
import { useDesk, useTitle } from './desk-context.ts'
import { EmailAddress } from './EmailAddress.tsx'
import { LoadingRows } from './Loading.tsx'
import { PagedList } from './PagedList.tsx'
import { SearchForm } from './SearchForm.tsx'
import { indiaDay } from './texts.ts'

const VIEW_LABELS: Record<CustomerView, string> = {
  all: 'All',
  bought: 'Have bought',
  'not bought': 'Have not bought',
}

export function CustomersScreen() {
  useTitle('Customers')
  const { send } = useDesk()
  // The input is personal, so it is not put into the URL.
  const [text, setText] = useState('')
  const [view, setView] = useState<CustomerView>('all')
  return (
    <>
      <h1 className="text-3xl">Customers</h1>
      <p className="mt-3 max-w-prose text-ink-soft">
        Accounts, the newest first. A customer who asks what we hold, or to be erased, is found here by the
        e-mail address of the account.
      </p>
      <SearchForm
        label="Name or e-mail"
        maxLength={EMAIL_LENGTH_MAX}
        views={VIEW_LABELS}
        view={view}
        onView={setView}
        onFind={setText}
      />
      <div className="mt-6">
        <PagedList
          key={`${view} ${text}`}
          load={async (olderThan: CustomerList['olderThan'] | null, options) => {
            const body = { text, view, olderThan: olderThan ?? null }
            const result = await send(searchCustomers, { body, ...options })
            return mapValue(result, ({ customers, olderThan: next }) => ({ items: customers, next }))
          }}
          placeholder={
            <LoadingRows
              rows={10}
              cells={[
                ['text-base', 'text-sm'],
                ['text-sm', 'text-sm'],
              ]}
            />
          }
          emptyText={
            view === 'all' && text === ''
              ? 'Nobody has an account yet.'
              : 'Nobody matches. Orders of an account that was erased are found under Orders.'
          }
          moreLabel="Older accounts"
        >
          {(customers) => <CustomerRows customers={customers} />}
        </PagedList>
      </div>
    </>
  )
}

/** Rows for the keys j and k. */
function CustomerRows({ customers }: { readonly customers: readonly CustomerList['customers'][number][] }) {
  return (
    <ul className="border-t border-line">
      {customers.map(({ id, name, email, createdAt, orders, lastOrderAt }) => (
        <li key={id} className="border-b border-line">
          <Link
            to={`/customers/${id}`}
            data-row
            className="grid grid-cols-1 min-h-11 gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken sm:grid-cols-[1fr_auto]"
          >
            <span className="min-w-0">
              <span className="break-words">{name}</span>
              <span className="block text-sm text-ink-soft">
                <EmailAddress>{email}</EmailAddress>
              </span>
            </span>
            <span className="text-sm sm:text-right">
              {ordersText(orders)}
              {lastOrderAt !== null && (
                <span className="text-ink-soft"> · last on {indiaDay(lastOrderAt)}</span>
              )}
              <span className="block text-ink-soft">Since {indiaDay(createdAt)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function ordersText(orders: number): string {
  if (orders === 0) return 'No order'
  return orders === 1 ? 'One order' : `${orders} orders`
}
