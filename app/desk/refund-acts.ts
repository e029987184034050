import type { DeskOrder, RefundApproval } from '#contract/desk/orders.ts'
import type { Paise } from '#domain/money.ts'

export interface RefundProps {
  readonly order: DeskOrder
  readonly onChange: (order: DeskOrder) => void
}

export interface RefundActProps extends RefundProps {
  readonly refundable: Paise
  readonly approval: RefundApproval | undefined
}
