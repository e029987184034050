import { createHmac } from 'node:crypto'
import { RAZORPAY_CREDENTIALS } from '#sandbox/credentials.ts'

/** HMAC-SHA256 in lower-case hexadecimal, like Razorpay's signatures. */
export function hmacHex(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

/** `razorpay_signature` of the handler. */
export function paymentSignature(payment: { orderId: string; paymentId: string }): string {
  return hmacHex(RAZORPAY_CREDENTIALS.keySecret, `${payment.orderId}|${payment.paymentId}`)
}

/** `x-razorpay-signature` of a webhook with this raw body. */
export function webhookSignature(body: string): string {
  return hmacHex(RAZORPAY_CREDENTIALS.webhookSecret, body)
}
