import { UNKNOWN_VALUE } from '#contract/display-enum.ts'
import { cancelReturnPickup, bookReturnPickup } from '#contract/desk/returns.ts'
import type { DeskOrder } from '#contract/desk/orders.ts'
import { isBeforeCollection, type PickupState } from '#domain/pickup.ts'
import { grams } from '#domain/product.ts'
import { labelOf } from '#app/ui/label-of.ts'
import { Notice } from '#app/ui/Notice.tsx'
import { Confirm } from './Confirm.tsx'
import { EmailNote } from './EmailAddress.tsx'
import { useOrderCall, type OrderProps } from './order-calls.ts'
import { indiaDay } from './texts.ts'
import { WeightField } from './WeightField.tsx'

type Return = DeskOrder['returns'][number]
type Pickup = NonNullable<Return['pickup']>

const STATE_TEXT: Record<PickupState, string> = {
  requested: 'Pickup requested',
  booked: 'The courier collects the pieces',
  collected: 'The courier has collected the pieces',
  'in transit': 'The pieces are on their way',
  arrived: 'The courier has brought the pieces',
  lost: 'The courier has lost the pieces',
  cancelled: 'The pickup was cancelled',
}

export function PickupFacts({ pickup }: { readonly pickup: Pickup }) {
  const { state, awb, courierName, scheduledFor, trackingUrl, task, problem } = pickup
  const isWaiting = task !== null && problem === null
  return (
    <div className="mt-2">
      <p aria-live="polite" className="text-sm">
        {labelOf(STATE_TEXT, state)}
        {state === 'booked' && scheduledFor !== null && ` on ${indiaDay(scheduledFor)}`}
        {isWaiting && <span className="text-ink-soft"> · waiting for the courier…</span>}
      </p>
      {awb !== null && (
        <p className="text-sm tabular-nums text-ink-soft">
          {courierName} {awb}
        </p>
      )}
      {trackingUrl !== null && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-sm underline decoration-gold underline-offset-4"
        >
          Tracking of the way back
        </a>
      )}
      {problem !== null && (
        <Notice tone="error" className="mt-2">
          The courier did not {task === 'cancel' ? 'cancel' : 'accept'} the pickup: {problem}
        </Notice>
      )}
    </div>
  )
}

/** For an approved return: requests or cancels the courier's pickup. */
export function PickupButtons({
  order,
  orderReturn,
  onChange,
}: OrderProps & { readonly orderReturn: Return }) {
  const call = useOrderCall(order)
  const { id, pickup } = orderReturn
  const isWaiting = pickup?.task != null && pickup.problem === null
  const canCancel =
    pickup !== null && pickup.state !== UNKNOWN_VALUE && isBeforeCollection(pickup.state) && !isWaiting
  const canBook =
    pickup === null || pickup.state === 'cancelled' || (pickup.task === 'book' && pickup.problem !== null)
  return (
    <>
      {canBook && (
        <Confirm
          label="Book a pickup"
          about={`of ${order.number}`}
          title="Let the courier collect the pieces"
          confirmLabel="Book the pickup"
          onConfirm={({ weight = '' }) => call(bookReturnPickup, { id, weightMg: grams(Number(weight)) })}
          onDone={onChange}
        >
          <p>
            The courier collects them at {order.shipTo.city} {order.shipTo.pincode}, and{' '}
            <EmailNote to={order.shipTo.email} /> when it comes. The freight is charged to your account there.
          </p>
          <WeightField />
        </Confirm>
      )}
      {canCancel && (
        <Confirm
          label="Cancel the pickup"
          about={`of ${order.number}`}
          title="Cancel the pickup"
          closeLabel="Keep the pickup"
          confirmLabel="Cancel the pickup"
          onConfirm={() => call(cancelReturnPickup, { id })}
          onDone={onChange}
        >
          <p>
            The courier is told not to come. The customer can send the pieces, or you book another pickup;
            tell the customer.
          </p>
        </Confirm>
      )}
    </>
  )
}
