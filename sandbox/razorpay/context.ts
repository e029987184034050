/** The dependencies of the gateway's operations. */
import type { Faults } from '#sandbox/faults.ts'
import type { GatewayStore } from './store.ts'
import type { GatewayEvent, Webhooks } from './webhooks.ts'

export interface GatewayContext {
  readonly gatewayStore: GatewayStore
  readonly faults: Faults
  readonly webhooks: Webhooks
}

/** Call it in the transaction of the change. */
export function sendWebhooks(
  { gatewayStore, webhooks }: GatewayContext,
  orderId: string,
  events: GatewayEvent[],
  immediately = false,
) {
  webhooks.enqueue(orderId, events, { targets: gatewayStore.faultTargets(orderId), immediately })
}
