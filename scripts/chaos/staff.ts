/**
 * Staff at the desk, in the evening while the shop is closed: they cancel orders, refund pieces and amounts, and accept
 * returns of delivered pieces; they pack, and book pickups (desk-parcels.ts); they press twice, and approve or decline
 * what exceeds the limit. The shop sends the refunds afterwards, between its kills.
 */
import { asc, eq } from 'drizzle-orm'
import { needsHuids } from '#domain/line-facts.ts'
import { paise, ZERO } from '#domain/money.ts'
import { refundableAmount } from '#server/refunds/refund-amounts.ts'
import { requestRefund } from '#server/refunds/refund-requests.ts'
import type { Database, Db } from '#server/db/open.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { order } from '#server/db/schema.ts'
import { cancelOrder } from '#server/fulfilment/cancel-order.ts'
import { approveRefundRequest, declineRefundRequest } from '#server/fulfilment/decide-refund.ts'
import { packParcel } from '#server/fulfilment/parcels.ts'
import { loadLines, lockOrder } from '#server/orders/orders.ts'
import { acceptReturnedPieces, moveReturn, requestReturn } from '#server/fulfilment/returns.ts'
import {
  APPROVAL_ABOVE,
  codesOf,
  huidOf,
  idFor,
  MEERA,
  bookPickup,
  packAndBook,
  RAVI,
  type Acting,
  type Shift,
} from './desk-parcels.ts'
import { seededRandom } from './random.ts'

/** Shares of the completed orders. */
const CANCELLED = 0.06
const REFUNDED = 0.12
const RETURNED = 0.1
const BOOKED = 0.24
const COLLECTED = 0.08
/** A refund of an amount in paise, or of pieces at their price. */
const GOODWILL = 15_000

const ACTS = [
  [CANCELLED, cancel],
  [REFUNDED, refund],
  [RETURNED, returnPiece],
  [BOOKED, packAndBook],
  [COLLECTED, bookPickup],
] as const

/** Undefined for an order that staff leave alone. */
function actFor(draw: number) {
  let upTo = 0
  return ACTS.find(([share]) => draw <= (upTo += share))?.[1]
}

/** Counts what was done. */
export async function workAtDesk(db: Database, evening: Shift): Promise<Readonly<Record<string, number>>> {
  const random = seededRandom(evening.seed, 'staff')
  const done: Record<string, number> = {}
  const completed = await db
    .select({ number: order.number })
    .from(order)
    .where(eq(order.status, 'completed'))
    .orderBy(asc(order.number))
  for (const { number } of completed) {
    const draw = random.between(1, 100) / 100
    const act = actFor(draw)
    if (!act) continue
    const what = await db.transaction((tx) => act(tx, number, { ...evening, random }))
    done[what] = (done[what] ?? 0) + 1
  }
  return done
}

async function cancel(tx: Db, number: string, { siteUrl, at }: Acting): Promise<string> {
  const cancellation = { by: MEERA, reason: 'chaos', approvalAbove: null, at, siteUrl } as const
  const first = await cancelOrder(tx, number, cancellation)
  const again = await cancelOrder(tx, number, cancellation)
  if (first.ok && again.ok && again.value.isNew) throw new Error(`${number} was cancelled twice`)
  return first.ok ? 'cancelled at the desk' : 'cancellations refused'
}

async function refund(tx: Db, number: string, { random, siteUrl, at }: Acting): Promise<string> {
  const lines = await loadLines(tx, [number])
  const refundable = await refundableAmount(tx, await lockOrder(tx, number))
  const isOfPiece = random.happens(0.6)
  const id = idFor(number)
  const request = {
    id,
    lines: isOfPiece ? [{ position: random.oneOf(lines).position, quantity: 1 }] : [],
    extra: isOfPiece ? ZERO : paise(Math.min(GOODWILL, refundable)),
    reason: 'chaos',
    refundable,
    by: MEERA,
    at,
    approvalAbove: APPROVAL_ABOVE,
  }
  const first = await requestRefund(tx, number, request)
  const again = await requestRefund(tx, number, request)
  if (!first.ok || !again.ok || again.value.isNew) throw new Error(`A refund of ${number} was not made once`)
  if (first.value.request.state !== 'requested') return 'refunded at the desk'
  const decision = { orderNumber: number, id, at, siteUrl }
  const isApproved = random.happens(0.7)
  const own = await approveRefundRequest(tx, { ...decision, by: MEERA })
  if (own.ok) throw new Error(`A refund of ${number} was approved by who requested it`)
  const decide = isApproved ? approveRefundRequest : declineRefundRequest
  const decided = await decide(tx, { ...decision, by: RAVI })
  if (!decided.ok) throw new Error(`A refund of ${number} could not be decided`)
  return isApproved ? 'refunded at the desk after approval' : 'refunds declined'
}

/** One piece of a delivered order comes back the same evening: the courier has no faults here. */
async function returnPiece(tx: Db, number: string, { random, siteUrl, at }: Acting): Promise<string> {
  const lines = await loadLines(tx, [number])
  const pieces = lines.map((line) => ({ position: line.position, codes: codesOf(line) }))
  const packing = { weightMg: 100_000, seal: '', pieces, at, sendsTestOrders: true }
  const packed = await packParcel(tx, number, packing)
  if (!packed.ok) throw new Error(`${number} could not be packed`)
  await tx
    .update(parcel)
    .set({ state: 'delivered', dispatchedAt: at, deliveredAt: at })
    .where(eq(parcel.orderNumber, number))

  const id = idFor(number)
  const line = random.oneOf(lines)
  const chosen = [{ position: line.position, quantity: 1 }]
  const wanted = { id, lines: chosen, reason: 'other', note: '', resolution: 'refund', at, siteUrl } as const
  const codes = needsHuids(line) ? [huidOf(line, 0)] : []
  const acceptance = { id, codes, restocks: true, by: MEERA, approvalAbove: APPROVAL_ABOVE, at, siteUrl }
  const move = (to: 'approved' | 'received') =>
    moveReturn(tx, number, { id, to, source: 'desk', at, siteUrl })
  for (const step of [
    () => requestReturn(tx, number, wanted),
    () => move('approved'),
    () => move('received'),
    () => acceptReturnedPieces(tx, number, acceptance),
  ]) {
    const [first, again] = [await step(), await step()]
    if (!first.ok || !first.value.isNew || !again.ok || again.value.isNew)
      throw new Error(`A return of ${number} was not made once`)
  }
  await approveRefundRequest(tx, { orderNumber: number, id, by: RAVI, at, siteUrl })
  return 'pieces returned'
}
