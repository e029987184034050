/**
 * Settlements: what Razorpay pays into the shop's bank account. Captured payments, less Razorpay's fees, and refunds
 * are settled at noon two working days later; once settled, an item never changes.
 */
import { createHash } from 'node:crypto'
import { addMs, DAY_MS, indiaDate, indiaWeekday, parseIndiaTime, SECOND_MS } from '#domain/time.ts'
import type { GatewayContext } from './context.ts'
import type { PaymentEntity, RefundEntity, SettlementItemEntity } from './entities.ts'

const WORKING_DAYS = 2
const SUNDAY = 0
const SATURDAY = 6

/** Settles what is due, or immediately everything unsettled; returns the number of items. */
export function settle(context: GatewayContext, { everything = false } = {}): number {
  const { gatewayStore } = context
  const now = new Date()
  const due = unsettledItems(context).map((item) => ({
    item,
    settledAt: everything ? now : settlementTime(new Date(item.created_at * SECOND_MS)),
  }))
  const settled = due.filter(({ settledAt }) => settledAt <= now)
  for (const { item, settledAt } of settled) {
    const digest = createHash('sha256').update(settledAt.toISOString()).digest('hex').toUpperCase()
    gatewayStore.insertSettlementItem({
      ...item,
      settled_at: Math.floor(settledAt.getTime() / SECOND_MS),
      settlement_id: `setl_${digest.slice(0, 14)}`,
      settlement_utr: `UTR${digest.slice(14, 26)}`,
    })
  }
  return settled.length
}

type UnsettledItem = Omit<SettlementItemEntity, 'settled_at' | 'settlement_id' | 'settlement_utr'>

function unsettledItems({ gatewayStore, faults }: GatewayContext): UnsettledItem[] {
  const settled = new Set(gatewayStore.settledIds())
  const payments = gatewayStore.allPayments().filter(({ captured }) => captured)
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const refunds = gatewayStore
    .allRefunds()
    .filter(({ status, payment_id }) => status === 'processed' && byId.has(payment_id))
  const items = [
    ...payments.map((payment) => ({ item: paymentItem(payment), payment })),
    ...refunds.flatMap((refund) => {
      const payment = byId.get(refund.payment_id)
      return payment ? [{ item: refundItem(refund, payment), payment }] : []
    }),
  ]
  return items
    .filter(({ item }) => !settled.has(item.entity_id))
    .flatMap(({ item, payment }) => {
      const targets = gatewayStore.faultTargets(payment.order_id)
      if (faults.shouldInject('settlement-left-out', targets)) return []
      const isShort = item.type === 'payment' && faults.shouldInject('settlement-short', targets)
      return [isShort ? { ...item, credit: item.credit - 100 } : item]
    })
}

function paymentItem(payment: PaymentEntity): UnsettledItem {
  const { amount, fee } = payment
  return {
    ...itemOf(payment),
    entity_id: payment.id,
    type: 'payment',
    debit: 0,
    credit: amount - (fee ?? 0),
    amount,
    fee: fee ?? 0,
    tax: payment.tax ?? 0,
    created_at: payment.created_at,
    payment_id: null,
  }
}

function refundItem({ id, amount, created_at }: RefundEntity, payment: PaymentEntity): UnsettledItem {
  return {
    ...itemOf(payment),
    entity_id: id,
    type: 'refund',
    debit: amount,
    credit: 0,
    amount,
    fee: 0,
    tax: 0,
    created_at,
    payment_id: payment.id,
  }
}

function itemOf({ currency, description, notes, order_id, method }: PaymentEntity) {
  return { currency, description, notes, order_id, method, on_hold: false, settled: true, dispute_id: null }
}

/** Noon in India, two working days later. */
function settlementTime(created: Date): Date {
  let day = created
  for (let left = WORKING_DAYS; left > 0;) {
    day = addMs(day, DAY_MS)
    if (![SATURDAY, SUNDAY].includes(indiaWeekday(day))) left -= 1
  }
  return parseIndiaTime(`${indiaDate(day)}T12:00`) ?? day
}
