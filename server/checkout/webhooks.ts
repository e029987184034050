/**
 * Webhooks of the gateway: checked, kept and answered at once; worked on afterwards from the database. A webhook only
 * says which order to ask the gateway about; its amounts and states are never believed.
 */
import { createHash } from 'node:crypto'
import { and, asc, inArray, isNull, lte, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PATHS_FOR_OTHERS } from '#contract/for-others.ts'
import { webhookEvent } from '#server/db/schema.ts'
import { refusal, troubleAnswer, type Shop, type ShopContext } from '#server/http.ts'
import { factsOf } from '#server/log.ts'
import { findGatewayOrder } from './orders.ts'
import { reopenRefund } from './refunds.ts'
import { lookAndSettle, type SettleParts } from './settle.ts'
import { later, LEASE_MS, retryDelayMs } from './timing.ts'

const WebhookBody = z.object({
  event: z.string().check(z.regex(/^[\w.]{1,100}$/)),
  payload: z.unknown(),
})
const AboutPayment = z.object({
  payment: z.object({ entity: z.object({ order_id: z.string() }) }),
})
const AboutOrder = z.object({ order: z.object({ entity: z.object({ id: z.string() }) }) })
const AboutRefund = z.object({ refund: z.object({ entity: z.object({ id: z.string() }) }) })

export interface WebhookParts extends SettleParts {
  /** Starts at once on what has just been stored. */
  readonly worker: { poke(): void }
}

export function mountWebhooks(shop: Shop, parts: WebhookParts): void {
  shop.post(PATHS_FOR_OTHERS.razorpayWebhook, (context) => receive(context, parts))
}

async function receive(
  context: ShopContext,
  { db, gateway, log, now, worker }: WebhookParts,
): Promise<Response> {
  const body = new Uint8Array(await context.req.arrayBuffer())
  if (!gateway.isGenuineWebhook(body, context.req.header('x-razorpay-signature') ?? '')) {
    log.warn('webhook with a wrong signature')
    return troubleAnswer(context, refusal('not-signed-in', 'The signature is not valid.'))
  }
  const text = decoded(body)
  const parsed = text === null ? null : WebhookBody.safeParse(jsonOf(text))
  if (text === null || !parsed?.success)
    return troubleAnswer(context, refusal('invalid-request', 'The event cannot be read.'))
  const eventId =
    context.req.header('x-razorpay-event-id')?.slice(0, 200) ??
    createHash('sha256').update(body).digest('hex')
  const stored = await db
    .insert(webhookEvent)
    .values({ eventId, event: parsed.data.event, body: text, receivedAt: now(), nextAttemptAt: now() })
    .onConflictDoNothing({ target: webhookEvent.eventId })
    .returning({ eventId: webhookEvent.eventId })
  log.info('webhook', { event: parsed.data.event, isRepeated: stored.length === 0 })
  if (stored.length > 0) worker.poke()
  return context.json({ success: true })
}

function decoded(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const EVENTS_PER_ROUND = 20

type EventRow = typeof webhookEvent.$inferSelect

/** Works on the events that are due; gives how many. Those about one order are one question to the gateway. */
export async function workDueWebhooks(parts: SettleParts): Promise<number> {
  const due = await claimed(parts)
  const byOrder = Map.groupBy(due, ({ body }) => subjectOf(body).gatewayOrderId)
  await Promise.all([...byOrder].map(([gatewayOrderId, events]) => work(parts, gatewayOrderId, events)))
  return due.length
}

function claimed({ db, now }: SettleParts): Promise<EventRow[]> {
  return db.transaction(async (tx) => {
    const at = now()
    const due = await tx
      .select({ eventId: webhookEvent.eventId })
      .from(webhookEvent)
      .where(and(isNull(webhookEvent.workedAt), lte(webhookEvent.nextAttemptAt, at)))
      .orderBy(asc(webhookEvent.nextAttemptAt))
      .limit(EVENTS_PER_ROUND)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    return tx
      .update(webhookEvent)
      .set({ nextAttemptAt: later(at, LEASE_MS), attempts: sql`${webhookEvent.attempts} + 1` })
      .where(
        inArray(
          webhookEvent.eventId,
          due.map(({ eventId }) => eventId),
        ),
      )
      .returning()
  })
}

/** What an event is about, as far as it says so. */
function subjectOf(body: string): { gatewayOrderId: string | null; refundId: string | null } {
  const { payload } = WebhookBody.parse(JSON.parse(body))
  const paid = AboutPayment.safeParse(payload).data?.payment.entity.order_id
  const ordered = AboutOrder.safeParse(payload).data?.order.entity.id
  return {
    gatewayOrderId: paid ?? ordered ?? null,
    refundId: AboutRefund.safeParse(payload).data?.refund.entity.id ?? null,
  }
}

async function work(
  parts: SettleParts,
  gatewayOrderId: string | null,
  events: readonly EventRow[],
): Promise<void> {
  const { db, log, now } = parts
  const isWorked = await consequences(parts, gatewayOrderId, events).catch((error: unknown) => {
    log.error('webhook work failed', factsOf(error))
    return false
  })
  const attempts = Math.max(...events.map((event) => event.attempts))
  await db
    .update(webhookEvent)
    .set(
      isWorked
        ? { workedAt: now(), nextAttemptAt: null }
        : { nextAttemptAt: later(now(), retryDelayMs(attempts)) },
    )
    .where(
      inArray(
        webhookEvent.eventId,
        events.map(({ eventId }) => eventId),
      ),
    )
}

/** False where the gateway could not be asked. */
async function consequences(
  parts: SettleParts,
  gatewayOrderId: string | null,
  events: readonly EventRow[],
): Promise<boolean> {
  for (const { event, body } of events) {
    const { refundId } = subjectOf(body)
    if (event === 'refund.failed' && refundId !== null) await reopenRefund(parts, refundId)
  }
  const known = gatewayOrderId === null ? undefined : await findGatewayOrder(parts.db, gatewayOrderId)
  if (!known) {
    // Another shop's account, or a payment made by hand on the dashboard: kept, and nothing follows.
    parts.log.warn('webhook about nothing of ours', { events: events.length })
    return true
  }
  const looked = await lookAndSettle(parts, known.orderNumber, 'webhook')
  if (!looked.ok) parts.log.warn('gateway not asked', { problem: looked.problem, detail: looked.detail })
  return looked.ok
}
