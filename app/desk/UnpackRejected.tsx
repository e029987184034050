import { declineRefund, unpackParcel } from '#contract/desk/orders.ts'
import { Confirm } from './Confirm.tsx'
import { EmailNote } from './EmailAddress.tsx'
import { useDesk } from './desk-context.ts'
import type { RefundProps } from './refund-acts.ts'
import type { Refund } from './RefundFacts.tsx'

/** The courier has not cancelled the parcel: staff try again, or keep the order. */
export function UnpackRejected({ order, refund, onChange }: RefundProps & { readonly refund: Refund }) {
  const { send } = useDesk()
  const params = { number: order.number }
  return (
    <div className="flex flex-wrap gap-3">
      <Confirm
        label="Try again"
        about={order.number}
        title="Ask the courier again"
        confirmLabel="Ask again"
        onConfirm={() => send(unpackParcel, { params })}
        onDone={onChange}
      >
        <p>The courier is asked once more to cancel the parcel. Then the cancellation goes on.</p>
      </Confirm>
      <Confirm
        label="Keep the order"
        about={order.number}
        title="Keep the order"
        confirmLabel="Send the parcel"
        onConfirm={() => send(declineRefund, { params, body: { id: refund.id } })}
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
