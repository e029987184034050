import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { confirmBoxOpened } from '#contract/desk/orders.ts'
import { COUNT_MAX, readToday, type Today as TodayData } from '#contract/desk/today.ts'
import { formatRupees } from '#domain/money.ts'
import { useRevalidation } from '#app/state/use-revalidation.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { labelOf } from '#app/ui/label-of.ts'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useCall } from '#app/state/use-call.ts'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { Loading, LoadingSection, LoadingSummary } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { OrderNumber } from './OrderNumber.tsx'
import { LoadingOrders, OrderRows } from './OrderRows.tsx'
import { RejectedSchedules } from './RejectedSchedules.tsx'
import { TodaySection } from './TodaySection.tsx'
import { Takings } from './Takings.tsx'
import { WaitingRates } from './WaitingRates.tsx'
import {
  dateTime,
  FAILED_REFUND,
  OVERDUE_REFUND_NOTE,
  REFRESH_MS,
  returnText,
  UNMADE_REFUND_LABELS,
  VIEW_LABELS,
} from './texts.ts'

export function Today() {
  useTitle('Today')
  const { send, may } = useDesk()
  const today = useDeskData(readToday)
  const { state, setValue, retry } = today
  useRevalidation(today, () => send(readToday, { isUnattended: true }), REFRESH_MS)
  return (
    <>
      <h1 className="text-3xl">Today</h1>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && <LoadingToday hasTakings={may('read-money')} />}
      {state.status === 'ready' && (
        <>
          <Opening opening={state.value.opening} />
          {state.value.takings && <Takings takings={state.value.takings} />}
          <Waiting today={state.value} onChange={setValue} />
        </>
      )}
    </>
  )
}

function LoadingToday({ hasTakings }: { readonly hasTakings: boolean }) {
  return (
    <Loading>
      {hasTakings && <LoadingSummary />}
      {[2, 4, 4].map((rows, section) => (
        // Never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <LoadingSection key={section} className="mt-8">
          <LoadingOrders rows={rows} />
        </LoadingSection>
      ))}
    </Loading>
  )
}

/** What a new shop does first. */
function Opening({ opening }: Pick<TodayData, 'opening'>) {
  if (!opening) return null
  return (
    <section
      aria-labelledby="opening"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-2 border-gold bg-sunken px-4 py-3"
    >
      <div>
        <h2 id="opening" className="font-sans text-base font-medium">
          Opening list:{' '}
          <span className="figures">
            {opening.done} of {opening.of}
          </span>{' '}
          done
        </h2>
        <p className="text-sm text-ink-soft">What must be done before the shop takes real money.</p>
      </div>
      <ButtonLink to="/opening-list" variant="secondary" size="sm">
        {opening.done === 0 ? 'Begin here' : 'Go on'}
      </ButtonLink>
    </section>
  )
}

interface WaitingProps {
  readonly today: TodayData
  readonly onChange: (today: TodayData) => void
}

function Waiting({ today, onChange }: WaitingProps) {
  const { waiting, approvals, rates, rejected, unrefunded, overdue, returns, boxes } = today
  const steps = waiting.filter(({ count }) => count > 0)
  const isEmpty = [steps, approvals, rates, rejected, unrefunded, overdue, returns, boxes].every(
    ({ length }) => length === 0,
  )
  return (
    <>
      {isEmpty && (
        <p className="mt-6 text-lg">
          {today.hasPaidOrders
            ? 'Nothing waits: every paid order is on its way.'
            : 'Nothing waits: no order has been paid yet.'}
        </p>
      )}
      <Approvals approvals={approvals} />
      <WaitingRates rates={rates} />
      <RejectedSchedules rejected={rejected} />
      <Unrefunded today={today} />
      <Overdue today={today} />
      <OpenReturns returns={returns} />
      <Boxes today={today} onChange={onChange} />
      {steps.map(({ view, count, orders }) => (
        <section key={view} aria-label={labelOf(VIEW_LABELS, view)} className="mt-8">
          <h2 className="mb-3 text-xl">
            {labelOf(VIEW_LABELS, view)}{' '}
            <span className="figures text-ink-soft">
              {count < COUNT_MAX ? count : `${COUNT_MAX} or more`}
            </span>
          </h2>
          <OrderRows orders={orders} />
          {count > orders.length && (
            <Link
              to={`/orders?view=${encodeURIComponent(view)}`}
              className="mt-3 inline-flex min-h-11 items-center underline"
            >
              All {labelOf(VIEW_LABELS, view).toLowerCase()}
            </Link>
          )}
        </section>
      ))}
      <Counts today={today} />
    </>
  )
}

function Counts({ today: { unpaid, messages, differences } }: Pick<WaitingProps, 'today'>) {
  return (
    <p className="mt-8 text-ink-soft">
      {unpaid > 0 && `${unpaid === 1 ? 'One order waits' : `${unpaid} orders wait`} for a payment. `}
      {messages > 0 && (
        <Link to="/messages" className="inline-flex min-h-11 items-center underline">
          {messages === 1 ? 'One message waits' : `${messages} messages wait`} for an answer.
        </Link>
      )}{' '}
      {differences > 0 && (
        <Link to="/money" className="inline-flex min-h-11 items-center underline">
          {differences === 1 ? 'One difference' : `${differences} differences`} between settlements and books.
        </Link>
      )}
    </p>
  )
}

interface RowProps {
  readonly orderNumber: string
  /** Beside the number. */
  readonly fact: ReactNode
  readonly children: ReactNode
}

/** One that the keys j and k walk through. */
function Row({ orderNumber, fact, children }: RowProps) {
  return (
    <Link
      to={`/orders/${orderNumber}`}
      data-row
      className="flex min-h-11 grow flex-wrap justify-between gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken"
    >
      <OrderNumber>{orderNumber}</OrderNumber>
      {fact}
      <span className="w-full text-sm break-words">{children}</span>
    </Link>
  )
}

/** On phones on a separate line: next to most numbers there is no room. */
function Since({ at }: { readonly at: string }) {
  return <span className="w-full text-sm text-ink-soft sm:w-auto">{dateTime(at)}</span>
}

function Approvals({ approvals }: Pick<TodayData, 'approvals'>) {
  return (
    <TodaySection id="approvals" title="Refunds to approve" items={approvals}>
      {({ id, orderNumber, amount, reason, requestedBy, requestedAt }) => (
        <li key={id} className="border-b border-line">
          <Row orderNumber={orderNumber} fact={<span className="figures">{formatRupees(amount)}</span>}>
            <span className="text-ink-soft">
              {reason}, requested by {requestedBy}, {dateTime(requestedAt)}
            </span>
          </Row>
        </li>
      )}
    </TodaySection>
  )
}

function Unrefunded({ today: { unrefunded, unrefundedMore } }: Pick<WaitingProps, 'today'>) {
  return (
    <TodaySection id="unrefunded" title="Refunds that were not made" items={unrefunded} more={unrefundedMore}>
      {({ id, orderNumber, amount, cause, isOfReturn }) => (
        <li key={id} className="border-b border-line">
          <Row orderNumber={orderNumber} fact={<span className="figures">{formatRupees(amount)}</span>}>
            <span className="text-ruby">
              {isOfReturn ? labelOf(UNMADE_REFUND_LABELS, cause) : FAILED_REFUND}
            </span>
          </Row>
        </li>
      )}
    </TodaySection>
  )
}

function Overdue({ today: { overdue, overdueMore } }: Pick<WaitingProps, 'today'>) {
  return (
    <TodaySection
      id="overdue"
      title="Refunds not accepted by the gateway"
      items={overdue}
      more={overdueMore}
      note={OVERDUE_REFUND_NOTE}
    >
      {({ id, orderNumber, amount, since, problem, isSurplus }) => (
        <li key={id} className="border-b border-line">
          <Row orderNumber={orderNumber} fact={<span className="figures">{formatRupees(amount)}</span>}>
            <span className="text-ruby">
              Due since {dateTime(since)}
              {isSurplus && ', of a payment that pays no order'}
              {problem !== null && `: ${problem}`}
            </span>
          </Row>
        </li>
      )}
    </TodaySection>
  )
}

function OpenReturns({ returns }: Pick<TodayData, 'returns'>) {
  return (
    <TodaySection id="open-returns" title="Returns" items={returns}>
      {({ id, orderNumber, requestedAt, ...one }) => (
        <li key={id} className="border-b border-line">
          <Row orderNumber={orderNumber} fact={<Since at={requestedAt} />}>
            {returnText(one)}
          </Row>
        </li>
      )}
    </TodaySection>
  )
}

function Boxes({ today, onChange }: WaitingProps) {
  const onOpened = (opened: string) =>
    onChange({ ...today, boxes: today.boxes.filter(({ orderNumber }) => orderNumber !== opened) })
  return (
    <TodaySection id="boxes" title="Boxes to open" items={today.boxes}>
      {(box) => <Box key={box.orderNumber} box={box} onOpened={onOpened} />}
    </TodaySection>
  )
}

interface BoxProps {
  readonly box: TodayData['boxes'][number]
  readonly onOpened: (orderNumber: string) => void
}

function Box({ box: { orderNumber, seal, awb, since }, onOpened }: BoxProps) {
  const { send, may } = useDesk()
  const opening = useCall(
    () => send(confirmBoxOpened, { params: { number: orderNumber } }),
    () => onOpened(orderNumber),
  )
  const marks = [seal && `seal ${seal}`, awb && `label ${awb}`].filter((mark) => mark)
  return (
    <li className="border-b border-line">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Row orderNumber={orderNumber} fact={<Since at={since} />}>
          Its parcel was cancelled: open the box, take the label off, and put the pieces back.
          {marks.length > 0 && <span className="block text-ink-soft">It has {marks.join(' and ')}.</span>}
        </Row>
        {may('send-parcels') && (
          <Button
            variant="secondary"
            size="sm"
            busy={opening.isBusy}
            onClick={() => opening.run()}
            className="mb-3 sm:mb-0"
          >
            Mark as opened <span className="sr-only">: the box of {orderNumber}</span>
          </Button>
        )}
      </div>
      <ErrorNotice className="mb-3">{opening.error}</ErrorNotice>
    </li>
  )
}
