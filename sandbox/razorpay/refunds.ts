import { sendWebhooks, type GatewayContext } from './context.ts'
import { ApiError, newId, type PaymentEntity, type RefundEntity } from './entities.ts'
import type { RefundRequest } from './validation.ts'
import type { GatewayEvent } from './webhooks.ts'

/**
 * A repeated request with the same idempotency key returns the first refund; a different request with it is a conflict.
 */
export function createRefund(
  context: GatewayContext,
  paymentId: string,
  request: RefundRequest,
  key: string | null,
): RefundEntity {
  const payment = context.gatewayStore.findPayment(paymentId)
  const idempotent = key === null ? null : { key, request: JSON.stringify([paymentId, request]) }
  const existing = idempotent && context.gatewayStore.findRefundByKey(idempotent.key)
  if (existing) {
    if (existing.request === idempotent.request) return existing.refund
    throw new ApiError('Different request with the same idempotency key has already been processed.', {
      status: 409,
    })
  }
  if (payment.refund_status === 'full') throw new ApiError('The payment has been fully refunded already.')
  if (!payment.captured) throw new ApiError('The payment status should be captured for action to be taken')
  if ((request.amount ?? 0) > payment.amount - payment.amount_refunded) {
    throw new ApiError('The refund amount provided is greater than amount captured.', { field: 'amount' })
  }
  const { refund, events } = recordRefund(context, payment, request, idempotent)
  sendWebhooks(context, payment.order_id, events)
  return refund
}

/** Refunds the rest of a payment without a request, as the gateway itself does. */
export function refundInFull(context: GatewayContext, payment: PaymentEntity): GatewayEvent[] {
  return recordRefund(context, payment, { amount: null, speed: 'normal', notes: [], receipt: null }, null)
    .events
}

function recordRefund(
  { gatewayStore, faults }: GatewayContext,
  payment: PaymentEntity,
  request: RefundRequest,
  idempotent: { key: string; request: string } | null,
) {
  const remaining = payment.amount - payment.amount_refunded
  const amount = request.amount ?? remaining
  const targets = gatewayStore.faultTargets(payment.order_id)
  // Money that was never captured is only released, which cannot fail.
  const fails =
    payment.captured &&
    gatewayStore.refundsOfPayment(payment.id).length === 0 &&
    faults.shouldInject('refund-failed', targets)
  const refunded: PaymentEntity = {
    ...payment,
    amount_refunded: payment.amount_refunded + amount,
    refund_status: amount === remaining ? 'full' : 'partial',
    status: amount === remaining ? 'refunded' : payment.status,
  }
  const refund: RefundEntity = {
    id: newId('rfnd'),
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: request.notes,
    receipt: request.receipt,
    acquirer_data: { arn: null },
    created_at: faults.unixSeconds(targets),
    batch_id: null,
    status: fails ? 'pending' : 'processed',
    speed_processed: 'normal',
    speed_requested: request.speed,
  }
  const failsAt = Date.now() + faults.settings().timing.refundFailsMs
  gatewayStore.savePayment(refunded, fails ? { step: 'fail refund', dueAt: failsAt } : null)
  gatewayStore.insertRefund(refund, idempotent)
  const payload = { payment: refunded, refund }
  const events: GatewayEvent[] = [{ event: 'refund.created', payload }]
  if (!fails) events.push({ event: 'refund.processed', payload })
  return { refund, events }
}

/** The money belongs to the shop again, as if no refund had been made. */
export function failRefund(context: GatewayContext, paymentId: string) {
  const { gatewayStore } = context
  const payment = gatewayStore.findPayment(paymentId)
  const pending = gatewayStore.refundsOfPayment(paymentId).find(({ status }) => status === 'pending')
  if (!pending) return
  const refund: RefundEntity = { ...pending, status: 'failed' }
  const captured: PaymentEntity = {
    ...payment,
    amount_refunded: payment.amount_refunded - refund.amount,
    refund_status: null,
    status: 'captured',
  }
  gatewayStore.savePayment(captured)
  gatewayStore.updateRefund(refund)
  sendWebhooks(context, payment.order_id, [
    { event: 'refund.failed', payload: { payment: captured, refund } },
  ])
}
