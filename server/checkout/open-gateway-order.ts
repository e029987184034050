import {
  linkGatewayOrder,
  insertGatewayOrder,
  isExhausted,
  listGatewayOrders,
  newGatewayOrderRow,
  type GatewayOrderRow,
} from '#server/orders/gateway-orders.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import type { GatewayDeps, GatewayResult } from '#server/gateway/gateway.ts'

interface OpenRequest {
  readonly order: OrderRow
  /** The caller has just written its gateway order, so the gateway cannot know the receipt yet. */
  readonly isNew: boolean
}

/**
 * Returns a function that resolves to the id of an order's gateway order; concurrent calls for an order share one
 * request.
 */
export function createGatewayOrderOpener(
  deps: GatewayDeps,
): (request: OpenRequest) => Promise<GatewayResult<string>> {
  const inFlight = new Map<string, Promise<GatewayResult<string>>>()
  return (request) => {
    const { number } = request.order
    const current = inFlight.get(number)
    if (current) return current
    const opening = open(deps, request).finally(() => inFlight.delete(number))
    inFlight.set(number, opening)
    return opening
  }
}

async function open(deps: GatewayDeps, { order, isNew }: OpenRequest): Promise<GatewayResult<string>> {
  const { db, gateway, now } = deps
  const current = isNew ? null : await currentGatewayOrder(deps, order)
  if (current && current.gatewayOrderId !== null) return { ok: true, value: current.gatewayOrderId }
  const gatewayOrderRow = current ?? newGatewayOrderRow(order, 1)
  // The response to an earlier request may have been lost. Where another server opens one at the same moment, the first
  // to be linked is used; the other is never shown, so nobody can pay it.
  const existing = isNew ? null : await gateway.findOrderByReceipt(gatewayOrderRow.receipt)
  if (existing && !existing.ok) return existing
  const gatewayOrder = existing?.value
    ? { ok: true as const, value: existing.value }
    : await gateway.createOrder(gatewayOrderRow)
  if (!gatewayOrder.ok) return gatewayOrder
  const { id, amount, currency } = gatewayOrder.value
  if (amount !== gatewayOrderRow.amount || currency !== gatewayOrderRow.currency)
    return { ok: false, error: { kind: 'rejected', detail: 'the gateway order has another amount' } }
  return { ok: true, value: await linkGatewayOrder(db, gatewayOrderRow, id, now()) }
}

async function currentGatewayOrder({ db, now }: GatewayDeps, order: OrderRow): Promise<GatewayOrderRow> {
  const gatewayOrders = await listGatewayOrders(db, order.number)
  const last = gatewayOrders.at(-1)
  if (!last) throw new Error('The order has no gateway order')
  if (!(await isExhausted(db, last))) return last
  await insertGatewayOrder(db, order, { ordinal: gatewayOrders.length + 1, now: now() })
  const successor = (await listGatewayOrders(db, order.number)).at(-1)
  return successor ?? last
}
