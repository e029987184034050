import { MINUTE_MS } from '#domain/time.ts'
import type { GatewayContext } from './context.ts'
import { newId, type Notes, type OrderEntity } from './entities.ts'
import { faultTargetsOf } from './store.ts'
import type { OrderRequest } from './validation.ts'

export function createOrder({ gatewayStore, faults }: GatewayContext, request: OrderRequest): OrderEntity {
  const { amount, currency, receipt, notes, capture, captureWindowMinutes } = request
  const existing =
    request.uniqueReceipt && receipt !== null ? gatewayStore.firstOrderByReceipt(receipt) : undefined
  if (existing) return existing
  const id = newId('order')
  const order: OrderEntity = {
    id,
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes,
    created_at: faults.unixSeconds(faultTargetsOf({ id, receipt })),
  }
  const captureWindowMs =
    captureWindowMinutes === null
      ? faults.settings().timing.captureWindowMs
      : captureWindowMinutes * MINUTE_MS
  gatewayStore.insertOrder({ order, capture, captureWindowMs })
  return order
}

export function updateNotes({ gatewayStore }: GatewayContext, id: string, notes: Notes): OrderEntity {
  const order = { ...gatewayStore.findOrder(id).order, notes }
  gatewayStore.saveOrder(order)
  return order
}

export function countAttempt({ gatewayStore }: GatewayContext, order: OrderEntity): OrderEntity {
  const attempted: OrderEntity = {
    ...order,
    attempts: order.attempts + 1,
    status: order.status === 'created' ? 'attempted' : order.status,
  }
  gatewayStore.saveOrder(attempted)
  return attempted
}
