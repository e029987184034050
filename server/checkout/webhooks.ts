/**
 * Webhooks of the gateway: checked, kept and answered at once; worked on afterwards from the database. A webhook only
 * says which order to ask the gateway about; its amounts and states are never believed.
 */
import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { addMs } from '#domain/time.ts'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import type { Db } from '#server/db/open.ts'
import { payment, webhookEvent } from '#server/db/schema.ts'
import { errorResponse, sendError, type App, type AppContext } from '#server/http.ts'
import { errorFields } from '#server/log.ts'
import { logTrouble } from './gateway.ts'
import { adoptGatewayOrder, findGatewayOrder, orderNumberOfReceipt } from './orders.ts'
import { retryRefund } from './refunds.ts'
import { reconcileOrder, type SettleParts } from './settle.ts'
import { LEASE_MS, retryDelayMs } from './intervals.ts'

/** Taken out under another name, as the linter takes `z.catch` for a promise's. */
const { catch: otherwise } = z

/** Of an entity only what is listed is kept: e-mail, telephone, UPI id and bank reference never reach the database. */
const About = <Facts extends z.core.$ZodShape>(facts: Facts) =>
  otherwise(z.optional(z.object({ entity: z.object({ id: z.string(), ...facts }) })), undefined)
const Word = otherwise(z.nullish(z.string()), null)
const Figure = otherwise(z.nullish(z.number()), null)
const WebhookBody = z.object({
  event: z.string().check(z.regex(/^[\w.]{1,100}$/)),
  payload: otherwise(
    z.object({
      payment: About({ order_id: Word, status: Word, amount: Figure, amount_refunded: Figure }),
      order: About({ receipt: Word, status: Word, amount: Figure }),
      refund: About({ payment_id: Word, status: Word, amount: Figure }),
    }),
    {},
  ),
})

export interface WebhookParts extends SettleParts {
  /** Starts at once on what has just been stored. */
  readonly worker: { wake(): void }
}

export function mountWebhooks(shop: App, parts: WebhookParts): void {
  shop.post(EXTERNAL_PATHS.razorpayWebhook, (context) => receiveWebhook(context, parts))
}

async function receiveWebhook(
  context: AppContext,
  { db, gateway, log, now, worker }: WebhookParts,
): Promise<Response> {
  const body = new Uint8Array(await context.req.arrayBuffer())
  if (!gateway.verifyWebhookSignature(body, context.req.header('x-razorpay-signature') ?? '')) {
    log.warn('webhook with a wrong signature')
    return sendError(context, errorResponse('not-signed-in', 'The signature is not valid.'))
  }
  const text = decoded(body)
  const parsed = text === null ? null : WebhookBody.safeParse(jsonOf(text))
  if (text === null || !parsed?.success)
    return sendError(context, errorResponse('invalid-request', 'The event cannot be read.'))
  const eventId =
    context.req.header('x-razorpay-event-id')?.slice(0, 200) ??
    createHash('sha256').update(body).digest('hex')
  const stored = await db
    .insert(webhookEvent)
    .values({
      eventId,
      event: parsed.data.event,
      body: JSON.stringify(parsed.data),
      receivedAt: now(),
      nextAttemptAt: now(),
    })
    .onConflictDoNothing({ target: webhookEvent.eventId })
    .returning({ eventId: webhookEvent.eventId })
  log.info('webhook', { event: parsed.data.event, isRepeated: stored.length === 0 })
  if (stored.length > 0) worker.wake()
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
export async function processDueWebhooks(parts: SettleParts): Promise<number> {
  const due = await claimDueEvents(parts)
  const byOrder = Map.groupBy(due, ({ body }) => {
    const { gatewayOrderId, paymentId } = eventSubject(body)
    return gatewayOrderId ?? paymentId
  })
  await Promise.all([...byOrder.values()].map((events) => processEvents(parts, events)))
  return due.length
}

function claimDueEvents({ db, now }: SettleParts): Promise<EventRow[]> {
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
      .set({ nextAttemptAt: addMs(at, LEASE_MS), attempts: sql`${webhookEvent.attempts} + 1` })
      .where(
        inArray(
          webhookEvent.eventId,
          due.map(({ eventId }) => eventId),
        ),
      )
      .returning()
  })
}

interface Subject {
  readonly gatewayOrderId: string | null
  readonly paymentId: string | null
  readonly refundId: string | null
}

/** What an event is about, as far as it says so. */
export function eventSubject(body: string): Subject {
  const { payment, order, refund } = WebhookBody.parse(JSON.parse(body)).payload
  return {
    gatewayOrderId: payment?.entity.order_id ?? order?.entity.id ?? null,
    paymentId: payment?.entity.id ?? refund?.entity.payment_id ?? null,
    refundId: refund?.entity.id ?? null,
  }
}

/** `parked`: about an order of ours that the database has lost; kept for the audit. */
type Outcome = 'done' | 'not yet' | 'parked'

async function processEvents(parts: SettleParts, events: readonly EventRow[]): Promise<void> {
  const { db, log, now } = parts
  const outcome = await applyEvents(parts, events).catch((error: unknown): Outcome => {
    log.error('webhook work failed', errorFields(error))
    return 'not yet'
  })
  const attempts = Math.max(...events.map((event) => event.attempts))
  const outcomes: Record<Outcome, Partial<EventRow>> = {
    done: { workedAt: now(), nextAttemptAt: null },
    'not yet': { nextAttemptAt: addMs(now(), retryDelayMs(attempts)) },
    parked: { nextAttemptAt: null },
  }
  await db
    .update(webhookEvent)
    .set(outcomes[outcome])
    .where(
      inArray(
        webhookEvent.eventId,
        events.map(({ eventId }) => eventId),
      ),
    )
}

async function applyEvents(parts: SettleParts, events: readonly EventRow[]): Promise<Outcome> {
  for (const { event, body } of events) {
    const { refundId } = eventSubject(body)
    if (event === 'refund.failed' && refundId !== null) await retryRefund(parts, refundId)
  }
  const [first] = events
  if (!first) return 'done'
  const subject = eventSubject(first.body)
  const orderNumber = await orderNumberOf(parts.db, subject)
  return orderNumber === null ? unknownOrder(parts, subject) : looked(parts, orderNumber)
}

async function orderNumberOf(db: Db, { gatewayOrderId, paymentId }: Subject): Promise<string | null> {
  const opened = gatewayOrderId === null ? undefined : await findGatewayOrder(db, gatewayOrderId)
  if (opened || paymentId === null) return opened?.orderNumber ?? null
  const [paid] = await db.select().from(payment).where(eq(payment.paymentId, paymentId))
  return paid?.orderNumber ?? null
}

async function looked(parts: SettleParts, orderNumber: string): Promise<Outcome> {
  const answer = await reconcileOrder(parts, orderNumber, 'webhook')
  if (answer.ok) return 'done'
  logTrouble(parts.log, answer)
  return 'not yet'
}

/** The gateway says whose it is: its receipt is the shop's own name for it. */
async function unknownOrder(parts: SettleParts, { gatewayOrderId }: Subject): Promise<Outcome> {
  const { db, gateway, log, now } = parts
  const told = gatewayOrderId === null ? null : await gateway.fetchOrder(gatewayOrderId)
  if (told && !told.ok && told.problem !== 'refused') {
    logTrouble(log, told)
    return 'not yet'
  }
  const number = told?.ok ? orderNumberOfReceipt(told.fact.receipt) : null
  if (!told?.ok || number === null) {
    // Another shop's account, or a payment made by hand on the dashboard: kept, and nothing follows.
    log.warn('webhook about nothing of ours')
    return 'done'
  }
  if (await adoptGatewayOrder(db, told.fact, now())) return looked(parts, number)
  log.error('a webhook about an order that the database has lost', {
    event: 'order.lost',
    gatewayOrderId: told.fact.id,
  })
  return 'parked'
}
