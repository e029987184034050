/**
 * `requested` waits for a second person, `unpacking` for the parcel of what it cancels, `due` for the job that sends
 * it.
 */
export const REFUND_REQUEST_STATES = ['requested', 'unpacking', 'due', 'sent', 'declined', 'failed'] as const
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number]

/** Not refunded yet, but its pieces and amount count as refunded. */
export const NOT_SENT_YET = ['requested', 'unpacking', 'due'] as const satisfies readonly RefundRequestState[]

export function isNotSentYet(state: RefundRequestState): boolean {
  return NOT_SENT_YET.some((each) => each === state)
}
