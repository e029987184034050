import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PublicConfig } from '#contract/config.ts'
import { pause } from '#app/api.ts'
import type { TaxIdentityErrors } from '#domain/tax-identity.ts'
import { paths } from '#app/paths.ts'
import { saveFailureReason } from '#app/state/checkout.ts'
import { signedInUser } from '#app/state/session.ts'
import {
  pay,
  checkPreconditions,
  type Dismissal,
  type PaymentOutcome,
  type CheckoutRequest,
} from './payment.ts'
import { loadDialog } from './razorpay-dialog.ts'
import { showPaid } from './show-paid.ts'
import { BANNERS, START_ERROR_TEXT, type PaymentStageName } from './texts.ts'

export type PaymentProgress =
  | { readonly stage: 'idle'; readonly error: string | null }
  | { readonly stage: 'unconfirmed'; readonly orderNumber: string; readonly dismissal?: Dismissal }
  | { readonly stage: PaymentStageName; readonly detail?: string }

export interface PaymentControls {
  readonly payment: PaymentProgress
  /** From the click to the result page; the checkout must not change in between. */
  readonly isUnderWay: boolean
  readonly start: (checkout: CheckoutRequest, on: PaymentEvents) => Promise<void>
}

interface PaymentEvents {
  readonly onPaid: () => void
  readonly onIdentityRejected: (errors: TaxIdentityErrors) => void
}

export function usePayment(config: PublicConfig | null): PaymentControls {
  const navigate = useNavigate()
  const [payment, setPayment] = useState<PaymentProgress>({ stage: 'idle', error: null })
  // A double click arrives before the state of the first click is rendered.
  const isStarted = useRef(false)

  const start: PaymentControls['start'] = async (checkout, { onPaid, onIdentityRejected }) => {
    if (isStarted.current) return
    isStarted.current = true
    setPayment({ stage: 'creating' })
    try {
      const outcome = await runPayment(config, checkout, (stage) => setPayment({ stage }))
      if (outcome.kind === 'success') onPaid()
      if (outcome.kind === 'identity rejected') onIdentityRejected(outcome.errors)
      await showOutcome(outcome)
    } catch (error) {
      // Nothing was charged: once the dialog is open, `pay` itself handles exceptions.
      reportError(error)
      setPayment({ stage: 'idle', error: BANNERS.failed })
    } finally {
      isStarted.current = false
    }
  }

  async function showOutcome(outcome: PaymentOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'success':
        setPayment({ stage: 'success' })
        return showPaid(outcome.order, navigate)
      case 'failed':
      case 'cancelled':
        setPayment({ stage: outcome.kind, detail: outcome.kind === 'failed' ? outcome.detail : undefined })
        saveFailureReason(outcome.reason)
        if (outcome.kind === 'failed' && outcome.isPageStale) return location.replace(paths.orderFailed)
        await navigate(paths.orderFailed, { replace: true })
        return
      case 'consent needed':
        return void navigate(orderPath(outcome.orderNumber), { replace: true })
      case 'unconfirmed':
        return setPayment({
          stage: 'unconfirmed',
          orderNumber: outcome.orderNumber,
          dismissal: outcome.dismissal,
        })
      case 'not started':
        return setPayment({ stage: 'idle', error: START_ERROR_TEXT[outcome.error] })
      case 'identity rejected':
        return setPayment({ stage: 'idle', error: outcome.reason })
    }
  }

  const isUnderWay = payment.stage !== 'idle' && payment.stage !== 'unconfirmed'
  return { payment, isUnderWay, start }
}

async function runPayment(
  config: PublicConfig | null,
  checkout: CheckoutRequest,
  onStage: (stage: 'creating' | 'verifying') => void,
): Promise<PaymentOutcome> {
  if (!config) return { kind: 'not started', error: 'no script' }
  const dialog = await loadDialog(config.checkoutScriptUrl)
  const ready = checkPreconditions(dialog, checkout.total, signedInUser())
  if (!ready.ok) return { kind: 'not started', error: ready.error }
  return pay(checkout, { openDialog: ready.value, paymentKey: config.paymentKey, onStage, wait: pause })
}

function orderPath(number: string | null): string {
  return number === null ? paths.orders : paths.order(number)
}
