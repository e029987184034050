/** `requested` waits for a second person, `unpacking` for the parcel of what it cancels, `due` for the job that sends it. */
export const REFUND_REQUEST_STATES = ['requested', 'unpacking', 'due', 'sent', 'declined', 'failed'] as const
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number]
