/** Opens the gateway order of an order: one, however often and from wherever it is asked for. */
import type { Result } from './gateway.ts'
import {
  bindGatewayOrder,
  gatewayOrdersOf,
  isExhausted,
  createReceipt,
  type GatewayOrderRow,
  type OrderRow,
} from './orders.ts'
import type { SettleParts } from './settle.ts'

interface OpenRequest {
  readonly placed: OrderRow
  /** Its receipt was written just now by this very call, so the gateway cannot know it yet. */
  readonly isNew: boolean
}

/** Gives the gateway's order id. Those who ask at once wait for one answer. */
export function createGatewayOrderOpener(
  parts: SettleParts,
): (opening: OpenRequest) => Promise<Result<string>> {
  const inFlight = new Map<string, Promise<Result<string>>>()
  return (opening) => {
    const { number } = opening.placed
    const known = inFlight.get(number)
    if (known) return known
    const fresh = open(parts, opening).finally(() => inFlight.delete(number))
    inFlight.set(number, fresh)
    return fresh
  }
}

async function open(
  { db, gateway, now }: SettleParts,
  { placed, isNew }: OpenRequest,
): Promise<Result<string>> {
  const receipt = await currentReceipt({ db, now }, placed)
  if (receipt.gatewayOrderId !== null) return { ok: true, fact: receipt.gatewayOrderId }
  // An answer may have been lost: what the gateway has by this receipt is found again. Where another server opens one
  // at the same moment, the first to be bound is used; the other is never shown to anybody, so nobody can pay it.
  const found = isNew ? null : await gateway.findOrderByReceipt(receipt.receipt)
  if (found && !found.ok) return found
  const opened = found?.fact ? { ok: true as const, fact: found.fact } : await gateway.createOrder(receipt)
  if (!opened.ok) return opened
  const { amount, currency } = opened.fact
  if (amount !== receipt.amount || currency !== receipt.currency)
    return { ok: false, problem: 'refused', detail: 'the gateway order has another amount' }
  return { ok: true, fact: await bindGatewayOrder(db, receipt, opened.fact, now()) }
}

async function currentReceipt(
  { db, now }: Pick<SettleParts, 'db' | 'now'>,
  placed: OrderRow,
): Promise<GatewayOrderRow> {
  const receipts = await gatewayOrdersOf(db, placed.number)
  const last = receipts.at(-1)
  if (!last) throw new Error('An order without a receipt')
  if (!(await isExhausted(db, last))) return last
  await createReceipt(db, placed, { attempt: receipts.length + 1, now: now() })
  const written = (await gatewayOrdersOf(db, placed.number)).at(-1)
  return written ?? last
}
