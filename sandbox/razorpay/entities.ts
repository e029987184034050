/** Razorpay's own objects, as its API documents them. Amounts are paise, times are Unix seconds. */
import { randomBytes } from 'node:crypto'

export type Notes = Record<string, string> | []

export interface OrderEntity {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  created_at: number
}

export interface CardEntity {
  id: string
  entity: 'card'
  name: string
  last4: string
  network: string
  type: 'credit' | 'debit'
  issuer: string | null
  international: boolean
  emi: boolean
  sub_type: 'consumer'
}

export interface PaymentEntity {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  invoice_id: null
  international: boolean
  method: 'upi' | 'card' | 'netbanking'
  amount_refunded: number
  refund_status: null | 'partial' | 'full'
  captured: boolean
  description: string | null
  card_id: string | null
  card?: CardEntity
  bank: string | null
  wallet: null
  vpa: string | null
  email: string | null
  contact: string | null
  notes: Notes
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data: Record<string, string | null>
  late_authorized?: boolean
  created_at: number
  upi?: { vpa: string; flow: 'collect'; payer_account_type: 'bank_account' }
}

export interface RefundEntity {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Notes
  receipt: string | null
  acquirer_data: { arn: string | null }
  created_at: number
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_processed: 'normal' | 'instant'
  speed_requested: 'normal' | 'optimum'
}

export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const

export interface DisputeEntity {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  /** 0 until it is lost. */
  amount_deducted: number
  reason_code: string
  respond_by: number
  status: (typeof DISPUTE_STATUSES)[number]
  phase: 'chargeback'
  created_at: number
}

/**
 * An item of a settlement, as the reconciliation API reports it. `credit` is the amount minus the fee, which includes
 * its tax.
 */
export interface SettlementItemEntity {
  entity_id: string
  type: 'payment' | 'refund'
  debit: number
  credit: number
  amount: number
  currency: string
  fee: number
  tax: number
  on_hold: boolean
  settled: boolean
  created_at: number
  settled_at: number
  settlement_id: string
  settlement_utr: string
  description: string | null
  notes: Notes
  /** Id of the payment of a refund; null for payments. */
  payment_id: string | null
  order_id: string
  method: PaymentEntity['method']
  dispute_id: null
}

export interface RazorpayError {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR'
  description: string
  field?: string
  source: string
  step: string
  reason: string
  metadata: Record<string, string>
}

/** A request that Razorpay rejects; `status` is the HTTP status of the response. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 404 | 409
  readonly error: RazorpayError

  constructor(
    description: string,
    detail: { reason?: string; field?: string; step?: string; status?: 400 | 401 | 404 | 409 } = {},
  ) {
    super(description)
    this.status = detail.status ?? 400
    this.error = {
      code: 'BAD_REQUEST_ERROR',
      description,
      ...(detail.field === undefined ? {} : { field: detail.field }),
      source: 'business',
      step: detail.step ?? 'payment_initiation',
      reason: detail.reason ?? 'input_validation_failed',
      metadata: {},
    }
  }
}

export function idNotFound(): ApiError {
  return new ApiError('The id provided does not exist')
}

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A prefix and 14 letters or digits, like all of Razorpay's ids. */
export function newId(prefix: 'order' | 'pay' | 'rfnd' | 'disp' | 'card' | 'evt'): string {
  const letters = Array.from(randomBytes(14), (byte) => ALPHANUMERIC[byte % ALPHANUMERIC.length])
  return `${prefix}_${letters.join('')}`
}
