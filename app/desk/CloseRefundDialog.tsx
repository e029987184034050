import { useState } from 'react'
import { closeRefund } from '#contract/desk/orders.ts'
import { formatRupees, type Paise } from '#domain/money.ts'
import { newId } from '#app/state/new-id.ts'
import { Confirm } from './Confirm.tsx'
import { useOrderCall } from './order-calls.ts'
import { ReasonField } from './ReasonField.tsx'
import { useOrderAfterConflict } from './use-order-after-conflict.ts'
import { useOpened, type UnmadeRefundProps } from './unmade-refund.ts'

/** Shown while the refund is owed. An open dialog stays, to say that the refund is no longer owed. */
export function CloseRefundDialog(props: UnmadeRefundProps) {
  const { owed } = props.refund
  const { shown, ...opened } = useOpened(owed)
  if (shown === null) return null
  return <Dialog {...props} {...opened} amount={shown} isOwed={owed === shown} />
}

interface DialogProps extends UnmadeRefundProps {
  readonly amount: Paise
  /** False once another person has settled it. */
  readonly isOwed: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

function Dialog({ order, refund, amount, isOwed, onChange, onOpen, onClose }: DialogProps) {
  const call = useOrderCall(order)
  const showOrder = useOrderAfterConflict({ order, onChange })
  // The same after a lost response, so that pressing again repeats the same record.
  const [id, setId] = useState(newId)
  const close = async (reason: string) => {
    const result = await call(closeRefund, { id, refundId: refund.id, amount, reason })
    await showOrder(result)
    return result
  }
  return (
    <Confirm
      label="Record as not owed"
      about={`${formatRupees(amount)} of ${order.number}`}
      title="Record as not owed"
      confirmLabel={`Record ${formatRupees(amount)} as not owed`}
      canConfirm={isOwed}
      onConfirm={({ reason = '' }) => close(reason)}
      onDone={onChange}
      onOpen={() => {
        setId(newId())
        onOpen()
      }}
      onClose={onClose}
    >
      <p>
        For a refund that is not owed any more, for example because the bank has returned the money. No money
        moves, and the customer gets no e-mail. What is left of the payment can still be refunded.
      </p>
      <ReasonField />
    </Confirm>
  )
}
