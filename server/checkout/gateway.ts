/**
 * The payment gateway in the shop's own verbs and units. "Gateway order" is the gateway's; the word "order" alone is
 * always the shop's. Amounts are paise.
 */
import type { Paise } from '#domain/money.ts'

export interface GatewayOrder {
  readonly id: string
  readonly amount: Paise
  readonly currency: string
}

/** From least to most final; a payment that has been declined may still be authorised days later. */
export const PAYMENT_STATES = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** One attempt to pay a gateway order. */
export interface GatewayPayment {
  readonly id: string
  readonly gatewayOrderId: string | null
  readonly amount: Paise
  readonly currency: string
  readonly state: PaymentState
  /** What has already gone back. */
  readonly refunded: Paise
  /** A code of the gateway; null unless it failed. */
  readonly declinedFor: string | null
}

export const REFUND_STATES = ['pending', 'processed', 'failed'] as const

export interface GatewayRefund {
  readonly id: string
  readonly state: (typeof REFUND_STATES)[number]
}

/**
 * `unreachable`: no answer, or none that can be read; whether anything happened is unknown.
 * `refused`: the gateway understood and declined; nothing happened.
 */
export type GatewayProblem = 'unreachable' | 'refused'

/** `detail` is a code or a status for the log, never for the shopper. */
export interface GatewayTrouble {
  readonly ok: false
  readonly problem: GatewayProblem
  readonly detail: string
}
export type Told<Fact> = { readonly ok: true; readonly fact: Fact } | GatewayTrouble

export interface PaymentGateway {
  /** The account's public name, for the dialog in the browser. */
  readonly publicKey: string
  /** `receipt` is the shop's own name for it, at most 40 characters, by which it is found again. */
  createOrder(wanted: {
    readonly receipt: string
    readonly amount: Paise
    readonly currency: string
  }): Promise<Told<GatewayOrder>>
  /** Null where no gateway order has this receipt. */
  findOrderByReceipt(receipt: string): Promise<Told<GatewayOrder | null>>
  paymentsOf(gatewayOrderId: string): Promise<Told<readonly GatewayPayment[]>>
  fetchPayment(paymentId: string): Promise<Told<GatewayPayment>>
  /** Takes the money of an authorised payment. Refused where that has been done already: fetch the payment then. */
  capture(payment: {
    readonly paymentId: string
    readonly amount: Paise
    readonly currency: string
  }): Promise<Told<GatewayPayment>>
  /** The same key twice is one refund; at least ten letters, digits, hyphens and underscores. */
  refund(wanted: {
    readonly paymentId: string
    readonly amount: Paise
    readonly idempotencyKey: string
  }): Promise<Told<GatewayRefund>>
  /** Whether the gateway itself signed that this payment paid this gateway order. */
  isGenuineProof(proof: {
    readonly gatewayOrderId: string
    readonly paymentId: string
    readonly signature: string
  }): boolean
  /** Whether the gateway itself signed this webhook; `body` is what arrived, byte for byte. */
  isGenuineWebhook(body: Uint8Array, signature: string): boolean
}
