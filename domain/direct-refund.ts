/**
 * A direct refund: the shop has paid the customer itself, outside the gateway, in place of a refund that gateway or
 * bank did not take (D43).
 */
export const DIRECT_REFUND_METHODS = ['bank transfer', 'UPI', 'cheque', 'cash'] as const
export type DirectRefundMethod = (typeof DIRECT_REFUND_METHODS)[number]

/** By which bank and customer find the payment; cash has none. */
export function needsReference(method: DirectRefundMethod): boolean {
  return method !== 'cash'
}
