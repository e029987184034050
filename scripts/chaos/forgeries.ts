/** Forgeries by shoppers: signatures, amounts, other people's proofs, webhooks. */
import type * as z from 'zod/mini'
import { dismissPayment, updateOrderStatus, verifyPayment } from '#contract/checkout.ts'
import { sendForgedWebhook, type TestClient } from './client.ts'
import type { Proof } from './gateway.ts'
import type { Random } from './random.ts'

type Verification = z.input<NonNullable<(typeof verifyPayment)['request']>>

interface Forging {
  readonly client: TestClient
  readonly otherClient: TestClient
  readonly siteUrl: string
  /** The gateway order being paid. */
  readonly orderNumber: string
  readonly verification: Proof & Omit<Verification, keyof Proof>
}

/** One forgery, which must be rejected and change nothing. */
export async function forge(
  { client, otherClient, siteUrl, orderNumber: orderId, verification }: Forging,
  random: Random,
): Promise<{ readonly kind: string; readonly isAccepted: boolean }> {
  const wrong = { ...verification, razorpay_signature: '0123456789abcdef'.repeat(4) }
  const proof: Proof = {
    razorpay_payment_id: wrong.razorpay_payment_id,
    razorpay_order_id: wrong.razorpay_order_id,
    razorpay_signature: wrong.razorpay_signature,
  }
  const forgeries: Record<string, () => Promise<number>> = {
    'a forged signature': async () => (await client.call(verifyPayment, wrong)).status,
    'a foreign proof': async () => (await otherClient.call(verifyPayment, verification)).status,
    'another amount': async () =>
      (await client.call(verifyPayment, { ...verification, amount: verification.amount + 100 })).status,
    'another payment under this signature': async () =>
      (await client.call(verifyPayment, { ...verification, razorpay_payment_id: 'pay_Made0Up0Made0U' }))
        .status,
    'a forged status update': async () =>
      (await client.call(updateOrderStatus, { orderId, status: 'completed', paymentDetails: proof })).status,
    'a foreign dismissal': async () =>
      (await otherClient.call(dismissPayment, { orderId, outcome: 'cancelled', reason: 'not mine' })).status,
    'a forged webhook': () => sendForgedWebhook(siteUrl, proof.razorpay_order_id),
  }
  const kind = random.oneOf(Object.keys(forgeries))
  const status = (await forgeries[kind]?.()) ?? 0
  return { kind, isAccepted: status >= 200 && status < 300 }
}
