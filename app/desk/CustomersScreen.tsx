import { useState } from 'react'
import { Link } from 'react-router'
import { eraseCustomer, exportCustomer, findCustomer, type Customer } from '#contract/desk/customers.ts'
import { formatRupees } from '#domain/money.ts'
import { STATUS_LABELS } from '#domain/order.ts'
import { RETENTION } from '#domain/retention.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Confirm } from './Confirm.tsx'
import { useDesk, useTitle } from './desk-context.ts'
import { SaveFile } from './SaveFile.tsx'
import { dateTime } from './texts.ts'
import { useForm } from './use-form.ts'

type Found = Customer | 'nobody' | 'erased' | null

/** For customers who ask what the shop holds about them, or to be erased. */
export function CustomersScreen() {
  useTitle('Customers')
  const { send } = useDesk()
  const [found, setFound] = useState<Found>(null)
  const form = useForm(
    ({ email }) => send(findCustomer, { body: { email: email ?? '' } }),
    ({ customer }) => setFound(customer ?? 'nobody'),
  )
  return (
    <>
      <h1 className="text-3xl">Customers</h1>
      <p className="mt-3 max-w-prose text-ink-soft">
        For customers who ask what we hold about them, or to be erased. Make sure first that they wrote from
        this address.
      </p>
      <form onSubmit={form.onSubmit} className="mt-6 grid gap-4 sm:grid-cols-[1fr_auto] sm:items-end">
        <Field
          label="E-mail of the account"
          name="email"
          type="email"
          id="desk-search"
          required
          maxLength={254}
          autoComplete="off"
          error={form.fieldErrors.email}
        />
        <Button type="submit" busy={form.isBusy}>
          Find
        </Button>
      </form>
      {form.error && (
        <Notice tone="error" className="mt-6">
          {form.error}
        </Notice>
      )}
      <div aria-live="polite" className="mt-8">
        {found === 'nobody' && (
          <p>Nobody has an account with this address. Orders and messages of it may still exist.</p>
        )}
        {found === 'erased' && (
          <Notice tone="success">
            The account is erased. Paid orders stay, as the law requires; addresses of unpaid ones go within{' '}
            {RETENTION.unpaidOrders.days} days.
          </Notice>
        )}
      </div>
      {found !== null && typeof found === 'object' && (
        <Account key={found.id} customer={found} onErased={() => setFound('erased')} />
      )}
    </>
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
    <section aria-labelledby="customer">
      <h2 id="customer" className="text-2xl break-words">
        {name}
      </h2>
      <dl className="mt-4 grid gap-x-8 gap-y-2 border-t border-line pt-4 sm:grid-cols-[12rem_1fr]">
        <Fact label="E-mail">{email}</Fact>
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
      <h3 className="mt-8 text-xl">Orders</h3>
      {orders.length === 0 && <p className="mt-2 text-ink-soft">{none}</p>}
      <ul className="mt-3 border-t border-line empty:hidden">
        {orders.map(({ number, placedAt, status, total }) => (
          <li key={number} className="border-b border-line">
            <Link
              to={`/orders/${number}`}
              data-row
              className="flex min-h-11 flex-wrap justify-between gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken"
            >
              <span className="figures">{number}</span>
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
    </section>
  )
}

const SIGN_IN_LABELS = { password: 'E-mail and password', google: 'Google' } as const

interface FactProps {
  readonly label: string
  readonly children: string
}

function Fact({ label, children }: FactProps) {
  return (
    <div className="contents">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="mb-2 min-w-0 break-words whitespace-pre-line sm:mb-0">{children}</dd>
    </div>
  )
}

function Erase({ customer: { id, name, email, obstacles }, onErased }: AccountProps) {
  const { send, session } = useDesk()
  if (session?.permissions.includes('erase-accounts') !== true) return null
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
