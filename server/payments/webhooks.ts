/**
 * Webhooks are verified, stored and acknowledged at once, and processed afterwards from the database. A webhook only
 * names the order to reconcile; its amounts and states are not trusted.
 */
import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { addMs } from '#domain/time.ts'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import type { Db } from '#server/db/open.ts'
import { claimDue } from '#server/db/queue.ts'
import { gatewayOrder, order, payment, webhookEvent } from '#server/db/schema.ts'
import { errorResponse, sendError, sendJson, type App, type AppContext, type AppEnv } from '#server/http.ts'
import { errorFields } from '#server/log.ts'
import { currentSpan, inSpan } from '#server/tracing.ts'
import { relinkGatewayOrder, findGatewayOrder, orderNumberOfReceipt } from '#server/orders/gateway-orders.ts'
import { GATEWAY_LEASE_MS, retryDelayMs } from '#server/orders/intervals.ts'
import { fetchDispute } from '#server/refunds/disputes.ts'
import { logGatewayError, type GatewayDeps } from '#server/gateway/gateway.ts'
import { retrySurplusRefund } from '#server/refunds/surplus-refunds.ts'
import { reconcileOrder } from './reconcile-order.ts'

/** Renamed because the linter mistakes `z.catch` for a promise's. */
const { catch: withFallback } = z

/** Only the listed fields are stored: e-mail, telephone, UPI id and bank reference never reach the database. */
const EntityOf = <Fields extends z.core.$ZodShape>(fields: Fields) =>
  withFallback(z.optional(z.object({ entity: z.object({ id: z.string(), ...fields }) })), undefined)
const OptionalText = withFallback(z.nullish(z.string()), null)
const OptionalNumber = withFallback(z.nullish(z.number()), null)
const WebhookBody = z.object({
  event: z.string().check(z.regex(/^[\w.]{1,100}$/)),
  payload: withFallback(
    z.object({
      payment: EntityOf({
        order_id: OptionalText,
        status: OptionalText,
        amount: OptionalNumber,
        amount_refunded: OptionalNumber,
      }),
      order: EntityOf({ receipt: OptionalText, status: OptionalText, amount: OptionalNumber }),
      refund: EntityOf({ payment_id: OptionalText, status: OptionalText, amount: OptionalNumber }),
      dispute: EntityOf({ payment_id: OptionalText, status: OptionalText }),
    }),
    {},
  ),
})

export interface PaymentWebhookDeps extends GatewayDeps {
  readonly worker: { wake(job: 'webhooks'): void }
}

export function paymentWebhook(deps: PaymentWebhookDeps): App {
  const app: App = new Hono<AppEnv>()
  app.post(EXTERNAL_PATHS.razorpayWebhook, (context) => receiveWebhook(context, deps))
  return app
}

async function receiveWebhook(
  context: AppContext,
  { db, gateway, log, now, worker }: PaymentWebhookDeps,
): Promise<Response> {
  const body = new Uint8Array(await context.req.arrayBuffer())
  if (!gateway.verifyWebhookSignature(body, context.req.header('x-razorpay-signature') ?? '')) {
    log.warn('webhook signature invalid')
    return sendError(context, errorResponse('invalid-signature', 'The signature is not valid.'))
  }
  const parsed = WebhookBody.safeParse(parseJson(body))
  if (!parsed.success)
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
      traceparent: currentSpan()?.traceparent,
    })
    .onConflictDoNothing({ target: webhookEvent.eventId })
    .returning({ eventId: webhookEvent.eventId })
  log.info('webhook received', { webhookEvent: parsed.data.event, isRepeated: stored.length === 0 })
  if (stored.length > 0) worker.wake('webhooks')
  return sendJson(context, { success: true })
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return null
  }
}

const EVENTS_PER_CLAIM = 50

type EventRow = typeof webhookEvent.$inferSelect

/** Returns the number of events that were due. Events about the same order are one reconciliation. */
export async function processDueWebhooks(deps: GatewayDeps): Promise<number> {
  const queue = {
    table: webhookEvent,
    isOpen: isNull(webhookEvent.processedAt),
    limit: EVENTS_PER_CLAIM,
    leaseMs: GATEWAY_LEASE_MS,
  }
  const due = await claimDue(deps.db, queue, deps.now())
  if (due.length === 0) return 0
  const groups = Map.groupBy(due, ({ body }) => {
    const { gatewayOrderId, paymentId } = eventSubject(body)
    return gatewayOrderId ?? paymentId
  })
  const isApplied = await findAlreadyApplied(deps.db, [...groups.keys()])
  const { applied = [], remaining = [] } = Object.groupBy(groups.values(), (events) =>
    isApplied(events) ? 'applied' : 'remaining',
  )
  await Promise.all([
    recordOutcome(deps, applied.flat(), 'done'),
    ...remaining.map((events) => processEvents(deps, events)),
  ])
  return due.length
}

interface Subject {
  readonly gatewayOrderId: string | null
  readonly paymentId: string | null
  readonly refundId: string | null
  readonly disputeId: string | null
  readonly isRefunded: boolean
}

export function eventSubject(body: string): Subject {
  const { payment, order, refund, dispute } = WebhookBody.parse(JSON.parse(body)).payload
  return {
    gatewayOrderId: payment?.entity.order_id ?? order?.entity.id ?? null,
    paymentId: payment?.entity.id ?? refund?.entity.payment_id ?? dispute?.entity.payment_id ?? null,
    refundId: refund?.entity.id ?? null,
    disputeId: dispute?.entity.id ?? null,
    isRefunded: (payment?.entity.amount_refunded ?? 0) > 0,
  }
}

/** `parked`: stored for the audit, because the database has lost its order. */
type EventOutcome = 'done' | 'retry' | 'parked'

async function processEvents(deps: GatewayDeps, events: readonly EventRow[]): Promise<void> {
  const outcome = await inSpan(
    () => ({
      name: 'webhooks of an order',
      kind: 'internal',
      causedBy: events.map(({ traceparent }) => traceparent),
    }),
    () => applyEvents(deps, events),
  ).catch((error: unknown): EventOutcome => {
    deps.log.error('webhook processing failed', errorFields(error))
    return 'retry'
  })
  await recordOutcome(deps, events, outcome)
}

async function recordOutcome(
  { db, now }: GatewayDeps,
  events: readonly EventRow[],
  outcome: EventOutcome,
): Promise<void> {
  if (events.length === 0) return
  const attempts = Math.max(...events.map((event) => event.attempts))
  const outcomes: Record<EventOutcome, Partial<EventRow>> = {
    done: { processedAt: now(), nextAttemptAt: null },
    retry: { nextAttemptAt: addMs(now(), retryDelayMs(attempts)) },
    parked: { nextAttemptAt: null },
  }
  const ids = events.map(({ eventId }) => eventId)
  // One text, whatever the number of events.
  const isOne = sql`${webhookEvent.eventId} = any(${sql.param(ids)}::text[])`
  await db.update(webhookEvent).set(outcomes[outcome]).where(isOne)
}

async function applyEvents(deps: GatewayDeps, events: readonly EventRow[]): Promise<EventOutcome> {
  for (const { event, body } of events) {
    const { refundId, disputeId } = eventSubject(body)
    if (event === 'refund.failed' && refundId !== null) await retrySurplusRefund(deps, refundId)
    const fetched = disputeId === null ? null : await fetchDispute(deps, disputeId)
    if (fetched && !fetched.ok) {
      logGatewayError(deps.log, fetched.error)
      return 'retry'
    }
  }
  const [first] = events
  if (!first) return 'done'
  const subject = eventSubject(first.body)
  const orderNumber = await orderNumberOf(deps.db, subject)
  if (orderNumber === null) return relinkUnknownOrder(deps, subject)
  return reconcile(deps, orderNumber)
}

/** Events that report a payment and nothing about refunds. */
const PAYMENT_EVENTS: ReadonlySet<string> = new Set(['payment.authorized', 'payment.captured', 'order.paid'])

/**
 * Returns whether everything that the events of an order report is already stored because the payment completed the
 * order: then the gateway need not be called. The keys are ids of gateway orders; others are unknown.
 */
async function findAlreadyApplied(
  db: Db,
  keys: readonly (string | null)[],
): Promise<(events: readonly EventRow[]) => boolean> {
  const ids = keys.filter((key) => key !== null)
  const completed = await db
    .select({ gatewayOrderId: gatewayOrder.gatewayOrderId, paymentId: payment.paymentId })
    .from(gatewayOrder)
    .innerJoin(order, eq(order.number, gatewayOrder.orderNumber))
    .innerJoin(payment, eq(payment.paymentId, order.paymentId))
    .where(
      and(
        sql`${gatewayOrder.gatewayOrderId} = any(${sql.param(ids)}::text[])`,
        eq(order.status, 'completed'),
        eq(payment.status, 'captured'),
      ),
    )
  const completingPayments = new Map(
    completed.map(({ gatewayOrderId, paymentId }) => [gatewayOrderId, paymentId]),
  )
  return (events) =>
    events.every(({ event, body }) => {
      const { gatewayOrderId, paymentId, isRefunded } = eventSubject(body)
      const isPlain = PAYMENT_EVENTS.has(event) && !isRefunded
      return isPlain && paymentId !== null && completingPayments.get(gatewayOrderId) === paymentId
    })
}

async function orderNumberOf(db: Db, { gatewayOrderId, paymentId }: Subject): Promise<string | null> {
  const gatewayOrder = gatewayOrderId === null ? undefined : await findGatewayOrder(db, gatewayOrderId)
  if (gatewayOrder || paymentId === null) return gatewayOrder?.orderNumber ?? null
  const [storedPayment] = await db.select().from(payment).where(eq(payment.paymentId, paymentId))
  return storedPayment?.orderNumber ?? null
}

async function reconcile(deps: GatewayDeps, orderNumber: string): Promise<EventOutcome> {
  const result = await reconcileOrder(deps, orderNumber, 'webhook')
  if (result.ok) return 'done'
  logGatewayError(deps.log, result.error)
  return 'retry'
}

async function relinkUnknownOrder(deps: GatewayDeps, { gatewayOrderId }: Subject): Promise<EventOutcome> {
  const { db, gateway, log, now } = deps
  const fetched = gatewayOrderId === null ? null : await gateway.fetchOrder(gatewayOrderId)
  if (fetched && !fetched.ok && fetched.error.kind !== 'rejected') {
    logGatewayError(log, fetched.error)
    return 'retry'
  }
  const number = fetched?.ok ? orderNumberOfReceipt(fetched.value.receipt) : null
  if (!fetched?.ok || number === null) {
    // It belongs to another shop on the account, or to a payment made on the dashboard.
    log.warn('webhook for unknown order')
    return 'done'
  }
  if (await relinkGatewayOrder(db, fetched.value, { source: 'webhook', now: now() }))
    return reconcile(deps, number)
  log.error('webhook for lost order', { event: 'order.lost', gatewayOrderId: fetched.value.id })
  return 'parked'
}
