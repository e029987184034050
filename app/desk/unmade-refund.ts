import { useState } from 'react'
import { readDeskOrder, type DeskOrder } from '#contract/desk/orders.ts'
import type { CallResult } from '#app/api.ts'
import { useDesk } from './desk-context.ts'
import type { DashboardRefund, Refund } from './RefundFacts.tsx'

export interface UnmadeRefundProps {
  readonly order: DeskOrder
  /** It has failed or was declined. */
  readonly refund: Refund | DashboardRefund
  readonly onChange: (order: DeskOrder) => void
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

/** After a conflict another person has settled or refunded it: the order then shows that. */
export function useOrderAfterConflict({ order: { number }, onChange }: Omit<UnmadeRefundProps, 'refund'>) {
  const { send } = useDesk()
  return async (result: CallResult<DeskOrder>) => {
    if (result.ok || result.error.code !== 'conflict') return
    const current = await send(readDeskOrder, { params: { number } })
    if (current.ok) onChange(current.value)
  }
}
