/**
 * Staff at the desk, in the evening while the shop is closed: they cancel orders and refund pieces and amounts, press twice,
 * and approve or decline what is above the limit. The shop sends the refunds afterwards, between its kills.
 */
import { asc, eq } from 'drizzle-orm'
import { paise, rupees, ZERO } from '#domain/money.ts'
import { cancelOrder } from '#server/checkout/cancel-order.ts'
import { decideRefund, refundableAmount, requestRefund } from '#server/checkout/desk-refunds.ts'
import type { Database, Db } from '#server/db/open.ts'
import { order } from '#server/db/schema.ts'
import { loadLines, lockOrder } from '#server/orders/orders.ts'
import { seededRandom, type Random } from './random.ts'

/** Of the completed orders. */
const CANCELLED = 0.06
const REFUNDED = 0.12
const APPROVAL_ABOVE = rupees(50_000)
/** A refund of an amount, in paise; one of pieces is of what they cost. */
const GOODWILL = 15_000
const [MEERA, RAVI] = ['meera@example.in', 'ravi@example.in']

interface Evening {
  readonly seed: number
  readonly siteUrl: string
  readonly at: Date
}

/** Counts what was done. */
export async function workAtDesk(db: Database, evening: Evening): Promise<Readonly<Record<string, number>>> {
  const random = seededRandom(evening.seed, 'staff')
  const done: Record<string, number> = {}
  const completed = await db
    .select({ number: order.number })
    .from(order)
    .where(eq(order.status, 'completed'))
    .orderBy(asc(order.number))
  for (const { number } of completed) {
    const draw = random.between(1, 100) / 100
    if (draw > CANCELLED + REFUNDED) continue
    const act = draw <= CANCELLED ? cancel : refund
    const what = await db.transaction((tx) => act(tx, number, { ...evening, random }))
    done[what] = (done[what] ?? 0) + 1
  }
  return done
}

type Acting = Evening & { readonly random: Random }

async function cancel(tx: Db, number: string, { siteUrl, at }: Acting): Promise<string> {
  const cancellation = { by: MEERA, source: 'desk', reason: 'chaos', amountMax: null, at, siteUrl } as const
  const first = await cancelOrder(tx, number, cancellation)
  const again = await cancelOrder(tx, number, cancellation)
  if (first.ok && again.ok && again.value.isNew) throw new Error(`${number} was cancelled twice`)
  return first.ok ? 'cancelled at the desk' : 'cancellations refused'
}

async function refund(tx: Db, number: string, { random, at }: Acting): Promise<string> {
  const lines = await loadLines(tx, [number])
  const refundable = await refundableAmount(tx, await lockOrder(tx, number))
  const isOfPiece = random.happens(0.6)
  // Its id follows from the order, so that the same seed makes the same refunds.
  const id = `00000000-0000-4000-8000-${Buffer.from(number).toString('hex').slice(-12)}`
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
  if (first.value.refund.state !== 'requested') return 'refunded at the desk'
  const decision = random.happens(0.7) ? 'approve' : 'decline'
  const own = await decideRefund(tx, { orderNumber: number, id, decision: 'approve', by: MEERA, at })
  if (own.ok) throw new Error(`A refund of ${number} was approved by who requested it`)
  const decided = await decideRefund(tx, { orderNumber: number, id, decision, by: RAVI, at })
  if (!decided.ok) throw new Error(`A refund of ${number} could not be decided`)
  return decision === 'approve' ? 'refunded at the desk after approval' : 'refunds declined'
}
