/** Webhooks leave from a queue in the store: at least once, retried, and remembered across a restart. */
import { createScheduler } from '#sandbox/timer.ts'
import { RAZORPAY_CREDENTIALS } from '#sandbox/credentials.ts'
import type { Faults } from '#sandbox/faults.ts'
import type { Store } from '#sandbox/store.ts'
import { newId, type OrderEntity, type PaymentEntity, type RefundEntity } from './entities.ts'
import { webhookSignature } from './signature.ts'

export type WebhookEvent =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.created'
  | 'refund.processed'
  | 'refund.failed'

export interface GatewayEvent {
  event: WebhookEvent
  payload: { payment: PaymentEntity; order?: OrderEntity; refund?: RefundEntity }
}

export interface Webhooks {
  /**
   * Queues one webhook per happening; call it in the transaction of the change itself. `names` are the order's
   * names for faults; with `atOnce` nothing waits for the usual moment between an event and its webhook.
   */
  announce(
    orderId: string,
    happenings: readonly GatewayEvent[],
    how: { names: string[]; atOnce: boolean },
  ): void
  /** Resolves when every webhook of the order that is due now has been tried once. */
  tried(orderId: string): Promise<void>
  /** Makes what waits (for a delay or a retry) due now; returns how many. */
  hurry(orderId: string | null): number
  tally(): { waiting: number; delivered: number; abandoned: number }
  start(): void
  stop(): Promise<void>
}

/** Razorpay stops after a day; with the default 2 s before the first retry, this many of them make a day. */
const RETRY_SPAN = 43_200
const AT_ONCE_MAX = 32

interface Row {
  seq: number
  event_id: string
  order_id: string
  body: string
  created_at: number
  attempts: number
}

export function openWebhooks(shop: { url: string; store: Store; faults: Faults }): Webhooks {
  const { store, faults } = shop
  /** By order, the webhook under way: an order's go one by one, so that they arrive in the order they are due. */
  const busyOrders = new Map<string, number>()
  const underway = new Set<Promise<void>>()
  const waiters = new Set<() => void>()
  const stopping = new AbortController()

  const alarm = createScheduler({
    due() {
      if (busyOrders.size >= AT_ONCE_MAX) return null
      const rows = dueRows(Number.MAX_SAFE_INTEGER, 1)
      return rows[0]?.next_at ?? null
    },
    ring() {
      for (const row of dueRows(Date.now(), AT_ONCE_MAX - busyOrders.size)) {
        if (busyOrders.has(row.order_id)) continue
        busyOrders.set(row.order_id, row.seq)
        const delivery = deliver(row).finally(() => {
          busyOrders.delete(row.order_id)
          underway.delete(delivery)
          for (const waiter of waiters) waiter()
          alarm.set()
        })
        underway.add(delivery)
      }
      alarm.set()
    },
  })

  function dueRows(by: number, most: number) {
    return store.all<Row & { next_at: number }>(
      `select * from razorpay_webhook where next_at <= ?
         and order_id not in (select value from json_each(?)) order by next_at, seq limit ?`,
      by,
      JSON.stringify([...busyOrders.keys()]),
      most,
    )
  }

  async function deliver(row: Row) {
    const answer = await post(row)
    if (stopping.signal.aborted) return
    const { webhookRetryMs } = faults.settings().timing
    const accepted = /^2\d\d$/.test(answer)
    const next = Date.now() + webhookRetryMs * 2 ** row.attempts
    const abandoned = next - row.created_at > webhookRetryMs * RETRY_SPAN
    store.run(
      'update razorpay_webhook set attempts = attempts + 1, next_at = ?, answer = ? where seq = ?',
      accepted || abandoned ? null : next,
      answer,
      row.seq,
    )
  }

  /** The HTTP status of the answer, or in a word why there was none. */
  async function post(row: Row): Promise<string> {
    try {
      const answer = await fetch(shop.url, {
        method: 'POST',
        body: row.body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-event-id': row.event_id,
          'x-razorpay-signature': webhookSignature(row.body),
        },
        signal: AbortSignal.any([
          stopping.signal,
          AbortSignal.timeout(faults.settings().timing.webhookTimeoutMs),
        ]),
      })
      await answer.body?.cancel()
      return String(answer.status)
    } catch (trouble) {
      return trouble instanceof Error ? trouble.name : 'unreachable'
    }
  }

  return {
    announce(orderId, happenings, { names, atOnce }) {
      if (happenings.length === 0 || faults.strikes('webhook-never', names)) return
      const { webhookAfterMs, webhookDelayMs } = faults.settings().timing
      const now = Date.now()
      const delay = faults.strikes('webhook-delayed', names) ? webhookDelayMs : atOnce ? 0 : webhookAfterMs
      const reordered = happenings.length > 1 && faults.strikes('webhook-reordered', names)
      const times = faults.strikes('webhook-duplicate', names) ? 2 : 1
      for (const [place, { event, payload }] of happenings.entries()) {
        const eventId = newId('evt').slice('evt_'.length)
        const body = JSON.stringify(bodyOf(event, payload, faults.seconds(names)))
        const nextAt = now + delay + (reordered ? happenings.length - 1 - place : 0)
        for (let copy = 0; copy < times; copy += 1) {
          store.run(
            `insert into razorpay_webhook (event_id, event, order_id, body, created_at, attempts, next_at)
             values (?, ?, ?, ?, ?, 0, ?)`,
            eventId,
            event,
            orderId,
            body,
            now,
            nextAt,
          )
        }
      }
      alarm.set()
    },
    async tried(orderId) {
      // A reordered webhook is due a few milliseconds after its fellows.
      const by = Date.now() + 10
      const untried = () =>
        store.first(
          'select 1 from razorpay_webhook where order_id = ? and attempts = 0 and next_at <= ? limit 1',
          orderId,
          by,
        )
      await new Promise<void>((resolve) => {
        const waiter = () => {
          if (untried() && !stopping.signal.aborted) return
          waiters.delete(waiter)
          resolve()
        }
        waiters.add(waiter)
        waiter()
      })
    },
    hurry(orderId) {
      const waiting = store.all(
        `update razorpay_webhook set next_at = ?1 where next_at is not null and (?2 is null or order_id = ?2)
           and seq not in (select value from json_each(?3)) returning seq`,
        Date.now(),
        orderId,
        JSON.stringify([...busyOrders.values()]),
      )
      alarm.set()
      return waiting.length
    },
    tally() {
      const row = store.first<{ waiting: number; delivered: number; abandoned: number }>(
        `select count(next_at) as waiting,
           coalesce(sum(next_at is null and answer like '2__'), 0) as delivered,
           coalesce(sum(next_at is null and answer not like '2__'), 0) as abandoned
         from razorpay_webhook`,
      )
      return row ?? { waiting: 0, delivered: 0, abandoned: 0 }
    },
    start: () => alarm.set(),
    async stop() {
      alarm.stop()
      stopping.abort()
      await Promise.all(underway)
      for (const waiter of waiters) waiter()
    },
  }
}

/** A webhook carries its entities as they were when it happened. */
function bodyOf(event: WebhookEvent, payload: GatewayEvent['payload'], createdAt: number) {
  const { refund, payment, order } = payload
  return {
    entity: 'event',
    account_id: RAZORPAY_CREDENTIALS.accountId,
    event,
    contains: refund ? ['refund', 'payment'] : order ? ['payment', 'order'] : ['payment'],
    payload: {
      ...(refund ? { refund: { entity: refund } } : {}),
      payment: { entity: payment },
      ...(order ? { order: { entity: order } } : {}),
    },
    created_at: createdAt,
  }
}
