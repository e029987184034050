/** The gateway's orders, payments, refunds and disputes as rows: the entity as JSON, with columns for queries. */
import type { Store } from '#sandbox/store.ts'
import {
  idNotFound,
  type DisputeEntity,
  type OrderEntity,
  type PaymentEntity,
  type RefundEntity,
  type SettlementItemEntity,
} from './entities.ts'
import type { Page, ReconQuery } from './validation.ts'

export interface StoredOrder {
  order: OrderEntity
  capture: 'automatic' | 'manual'
  /** How long an authorized payment waits to be captured. */
  captureWindowMs: number
}

/** What happens to a payment at its `due_at`; stored values. */
export type NextStep = 'authorize' | 'release' | 'fail refund'

export type GatewayStore = ReturnType<typeof openGatewayStore>

/** Lists are newest first, like Razorpay's. `find…` throws if the id is unknown. */
export function openGatewayStore(store: Store, onStepScheduled: () => void) {
  return {
    ...orderQueries(store),
    ...paymentQueries(store, onStepScheduled),
    ...refundQueries(store),
    ...disputeQueries(store),
    ...settlementQueries(store),
    transaction: store.transaction,
    /**
     * The names by which faults target an order, from the id of an order, payment or refund; otherwise the id itself.
     */
    faultTargets(id: string): string[] {
      const row = store.first<{ id: string; receipt: string | null }>(
        `select id, receipt from razorpay_order where id = ?1
           or id = (select order_id from razorpay_payment where id = ?1)
           or id = (select order_id from razorpay_payment where id = (select payment_id from razorpay_refund where id = ?1))`,
        id,
      )
      return row ? faultTargetsOf(row) : [id]
    },
  }
}

function orderQueries(store: Store) {
  return {
    insertOrder({ order, capture, captureWindowMs }: StoredOrder) {
      store.run(
        `insert into razorpay_order (id, receipt, capture, window_ms, entity, seq)
         values (?, ?, ?, ?, ?, (select coalesce(max(seq), 0) + 1 from razorpay_order))`,
        order.id,
        order.receipt,
        capture,
        captureWindowMs,
        JSON.stringify(order),
      )
    },
    saveOrder(order: OrderEntity) {
      store.run('update razorpay_order set entity = ? where id = ?', JSON.stringify(order), order.id)
    },
    findOrder(id: string): StoredOrder {
      const row = store.first<{ entity: string; capture: 'automatic' | 'manual'; window_ms: number }>(
        'select entity, capture, window_ms from razorpay_order where id = ?',
        id,
      )
      if (!row) throw idNotFound()
      return { order: JSON.parse(row.entity), capture: row.capture, captureWindowMs: row.window_ms }
    },
    firstOrderByReceipt(receipt: string): OrderEntity | undefined {
      return entitiesOf<OrderEntity>(
        store.all('select entity from razorpay_order where receipt = ? order by seq limit 1', receipt),
      )[0]
    },
    listOrders(page: Page, receipt: string | null): OrderEntity[] {
      return entitiesOf(
        store.all(
          `select entity from razorpay_order where (?1 is null or receipt = ?1)
             and entity ->> 'created_at' between ?2 and ?3 order by seq desc limit ?4 offset ?5`,
          receipt,
          page.from,
          page.to,
          page.count,
          page.skip,
        ),
      )
    },
    /** Oldest first. */
    allOrders: () => allEntities<OrderEntity>(store, 'razorpay_order'),
  }
}

function paymentQueries(store: Store, onStepScheduled: () => void) {
  return {
    /** Inserts or updates; without `next`, a scheduled step is cancelled. */
    savePayment(payment: PaymentEntity, next: { step: NextStep; dueAt: number } | null = null) {
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
      if (next) onStepScheduled()
    },
    findPayment: (id: string) => findEntity<PaymentEntity>(store, 'razorpay_payment', id),
    paymentsOfOrder(orderId: string): PaymentEntity[] {
      return entitiesOf(
        store.all('select entity from razorpay_payment where order_id = ? order by seq desc', orderId),
      )
    },
    listPayments: (page: Page) => listEntities<PaymentEntity>(store, 'razorpay_payment', page),
    allPayments: () => allEntities<PaymentEntity>(store, 'razorpay_payment'),
    nextStepDueAt(): number | null {
      return (
        store.first<{ due_at: number | null }>(
          'select min(due_at) as due_at from razorpay_payment where due_at is not null',
        )?.due_at ?? null
      )
    },
    dueSteps(): { id: string; next_step: NextStep }[] {
      return store.all(
        'select id, next_step from razorpay_payment where due_at <= ? order by due_at, seq limit 100',
        Date.now(),
      )
    },
    /** Makes the steps of one kind due now, for one order or all; returns how many. */
    expediteSteps(step: NextStep, orderId: string | null): number {
      const expedited = store.all(
        `update razorpay_payment set due_at = ?1 where next_step = ?2 and (?3 is null or order_id = ?3)
         returning id`,
        Date.now(),
        step,
        orderId,
      )
      onStepScheduled()
      return expedited.length
    },
  }
}

/** `request` distinguishes a retry with the same idempotency key from a different request. */
export interface IdempotentRequest {
  key: string
  request: string
}

function refundQueries(store: Store) {
  return {
    insertRefund(refund: RefundEntity, idempotent: IdempotentRequest | null) {
      store.run(
        `insert into razorpay_refund (id, payment_id, idempotency_key, request, entity, seq)
         values (?, ?, ?, ?, ?, (select coalesce(max(seq), 0) + 1 from razorpay_refund))`,
        refund.id,
        refund.payment_id,
        idempotent?.key ?? null,
        idempotent?.request ?? null,
        JSON.stringify(refund),
      )
    },
    updateRefund(refund: RefundEntity) {
      store.run('update razorpay_refund set entity = ? where id = ?', JSON.stringify(refund), refund.id)
    },
    findRefund: (id: string) => findEntity<RefundEntity>(store, 'razorpay_refund', id),
    findRefundByKey(key: string): { refund: RefundEntity; request: string } | null {
      const row = store.first<{ entity: string; request: string }>(
        'select entity, request from razorpay_refund where idempotency_key = ?',
        key,
      )
      return row ? { refund: JSON.parse(row.entity), request: row.request } : null
    },
    refundsOfPayment(paymentId: string): RefundEntity[] {
      return entitiesOf(
        store.all('select entity from razorpay_refund where payment_id = ? order by seq desc', paymentId),
      )
    },
    listRefunds: (page: Page) => listEntities<RefundEntity>(store, 'razorpay_refund', page),
    allRefunds: () => allEntities<RefundEntity>(store, 'razorpay_refund'),
  }
}

function disputeQueries(store: Store) {
  return {
    saveDispute(dispute: DisputeEntity) {
      store.run(
        `insert into razorpay_dispute (id, payment_id, entity, seq)
         values (?, ?, ?, (select coalesce(max(seq), 0) + 1 from razorpay_dispute))
         on conflict (id) do update set entity = excluded.entity`,
        dispute.id,
        dispute.payment_id,
        JSON.stringify(dispute),
      )
    },
    findDispute: (id: string) => findEntity<DisputeEntity>(store, 'razorpay_dispute', id),
    disputeOfPayment(paymentId: string): DisputeEntity | undefined {
      return entitiesOf<DisputeEntity>(
        store.all('select entity from razorpay_dispute where payment_id = ?', paymentId),
      )[0]
    },
    listDisputes: (page: Page) => listEntities<DisputeEntity>(store, 'razorpay_dispute', page),
  }
}

function settlementQueries(store: Store) {
  return {
    insertSettlementItem(item: SettlementItemEntity) {
      store.run(
        'insert into razorpay_settlement_item (entity_id, settled_at, entity) values (?, ?, ?)',
        item.entity_id,
        item.settled_at,
        JSON.stringify(item),
      )
    },
    settledIds: () =>
      store
        .all<{ entity_id: string }>('select entity_id from razorpay_settlement_item')
        .map(({ entity_id }) => entity_id),
    listSettlementItems({ from, before, count, skip }: ReconQuery) {
      return entitiesOf<SettlementItemEntity>(
        store.all(
          `select entity from razorpay_settlement_item where settled_at >= ? and settled_at < ?
             order by seq limit ? offset ?`,
          from,
          before,
          count,
          skip,
        ),
      )
    },
  }
}

/** The receipt first: the shop chooses it, so that a seed affects the same orders again. */
export function faultTargetsOf(order: { id: string; receipt: string | null }): string[] {
  return order.receipt === null ? [order.id] : [order.receipt, order.id]
}

type Table = 'razorpay_order' | 'razorpay_payment' | 'razorpay_refund' | 'razorpay_dispute'

function findEntity<Entity>(store: Store, table: Table, id: string): Entity {
  const row = store.first<{ entity: string }>(`select entity from ${table} where id = ?`, id)
  if (!row) throw idNotFound()
  return JSON.parse(row.entity)
}

function listEntities<Entity>(store: Store, table: Table, { from, to, count, skip }: Page): Entity[] {
  return entitiesOf(
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

function allEntities<Entity>(store: Store, table: Table): Entity[] {
  return entitiesOf(store.all(`select entity from ${table} order by seq`))
}

function entitiesOf<Entity>(rows: { entity: string }[]): Entity[] {
  return rows.map((row) => JSON.parse(row.entity))
}
