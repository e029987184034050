/** The shop's own interface to the payment gateway. */
import type { DisputeStatus } from '#domain/dispute.ts'
import type { Paise } from '#domain/money.ts'
import type { Result } from '#domain/result.ts'
import type { Deps } from '#server/context.ts'
import type { Log } from '#server/log.ts'

export interface GatewayOrder {
  readonly id: string
  readonly amount: Paise
  readonly currency: string
  /** The shop's receipt; null if the shop did not open it. */
  readonly receipt: string | null
}

/** From least to most final; a declined payment may still be authorized days later. */
export const PAYMENT_STATUSES = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** One attempt to pay a gateway order. */
export interface GatewayPayment {
  readonly id: string
  readonly gatewayOrderId: string | null
  readonly amount: Paise
  readonly currency: string
  readonly status: PaymentStatus
  readonly refunded: Paise
  /** The gateway's code; null unless the payment failed. */
  readonly failureReason: string | null
  /** Also true after a refund, unless the payment was only authorized. */
  readonly wasCaptured: boolean
  /** When the shopper began it; the money may arrive days later. Null if the gateway does not say. */
  readonly createdAt: Date | null
}

export const REFUND_STATUSES = ['pending', 'processed', 'failed'] as const

export interface GatewayRefund {
  readonly id: string
  readonly status: (typeof REFUND_STATUSES)[number]
}

export interface ListedRefund extends GatewayRefund {
  readonly paymentId: string
  readonly amount: Paise
  /** The shop's receipt; null for a refund made on the dashboard. */
  readonly receipt: string | null
  readonly createdAt: Date
}

export interface GatewayDispute {
  readonly id: string
  readonly paymentId: string
  readonly amount: Paise
  readonly status: DisputeStatus
  /** The gateway's code. */
  readonly reason: string
  readonly respondBy: Date | null
  readonly createdAt: Date
}

/** An item of a settlement; see server/db/settlement-schema.ts. */
export interface GatewaySettlementItem {
  readonly settlementId: string
  readonly entityId: string
  readonly type: string
  readonly amount: Paise
  readonly fee: Paise
  readonly tax: Paise
  readonly credit: Paise
  readonly debit: Paise
  readonly createdAt: Date
  readonly settledAt: Date
  readonly utr: string
}

export interface Period {
  readonly from: Date
  readonly to: Date
}

/**
 * `unreachable`: no response, or none that can be read; whether the request took effect is unknown.
 * `rejected`: the gateway understood the request and did not do it; nothing happened.
 * `unauthorized`: the gateway rejected the API keys, which says nothing about the request.
 */
export type GatewayErrorKind = 'unreachable' | 'rejected' | 'unauthorized'

export interface GatewayError {
  readonly kind: GatewayErrorKind
  /** A code or a status for the log, never for the shopper. */
  readonly detail: string
}
export type GatewayResult<Value> = Result<Value, GatewayError>

/** An outage passes; rejected keys stop every payment until an operator replaces them. */
export function logGatewayError(log: Log, { kind, detail }: GatewayError): void {
  if (kind === 'unauthorized')
    log.error('gateway rejected the API keys', { event: 'gateway.keys-rejected', detail })
  else log.warn('gateway request failed', { kind, detail })
}

export interface GatewayDeps extends Pick<Deps, 'db' | 'log' | 'now' | 'siteUrl'> {
  readonly gateway: PaymentGateway
}

export interface PaymentGateway {
  /** With test keys no money moves. */
  readonly isTestMode: boolean
  /** `receipt` has at most 40 characters. */
  createOrder(order: {
    readonly receipt: string
    readonly amount: Paise
    readonly currency: string
  }): Promise<GatewayResult<GatewayOrder>>
  findOrderByReceipt(receipt: string): Promise<GatewayResult<GatewayOrder | null>>
  fetchOrder(gatewayOrderId: string): Promise<GatewayResult<GatewayOrder>>
  fetchOrderPayments(gatewayOrderId: string): Promise<GatewayResult<readonly GatewayPayment[]>>
  fetchPayment(paymentId: string): Promise<GatewayResult<GatewayPayment>>
  /** Rejected for a payment that is already captured. */
  capture(payment: {
    readonly paymentId: string
    readonly amount: Paise
    readonly currency: string
  }): Promise<GatewayResult<GatewayPayment>>
  /** The key has at least ten letters, digits, hyphens and underscores. */
  refund(refund: {
    readonly paymentId: string
    readonly amount: Paise
    readonly idempotencyKey: string
    /** Receipt by which the refund is found again after a lost response. */
    readonly receipt?: string
  }): Promise<GatewayResult<GatewayRefund>>
  /** Includes refunds made on the gateway's dashboard. */
  fetchPaymentRefunds(paymentId: string): Promise<GatewayResult<readonly ListedRefund[]>>
  /** All records of the period, newest first, including those of other shops on the account. */
  listOrders(period: Period): Promise<GatewayResult<readonly GatewayOrder[]>>
  listPayments(period: Period): Promise<GatewayResult<readonly GatewayPayment[]>>
  listRefunds(period: Period): Promise<GatewayResult<readonly ListedRefund[]>>
  listDisputes(period: Period): Promise<GatewayResult<readonly GatewayDispute[]>>
  fetchDispute(disputeId: string): Promise<GatewayResult<GatewayDispute>>
  /** What was settled on a day in India, as an ISO date. */
  listSettlementItems(day: string): Promise<GatewayResult<readonly GatewaySettlementItem[]>>
  verifyPaymentSignature(proof: {
    readonly gatewayOrderId: string
    readonly paymentId: string
    readonly signature: string
  }): boolean
  /** `body` is the raw request body. */
  verifyWebhookSignature(body: Uint8Array, signature: string): boolean
}
