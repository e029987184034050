import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PublicConfig } from '#contract/config.ts'
import { paths } from '#app/paths.ts'
import { saveFailureReason } from '#app/state/checkout.ts'
import { clearOrderedCart } from '#app/state/lists.ts'
import { signedInUser } from '#app/state/session.ts'
import { syncLists } from '#app/state/sync.ts'
import {
  pay,
  checkPreconditions,
  type Dismissal,
  type PaymentOutcome,
  type CheckoutContent,
} from './payment.ts'
import { loadDialog } from './razorpay-dialog.ts'
import { BANNERS, START_ERROR_TEXT, type PaymentStageName, type StartError } from './texts.ts'

export type Payment =
  | { readonly stage: 'idle'; readonly trouble: string | null }
  | { readonly stage: 'unconfirmed'; readonly orderNumber: string; readonly dismissal?: Dismissal }
  | { readonly stage: PaymentStageName; readonly detail?: string }

export interface PaymentControls {
  readonly payment: Payment
  /** From the press of the button to the page that tells the end; nothing of this checkout may change meanwhile. */
  readonly isUnderWay: boolean
  readonly start: (purchase: CheckoutContent, onPaid: () => void) => Promise<void>
}

export function usePayment(config: PublicConfig | null): PaymentControls {
  const navigate = useNavigate()
  const [payment, setPayment] = useState<Payment>({ stage: 'idle', trouble: null })
  // A second press comes before the first has changed what is on the screen.
  const isStarted = useRef(false)

  const notStarted = (problem: StartError) =>
    setPayment({ stage: 'idle', trouble: START_ERROR_TEXT[problem] })

  const start: PaymentControls['start'] = async (wanted, onPaid) => {
    if (isStarted.current) return
    isStarted.current = true
    setPayment({ stage: 'creating' })
    try {
      const ended = await run(wanted)
      if (typeof ended === 'string') return notStarted(ended)
      if (ended.end === 'success') onPaid()
      await setStage(ended)
    } catch (error) {
      // Nothing was charged: from the dialog on, `pay` itself takes care of what goes wrong.
      reportError(error)
      setPayment({ stage: 'idle', trouble: BANNERS.failed })
    } finally {
      isStarted.current = false
    }
  }

  async function run(wanted: CheckoutContent): Promise<PaymentOutcome | StartError> {
    const openDialog = config && (await loadDialog(config.checkoutScriptUrl))
    const ready = checkPreconditions(openDialog, wanted.total, signedInUser())
    if (typeof ready === 'string' || !config) return typeof ready === 'string' ? ready : 'no script'
    return pay(wanted, {
      openDialog: ready,
      paymentKey: config.paymentKey,
      onStage: (stage) => setPayment({ stage }),
      wait: delay,
    })
  }

  async function setStage(ended: PaymentOutcome): Promise<void> {
    switch (ended.end) {
      case 'success':
        setPayment({ stage: 'success' })
        await navigate(paths.orderSuccess, { replace: true })
        clearOrderedCart()
        await syncLists()
        return
      case 'failed':
      case 'cancelled':
        setPayment({ stage: ended.end, detail: ended.end === 'failed' ? ended.detail : undefined })
        saveFailureReason(ended.reason)
        if (ended.end === 'failed' && ended.isPageStale) return location.replace(paths.orderFailed)
        await navigate(paths.orderFailed, { replace: true })
        return
      case 'unconfirmed':
        return setPayment({
          stage: 'unconfirmed',
          orderNumber: ended.orderNumber,
          dismissal: ended.dismissal,
        })
      case 'not started':
        return notStarted(ended.problem)
    }
  }

  const isOver = payment.stage === 'idle' || payment.stage === 'unconfirmed'
  return { payment, isUnderWay: !isOver, start }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
