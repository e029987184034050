import type { OrderDetails } from '#contract/account.ts'
import { UNKNOWN_VALUE } from '#contract/display-enum.ts'
import { orderArrivalDate } from '#domain/delivery.ts'
import { isPaid, type HistoryStep } from '#domain/order.ts'
import { formatDay, formatIndiaDateTime, indiaDate } from '#domain/time.ts'
import { labelOf } from '#app/ui/label-of.ts'
import { isPayable } from './PayNow.tsx'
import { expectedText } from './ParcelFacts.tsx'
import { HISTORY_TEXT, WAITING_FOR_PAYMENT } from './texts.ts'

export function OrderTimeline({ order }: { readonly order: OrderDetails }) {
  const next = nextSteps(order)
  const history = stepsShown(order)
  return (
    <ol aria-label="What has happened" className="grid">
      {history.map(({ step, at }, index) => (
        <li key={`${step} ${at}`} className="relative grid grid-cols-[1.5rem_1fr] gap-x-2 pb-5 last:pb-0">
          {(next.length > 0 || index < history.length - 1) && <Connector />}
          <span aria-hidden="true" className="mt-2 ml-1 size-2.5 rotate-45 bg-gold" />
          <div>
            <p className="font-medium">{labelOf(HISTORY_TEXT, step)}</p>
            <p className="text-sm text-ink-soft">
              <time dateTime={at}>{formatIndiaDateTime(new Date(at))}</time>
            </p>
          </div>
        </li>
      ))}
      {next.map(({ title, text }, index) => (
        <li key={title} className="relative grid grid-cols-[1.5rem_1fr] gap-x-2 pb-5 last:pb-0">
          {index < next.length - 1 && <Connector />}
          <span aria-hidden="true" className="mt-2 ml-1 size-2.5 rotate-45 border border-gold" />
          <div className="text-ink-soft">
            <p>{title}</p>
            <p className="text-sm">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Connector() {
  return <span aria-hidden="true" className="absolute top-6 bottom-0 left-2.25 w-px bg-line" />
}

/** Details of the payment no longer matter once the order is confirmed and no money is pending. */
function stepsShown({ status, money, history }: OrderDetails) {
  const isQuiet = isPaid(status) && money.length === 0
  return isQuiet ? history.filter(({ step }) => step === UNKNOWN_VALUE || !PAYMENT_STEPS.has(step)) : history
}

const PAYMENT_STEPS: ReadonlySet<HistoryStep> = new Set(['payment resumed', 'payment failed', 'dismissed'])

function nextSteps(order: OrderDetails) {
  const { status, history, estimatedDays, parcel } = order
  if (order.isBeingCancelled) return []
  if (isPaid(status)) {
    const steps = [
      {
        step: 'dispatched',
        title: 'Dispatched',
        text: 'We pack your pieces and hand them over. The tracking number comes by e-mail, and stands here.',
      },
      {
        step: 'delivered',
        title: 'Delivered',
        text: parcel ? `Expected on ${expectedText(parcel, estimatedDays)}.` : undispatchedText(order),
      },
    ]
    const isDone = history.some(({ step }) => step === 'delivered' || step === 'returning' || step === 'lost')
    return isDone ? [] : steps.filter((each) => history.every(({ step }) => step !== each.step))
  }
  return isPayable(order) ? [WAITING_FOR_PAYMENT] : []
}

/** A past date is no promise, and an older server sends none: then the courier's transit time is shown. */
function undispatchedText(order: OrderDetails): string {
  const { courierName, estimatedDays } = order
  const arrivesOn = orderArrivalDate(order)
  if (arrivesOn !== null && arrivesOn >= indiaDate(new Date()))
    return `${courierName} brings them by ${formatDay(arrivesOn)}.`
  const days = Math.ceil(estimatedDays)
  return `${courierName} brings them in about ${days === 1 ? '1 day' : `${days} days`} from dispatch.`
}
