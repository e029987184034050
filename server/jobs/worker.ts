/** Everything the shop does by itself. Each piece of work is claimed in the database, so several servers may run these. */
import { reconcileDueOrders } from '#server/checkout/reconcile.ts'
import { sendDueRefunds } from '#server/checkout/refunds.ts'
import type { SettleParts } from '#server/checkout/settle.ts'
import { workDueWebhooks } from '#server/checkout/webhooks.ts'
import { sendDueMail, type Mailer } from '#server/letters/outbox.ts'
import { forgetTheOld } from './forget.ts'
import { createLanes, type Worker } from './lanes.ts'

export interface WorkerParts extends SettleParts {
  readonly mailer: Mailer
}

const IDLE_MS = 2000
const HOUR_MS = 3_600_000

/** Not started yet. */
export function createWorker(parts: WorkerParts): Worker {
  const jobs = [
    { name: 'webhooks', restMs: IDLE_MS, run: () => workDueWebhooks(parts) },
    { name: 'reconciliation', restMs: IDLE_MS, run: () => reconcileDueOrders(parts) },
    { name: 'refunds', restMs: IDLE_MS, run: () => sendDueRefunds(parts) },
    { name: 'mail', restMs: IDLE_MS, run: () => sendDueMail(parts) },
    { name: 'forgetting', restMs: HOUR_MS, run: () => forgetTheOld(parts.db, parts.now()) },
  ]
  return createLanes({ jobs, log: parts.log })
}
