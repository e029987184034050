/** Test fixtures: refunds that the bank does not take, and money that it returns. */
import type { Role } from '#domain/permissions.ts'
import type { DisputeStatus } from '#domain/dispute.ts'
import {
  createActions,
  moveDispute,
  payForRings,
  setUpCheckout,
  webhook,
  type PaidOrder,
} from '#server/checkout/testing.ts'
import { processDueWebhooks } from '#server/payments/webhooks.ts'
import { createParcelActions, createReturnActions } from '#server/fulfilment/testing.ts'
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
    /** The bank returns the amount, after a minute. */
    async loseDispute(order: PaidOrder, amount: number): Promise<void> {
      passMinute()
      for (const status of ['open', 'lost'] as const) await actions.dispute(order, status, amount)
      passMinute()
    },
  }
  return { fixture, parcels, ...createActions(fixture), ...desk, ...returns, ...actions }
}
