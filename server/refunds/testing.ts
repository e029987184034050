/** Test fixtures: refunds that the bank does not take, and money that it returns. */
import { randomUUID } from 'node:crypto'
import type { Role } from '#domain/permissions.ts'
import type { DisputeStatus } from '#domain/dispute.ts'
import {
  createActions,
  moveDispute,
  payForRings,
  setUpCheckout,
  webhook,
  type CheckoutFixture,
  type PaidOrder,
} from '#server/checkout/testing.ts'
import { processDueWebhooks } from '#server/payments/webhooks.ts'
import { createParcelActions, createReturnActions } from '#server/fulfilment/testing.ts'
import type { ListedRefund, PaymentGateway } from '#server/gateway/gateway.ts'
import { recordGatewayRefunds } from './gateway-refunds.ts'
import { sendDueRequestedRefunds } from './send-requested-refunds.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { setUpOrderDesk } from '#server/desk/testing.ts'

/** A refund that the bank did not take. */
export interface Failed {
  readonly order: PaidOrder
  readonly id: string
}

export function setUpRefundDesk() {
  const fixture = setUpCheckout()
  const desk = setUpOrderDesk(fixture)
  const { send, sendAbout, enterFreshCode, deskNow, advanceDesk, failRefund } = desk
  const parcels = createParcelActions(fixture)
  const returns = createReturnActions(fixture, { parcels, sendAbout })
  const { deliveredOrder, receivedReturn, decide } = returns

  /** Also those of earlier tests. */
  async function sendDue(): Promise<void> {
    while ((await sendDueRequestedRefunds(fixture.server.deps)) > 0);
  }

  const passMinute = () => {
    advanceDesk(MINUTE_MS)
    fixture.server.clock.now = deskNow()
  }

  const actions = {
    sendDue,
    passMinute,
    shownOrder: async ({ customer, number }: PaidOrder) =>
      (await fixture.server.request(customer, 'GET', `/api/orders/${number}`)).json,
    deskOrder: async ({ number }: PaidOrder) => (await sendAbout('owner', 'GET', number)).json,
    /** By the ids of their requests. */
    unrefundedOnToday: async (role: Role): Promise<readonly string[]> => {
      const { json } = await send(role, 'GET', 'today')
      return json.unrefunded.map(({ id }: { id: string }) => id)
    },
    /** The refund of one ring of two that came back, which is about to be sent. */
    async acceptedReturn() {
      const order = await deliveredOrder()
      const id = await receivedReturn(order)
      await enterFreshCode('owner')
      await decide('owner', order.number, 'accept', { id, codes: [order.codes[0]], restocks: true })
      return { order, id }
    },
    /** The refund of one ring of two that came back. */
    async failedReturn() {
      const failed = await actions.acceptedReturn()
      const shownAsSent = await failRefund(failed.order, sendDue, () => returns.shownReturns(failed.order))
      return { ...failed, shownAsSent }
    },
    /** The customer has cancelled the order. */
    async failedCancellation(quantity = 1) {
      const order = await payForRings(fixture, quantity)
      await fixture.server.request(order.customer, 'POST', `/api/orders/${order.number}/cancel`)
      const shownAsSent = await failRefund(order, sendDue, () => actions.shownOrder(order))
      const [{ id }] = (await actions.deskOrder(order)).refunds
      return { order, id: String(id), shownAsSent }
    },
    async dispute({ paymentId }: PaidOrder, status: DisputeStatus, amount?: number): Promise<void> {
      const event = await moveDispute(fixture.sandbox, paymentId, status, amount)
      await fixture.server.send('/api/webhooks/razorpay', webhook(fixture.sandbox, event))
      await processDueWebhooks(fixture.server.deps)
    },
    createBank: (order: PaidOrder) => createBank(fixture, { deskNow, passMinute }, order),
    /** Of all who act, because an unused session ends. */
    async useSessions({ number }: PaidOrder): Promise<void> {
      for (const role of ['owner', 'manager', 'support', 'packer'] as const)
        await sendAbout(role, 'GET', number)
    },
    /** The bank returns the amount, after a minute. */
    async loseDispute(order: PaidOrder, amount: number): Promise<void> {
      passMinute()
      for (const status of ['open', 'lost'] as const) await actions.dispute(order, status, amount)
      passMinute()
    },
  }
  return { fixture, parcels, ...createActions(fixture), ...desk, ...returns, ...actions }
}

interface Clock {
  readonly deskNow: () => Date
  readonly passMinute: () => void
}

/** In place of the sandbox, whose bank fails only the first refund of a payment. */
function createBank(
  { db, server: { deps } }: CheckoutFixture,
  { deskNow, passMinute }: Clock,
  { number: orderNumber }: PaidOrder,
) {
  const refunds: ListedRefund[] = []
  const gateway: PaymentGateway = {
    ...deps.gateway,
    async refund({ paymentId, amount, receipt = null }) {
      const sent = { id: `rfnd_${randomUUID()}`, status: 'pending' } as const
      refunds.push({ ...sent, paymentId, amount, receipt, createdAt: deskNow() })
      return { ok: true, value: sent }
    },
    fetchPaymentRefunds: async () => ({ ok: true, value: refunds }),
  }
  return {
    /** Sends what is due, and decides on each refund. */
    async decide(outcome: () => 'failed' | 'processed'): Promise<void> {
      passMinute()
      while ((await sendDueRequestedRefunds({ ...deps, gateway })) > 0);
      passMinute()
      const decided = refunds.map((refund): ListedRefund =>
        refund.status === 'pending' ? { ...refund, status: outcome() } : refund,
      )
      refunds.splice(0, refunds.length, ...decided)
      const report = { orderNumber, refunds, source: 'webhook', at: deskNow() } as const
      await db.transaction((tx) => recordGatewayRefunds(tx, deps, report))
      passMinute()
    },
  }
}
