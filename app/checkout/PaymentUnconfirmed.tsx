import { useNavigate } from 'react-router'
import { isPaid } from '#domain/order.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { saveFailureReason } from '#app/state/checkout.ts'
import { lastOrderFromSummary, reportDismissal, type Dismissal } from './payment.ts'
import { showPaid } from './show-paid.ts'
import { useOrderPolling } from './use-order-polling.ts'
import { FAILURE_TEXT, unconfirmedText } from './texts.ts'

interface PaymentUnconfirmedProps {
  readonly orderNumber: string
  readonly dismissal?: Dismissal
}

/** It is unknown whether money has moved: polls the order, then shows its outcome. */
export function PaymentUnconfirmed({ orderNumber, dismissal }: PaymentUnconfirmedProps) {
  const navigate = useNavigate()
  useOrderPolling(orderNumber, (order) => {
    if (isPaid(order.status)) void showPaid(lastOrderFromSummary(order), navigate)
    else if (order.status === 'created' && !dismissal) return false
    else {
      if (dismissal) void reportDismissal(orderNumber, dismissal)
      saveFailureReason(dismissal?.reason ?? FAILURE_TEXT.default)
      void navigate(paths.orderFailed, { replace: true })
    }
    return true
  })
  const [before, after] = unconfirmedText(orderNumber).split(orderNumber)
  return (
    <>
      <Notice tone="info">
        {before}
        <span className="inline-block max-w-full wrap-anywhere">{orderNumber}</span>
        {after}
      </Notice>
      <ButtonLink to={paths.account}>See your orders</ButtonLink>
    </>
  )
}
