import type { OrderDetails } from '#contract/account.ts'
import { UNKNOWN_VALUE } from '#contract/display-enum.ts'
import { expectedDelivery, isOnTheWay } from '#domain/parcel.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { Section } from '#app/ui/Section.tsx'

type Parcel = NonNullable<OrderDetails['parcel']>

interface ParcelFactsProps {
  readonly parcel: Parcel
  readonly estimatedDays: number
}

/** The courier, the tracking number and the expected arrival. */
export function ParcelFacts({ parcel, estimatedDays }: ParcelFactsProps) {
  const { state, courierName, awb, trackingUrl, dispatchedAt, deliveredAt } = parcel
  const facts = [
    ['Courier', courierName],
    ...(awb === null ? [] : [['Tracking number', awb]]),
    ['Dispatched', formatIndiaDate(new Date(dispatchedAt))],
    ...(state !== UNKNOWN_VALUE && isOnTheWay(state)
      ? [['Expected', expectedText(parcel, estimatedDays)]]
      : []),
    ...(deliveredAt === null ? [] : [['Delivered', formatIndiaDate(new Date(deliveredAt))]]),
  ]
  return (
    <Section id="parcel" title="Parcel" titleClassName="mb-4 text-xl">
      <dl className="grid gap-2.5 border-t border-line pt-4">
        {facts.map(([label, value]) => (
          <div key={label} className="amount-row">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="figures min-w-0 text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {trackingUrl !== null && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className="mt-3 link inline-flex min-h-11 items-center"
        >
          Track the parcel<span className="sr-only"> (opens the courier’s page)</span>
        </a>
      )}
    </Section>
  )
}

/** Formats `27 November 2026`. */
export function expectedText({ dispatchedAt, expectedAt }: Parcel, estimatedDays: number): string {
  const times = {
    dispatchedAt: new Date(dispatchedAt),
    expectedAt: expectedAt === null ? null : new Date(expectedAt),
  }
  return formatIndiaDate(expectedDelivery(times, estimatedDays))
}
