import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import { sendWebhooks, type GatewayContext } from './context.ts'
import { ApiError, newId, type DisputeEntity } from './entities.ts'

/** Seconds within which the customer's bank decides. */
const RESPOND_WITHIN_S = (7 * DAY_MS) / SECOND_MS

/**
 * The customer disputes a captured payment at the bank, or the dispute advances. A payment has at most one dispute
 * here, over `amount` paise, or else what is not refunded.
 */
export function moveDispute(
  context: GatewayContext,
  paymentId: string,
  status: DisputeEntity['status'],
  amount?: number,
): DisputeEntity {
  const { gatewayStore, faults } = context
  const payment = gatewayStore.findPayment(paymentId)
  if (!payment.captured) throw new ApiError('The payment is not captured.')
  const existing = gatewayStore.disputeOfPayment(paymentId)
  const createdAt = faults.unixSeconds(gatewayStore.faultTargets(payment.order_id))
  const dispute: DisputeEntity = existing
    ? { ...existing, status, amount_deducted: status === 'lost' ? existing.amount : 0 }
    : {
        id: newId('disp'),
        entity: 'dispute',
        payment_id: paymentId,
        amount: amount ?? payment.amount - payment.amount_refunded,
        currency: payment.currency,
        amount_deducted: 0,
        reason_code: 'goods_or_services_not_received',
        respond_by: createdAt + RESPOND_WITHIN_S,
        status,
        phase: 'chargeback',
        created_at: createdAt,
      }
  gatewayStore.saveDispute(dispute)
  const event = existing ? (`payment.dispute.${status}` as const) : 'payment.dispute.created'
  sendWebhooks(context, payment.order_id, [{ event, payload: { payment, dispute } }])
  return dispute
}
