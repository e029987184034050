import type { Store } from '#sandbox/store.ts'

export interface QueuedWebhook {
  seq: number
  event_id: string
  order_id: string
  body: string
  created_at: number
  attempts: number
  next_at: number
}

export type WebhookQueue = ReturnType<typeof openWebhookQueue>

type BusyOrders = ReadonlyMap<string, number>

/**
 * A webhook waits while it has a `next_at`; afterwards its last `answer` shows whether it was delivered or abandoned.
 */
export function openWebhookQueue(store: Store) {
  return {
    enqueue(
      orderId: string,
      webhooks: readonly { event: string; eventId: string; body: string; nextAt: number }[],
    ) {
      for (const { event, eventId, body, nextAt } of webhooks) {
        store.run(
          `insert into razorpay_webhook (event_id, event, order_id, body, created_at, attempts, next_at)
           values (?, ?, ?, ?, ?, 0, ?)`,
          eventId,
          event,
          orderId,
          body,
          Date.now(),
          nextAt,
        )
      }
    },
    due({ by, limit, busyOrders }: { by: number; limit: number; busyOrders: BusyOrders }) {
      return store.all<QueuedWebhook>(
        `select * from razorpay_webhook where next_at <= ?
           and order_id not in (select value from json_each(?)) order by next_at, seq limit ?`,
        by,
        JSON.stringify([...busyOrders.keys()]),
        limit,
      )
    },
    recordAttempt(seq: number, outcome: string, nextAt: number | null) {
      store.run(
        'update razorpay_webhook set attempts = attempts + 1, next_at = ?, answer = ? where seq = ?',
        nextAt,
        outcome,
        seq,
      )
    },
    hasUnattempted(orderId: string, by: number): boolean {
      const row = store.first(
        'select 1 from razorpay_webhook where order_id = ? and attempts = 0 and next_at <= ? limit 1',
        orderId,
        by,
      )
      return row !== undefined
    },
    /** Makes waiting webhooks due now, except those in delivery; returns how many. */
    expedite(orderId: string | null, busyOrders: BusyOrders): number {
      const expedited = store.all(
        `update razorpay_webhook set next_at = ?1 where next_at is not null and (?2 is null or order_id = ?2)
           and seq not in (select value from json_each(?3)) returning seq`,
        Date.now(),
        orderId,
        JSON.stringify([...busyOrders.values()]),
      )
      return expedited.length
    },
    counts() {
      const row = store.first<{ waiting: number; delivered: number; abandoned: number }>(
        `select count(next_at) as waiting,
           coalesce(sum(next_at is null and answer like '2__'), 0) as delivered,
           coalesce(sum(next_at is null and answer not like '2__'), 0) as abandoned
         from razorpay_webhook`,
      )
      return row ?? { waiting: 0, delivered: 0, abandoned: 0 }
    },
  }
}
