/** Asks a customer whose pieces were sold before the payment arrived: make them to order, or refund the payment? */
import { useState } from 'react'
import type { AccountOrder, OrderDetails } from '#contract/account.ts'
import { decideMadeToOrder } from '#contract/order-decisions.ts'
import { formatRupees } from '#domain/money.ts'
import { MADE_TO_ORDER_DAYS } from '#domain/deadlines.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useCall } from '#app/state/use-call.ts'
import { callAuthenticated } from '#app/state/session.ts'
import { DECISION_FAILED } from './texts.ts'

interface MadeToOrderConsentProps {
  readonly order: OrderDetails
  readonly consent: NonNullable<AccountOrder['consent']>
  readonly onDecided: (order: OrderDetails) => void
}

export function MadeToOrderConsent({ order, consent, onDecided }: MadeToOrderConsentProps) {
  const [agreed, setAgreed] = useState(false)
  const { number, total } = order
  const { isBusy, error, run } = useCall(
    (agrees: boolean) => {
      setAgreed(agrees)
      return callAuthenticated(decideMadeToOrder, { params: { number }, body: { agrees } })
    },
    onDecided,
    ({ message }) => message || DECISION_FAILED,
  )

  return (
    <section aria-labelledby="consent" className="mb-6 border-l-2 border-gold bg-sunken px-5 py-4">
      <h2 id="consent" className="text-xl">
        Shall we make it for you?
      </h2>
      <p className="mt-2">
        Your payment has reached us. Meanwhile another customer had bought what we had of {consent.pieces}. We
        are sorry. We can make it for you at the same price, and send the order within {MADE_TO_ORDER_DAYS}{' '}
        days.
      </p>
      <p className="mt-2 text-sm text-ink-soft">
        Please choose until {formatIndiaDate(new Date(consent.dueAt))}. If we do not hear from you, we will
        refund your payment.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button busy={isBusy && agreed} disabled={isBusy} onClick={() => run(true)}>
          Make it for me
        </Button>
        <Button variant="secondary" busy={isBusy && !agreed} disabled={isBusy} onClick={() => run(false)}>
          Refund {formatRupees(total)}
        </Button>
      </div>
      <ErrorNotice className="mt-4">{error}</ErrorNotice>
    </section>
  )
}
