import { useState } from 'react'
import type { OrderProps } from './order-calls.ts'
import type { DashboardRefund, Refund } from './RefundFacts.tsx'

export interface UnmadeRefundProps extends OrderProps {
  /** It has failed or was declined. */
  readonly refund: Refund | DashboardRefund
}

/** An open dialog keeps what it was opened with, to say that this has changed. */
export function useOpened<Shown>(current: Shown | null) {
  const [opened, setOpened] = useState<Shown | null>(null)
  return {
    shown: opened ?? current,
    onOpen: () => setOpened(current),
    onClose: () => setOpened(null),
  }
}
