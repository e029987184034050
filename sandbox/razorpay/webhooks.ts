/** Webhooks are sent from a queue in the store: at least once, with retries, even after a restart. */
import { RAZORPAY_CREDENTIALS } from '#sandbox/credentials.ts'
import type { Faults } from '#sandbox/faults.ts'
import { createScheduler } from '#sandbox/scheduler.ts'
import type { Store } from '#sandbox/store.ts'
import {
  newId,
  type DisputeEntity,
  type OrderEntity,
  type PaymentEntity,
  type RefundEntity,
} from './entities.ts'
import { webhookSignature } from './signature.ts'
import { openWebhookQueue, type QueuedWebhook, type WebhookQueue } from './webhook-queue.ts'

export type WebhookEvent =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.created'
  | 'refund.processed'
  | 'refund.failed'
  | 'payment.dispute.created'
  | `payment.dispute.${DisputeEntity['status']}`

export interface GatewayEvent {
  event: WebhookEvent
  payload: { payment: PaymentEntity; order?: OrderEntity; refund?: RefundEntity; dispute?: DisputeEntity }
}

export type Webhooks = ReturnType<typeof openWebhooks>

/** With the default 2 s before the first retry they take a day, after which Razorpay gives up. */
const RETRY_SPAN = 43_200
const CONCURRENCY_MAX = 32

export function openWebhooks({ url, store, faults }: { url: string; store: Store; faults: Faults }) {
  const queue = openWebhookQueue(store)
  const dispatcher = createDispatcher({ url, queue, faults })
  return {
    /** `immediately` skips the usual delay between an event and its webhook. */
    enqueue(
      orderId: string,
      events: readonly GatewayEvent[],
      how: { targets: string[]; immediately: boolean },
    ) {
      queue.enqueue(orderId, webhooksOf(events, how, faults))
      dispatcher.update()
    },
    /** Resolves when every webhook of the order that is due now has been attempted. */
    async attempted(orderId: string) {
      // Reordered webhooks are due a few milliseconds apart.
      const by = Date.now() + 10
      await dispatcher.waitUntil(() => !queue.hasUnattempted(orderId, by))
    },
    /** Makes webhooks that wait for a delay or a retry due now; returns how many. */
    expedite(orderId: string | null): number {
      const count = queue.expedite(orderId, dispatcher.busyOrders)
      dispatcher.update()
      return count
    },
    counts: queue.counts,
    start: () => dispatcher.update(),
    stop: () => dispatcher.stop(),
  }
}

interface DispatcherDeps {
  readonly url: string
  readonly queue: WebhookQueue
  readonly faults: Faults
}

/** Delivers due webhooks concurrently, but those of one order sequentially, in the order in which they are due. */
function createDispatcher(deps: DispatcherDeps) {
  const { queue } = deps
  /** The sequence number of the webhook in delivery, by order. */
  const busyOrders = new Map<string, number>()
  const deliveries = new Set<Promise<void>>()
  const deliveryListeners = new Set<() => void>()
  const stopping = new AbortController()

  const scheduler = createScheduler({
    nextDueAt() {
      if (busyOrders.size >= CONCURRENCY_MAX) return null
      return queue.due({ by: Number.MAX_SAFE_INTEGER, limit: 1, busyOrders })[0]?.next_at ?? null
    },
    runDue() {
      const limit = CONCURRENCY_MAX - busyOrders.size
      for (const webhook of queue.due({ by: Date.now(), limit, busyOrders })) {
        if (busyOrders.has(webhook.order_id)) continue
        busyOrders.set(webhook.order_id, webhook.seq)
        const delivery = deliver(deps, webhook, stopping.signal).finally(() => {
          busyOrders.delete(webhook.order_id)
          deliveries.delete(delivery)
          for (const listener of deliveryListeners) listener()
          scheduler.update()
        })
        deliveries.add(delivery)
      }
      scheduler.update()
    },
  })

  return {
    busyOrders,
    update: () => scheduler.update(),
    /** Checks the condition after every delivery; resolves also when the dispatcher stops. */
    waitUntil: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const listener = () => {
          if (!condition() && !stopping.signal.aborted) return
          deliveryListeners.delete(listener)
          resolve()
        }
        deliveryListeners.add(listener)
        listener()
      }),
    async stop() {
      scheduler.stop()
      stopping.abort()
      await Promise.all(deliveries)
      for (const listener of deliveryListeners) listener()
    },
  }
}

/** A delivery aborted by `stopped` does not count as an attempt. */
async function deliver({ url, queue, faults }: DispatcherDeps, webhook: QueuedWebhook, stopped: AbortSignal) {
  const timeoutMs = faults.settings().timing.webhookTimeoutMs
  const outcome = await post(url, webhook, AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]))
  if (stopped.aborted) return
  const { webhookRetryMs } = faults.settings().timing
  const nextAt = Date.now() + webhookRetryMs * 2 ** webhook.attempts
  const isAccepted = /^2\d\d$/.test(outcome)
  const isAbandoned = nextAt - webhook.created_at > webhookRetryMs * RETRY_SPAN
  queue.recordAttempt(webhook.seq, outcome, isAccepted || isAbandoned ? null : nextAt)
}

/** The HTTP status of the response, or the name of the error. */
async function post(url: string, webhook: QueuedWebhook, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: webhook.body,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-event-id': webhook.event_id,
        'x-razorpay-signature': webhookSignature(webhook.body),
      },
      signal,
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    return error instanceof Error ? error.name : 'unreachable'
  }
}

function webhooksOf(
  events: readonly GatewayEvent[],
  { targets, immediately }: { targets: string[]; immediately: boolean },
  faults: Faults,
): { event: string; eventId: string; body: string; nextAt: number }[] {
  if (events.length === 0 || faults.shouldInject('webhook-never', targets)) return []
  const { webhookAfterMs, webhookDelayMs } = faults.settings().timing
  const usualDelay = immediately ? 0 : webhookAfterMs
  const firstAt = Date.now() + (faults.shouldInject('webhook-delayed', targets) ? webhookDelayMs : usualDelay)
  const isReordered = events.length > 1 && faults.shouldInject('webhook-reordered', targets)
  const copies = faults.shouldInject('webhook-duplicate', targets) ? 2 : 1
  return events.flatMap(({ event, payload }, place) => {
    const webhook = {
      event,
      eventId: newId('evt').slice('evt_'.length),
      body: JSON.stringify(bodyOf(event, payload, faults.unixSeconds(targets))),
      nextAt: firstAt + (isReordered ? events.length - 1 - place : 0),
    }
    return Array.from({ length: copies }, () => webhook)
  })
}

function bodyOf(event: WebhookEvent, payload: GatewayEvent['payload'], createdAt: number) {
  const { refund, dispute, payment, order } = payload
  return {
    entity: 'event',
    account_id: RAZORPAY_CREDENTIALS.accountId,
    event,
    contains: [
      ...(refund ? ['refund'] : []),
      'payment',
      ...(order ? ['order'] : []),
      ...(dispute ? ['dispute'] : []),
    ],
    payload: {
      ...(refund ? { refund: { entity: refund } } : {}),
      payment: { entity: payment },
      ...(order ? { order: { entity: order } } : {}),
      ...(dispute ? { dispute: { entity: dispute } } : {}),
    },
    created_at: createdAt,
  }
}
