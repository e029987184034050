import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { searchAuditLog, type AuditLogKind, type AuditLogPage } from '#contract/desk/staff.ts'
import { isOrderNumber } from '#domain/order.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { mapValue } from '#domain/result.ts'
import { Field } from '#app/ui/Field.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { AuditLogSummary } from './AuditLogSummary.tsx'
import { useDesk, useTitle } from './desk-context.ts'
import { OrderNumber } from './OrderNumber.tsx'
import { LoadingRows, LoadingSection } from './Loading.tsx'
import { PagedList } from './PagedList.tsx'
import { SearchForm } from './SearchForm.tsx'
import { timeOfDay } from './texts.ts'

type Entry = AuditLogPage['entries'][number]

const KIND_LABELS: Record<AuditLogKind, string> = {
  all: 'Everything',
  orders: 'Orders and parcels',
  refunds: 'Refunds, cancellations, returns',
  customers: 'Customers and messages',
  collection: 'Rates and collection',
  offers: 'Offers and newsletters',
  stock: 'Stock',
  books: 'Money and tax documents',
  people: 'People and sign-ins',
}

interface Search {
  readonly text: string
  readonly kind: AuditLogKind
  /** Null for today. */
  readonly until: string | null
}

export function AuditLog() {
  useTitle('Audit log')
  const { send } = useDesk()
  const [search, setSearch] = useState<Search>({ text: '', kind: 'all', until: null })
  return (
    <>
      <h1 className="text-3xl">Audit log</h1>
      <p className="mt-3 max-w-prose text-ink-soft">
        Every act at the desk. Entries cannot be changed; each carries the hash of the one before.
      </p>
      <AuditLogSummary />
      <SearchForm
        label="Order, person or act"
        className="sm:grid-cols-2 xl:grid-cols-[1fr_16rem_12rem_auto]"
        views={KIND_LABELS}
        view={search.kind}
        onView={(kind) => setSearch({ ...search, kind })}
        onFind={(text, fields) => {
          const until = String(fields.get('until') ?? '')
          setSearch({ ...search, text, until: until === '' ? null : until })
        }}
      >
        <Field label="Up to the day" name="until" type="date" />
      </SearchForm>
      <div className="mt-6">
        <PagedList
          key={JSON.stringify(search)}
          load={async (olderThan: number | null, options) => {
            const result = await send(searchAuditLog, { body: { ...search, olderThan }, ...options })
            return mapValue(result, ({ entries, olderThan: next }) => ({ items: entries, next }))
          }}
          placeholder={<LoadingDay />}
          emptyText="No entry matches."
          moreLabel="Older entries"
        >
          {(entries) => <Days entries={entries} />}
        </PagedList>
      </div>
    </>
  )
}

function LoadingDay() {
  return (
    <LoadingSection>
      <LoadingRows
        rows={10}
        cells={[['text-sm'], ['text-base'], []]}
        columns="sm:grid-cols-[5rem_1fr_auto]"
      />
    </LoadingSection>
  )
}

/** Grouped by Indian days, newest first. */
function Days({ entries }: { readonly entries: readonly Entry[] }) {
  const days = Map.groupBy(entries, ({ at }) => formatIndiaDate(new Date(at)))
  return (
    <div className="grid grid-cols-1 gap-8">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className="mb-2 text-xl">{day}</h2>
          <ol className="border-t border-line">
            {ofDay.map((entry) => (
              <EntryRow key={entry.number} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** Expands to what it changed and where it came from. */
function EntryRow({ entry }: { readonly entry: Entry }) {
  const { number, at, actor, act, subject, before, after, ip } = entry
  return (
    <li className="border-b border-line">
      <details className="group">
        <summary
          data-row
          className="grid min-h-11 cursor-pointer grid-cols-[1fr_auto_auto] gap-x-4 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken sm:grid-cols-[5rem_1fr_auto_auto]"
        >
          <time dateTime={at} className="figures text-sm text-ink-soft">
            {timeOfDay(at)}
          </time>
          <span className="order-last col-span-full min-w-0 break-words sm:order-none sm:col-span-1">
            {actor} <strong className="font-medium">{act}</strong>{' '}
            {isOrderNumber(subject) ? <OrderNumber>{subject}</OrderNumber> : subject !== actor && subject}
          </span>
          <span className="figures text-sm text-ink-soft">{number}</span>
          <Icon
            name="chevron-down"
            className="size-4 self-center text-ink-soft transition-transform group-open:rotate-180"
          />
        </summary>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 pb-4 text-sm wrap-anywhere sm:pl-24">
          {isOrderNumber(subject) && (
            <Fact label="Order">
              <Link
                to={`/orders/${subject}`}
                className="inline-flex min-h-11 items-center underline print:min-h-0"
              >
                <OrderNumber>{subject}</OrderNumber>
              </Link>
            </Fact>
          )}
          <State label="Before" state={before} />
          <State label="After" state={after} />
          <Fact label="From">{ip ?? 'the command line'}</Fact>
        </dl>
      </details>
    </li>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}

function State({ label, state }: { readonly label: string; readonly state: Entry['before'] }) {
  if (state === null) return null
  const lines = Object.entries(state).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return <Fact label={label}>{lines.join('\n')}</Fact>
}
