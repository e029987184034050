/** What the gateway has on paper: its orders, payments and refunds as rows of the store. */
import type { Store } from '#sandbox/store.ts'
import { Refusal, type OrderEntity, type PaymentEntity, type RefundEntity } from './entities.ts'
import type { Page } from './rules.ts'

export interface StoredOrder {
  order: OrderEntity
  capture: 'automatic' | 'manual'
  windowMs: number
}

export type NextStep = 'authorise' | 'release' | 'fail refund'

/** Reading throws a Refusal where there is no such id. `onStepAhead` hears of a payment with a step that falls due. */
export function openEntityStore(store: Store, onStepAhead: () => void) {
  function stored(id: string): StoredOrder {
    const row = store.first<{ entity: string; capture: 'automatic' | 'manual'; window_ms: number }>(
      'select entity, capture, window_ms from razorpay_order where id = ?',
      id,
    )
    if (!row) throw notFound()
    return { order: JSON.parse(row.entity), capture: row.capture, windowMs: row.window_ms }
  }

  function payment(id: string): PaymentEntity {
    const row = store.first<{ entity: string }>('select entity from razorpay_payment where id = ?', id)
    if (!row) throw notFound()
    return JSON.parse(row.entity)
  }

  function paymentsOf(orderId: string): PaymentEntity[] {
    return entities(
      store.all('select entity from razorpay_payment where order_id = ? order by seq desc', orderId),
    )
  }

  function refundsOf(paymentId: string): RefundEntity[] {
    return entities(
      store.all('select entity from razorpay_refund where payment_id = ? order by seq desc', paymentId),
    )
  }

  function saveOrder(order: OrderEntity) {
    store.run('update razorpay_order set entity = ? where id = ?', JSON.stringify(order), order.id)
  }

  function savePayment(payment: PaymentEntity, next: { step: NextStep; dueAt: number } | null = null) {
    store.run(
      `insert into razorpay_payment (id, order_id, entity, next_step, due_at, seq)
       values (?, ?, ?, ?, ?, (select coalesce(max(seq), 0) + 1 from razorpay_payment))
       on conflict (id) do update set entity = excluded.entity, next_step = excluded.next_step, due_at = excluded.due_at`,
      payment.id,
      payment.order_id,
      JSON.stringify(payment),
      next?.step ?? null,
      next?.dueAt ?? null,
    )
    if (next) onStepAhead()
  }

  function saveRefund(refund: RefundEntity, idempotent: { key: string; request: string } | null) {
    store.run(
      `insert into razorpay_refund (id, payment_id, idempotency_key, request, entity, seq)
       values (?, ?, ?, ?, ?, (select coalesce(max(seq), 0) + 1 from razorpay_refund))`,
      refund.id,
      refund.payment_id,
      idempotent?.key ?? null,
      idempotent?.request ?? null,
      JSON.stringify(refund),
    )
  }

  /** Newest first, as Razorpay's lists are. */
  function page<Entity>(table: 'razorpay_payment' | 'razorpay_refund', { from, to, count, skip }: Page) {
    return entities<Entity>(
      store.all(
        `select entity from ${table} where entity ->> 'created_at' between ? and ?
           order by seq desc limit ? offset ?`,
        from,
        to,
        count,
        skip,
      ),
    )
  }

  return { stored, payment, paymentsOf, refundsOf, page, saveOrder, savePayment, saveRefund }
}

export function entities<Entity>(rows: { entity: string }[]): Entity[] {
  return rows.map((row) => JSON.parse(row.entity))
}

/** The receipt first: it is what the shop chose, so a seed strikes the same orders again. */
export function notFound(): Refusal {
  return new Refusal('The id provided does not exist')
}
