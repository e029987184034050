/** `requested` waits for a second person, `unpacking` for the parcel of what it cancels, `due` for the job that sends it. */
export const REFUND_REQUEST_STATES = ['requested', 'unpacking', 'due', 'sent', 'declined', 'failed'] as const
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number]

/** Nothing of it is refunded, but what it refunds counts as refunded. */
export const NOT_SENT_YET = ['requested', 'unpacking', 'due'] as const satisfies readonly RefundRequestState[]

export function isNotSentYet(state: RefundRequestState): boolean {
  return NOT_SENT_YET.some((each) => each === state)
}
