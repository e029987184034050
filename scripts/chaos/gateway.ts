/** The sandbox's own controls: paying without a browser, advancing its time, reading its state and mailbox. */
import * as z from 'zod/mini'

export const Proof = z.object({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
})
export type Proof = z.infer<typeof Proof>

export type Outcome = 'success' | 'failure' | 'late' | 'dismissed'
/** The dialog's result: a proof, a decline, or nothing if its handler is never called. */
export type DialogEnd = Proof | 'declined' | 'silence'

const GatewayState = z.object({
  orders: z.array(z.object({ id: z.string(), receipt: z.nullable(z.string()), amount: z.number() })),
  payments: z.array(
    z.object({
      id: z.string(),
      order_id: z.string(),
      amount: z.number(),
      currency: z.string(),
      status: z.string(),
      captured: z.boolean(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      payment_id: z.string(),
      amount: z.number(),
      status: z.string(),
      receipt: z.nullish(z.string()),
    }),
  ),
  webhooks: z.object({ waiting: z.number(), delivered: z.number(), abandoned: z.number() }),
})
export type GatewayState = z.infer<typeof GatewayState>

const Emails = z.array(z.object({ messageId: z.string(), subject: z.string() }))
export type Email = z.infer<typeof Emails>[number]

const Advanced = z.object({ status: z.nullable(z.string()) })
const CourierParcels = z.array(
  z.object({ reference: z.string(), isCancelled: z.boolean(), isReturn: z.boolean() }),
)
export type CourierParcel = z.infer<typeof CourierParcels>[number]

const Counts = z.record(z.string(), z.number())

export interface GatewayControls {
  setFaults(settings: object): Promise<void>
  faultCounts(): Promise<Readonly<Record<string, number>>>
  pay(gatewayOrderId: string, outcome: Outcome): Promise<DialogEnd>
  /** Makes later steps of the gateway happen now; with `release`, uncaptured payments are refunded. */
  hurry(how?: { readonly release: boolean }): Promise<void>
  /** A staff member refunds on the dashboard. */
  refund(paymentId: string, amount: number): Promise<void>
  /** The courier advances a parcel or pickup by one step; null if there is none left. */
  advanceParcel(reference: string): Promise<string | null>
  parcels(): Promise<CourierParcel[]>
  state(): Promise<GatewayState>
  emailsTo(email: string): Promise<Email[]>
}

export function controlsOf(sandboxUrl: string): GatewayControls {
  async function json(path: string, init?: RequestInit): Promise<unknown> {
    const response = await fetch(sandboxUrl + path, {
      ...init,
      ...(init?.body != null && { headers: { 'content-type': 'application/json' } }),
    })
    if (!response.ok)
      throw new Error(`The sandbox responded ${response.status} to ${path}: ${await response.text()}`)
    return response.json()
  }
  const post = (path: string, body: object) => json(path, { method: 'POST', body: JSON.stringify(body) })

  return {
    async setFaults(settings) {
      await json('/faults', { method: 'PUT', body: JSON.stringify(settings) })
    },
    faultCounts: async () => Counts.parse(await json('/faults/counts')),
    async pay(order_id, outcome) {
      const response = await post('/razorpay/sandbox/pay', { order_id, outcome })
      if (response === null) return 'silence'
      return Proof.safeParse(response).data ?? 'declined'
    },
    async hurry({ release } = { release: false }) {
      await post('/razorpay/sandbox/advance', { release })
    },
    async refund(payment_id, amount) {
      await post('/razorpay/sandbox/refund', { payment_id, amount })
    },
    advanceParcel: async (order_id) =>
      Advanced.parse(await post('/shiprocket/sandbox/advance', { order_id })).status,
    parcels: async () => CourierParcels.parse(await json('/shiprocket/sandbox/parcels')),
    state: async () => GatewayState.parse(await json('/razorpay/sandbox/state')),
    emailsTo: async (email) => Emails.parse(await json(`/mailbox.json?to=${encodeURIComponent(email)}`)),
  }
}
