/**
 * Disputes of payments, as the gateway knows them: a webhook only names one, and the daily audit finds those whose webhook
 * was lost. They are answered on the gateway's dashboard; here they block refunds.
 */
import { eq } from 'drizzle-orm'
import { blocksRefunds, isDecided } from '#domain/dispute.ts'
import type { Db } from '#server/db/open.ts'
import { dispute } from '#server/db/refund-schema.ts'
import { payment } from '#server/db/schema.ts'
import { appendOrderEvents, type Source } from '#server/orders/order-events.ts'
import { lockOrder } from '#server/orders/orders.ts'
import type { GatewayDeps, GatewayDispute, GatewayResult, Period } from '#server/gateway/gateway.ts'
import { creditRefunds } from './credit-refunds.ts'

export type DisputeRow = typeof dispute.$inferSelect

/** Prefers an undecided dispute. */
export async function findDispute(db: Db, paymentId: string): Promise<DisputeRow | undefined> {
  const rows = await db.select().from(dispute).where(eq(dispute.paymentId, paymentId))
  return rows.find(({ status }) => blocksRefunds(status)) ?? rows[0]
}

export async function isRefundBlocked(db: Db, paymentId: string): Promise<boolean> {
  const existing = await findDispute(db, paymentId)
  return existing !== undefined && blocksRefunds(existing.status)
}

export async function fetchDispute(deps: GatewayDeps, id: string): Promise<GatewayResult<null>> {
  const fetched = await deps.gateway.fetchDispute(id)
  if (!fetched.ok) return fetched
  await record(deps, fetched.value, 'webhook')
  return { ok: true, value: null }
}

/** Those that began within the period. */
export async function fetchDisputes(deps: GatewayDeps, period: Period): Promise<GatewayResult<null>> {
  const listed = await deps.gateway.listDisputes(period)
  if (!listed.ok) return listed
  for (const each of listed.value) await record(deps, each, 'audit')
  return { ok: true, value: null }
}

async function record(
  { db, log, now }: GatewayDeps,
  { id, paymentId, amount, status, reason, respondBy, createdAt }: GatewayDispute,
  source: Source,
): Promise<void> {
  const [paid] = await db.select().from(payment).where(eq(payment.paymentId, paymentId))
  // It belongs to another shop on the account.
  if (!paid) return
  const { orderNumber } = paid
  const at = now()
  await db.transaction(async (tx) => {
    await lockOrder(tx, orderNumber)
    const [before] = await tx.select().from(dispute).where(eq(dispute.id, id))
    if (before && (before.status === status || isDecided(before.status))) return
    const row = { id, orderNumber, paymentId, amount, status, reason, respondBy, createdAt, updatedAt: at }
    await tx.insert(dispute).values(row).onConflictDoUpdate({ target: dispute.id, set: row })
    await appendOrderEvents(tx, {
      orderNumber,
      at,
      event: 'dispute reported',
      source,
      detail: { disputeId: id, status, amount },
    })
    // Its money may take the place of the refund of a return.
    if (status === 'lost') await creditRefunds(tx, { orderNumber, at })
    // If nobody contests it, it is lost at its deadline.
    if (!before) log.error('payment disputed', { event: 'payment.disputed', disputeId: id })
    if (status === 'lost') log.error('dispute lost', { event: 'payment.dispute-lost', disputeId: id })
  })
}
