import { declineRefund, unpackParcel } from '#contract/desk/orders.ts'
import { Confirm } from './Confirm.tsx'
import { EmailNote } from './EmailAddress.tsx'
import { useOrderCall, type OrderProps } from './order-calls.ts'
import type { Refund } from './RefundFacts.tsx'

/** The courier has not cancelled the parcel: staff try again, or keep the order. */
export function UnpackRejected({ order, refund, onChange }: OrderProps & { readonly refund: Refund }) {
  const call = useOrderCall(order)
  return (
    <div className="flex flex-wrap gap-3">
      <Confirm
        label="Try again"
        about={order.number}
        title="Ask the courier again"
        confirmLabel="Ask again"
        onConfirm={() => call(unpackParcel)}
        onDone={onChange}
      >
        <p>The courier is asked once more to cancel the parcel. Then the cancellation goes on.</p>
      </Confirm>
      <Confirm
        label="Keep the order"
        about={order.number}
        title="Keep the order"
        confirmLabel="Send the parcel"
        onConfirm={() => call(declineRefund, { id: refund.id })}
        onDone={onChange}
      >
        <p>
          The parcel goes on, and nothing is refunded. <EmailNote to={order.shipTo.email} /> that it could not
          be stopped.
        </p>
      </Confirm>
    </div>
  )
}
