import { createHmac } from 'node:crypto'
import { RAZORPAY_CREDENTIALS } from '#sandbox/credentials.ts'

/** Lower-case hexadecimal, as Razorpay writes its signatures. */
export function hmacHex(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

/** What the handler receives as `razorpay_signature`: over the gateway order's id, then the payment's. */
export function paymentSignature(paid: { orderId: string; paymentId: string }): string {
  return hmacHex(RAZORPAY_CREDENTIALS.keySecret, `${paid.orderId}|${paid.paymentId}`)
}

/** The header of a webhook: over its raw body. */
export function webhookSignature(body: string): string {
  return hmacHex(RAZORPAY_CREDENTIALS.webhookSecret, body)
}
