import type { OrderDetails } from '#contract/account.ts'
import { isPaid, isCaptured } from '#domain/order.ts'
import { formatIndiaDateTime } from '#domain/time.ts'
import { HISTORY_TEXT, WAITING_FOR_PAYMENT } from './texts.ts'

export function OrderTimeline({ order }: { readonly order: OrderDetails }) {
  const next = nextStep(order)
  return (
    <ol aria-label="What has happened" className="grid">
      {order.history.map(({ step, at }, index) => (
        <li key={`${step} ${at}`} className="relative grid grid-cols-[1.5rem_1fr] gap-x-2 pb-5 last:pb-0">
          {(next !== null || index < order.history.length - 1) && <Connector />}
          <span aria-hidden="true" className="mt-2 ml-1 size-2.5 rotate-45 bg-gold" />
          <div>
            <p className="font-medium">{HISTORY_TEXT[step]}</p>
            <p className="text-sm text-ink-soft">
              <time dateTime={at}>{formatIndiaDateTime(new Date(at))}</time>
            </p>
          </div>
        </li>
      ))}
      {next && (
        <li className="grid grid-cols-[1.5rem_1fr] gap-x-2">
          <span aria-hidden="true" className="mt-2 ml-1 size-2.5 rotate-45 border border-gold" />
          <div className="text-ink-soft">
            <p>{next.title}</p>
            <p className="text-sm">{next.text}</p>
          </div>
        </li>
      )}
    </ol>
  )
}

function Connector() {
  return <span aria-hidden="true" className="absolute top-6 bottom-0 left-2.25 w-px bg-line" />
}

function nextStep({ status, history, courierName, estimatedDays }: OrderDetails) {
  if (isPaid(status)) {
    const days = Math.ceil(estimatedDays)
    return {
      title: 'Next: we pack your pieces and hand them over',
      text: `${courierName} brings them in about ${days === 1 ? '1 day' : `${days} days`} from dispatch. The tracking number comes by e-mail.`,
    }
  }
  const isOver = isCaptured(status) || history.some(({ step }) => step === 'expired' || step === 'sold out')
  return isOver ? null : WAITING_FOR_PAYMENT
}
