import { useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { eraseCustomer, exportCustomer, readCustomer, type Customer } from '#contract/desk/customers.ts'
import { formatRupees } from '#domain/money.ts'
import { STATUS_LABELS } from '#domain/order.ts'
import { RETENTION } from '#domain/retention.ts'
import { Notice } from '#app/ui/Notice.tsx'
import { Confirm } from './Confirm.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { EmailAddress } from './EmailAddress.tsx'
import { Loading, LoadingLine, LoadingRows, LoadingSection, LoadingText } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { OrderNumber } from './OrderNumber.tsx'
import { SaveFile } from './SaveFile.tsx'
import { dateTime } from './texts.ts'

/** For customers who ask for their data or its erasure. */
export function CustomerScreen() {
  useTitle('Customer')
  const { id = '' } = useParams()
  const [isErased, setErased] = useState(false)
  const { state, retry } = useDeskData(readCustomer, { params: { id } })
  return (
    <>
      <Link to="/customers" className="link inline-flex min-h-11 items-center">
        All customers
      </Link>
      {isErased ? (
        <Notice tone="success" className="mt-4">
          The account is erased. Paid orders stay, as the law requires; addresses of unpaid ones go within{' '}
          {RETENTION.unpaidOrders.days} days.
        </Notice>
      ) : (
        <>
          {state.status === 'loading' && <LoadingCustomer />}
          {state.status === 'failed' &&
            (state.error.status === 404 ? (
              <p className="mt-4">There is no such account. It may have been erased.</p>
            ) : (
              <NotLoaded onRetry={retry} />
            ))}
          {state.status === 'ready' && <Account customer={state.value} onErased={() => setErased(true)} />}
        </>
      )}
    </>
  )
}

function LoadingCustomer() {
  return (
    <Loading>
      <LoadingLine size="text-3xl" width="w-72" />
      <LoadingText className="mt-2" />
      <div className="mt-4 grid grid-cols-1 gap-x-8 border-t border-line pt-4 sm:grid-cols-[12rem_1fr] sm:gap-y-2">
        {Array.from({ length: 10 }, (_, fact) => (
          <div key={fact} className="contents">
            <LoadingLine width="w-28" />
            <LoadingLine width="w-56" className="mb-3 sm:mb-0" />
          </div>
        ))}
      </div>
      <LoadingSection className="mt-8">
        <LoadingRows rows={2} cells={[['text-base'], ['text-base']]} />
      </LoadingSection>
    </Loading>
  )
}

interface AccountProps {
  readonly customer: Customer
  readonly onErased: () => void
}

const NEWSLETTER_TEXT: Readonly<Record<Customer['newsletter'], string>> = {
  no: 'Not asked for',
  requested: 'Asked for, not confirmed',
  yes: 'Subscribed',
  unsubscribed: 'Unsubscribed',
}

function Account({ customer, onErased }: AccountProps) {
  const { id, name, email, createdAt, signsInBy, phone, address, newsletter } = customer
  const { savedAddresses, cart, wishlist, orders, messages } = customer
  const none = 'None'
  return (
    <>
      <h1 className="text-3xl break-words">{name}</h1>
      <p className="mt-2 max-w-prose text-ink-soft">
        Make sure that the customer wrote from this address, before you tell what we hold or erase it.
      </p>
      <dl className="mt-4 grid grid-cols-1 gap-x-8 border-t border-line pt-4 sm:grid-cols-[12rem_1fr] sm:gap-y-2">
        <Fact label="E-mail">
          <EmailAddress>{email}</EmailAddress>
        </Fact>
        <Fact label="Account since">{dateTime(createdAt)}</Fact>
        <Fact label="Signs in by">{signsInBy.map((way) => SIGN_IN_LABELS[way]).join(', ') || none}</Fact>
        <Fact label="Phone">{phone || none}</Fact>
        <Fact label="Address">{address || none}</Fact>
        <Fact label="Saved addresses">
          {savedAddresses
            .map((each) => [each.name, each.address, each.city, each.pincode, each.phone].join(', '))
            .join('\n') || none}
        </Fact>
        <Fact label="Cart">
          {cart
            .map(({ sku, size, quantity }) => [`${quantity} × ${sku}`, size].filter(Boolean).join(' / '))
            .join('\n') || none}
        </Fact>
        <Fact label="Wishlist">{wishlist.join(', ') || none}</Fact>
        <Fact label="Newsletter">{NEWSLETTER_TEXT[newsletter]}</Fact>
        <Fact label="Messages">
          {messages.map(({ createdAt: at, message }) => `${dateTime(at)}: ${message}`).join('\n') || none}
        </Fact>
      </dl>
      <h2 className="mt-8 text-xl">Orders</h2>
      {orders.length === 0 && <p className="mt-2 text-ink-soft">{none}</p>}
      <ul className="mt-3 border-t border-line empty:hidden">
        {orders.map(({ number, placedAt, status, total }) => (
          <li key={number} className="border-b border-line">
            <Link
              to={`/orders/${number}`}
              data-row
              className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken"
            >
              <OrderNumber>{number}</OrderNumber>
              <span className="text-sm">
                {STATUS_LABELS[status]} · <span className="figures">{formatRupees(total)}</span> ·{' '}
                <span className="text-ink-soft">{dateTime(placedAt)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap items-start gap-3">
        <SaveFile endpoint={exportCustomer} body={{ id }} label="Save everything as a file" />
        <Erase customer={customer} onErased={onErased} />
      </div>
    </>
  )
}

const SIGN_IN_LABELS = { password: 'E-mail and password', google: 'Google' } as const

interface FactProps {
  readonly label: string
  readonly children: ReactNode
}

function Fact({ label, children }: FactProps) {
  return (
    <div className="contents">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="mb-3 min-w-0 break-words whitespace-pre-line sm:mb-0">{children}</dd>
    </div>
  )
}

function Erase({ customer: { id, name, email, obstacles }, onErased }: AccountProps) {
  const { send, may } = useDesk()
  if (!may('erase-accounts')) return null
  if (obstacles.length > 0)
    return (
      <p className="max-w-prose py-2 text-sm text-ink-soft">Cannot be erased yet: {obstacles.join(' ')}</p>
    )
  return (
    <Confirm
      label="Erase"
      about={`the account of ${name}`}
      title="Erase this account"
      confirmLabel="Erase for good"
      onConfirm={() => send(eraseCustomer, { body: { id } })}
      onDone={onErased}
    >
      <p>
        The account of {email} is deleted with its addresses, cart, wishlist and messages, and everybody is
        signed out of it. It cannot be undone. Paid orders and their invoices stay, as tax law requires.
      </p>
    </Confirm>
  )
}
