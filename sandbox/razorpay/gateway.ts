/** The gateway: its orders, payments, refunds and disputes, their scheduled steps, and the webhooks. */
import type { Faults } from '#sandbox/faults.ts'
import { createScheduler } from '#sandbox/scheduler.ts'
import type { Store } from '#sandbox/store.ts'
import type { GatewayContext } from './context.ts'
import type { DisputeEntity, Notes } from './entities.ts'
import { moveDispute } from './disputes.ts'
import { createOrder, updateNotes } from './orders.ts'
import {
  attemptPayment,
  authorizeLate,
  capturePayment,
  dismissCheckout,
  releasePayment,
  type Attempt,
} from './payments.ts'
import { createRefund, failRefund } from './refunds.ts'
import { openGatewayStore, type NextStep } from './store.ts'
import { settle } from './settlements.ts'
import type { OrderRequest, RefundRequest } from './validation.ts'
import type { Webhooks } from './webhooks.ts'

const STEPS: Record<NextStep, (context: GatewayContext, paymentId: string) => void> = {
  authorize: authorizeLate,
  release: releasePayment,
  'fail refund': failRefund,
}

export type Gateway = ReturnType<typeof openGateway>

/** Each change is one transaction, including its webhooks. */
export function openGateway({
  store,
  faults,
  webhooks,
}: {
  store: Store
  faults: Faults
  webhooks: Webhooks
}) {
  const gatewayStore = openGatewayStore(store, () => scheduler.update())
  const context: GatewayContext = { gatewayStore, faults, webhooks }
  const { transaction } = gatewayStore

  const scheduler = createScheduler({
    nextDueAt: gatewayStore.nextStepDueAt,
    runDue() {
      for (const { id, next_step } of gatewayStore.dueSteps())
        transaction(() => STEPS[next_step](context, id))
      scheduler.update()
    },
  })

  return {
    /** Reads, and operations that make scheduled steps due. */
    find: gatewayStore,
    createOrder: (request: OrderRequest) => transaction(() => createOrder(context, request)),
    updateNotes: (id: string, notes: Notes) => transaction(() => updateNotes(context, id, notes)),
    capture: (paymentId: string, amount: number) =>
      transaction(() => capturePayment(context, paymentId, amount)),
    refund: (paymentId: string, request: RefundRequest, key: string | null) =>
      transaction(() => createRefund(context, paymentId, request, key)),
    dispute: (paymentId: string, status: DisputeEntity['status'], amount?: number) =>
      transaction(() => moveDispute(context, paymentId, status, amount)),
    settle: (options?: { everything: boolean }) => transaction(() => settle(context, options)),
    attempt: (attempt: Attempt) => transaction(() => attemptPayment(context, attempt)),
    dismiss: (attempt: Attempt) => transaction(() => dismissCheckout(context, attempt)),
    start: () => scheduler.update(),
    stop: () => scheduler.stop(),
  }
}
