import { useState } from 'react'
import { Link } from 'react-router'
import type { ListedOrder, OrderView } from '#contract/desk/orders.ts'
import { PARCELS_AT_ONCE_MAX, printParcelLabels, requestParcelTasks } from '#contract/desk/parcels.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useCall } from '#app/state/use-call.ts'
import { Confirm } from './Confirm.tsx'
import { useDesk } from './desk-context.ts'
import { OrderNumber } from './OrderNumber.tsx'
import { OrderRows } from './OrderRows.tsx'

interface ParcelBatchProps {
  readonly view: Extract<OrderView, 'to book' | 'to hand over'>
  readonly orders: readonly ListedOrder[]
  /** The orders painted first. */
  readonly rows: readonly ListedOrder[]
  /** Shown by the screen, because the list disappears with its last parcel. */
  readonly onOutcome: (outcome: BatchOutcome | null) => void
  /** The request changes the list. */
  readonly onRequested: () => void
}

export interface BatchOutcome {
  readonly text: string
  readonly rejected: readonly { readonly number: string; readonly reason: string }[]
  readonly links: readonly { readonly label: string; readonly url: string }[]
}

/** The orders of a view, several of which can be booked, labelled or printed at once. */
export function ParcelBatch({ view, orders, rows, onOutcome, onRequested }: ParcelBatchProps) {
  const [pressed, setChosen] = useState<ReadonlySet<string>>(new Set())
  // Orders that left the list, or have a pending task, are no longer selected.
  const choosable = orders.filter(({ pendingTask }) => pendingTask === null)
  const chosen = new Set(choosable.map(({ number }) => number).filter((number) => pressed.has(number)))
  const numbersIn = (isOf: (order: ListedOrder) => boolean) =>
    orders.filter((order) => chosen.has(order.number) && isOf(order)).map(({ number }) => number)
  const all = choosable.slice(0, PARCELS_AT_ONCE_MAX).map(({ number }) => number)
  const isAll = all.length > 0 && all.every((number) => chosen.has(number))
  const toggle = (number: string) => {
    onOutcome(null)
    const after = new Set(chosen)
    if (!after.delete(number) && after.size < PARCELS_AT_ONCE_MAX) after.add(number)
    setChosen(after)
  }
  const done = (result: BatchOutcome) => {
    onOutcome(result)
    // Rejected ones stay selected, to be retried.
    setChosen(new Set(result.rejected.map(({ number }) => number)))
    onRequested()
  }
  return (
    <>
      <section aria-label="Several parcels" className="mb-4 flex flex-wrap items-center gap-3">
        {all.length > 1 && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => setChosen(isAll ? new Set() : new Set(all))}
            aria-pressed={isAll}
          >
            Choose all {all.length}
          </Button>
        )}
        {view === 'to book' ? (
          <RequestTask task="book" numbers={numbersIn(() => true)} onDone={done} />
        ) : (
          <>
            <RequestTask
              task="label"
              numbers={numbersIn(({ parcelState }) => parcelState === 'booked')}
              onDone={done}
            />
            <PrintLabels
              numbers={numbersIn(({ parcelState }) => parcelState === 'labelled')}
              onDone={onOutcome}
            />
          </>
        )}
      </section>
      <OrderRows orders={rows} choice={{ chosen, onToggle: toggle }} />
    </>
  )
}

export function BatchNotice({ outcome: { text, rejected, links } }: { readonly outcome: BatchOutcome }) {
  return (
    <Notice tone={rejected.length > 0 ? 'error' : 'success'} className="mt-6">
      <p>{text}</p>
      {links.length > 0 && (
        <p className="flex flex-wrap gap-x-6">
          {links.map(({ label, url }) => (
            <a
              key={label}
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center underline"
            >
              {label}
            </a>
          ))}
        </p>
      )}
      <ul>
        {rejected.map(({ number, reason }) => (
          <li key={number} className="break-words">
            <Link to={`/orders/${number}`} className="underline">
              <OrderNumber>{number}</OrderNumber>
            </Link>
            : {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface ActProps {
  readonly numbers: readonly string[]
  readonly onDone: (outcome: BatchOutcome) => void
}

const TASKS = {
  book: {
    label: 'Book',
    title: 'Book the courier',
    done: 'Requested from the courier: each parcel is booked in the background.',
    text: 'Each parcel gets a tracking number of the courier that its customer chose, its pickup and its tax invoice, which cannot be changed afterwards. The freight is charged to your account there.',
  },
  label: {
    label: 'Make labels',
    title: 'Make labels and manifests',
    done: 'Requested from the courier: each label is made in the background, and can be printed then.',
    text: 'The courier makes the label of each parcel.',
  },
} as const

function RequestTask({ task, numbers, onDone }: ActProps & { readonly task: keyof typeof TASKS }) {
  const { send } = useDesk()
  const { label, title, done, text } = TASKS[task]
  const about = parcelsText(numbers.length)
  return (
    <Confirm
      label={`${label}: ${about}`}
      about=""
      title={`${title}: ${about}`}
      confirmLabel={`${label}: ${about}`}
      canOpen={numbers.length > 0}
      onConfirm={() => send(requestParcelTasks, { body: { task, numbers: [...numbers] } })}
      onDone={({ rejected }) =>
        onDone({
          text:
            rejected.length === 0
              ? done
              : `${numbers.length - rejected.length} of ${numbers.length} requested from the courier. Rejected:`,
          rejected,
          links: [],
        })
      }
    >
      <p>{text}</p>
      <p>One that is rejected stops no other.</p>
    </Confirm>
  )
}

function PrintLabels({ numbers, onDone }: ActProps) {
  const { send } = useDesk()
  const printing = useCall(
    () => send(printParcelLabels, { body: { numbers: [...numbers] } }),
    ({ labelUrl, manifestUrl, leftOut }) =>
      onDone({
        text: `${parcelsText(numbers.length - leftOut.length)} in one file, to print:`,
        rejected: leftOut.map((number) => ({
          number,
          reason: 'It has no label, has left, or is to be unpacked.',
        })),
        links: [
          { label: 'Labels', url: labelUrl },
          { label: 'Manifest', url: manifestUrl },
        ],
      }),
  )
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={printing.isBusy}
        disabled={numbers.length === 0}
        onClick={() => printing.run()}
      >
        Print labels: {parcelsText(numbers.length)}
      </Button>
      <ErrorNotice className="basis-full">{printing.error}</ErrorNotice>
    </>
  )
}

function parcelsText(count: number): string {
  return count === 1 ? '1 parcel' : `${count} parcels`
}
