import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { keepFailureReason } from '#app/state/checkout.ts'
import { takeOrderedCart } from '#app/state/lists.ts'
import { signedInUser } from '#app/state/session.ts'
import { syncLists } from '#app/state/sync.ts'
import type { Purchase } from './attempt.ts'
import { pay, readyToPay, type PaymentEnd } from './payment.ts'
import { loadDialog } from './razorpay-dialog.ts'
import { START_WORDS, type PaymentStageName, type StartProblem } from './words.ts'

export type Payment =
  | { readonly stage: 'idle'; readonly trouble: string | null }
  | { readonly stage: 'unconfirmed'; readonly orderNumber: string }
  | { readonly stage: PaymentStageName; readonly detail?: string }

export interface UsePayment {
  readonly payment: Payment
  /** From the press of the button to the page that tells the end; nothing of this checkout may change meanwhile. */
  readonly isUnderWay: boolean
  readonly start: (purchase: Omit<Purchase, 'userId'>, onPaid: () => void) => Promise<void>
}

export function usePayment(checkoutScriptUrl: string | null): UsePayment {
  const navigate = useNavigate()
  const [payment, setPayment] = useState<Payment>({ stage: 'idle', trouble: null })
  // A second press comes before the first has changed what is on the screen.
  const isStarted = useRef(false)

  const notStarted = (problem: StartProblem) => setPayment({ stage: 'idle', trouble: START_WORDS[problem] })

  const start: UsePayment['start'] = async (wanted, onPaid) => {
    if (isStarted.current) return
    isStarted.current = true
    setPayment({ stage: 'creating' })
    try {
      const ended = await run(wanted)
      if (typeof ended === 'string') return notStarted(ended)
      if (ended.end === 'success') onPaid()
      await tell(ended)
    } finally {
      isStarted.current = false
    }
  }

  async function run(wanted: Omit<Purchase, 'userId'>): Promise<PaymentEnd | StartProblem> {
    const openDialog = checkoutScriptUrl ? await loadDialog(checkoutScriptUrl) : null
    const ready = readyToPay(openDialog, wanted.total, signedInUser())
    if (typeof ready === 'string') return ready
    return pay(
      { ...wanted, userId: ready.userId },
      { openDialog: ready.openDialog, onStage: (stage) => setPayment({ stage }), wait: pause },
    )
  }

  async function tell(ended: PaymentEnd): Promise<void> {
    switch (ended.end) {
      case 'success':
        setPayment({ stage: 'success' })
        await navigate(paths.orderSuccess, { replace: true })
        takeOrderedCart()
        await syncLists()
        return
      case 'failed':
      case 'cancelled':
        setPayment({ stage: ended.end, detail: ended.end === 'failed' ? ended.detail : undefined })
        keepFailureReason(ended.reason)
        if (ended.end === 'failed' && ended.isPageStale) return location.replace(paths.orderFailed)
        await navigate(paths.orderFailed, { replace: true })
        return
      case 'unconfirmed':
        return setPayment({ stage: 'unconfirmed', orderNumber: ended.orderNumber })
      case 'not started':
        return notStarted(ended.problem)
    }
  }

  const isOver = payment.stage === 'idle' || payment.stage === 'unconfirmed'
  return { payment, isUnderWay: !isOver, start }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
