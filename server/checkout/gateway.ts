/**
 * The payment gateway in the shop's own verbs and units. "Gateway order" is the gateway's; the word "order" alone is
 * always the shop's. Amounts are paise.
 */
import type { Paise } from '#domain/money.ts'
import type { Log } from '#server/log.ts'

export interface GatewayOrder {
  readonly id: string
  readonly amount: Paise
  readonly currency: string
  /** The shop's name for it; null where somebody else opened it. */
  readonly receipt: string | null
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
  readonly failureReason: string | null
  /** The money was taken, also where it has gone back since; a refund of what was only authorised took nothing. */
  readonly wasCaptured: boolean
}

export const REFUND_STATES = ['pending', 'processed', 'failed'] as const

export interface GatewayRefund {
  readonly id: string
  readonly state: (typeof REFUND_STATES)[number]
}

/** A refund as the gateway lists it. */
export interface ListedRefund extends GatewayRefund {
  readonly paymentId: string
  readonly amount: Paise
  readonly createdAt: Date
}

/** What the gateway wrote down between two moments. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

/**
 * `unreachable`: no answer, or none that can be read; whether anything happened is unknown.
 * `refused`: the gateway understood and declined; nothing happened.
 * `unauthorised`: the gateway does not accept our keys, which says nothing about what was asked.
 */
export type GatewayErrorKind = 'unreachable' | 'refused' | 'unauthorised'

/** `detail` is a code or a status for the log, never for the shopper. */
export interface GatewayError {
  readonly ok: false
  readonly problem: GatewayErrorKind
  readonly detail: string
}
export type Result<Fact> = { readonly ok: true; readonly fact: Fact } | GatewayError

/** An outage passes by itself; refused keys stop every payment until a person mends them. */
export function logTrouble(log: Log, { problem, detail }: GatewayError): void {
  if (problem === 'unauthorised')
    log.error('the gateway refuses our keys', { event: 'gateway.keys-refused', detail })
  else log.warn('gateway not asked', { problem, detail })
}

export interface PaymentGateway {
  /** Its keys are for tests: no money moves. */
  readonly isTestMode: boolean
  /** `receipt` is the shop's own name for it, at most 40 characters, by which it is found again. */
  createOrder(wanted: {
    readonly receipt: string
    readonly amount: Paise
    readonly currency: string
  }): Promise<Result<GatewayOrder>>
  /** Null where no gateway order has this receipt. */
  findOrderByReceipt(receipt: string): Promise<Result<GatewayOrder | null>>
  fetchOrder(gatewayOrderId: string): Promise<Result<GatewayOrder>>
  paymentsOf(gatewayOrderId: string): Promise<Result<readonly GatewayPayment[]>>
  fetchPayment(paymentId: string): Promise<Result<GatewayPayment>>
  /** Takes the money of an authorised payment. Refused where that has been done already: fetch the payment then. */
  capture(payment: {
    readonly paymentId: string
    readonly amount: Paise
    readonly currency: string
  }): Promise<Result<GatewayPayment>>
  /** The same key twice is one refund; at least ten letters, digits, hyphens and underscores. */
  refund(wanted: {
    readonly paymentId: string
    readonly amount: Paise
    readonly idempotencyKey: string
  }): Promise<Result<GatewayRefund>>
  /** Every refund of a payment, also those that a person made on the dashboard. */
  refundsOf(paymentId: string): Promise<Result<readonly ListedRefund[]>>
  /** The whole lists of a period, newest first; orders and payments of other shops on the account among them. */
  ordersIn(period: Period): Promise<Result<readonly GatewayOrder[]>>
  paymentsIn(period: Period): Promise<Result<readonly GatewayPayment[]>>
  refundsIn(period: Period): Promise<Result<readonly ListedRefund[]>>
  /** Whether the gateway itself signed that this payment paid this gateway order. */
  verifyPaymentSignature(proof: {
    readonly gatewayOrderId: string
    readonly paymentId: string
    readonly signature: string
  }): boolean
  /** Whether the gateway itself signed this webhook; `body` is what arrived, byte for byte. */
  verifyWebhookSignature(body: Uint8Array, signature: string): boolean
}
