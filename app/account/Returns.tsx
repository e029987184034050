import { Link } from 'react-router'
import type { OrderDetails } from '#contract/account.ts'
import { UNKNOWN_VALUE } from '#contract/display-enum.ts'
import {
  readReturns,
  addReturnTracking,
  withdrawOwnReturn,
  type Returns as ReturnsData,
} from '#contract/returns.ts'
import { formatRupees } from '#domain/money.ts'
import { RETURN_DAYS } from '#domain/deadlines.ts'
import { SHOP } from '#domain/shop.ts'
import { formatIndiaDate, formatIndiaDateTime } from '#domain/time.ts'
import type { CallResult } from '#app/api.ts'
import { paths } from '#app/paths.ts'
import { callAuthenticated } from '#app/state/session.ts'
import { useApi } from '#app/state/use-api.ts'
import { useRevalidation } from '#app/state/use-revalidation.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { labelOf } from '#app/ui/label-of.ts'
import { LoadError } from '#app/ui/LoadError.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Section } from '#app/ui/Section.tsx'
import { useCall } from '#app/state/use-call.ts'
import { ReturnForm } from './ReturnForm.tsx'
import {
  EXCHANGE_STEP_TEXT,
  HISTORY_TEXT,
  ORDER_UNREACHABLE,
  PICKUP_TEXT,
  RETURN_FAILED,
  RETURN_REFUNDED_BEFORE,
  RETURN_STEP_TEXT,
  UNMADE_REFUND_TEXT,
} from './texts.ts'

type OneReturn = ReturnsData['returns'][number]

interface ReturnsProps {
  readonly order: OrderDetails
  readonly reloadMs: number
}

/** The returns of a delivered order, and the link to request another. */
export function Returns({ order: { number }, reloadMs }: ReturnsProps) {
  const input = { params: { number } }
  const request = useApi(readReturns, input)
  const { state, setValue, retry } = request
  const hasReturns = state.status === 'ready' && state.value.returns.length > 0
  useRevalidation(request, () => callAuthenticated(readReturns, input), hasReturns ? reloadMs : null)
  if (state.status === 'failed') return <LoadError text={ORDER_UNREACHABLE} onRetry={retry} />
  if (state.status !== 'ready') return null
  const { until, lines, returns } = state.value
  if (until === null && returns.length === 0) return null
  return (
    <Section id="returns" title="Returns" titleClassName="mb-4 text-xl">
      <ul className="grid gap-4 empty:hidden">
        {returns.map((one) => (
          <li key={one.id}>
            <ReturnCard number={number} one={one} label={state.value.label} onChange={setValue} />
          </li>
        ))}
      </ul>
      {until !== null && lines.length > 0 && (
        <ReturnForm number={number} until={until} lines={lines} onRequested={setValue} />
      )}
      {until !== null && lines.length === 0 && returns.length === 0 && (
        <p className="text-ink-soft">
          Pieces can be returned for {RETURN_DAYS} days: until {formatIndiaDate(new Date(until))}.
        </p>
      )}
    </Section>
  )
}

interface CardProps {
  readonly number: string
  readonly one: OneReturn
  readonly label: string
  readonly onChange: (returns: ReturnsData) => void
}

function ReturnCard({ number, one, label, onChange }: CardProps) {
  const { id, lines, state, explanation } = one
  const { isBusy, error, run } = useCall(
    (call: () => Promise<CallResult<ReturnsData>>) => call(),
    onChange,
    ({ message }) => message || RETURN_FAILED,
  )

  return (
    <div className="border border-line bg-raised p-5">
      <p className="font-semibold">{lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ')}</p>
      <ol className="mt-3 grid gap-1.5">
        {stepsShown(one).map(({ id, text, at }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <span>{text}</span>
            <time dateTime={at} className="text-sm text-ink-soft">
              {formatIndiaDateTime(new Date(at))}
            </time>
          </li>
        ))}
      </ol>
      {explanation && <p className="mt-3 border-l-2 border-gold pl-4 whitespace-pre-line">{explanation}</p>}
      {one.pickup && <Pickup pickup={one.pickup} />}
      {state === 'approved' && !one.pickup && (
        <>
          <p className="mt-3">Write this on the parcel:</p>
          <address className="mt-2 border-l-2 border-gold pl-4 whitespace-pre-line not-italic">
            {label}
          </address>
          <TrackingForm
            one={one}
            busy={isBusy}
            onSend={(tracking) =>
              run(() => callAuthenticated(addReturnTracking, { params: { number }, body: { id, tracking } }))
            }
          />
        </>
      )}
      {state === 'accepted' && <WhatFollows one={one} />}
      <ErrorNotice className="mt-4">{error}</ErrorNotice>
      {(state === 'requested' ||
        (state === 'approved' && (!one.pickup || one.pickup.state === 'booked'))) && (
        <Button
          variant="quiet"
          className="mt-3"
          busy={isBusy}
          onClick={() =>
            run(() => callAuthenticated(withdrawOwnReturn, { params: { number }, body: { id } }))
          }
        >
          Keep the pieces
        </Button>
      )}
    </div>
  )
}

function stepsShown({ steps, resolution, refunds, isRefundClosed, isRefundedBefore }: OneReturn) {
  const texts = resolution === 'exchange' ? EXCHANGE_STEP_TEXT : RETURN_STEP_TEXT
  const accepted =
    refunds.length > 0 || isRefundClosed
      ? 'Accepted'
      : isRefundedBefore
        ? RETURN_REFUNDED_BEFORE
        : texts.accepted
  return [
    ...steps.map(({ state, at }) => ({
      id: state,
      text: state === 'accepted' ? accepted : labelOf(texts, state),
      at,
    })),
    ...refunds.map(({ amount, sentAt, method }, index) => ({
      id: `refund ${index}`,
      text: `${HISTORY_TEXT[method && method !== UNKNOWN_VALUE ? (`refund paid by ${method}` as const) : 'refunded']}: ${formatRupees(amount)}`,
      at: sentAt,
    })),
  ]
}

/** Shown once the pieces are accepted. */
function WhatFollows({ one: { unmadeRefund, resolution, orderedSince } }: Pick<CardProps, 'one'>) {
  return (
    <>
      {unmadeRefund && (
        <Notice tone="info" className="mt-4">
          {labelOf(UNMADE_REFUND_TEXT, unmadeRefund)}
        </Notice>
      )}
      {resolution === 'exchange' && orderedSince && (
        <p className="mt-3">
          You asked for another piece or size, and have ordered since:{' '}
          <Link to={paths.order(orderedSince.number)} className="link figures wrap-anywhere">
            {orderedSince.number}
          </Link>
          , {formatIndiaDate(new Date(orderedSince.placedAt))}.
        </p>
      )}
      {resolution === 'exchange' && !orderedSince && (
        <p className="mt-3">
          You asked for another piece or size:{' '}
          <Link to={paths.allProducts} className="link">
            choose it now
          </Link>
          , at the price of today.
        </p>
      )}
    </>
  )
}

/** The courier's pickup, and its progress. */
function Pickup({ pickup }: { readonly pickup: NonNullable<OneReturn['pickup']> }) {
  const { state, courierName, awb, scheduledFor, trackingUrl } = pickup
  const courier = courierName || 'The courier'
  const day = scheduledFor
    ? `on ${formatIndiaDate(new Date(scheduledFor))}`
    : 'on one of the next working days'
  return (
    <div className="mt-4 border-l-2 border-gold pl-4">
      {state === 'booked' ? (
        <>
          <p>
            {courier} comes {day} to the address of your order.
          </p>
          <p className="text-sm text-ink-soft">
            Pack the pieces with their box and papers, and close the parcel. You pay nothing.
          </p>
        </>
      ) : (
        <p>{labelOf(PICKUP_TEXT, state)}</p>
      )}
      <p className="figures text-sm text-ink-soft">
        {courier} {awb}
      </p>
      {trackingUrl !== null && state !== 'arrived' && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-11 items-center"
        >
          Track the way back
        </a>
      )}
    </div>
  )
}

interface TrackingProps {
  readonly one: OneReturn
  readonly busy: boolean
  readonly onSend: (tracking: string) => void
}

function TrackingForm({ one, busy, onSend }: TrackingProps) {
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(String(new FormData(event.currentTarget).get('tracking') ?? ''))
      }}
    >
      <p className="text-sm text-ink-soft">
        Pack the pieces with their box and papers, and send them insured. If you need help with that, call{' '}
        {SHOP.phone}.
      </p>
      <Field
        label="Courier and tracking number"
        name="tracking"
        required
        maxLength={120}
        defaultValue={one.tracking}
        autoComplete="off"
      />
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        {one.tracking === '' ? 'I have sent it' : 'Change'}
      </Button>
    </form>
  )
}
