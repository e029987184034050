/** Everything the shop does by itself. Each piece of work is claimed in the database, so several servers may run these. */
import { RETENTION_IDS } from '#domain/retention.ts'
import { reconcileDueOrders } from '#server/checkout/reconcile.ts'
import { sendDueRefunds } from '#server/checkout/refunds.ts'
import type { SettleParts } from '#server/checkout/settle.ts'
import { workDueWebhooks } from '#server/checkout/webhooks.ts'
import { sendDueMail, type Mailer } from '#server/letters/outbox.ts'
import { auditDaily } from './daily-audit.ts'
import { createLanes, type Worker } from './lanes.ts'
import { purge } from './purge.ts'

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
    { name: 'audit', restMs: HOUR_MS, run: () => auditDaily(parts) },
    // Each by itself: one that fails holds up no other.
    ...RETENTION_IDS.map((id) => ({
      name: `purge ${id}`,
      restMs: HOUR_MS,
      run: () => purge(parts.db, id, parts.now()),
    })),
  ]
  return createLanes({ jobs, log: parts.log })
}
