import { useState } from 'react'
import type { OrderDetails } from '#contract/account.ts'
import { cancelOwnOrder } from '#contract/order-decisions.ts'
import { formatRupees, subtract } from '#domain/money.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useCall } from '#app/state/use-call.ts'
import { callAuthenticated } from '#app/state/session.ts'
import { CANCEL_FAILED } from './texts.ts'

interface CancelOrderProps {
  readonly order: OrderDetails
  readonly onCancelled: (order: OrderDetails) => void
}

/** Available until the courier has the parcel. The first press explains what the second one does. */
export function CancelOrder({ order, onCancelled }: CancelOrderProps) {
  const [isOpen, setOpen] = useState(false)
  const { number, total, refunded, shipTo } = order
  const { isBusy, error, run } = useCall(
    () => callAuthenticated(cancelOwnOrder, { params: { number } }),
    (cancelled) => {
      setOpen(false)
      onCancelled(cancelled)
    },
    ({ message }) => message || CANCEL_FAILED,
  )

  if (!isOpen)
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Cancel Order
      </Button>
    )
  return (
    <section aria-label="Cancel this order?" className="border-t border-line pt-5">
      <p>
        We send nothing, and return {formatRupees(subtract(total, refunded))} to the account or card you paid
        with. Banks usually show it within five to seven working days. We write to{' '}
        <span className="break-words">{shipTo.email}</span>.
      </p>
      <ErrorNotice className="mt-4">{error}</ErrorNotice>
      <div className="mt-4 grid gap-3">
        <Button busy={isBusy} onClick={() => run()}>
          Cancel the order
        </Button>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          Keep it
        </Button>
      </div>
    </section>
  )
}
