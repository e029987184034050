import { Link } from 'react-router'
import type { Today } from '#contract/desk/today.ts'
import { dateTime } from './texts.ts'
import { TodaySection } from './TodaySection.tsx'

type WaitingRate = Today['rates'][number]

/** Rates that staff must publish or discard, and scheduled ones. */
export function WaitingRates({ rates }: Pick<Today, 'rates'>) {
  return (
    <TodaySection id="waiting-rates" title="Rates to approve, or scheduled" items={rates}>
      {(rate) => (
        <li key={rate.id} className="border-b border-line">
          <Link
            to="/rates"
            data-row
            className="grid min-h-11 grid-cols-1 gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken sm:grid-cols-[1fr_auto]"
          >
            <span className="min-w-0 break-words">{rate.reason}</span>
            <span className={rate.isRejected ? 'text-ruby' : undefined}>{stepText(rate)}</span>
            <span className="col-span-full min-w-0 text-sm break-words text-ink-soft">
              By {rate.createdBy}, {dateTime(rate.createdAt)}
            </span>
          </Link>
        </li>
      )}
    </TodaySection>
  )
}

function stepText({ publishAt, isRejected, waitsForOther }: WaitingRate): string {
  if (isRejected) return 'Rejected at its time: look at it'
  if (publishAt !== null) return `Published on ${dateTime(publishAt)}`
  return waitsForOther ? 'Waits for another person' : 'Look at it, and publish or discard it'
}
