/** The gateway's own books: orders, payments and refunds, and the only ways they change. */
import { createScheduler } from '#sandbox/timer.ts'
import type { Faults } from '#sandbox/faults.ts'
import type { Store } from '#sandbox/store.ts'
import { entities, openEntityStore, notFound, type NextStep } from './store.ts'
import {
  newId,
  Refusal,
  type Notes,
  type OrderEntity,
  type PaymentEntity,
  type RazorpayError,
  type RefundEntity,
} from './entities.ts'
import { methodFields, type Instrument, type PaymentFailure } from './instruments.ts'
import type { OrderRequest, Page, RefundRequest } from './rules.ts'
import { paymentSignature } from './signature.ts'
import type { GatewayEvent, Webhooks } from './webhooks.ts'

export interface Attempt {
  orderId: string
  instrument: Instrument
  failure: PaymentFailure | null
  /** A payment that fails here is authorised later after all. */
  late: boolean
  customer: { email: string | null; contact: string | null; description: string | null; notes: Notes }
}

export interface PaymentProof {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/** `silent`: the money has moved, and nobody tells the page. */
export type AttemptResult = (
  | { end: 'paid'; proof: PaymentProof }
  | { end: 'silent' }
  | { end: 'failed'; error: RazorpayError }
) & { webhooksFirst: boolean }

export interface Gateway {
  createOrder(request: OrderRequest): OrderEntity
  /** Throws a Refusal when there is none; so do the others that take an id. */
  order(id: string): OrderEntity
  orders(page: Page, receipt: string | null): OrderEntity[]
  setNotes(id: string, notes: Notes): OrderEntity
  payments(page: Page): PaymentEntity[]
  payment(id: string): PaymentEntity
  paymentsOf(orderId: string): PaymentEntity[]
  capture(paymentId: string, amount: number): PaymentEntity
  refund(paymentId: string, request: RefundRequest, key: string | null): RefundEntity
  refundsOf(paymentId: string): RefundEntity[]
  refunds(page: Page): RefundEntity[]
  refundById(id: string): RefundEntity
  attempt(attempt: Attempt): AttemptResult
  /** The shopper leaves. By the fault, a payment is on its way to the bank all the same. */
  dismiss(attempt: Attempt): void
  /** What faults are aimed at: the receipt and the id of the order, of the payment's order, or the receipt itself. */
  namesOf(id: string): string[]
  /** Late authorisations, or the returns of what nobody captured, are due now; returns how many. */
  hurry(step: NextStep, orderId: string | null): number
  books(): { orders: OrderEntity[]; payments: PaymentEntity[]; refunds: RefundEntity[] }
  start(): void
  stop(): void
}

export function openGateway(parts: { store: Store; faults: Faults; webhooks: Webhooks }): Gateway {
  const { store, faults, webhooks } = parts
  const books = openEntityStore(store, () => alarm.set())
  const { stored, payment, paymentsOf, refundsOf, saveOrder, savePayment, saveRefund } = books

  const alarm = createScheduler({
    due: () =>
      store.first<{ due_at: number | null }>(
        'select min(due_at) as due_at from razorpay_payment where due_at is not null',
      )?.due_at ?? null,
    ring() {
      const due = store.all<{ id: string; next_step: NextStep }>(
        'select id, next_step from razorpay_payment where due_at <= ? order by due_at, seq limit 100',
        Date.now(),
      )
      for (const { id, next_step } of due) {
        store.transaction(() => takeStep[next_step](id))
      }
      alarm.set()
    },
  })

  const takeStep: Record<NextStep, (paymentId: string) => void> = {
    authorise: authoriseLate,
    release,
    'fail refund': failRefund,
  }

  function authorise(made: PaymentEntity): GatewayEvent[] {
    const authorised: PaymentEntity = { ...made, status: 'authorized' }
    savePayment(authorised)
    return [{ event: 'payment.authorized', payload: { payment: authorised } }, ...settle(made.id)]
  }

  /** What an authorised payment comes to on its own; returns what happened. */
  function settle(id: string): GatewayEvent[] {
    const paid = payment(id)
    const { order, capture, windowMs } = stored(paid.order_id)
    const names = orderNames(order)
    if (order.status === 'paid') {
      return faults.strikes('double-capture', names) ? captureNow(paid) : refundNow(paid)
    }
    if (capture === 'automatic' && !faults.strikes('stuck-authorised', names)) return captureNow(paid)
    savePayment(paid, { step: 'release', dueAt: Date.now() + windowMs })
    return []
  }

  function captureNow(authorised: PaymentEntity): GatewayEvent[] {
    const fee = Math.round(authorised.amount * 0.02)
    const tax = Math.round(fee * 0.18)
    const captured: PaymentEntity = {
      ...authorised,
      status: 'captured',
      captured: true,
      fee: fee + tax,
      tax,
    }
    savePayment(captured)
    const happenings: GatewayEvent[] = [{ event: 'payment.captured', payload: { payment: captured } }]
    const { order } = stored(captured.order_id)
    if (order.status === 'paid') return happenings
    const paid: OrderEntity = {
      ...order,
      status: 'paid',
      amount_paid: captured.amount,
      amount_due: Math.max(order.amount - captured.amount, 0),
    }
    saveOrder(paid)
    happenings.push({ event: 'order.paid', payload: { payment: captured, order: paid } })
    // One captured payment an order: what else is authorised on it goes back.
    for (const other of paymentsOf(order.id)) {
      if (other.status === 'authorized') happenings.push(...refundNow(other))
    }
    return happenings
  }

  /** The whole of what is left of a payment goes back, by the gateway's own decision. */
  function refundNow(paid: PaymentEntity): GatewayEvent[] {
    const request: RefundRequest = { amount: null, speed: 'normal', notes: [], receipt: null }
    return recordRefund(paid, request, null).happenings
  }

  function recordRefund(paid: PaymentEntity, request: RefundRequest, key: string | null) {
    const left = paid.amount - paid.amount_refunded
    const amount = request.amount ?? left
    const names = namesOf(paid.order_id)
    // What was never captured is only let go, which cannot fail.
    const fails = paid.captured && refundsOf(paid.id).length === 0 && faults.strikes('refund-failed', names)
    const refunded: PaymentEntity = {
      ...paid,
      amount_refunded: paid.amount_refunded + amount,
      refund_status: amount === left ? 'full' : 'partial',
      status: amount === left ? 'refunded' : paid.status,
    }
    const refund: RefundEntity = {
      id: newId('rfnd'),
      entity: 'refund',
      amount,
      currency: paid.currency,
      payment_id: paid.id,
      notes: request.notes,
      receipt: request.receipt,
      acquirer_data: { arn: null },
      created_at: faults.seconds(names),
      batch_id: null,
      status: fails ? 'pending' : 'processed',
      speed_processed: 'normal',
      speed_requested: request.speed,
    }
    const failsAt = Date.now() + faults.settings().timing.refundFailsMs
    savePayment(refunded, fails ? { step: 'fail refund', dueAt: failsAt } : null)
    saveRefund(refund, key === null ? null : { key, request: JSON.stringify([paid.id, request]) })
    const payload = { payment: refunded, refund }
    const happenings: GatewayEvent[] = [{ event: 'refund.created', payload }]
    if (!fails) happenings.push({ event: 'refund.processed', payload })
    return { refund, happenings }
  }

  /** The money is the shop's again, as if it had never been sent. */
  function failRefund(paymentId: string) {
    const paid = payment(paymentId)
    const pending = refundsOf(paymentId).find(({ status }) => status === 'pending')
    if (!pending) return
    const refund: RefundEntity = { ...pending, status: 'failed' }
    const kept: PaymentEntity = {
      ...paid,
      amount_refunded: paid.amount_refunded - refund.amount,
      refund_status: null,
      status: 'captured',
    }
    savePayment(kept)
    store.run('update razorpay_refund set entity = ? where id = ?', JSON.stringify(refund), refund.id)
    emitWebhook(paid.order_id, [{ event: 'refund.failed', payload: { payment: kept, refund } }])
  }

  function authoriseLate(id: string) {
    const authorised: PaymentEntity = {
      ...payment(id),
      ...NO_ERROR,
      status: 'authorized',
      late_authorized: true,
    }
    savePayment(authorised)
    emitWebhook(authorised.order_id, [
      { event: 'payment.authorized', payload: { payment: authorised } },
      ...settle(id),
    ])
  }

  /** Nobody captured it in time. */
  function release(id: string) {
    const paid = payment(id)
    emitWebhook(paid.order_id, refundNow(paid))
  }

  function emitWebhook(orderId: string, happenings: GatewayEvent[], atOnce = false) {
    webhooks.announce(orderId, happenings, { names: namesOf(orderId), atOnce })
  }

  function newPayment(attempt: Attempt, order: OrderEntity): PaymentEntity {
    const names = orderNames(order)
    const wrong = faults.strikes('wrong-amount', names)
    return {
      id: newId('pay'),
      entity: 'payment',
      amount: wrong ? order.amount + (order.amount < 200 ? 100 : -100) : order.amount,
      currency: order.currency,
      status: 'created',
      order_id: order.id,
      invoice_id: null,
      ...methodFields(attempt.instrument, bankReference()),
      amount_refunded: 0,
      refund_status: null,
      captured: false,
      description: attempt.customer.description,
      wallet: null,
      email: attempt.customer.email,
      contact: attempt.customer.contact,
      notes: attempt.customer.notes,
      fee: null,
      tax: null,
      ...NO_ERROR,
      created_at: faults.seconds(names),
    }
  }

  /** A first payment that the bank answers late, by the fault or as asked. */
  function isLateAuthorisation(attempt: Attempt, order: OrderEntity): boolean {
    return attempt.late || (order.attempts === 0 && faults.strikes('late-authorisation', orderNames(order)))
  }

  function scheduleLateAuthorisation() {
    return { step: 'authorise', dueAt: Date.now() + faults.settings().timing.lateAuthorisationMs } as const
  }

  function countAttempt(order: OrderEntity): OrderEntity {
    const attempted: OrderEntity = {
      ...order,
      attempts: order.attempts + 1,
      status: order.status === 'created' ? 'attempted' : order.status,
    }
    saveOrder(attempted)
    return attempted
  }

  function namesOf(id: string): string[] {
    const row = store.first<{ id: string; receipt: string | null }>(
      `select id, receipt from razorpay_order where id = ?1
         or id = (select order_id from razorpay_payment where id = ?1)
         or id = (select order_id from razorpay_payment where id = (select payment_id from razorpay_refund where id = ?1))`,
      id,
    )
    return row ? orderNames(row) : [id]
  }

  return {
    createOrder: (request) =>
      store.transaction(() => {
        if (request.uniqueReceipt && request.receipt !== null) {
          const same = store.first<{ entity: string }>(
            'select entity from razorpay_order where receipt = ? order by seq limit 1',
            request.receipt,
          )
          if (same) return JSON.parse(same.entity)
        }
        const id = newId('order')
        const order: OrderEntity = {
          id,
          entity: 'order',
          amount: request.amount,
          amount_paid: 0,
          amount_due: request.amount,
          currency: request.currency,
          receipt: request.receipt,
          offer_id: null,
          status: 'created',
          attempts: 0,
          notes: request.notes,
          created_at: faults.seconds(orderNames({ id, receipt: request.receipt })),
        }
        const minutes = request.captureWindowMinutes
        store.run(
          `insert into razorpay_order (id, receipt, capture, window_ms, entity, seq)
           values (?, ?, ?, ?, ?, (select coalesce(max(seq), 0) + 1 from razorpay_order))`,
          order.id,
          order.receipt,
          request.capture,
          minutes === null ? faults.settings().timing.captureWindowMs : minutes * 60_000,
          JSON.stringify(order),
        )
        return order
      }),
    order: (id) => stored(id).order,
    orders: (page, receipt) =>
      entities(
        store.all(
          `select entity from razorpay_order where (?1 is null or receipt = ?1)
             and entity ->> 'created_at' between ?2 and ?3 order by seq desc limit ?4 offset ?5`,
          receipt,
          page.from,
          page.to,
          page.count,
          page.skip,
        ),
      ),
    setNotes: (id, notes) =>
      store.transaction(() => {
        const order = { ...stored(id).order, notes }
        saveOrder(order)
        return order
      }),
    payments: (page) => books.page('razorpay_payment', page),
    payment,
    paymentsOf: (orderId) => paymentsOf(stored(orderId).order.id),
    capture: (paymentId, amount) =>
      store.transaction(() => {
        const paid = payment(paymentId)
        if (paid.captured) throw new Refusal('This payment has already been captured')
        if (stored(paid.order_id).order.status === 'paid') {
          throw new Refusal('Your payment has been declined as the order is already paid.')
        }
        if (paid.status !== 'authorized') {
          throw new Refusal('Only payments which have been authorized and not yet captured can be captured')
        }
        if (amount !== paid.amount) {
          throw new Refusal('Capture amount must be equal to the amount authorized.', { field: 'amount' })
        }
        emitWebhook(paid.order_id, captureNow(paid))
        return payment(paymentId)
      }),
    refund: (paymentId, request, key) =>
      store.transaction(() => {
        const paid = payment(paymentId)
        const before =
          key === null
            ? undefined
            : store.first<{ entity: string; request: string }>(
                'select entity, request from razorpay_refund where idempotency_key = ?',
                key,
              )
        if (before) {
          if (before.request === JSON.stringify([paid.id, request])) return JSON.parse(before.entity)
          throw new Refusal('Different request with the same idempotency key has already been processed.', {
            status: 409,
          })
        }
        if (paid.refund_status === 'full') {
          throw new Refusal('The payment has been fully refunded already.')
        }
        if (!paid.captured) {
          throw new Refusal('The payment status should be captured for action to be taken')
        }
        if ((request.amount ?? 0) > paid.amount - paid.amount_refunded) {
          throw new Refusal('The refund amount provided is greater than amount captured.', {
            field: 'amount',
          })
        }
        const { refund, happenings } = recordRefund(paid, request, key)
        emitWebhook(paid.order_id, happenings)
        return refund
      }),
    refundsOf: (paymentId) => refundsOf(payment(paymentId).id),
    refunds: (page) => books.page('razorpay_refund', page),
    refundById(id) {
      const row = store.first<{ entity: string }>('select entity from razorpay_refund where id = ?', id)
      if (!row) throw notFound()
      return JSON.parse(row.entity)
    },
    attempt: (attempt) =>
      store.transaction(() => {
        const before = stored(attempt.orderId).order
        const names = orderNames(before)
        if (paymentsOf(before.id).some((other) => other.status === 'authorized')) {
          const refusal = new Refusal('A payment on this order is already being processed.', {
            reason: 'payment_already_authorized',
          })
          const error = { ...refusal.error, metadata: { order_id: before.id } }
          return { end: 'failed', error, webhooksFirst: false }
        }
        const late = isLateAuthorisation(attempt, before)
        const order = countAttempt(before)
        const made = newPayment(attempt, order)
        const webhooksFirst = faults.strikes('webhook-before-handler', names)
        const failure = attempt.failure ?? (late ? BANK_SILENT : null)
        if (failure) {
          const failed: PaymentEntity = {
            ...made,
            status: 'failed',
            error_code: failure.code,
            error_description: failure.description,
            error_source: failure.source,
            error_step: failure.step,
            error_reason: failure.reason,
          }
          savePayment(failed, late ? scheduleLateAuthorisation() : null)
          emitWebhook(order.id, [{ event: 'payment.failed', payload: { payment: failed } }], webhooksFirst)
          const metadata = { payment_id: failed.id, order_id: order.id }
          return { end: 'failed', error: { ...failure, metadata }, webhooksFirst }
        }
        const wasPaid = order.status === 'paid'
        const happenings = authorise(made)
        if (!wasPaid && payment(made.id).captured && faults.strikes('double-capture', names)) {
          const twin: PaymentEntity = { ...made, id: newId('pay'), status: 'authorized' }
          happenings.push({ event: 'payment.authorized', payload: { payment: twin } }, ...captureNow(twin))
        }
        emitWebhook(order.id, happenings, webhooksFirst)
        if (faults.strikes('handler-never', names)) return { end: 'silent', webhooksFirst }
        const proof = {
          razorpay_payment_id: made.id,
          razorpay_order_id: order.id,
          razorpay_signature: paymentSignature({ orderId: order.id, paymentId: made.id }),
        }
        return { end: 'paid', proof, webhooksFirst }
      }),
    dismiss: (attempt) =>
      store.transaction(() => {
        const order = stored(attempt.orderId).order
        if (order.status === 'paid' || !isLateAuthorisation(attempt, order)) return
        savePayment(newPayment(attempt, countAttempt(order)), scheduleLateAuthorisation())
      }),
    namesOf,
    hurry(step, orderId) {
      const waiting = store.all(
        `update razorpay_payment set due_at = ? where next_step = ? and (? is null or order_id = ?)
         returning id`,
        Date.now(),
        step,
        orderId,
        orderId,
      )
      alarm.set()
      return waiting.length
    },
    books: () => ({
      orders: entities(store.all('select entity from razorpay_order order by seq')),
      payments: entities(store.all('select entity from razorpay_payment order by seq')),
      refunds: entities(store.all('select entity from razorpay_refund order by seq')),
    }),
    start: () => alarm.set(),
    stop: () => alarm.stop(),
  }
}

const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
} as const

/** What the shopper is told while the bank has not answered. */
const BANK_SILENT: PaymentFailure = {
  code: 'GATEWAY_ERROR',
  description:
    'The bank did not answer in time. If money has left your account, it comes back or reaches us later.',
  source: 'bank',
  step: 'payment_authorization',
  reason: 'payment_timed_out',
}

function orderNames(order: { id: string; receipt: string | null }): string[] {
  return order.receipt === null ? [order.id] : [order.receipt, order.id]
}

function bankReference(): string {
  return String(Math.floor(Math.random() * 9e11) + 1e11)
}
