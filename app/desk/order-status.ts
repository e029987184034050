/** The current state of an order, in the desk's terms. */
import { UNKNOWN_VALUE, type UnknownValue } from '#contract/display-enum.ts'
import type { DeskOrder, ListedOrder } from '#contract/desk/orders.ts'
import { STATUS_LABELS } from '#domain/order.ts'
import { PARCEL_LABELS } from '#domain/parcel.ts'
import type { ReturnState } from '#domain/return.ts'
import { labelOf, UNKNOWN_VALUE_TEXT } from '#app/ui/label-of.ts'

type Facts = Pick<ListedOrder, 'status' | 'parcelState' | 'returnState' | 'isCancelled' | 'isRefundOwed'>

/** Shown with the parcel's state; omitted for a return that ended without pieces. */
const RETURN_TEXT: Partial<Record<ReturnState | UnknownValue, string>> = {
  requested: 'return requested',
  approved: 'return approved',
  received: 'pieces came back, to be inspected',
  accepted: 'pieces returned',
  rejected: 'return rejected',
  [UNKNOWN_VALUE]: UNKNOWN_VALUE_TEXT,
}

export function orderStatusText(facts: Facts): string {
  const { status, parcelState, returnState, isCancelled, isRefundOwed } = facts
  if (isCancelled) return isRefundOwed ? 'Cancelled · refund not made' : 'Cancelled'
  if (status !== 'completed' && status !== 'refunded') return STATUS_LABELS[status]
  const parcelText = parcelState ? labelOf(PARCEL_LABELS, parcelState) : 'To pack'
  const returned = returnState && RETURN_TEXT[returnState]
  if (status === 'completed')
    return [parcelText, returned, isRefundOwed && 'refund not made'].filter(Boolean).join(' · ')
  if (returnState === 'accepted') return isRefundOwed ? 'Returned · refund not made' : 'Returned and refunded'
  if (parcelState) return `${parcelText} · ${isRefundOwed ? 'refund not made' : 'refunded'}`
  return `${isRefundOwed ? 'Refund not made' : 'Refunded'}, nothing is sent`
}

/** Includes what is happening to it now. */
export function deskOrderStatusText(order: DeskOrder): string {
  const { status, parcel, returns, refunds, history, isRefundOwed } = order
  const cancellation = refunds.find(
    ({ cancels, state }) => cancels === 'order' && (state === 'requested' || state === 'unpacking'),
  )
  const text = orderStatusText({
    status,
    parcelState: parcel?.state ?? null,
    returnState: returns.at(-1)?.state ?? null,
    isCancelled: history.some(({ event }) => event === 'paid order cancelled'),
    isRefundOwed,
  })
  if (cancellation)
    return `${text} · ${cancellation.state === 'unpacking' ? 'being cancelled' : 'its cancellation waits for approval'}`
  if (refunds.some(({ state }) => state === 'due')) return `${text} · a refund is being sent`
  return text
}
