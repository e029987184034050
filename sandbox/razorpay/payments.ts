import { sendWebhooks, type GatewayContext } from './context.ts'
import {
  ApiError,
  newId,
  type Notes,
  type OrderEntity,
  type PaymentEntity,
  type RazorpayError,
} from './entities.ts'
import { methodFields, type Instrument, type PaymentFailure } from './instruments.ts'
import { countAttempt } from './orders.ts'
import { refundInFull } from './refunds.ts'
import { paymentSignature } from './signature.ts'
import { faultTargetsOf } from './store.ts'
import type { GatewayEvent } from './webhooks.ts'

export interface Attempt {
  orderId: string
  instrument: Instrument
  failure: PaymentFailure | null
  /** The payment fails now and is authorized later. */
  isAuthorizedLate: boolean
  customer: { email: string | null; contact: string | null; description: string | null; notes: Notes }
}

export interface PaymentProof {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/** `silent`: the payment succeeded, but the page's handler is never called. */
export type AttemptResult = (
  | { end: 'paid'; proof: PaymentProof }
  | { end: 'silent' }
  | { end: 'failed'; error: RazorpayError }
) & { webhooksFirst: boolean }

const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
} as const

/** The text for the shopper while the bank has not responded. */
const BANK_TIMEOUT: PaymentFailure = {
  code: 'GATEWAY_ERROR',
  description:
    'The bank did not answer in time. If money has left your account, it comes back or reaches us later.',
  source: 'bank',
  step: 'payment_authorization',
  reason: 'payment_timed_out',
}

/** The shopper presses Pay in the dialog. */
export function attemptPayment(context: GatewayContext, attempt: Attempt): AttemptResult {
  const { gatewayStore, faults } = context
  const { order: before } = gatewayStore.findOrder(attempt.orderId)
  if (gatewayStore.paymentsOfOrder(before.id).some(({ status }) => status === 'authorized')) {
    const { error } = new ApiError('A payment on this order is already being processed.', {
      reason: 'payment_already_authorized',
    })
    return { end: 'failed', error: { ...error, metadata: { order_id: before.id } }, webhooksFirst: false }
  }
  const targets = faultTargetsOf(before)
  const isAuthorizedLate = isLateAuthorization(context, attempt, before)
  const order = countAttempt(context, before)
  const payment = createPayment(context, attempt, order)
  const webhooksFirst = faults.shouldInject('webhook-before-handler', targets)
  const failure = attempt.failure ?? (isAuthorizedLate ? BANK_TIMEOUT : null)
  if (failure) {
    const metadata = { payment_id: payment.id, order_id: order.id }
    const events = failPayment(context, payment, failure, isAuthorizedLate)
    sendWebhooks(context, order.id, events, webhooksFirst)
    return { end: 'failed', error: { ...failure, metadata }, webhooksFirst }
  }
  const events = authorizePayment(context, payment)
  const isCaptured = order.status !== 'paid' && gatewayStore.findPayment(payment.id).captured
  if (isCaptured && faults.shouldInject('double-capture', targets)) {
    const duplicate: PaymentEntity = { ...payment, id: newId('pay'), status: 'authorized' }
    events.push(
      { event: 'payment.authorized', payload: { payment: duplicate } },
      ...captureNow(context, duplicate),
    )
  }
  sendWebhooks(context, order.id, events, webhooksFirst)
  if (faults.shouldInject('handler-never', targets)) return { end: 'silent', webhooksFirst }
  const proof = {
    razorpay_payment_id: payment.id,
    razorpay_order_id: order.id,
    razorpay_signature: paymentSignature({ orderId: order.id, paymentId: payment.id }),
  }
  return { end: 'paid', proof, webhooksFirst }
}

/** The shopper dismisses the dialog. With the fault, a payment is already on its way to the bank. */
export function dismissCheckout(context: GatewayContext, attempt: Attempt) {
  const { order } = context.gatewayStore.findOrder(attempt.orderId)
  if (order.status === 'paid' || !isLateAuthorization(context, attempt, order)) return
  const payment = createPayment(context, attempt, countAttempt(context, order))
  context.gatewayStore.savePayment(payment, lateAuthorizationStep(context))
}

export function capturePayment(context: GatewayContext, paymentId: string, amount: number): PaymentEntity {
  const { gatewayStore } = context
  const payment = gatewayStore.findPayment(paymentId)
  if (payment.captured) throw new ApiError('This payment has already been captured')
  if (gatewayStore.findOrder(payment.order_id).order.status === 'paid') {
    throw new ApiError('Your payment has been declined as the order is already paid.')
  }
  if (payment.status !== 'authorized') {
    throw new ApiError('Only payments which have been authorized and not yet captured can be captured')
  }
  if (amount !== payment.amount) {
    throw new ApiError('Capture amount must be equal to the amount authorized.', { field: 'amount' })
  }
  sendWebhooks(context, payment.order_id, captureNow(context, payment))
  return gatewayStore.findPayment(paymentId)
}

/** The bank confirms a payment that was reported as failed. */
export function authorizeLate(context: GatewayContext, id: string) {
  const payment: PaymentEntity = {
    ...context.gatewayStore.findPayment(id),
    ...NO_ERROR,
    late_authorized: true,
  }
  sendWebhooks(context, payment.order_id, authorizePayment(context, payment))
}

/** Nobody captured the payment in time. */
export function releasePayment(context: GatewayContext, id: string) {
  const payment = context.gatewayStore.findPayment(id)
  sendWebhooks(context, payment.order_id, refundInFull(context, payment))
}

function authorizePayment(context: GatewayContext, payment: PaymentEntity): GatewayEvent[] {
  const authorized: PaymentEntity = { ...payment, status: 'authorized' }
  context.gatewayStore.savePayment(authorized)
  return [
    { event: 'payment.authorized', payload: { payment: authorized } },
    ...followAuthorization(context, authorized),
  ]
}

/** Captures an authorized payment, refunds one that the order no longer needs, or leaves it to be captured. */
function followAuthorization(context: GatewayContext, payment: PaymentEntity): GatewayEvent[] {
  const { gatewayStore, faults } = context
  const { order, capture, captureWindowMs } = gatewayStore.findOrder(payment.order_id)
  const targets = faultTargetsOf(order)
  if (order.status === 'paid') {
    return faults.shouldInject('double-capture', targets)
      ? captureNow(context, payment)
      : refundInFull(context, payment)
  }
  if (capture === 'automatic' && !faults.shouldInject('stuck-authorized', targets)) {
    return captureNow(context, payment)
  }
  gatewayStore.savePayment(payment, { step: 'release', dueAt: Date.now() + captureWindowMs })
  return []
}

/** 2% of the amount, and 18% GST on that. */
function feeOf(amount: number): { fee: number; tax: number } {
  const fee = Math.round(amount * 0.02)
  const tax = Math.round(fee * 0.18)
  return { fee: fee + tax, tax }
}

function captureNow(context: GatewayContext, payment: PaymentEntity): GatewayEvent[] {
  const { gatewayStore } = context
  const captured: PaymentEntity = { ...payment, status: 'captured', captured: true, ...feeOf(payment.amount) }
  gatewayStore.savePayment(captured)
  const events: GatewayEvent[] = [{ event: 'payment.captured', payload: { payment: captured } }]
  const { order } = gatewayStore.findOrder(captured.order_id)
  if (order.status === 'paid') return events
  const paid: OrderEntity = {
    ...order,
    status: 'paid',
    amount_paid: captured.amount,
    amount_due: Math.max(order.amount - captured.amount, 0),
  }
  gatewayStore.saveOrder(paid)
  events.push({ event: 'order.paid', payload: { payment: captured, order: paid } })
  // An order has one captured payment: further authorized ones are refunded.
  for (const other of gatewayStore.paymentsOfOrder(order.id)) {
    if (other.status === 'authorized') events.push(...refundInFull(context, other))
  }
  return events
}

function failPayment(
  context: GatewayContext,
  payment: PaymentEntity,
  failure: PaymentFailure,
  isAuthorizedLate: boolean,
): GatewayEvent[] {
  const failed: PaymentEntity = {
    ...payment,
    status: 'failed',
    error_code: failure.code,
    error_description: failure.description,
    error_source: failure.source,
    error_step: failure.step,
    error_reason: failure.reason,
  }
  context.gatewayStore.savePayment(failed, isAuthorizedLate ? lateAuthorizationStep(context) : null)
  return [{ event: 'payment.failed', payload: { payment: failed } }]
}

function createPayment({ faults }: GatewayContext, attempt: Attempt, order: OrderEntity): PaymentEntity {
  const targets = faultTargetsOf(order)
  const isWrong = faults.shouldInject('wrong-amount', targets)
  return {
    id: newId('pay'),
    entity: 'payment',
    amount: isWrong ? order.amount + (order.amount < 200 ? 100 : -100) : order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    ...methodFields(attempt.instrument, bankReference()),
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: attempt.customer.description,
    wallet: null,
    email: attempt.customer.email,
    contact: attempt.customer.contact,
    notes: attempt.customer.notes,
    fee: null,
    tax: null,
    ...NO_ERROR,
    created_at: faults.unixSeconds(targets),
  }
}

/** As requested, or by the fault for an order's first payment. */
function isLateAuthorization({ faults }: GatewayContext, attempt: Attempt, order: OrderEntity): boolean {
  return (
    attempt.isAuthorizedLate ||
    (order.attempts === 0 && faults.shouldInject('late-authorization', faultTargetsOf(order)))
  )
}

function lateAuthorizationStep({ faults }: GatewayContext) {
  return { step: 'authorize', dueAt: Date.now() + faults.settings().timing.lateAuthorizationMs } as const
}

function bankReference(): string {
  return String(Math.floor(Math.random() * 9e11) + 1e11)
}
