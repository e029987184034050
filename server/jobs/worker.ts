/** Everything the shop does by itself. Each piece of work is claimed in the database, so several servers may run these. */
import { RETENTION_IDS } from '#domain/retention.ts'
import { HOUR_MS } from '#domain/time.ts'
import { reconcileDueOrders } from '#server/checkout/reconcile.ts'
import { sendDueRefunds } from '#server/checkout/refunds.ts'
import type { SettleParts } from '#server/checkout/settle.ts'
import { processDueWebhooks } from '#server/checkout/webhooks.ts'
import { sendDueEmails, type EmailSender } from '#server/email/outbox.ts'
import { auditDaily } from './daily-audit.ts'
import { createJobLoops, type Worker } from './loops.ts'
import { purge } from './purge.ts'

export interface WorkerParts extends SettleParts {
  readonly mailer: EmailSender
}

const IDLE_MS = 2000

/** Not started yet. */
export function createWorker(parts: WorkerParts): Worker {
  const jobs = [
    { name: 'webhooks', idleMs: IDLE_MS, run: () => processDueWebhooks(parts) },
    { name: 'reconciliation', idleMs: IDLE_MS, run: () => reconcileDueOrders(parts) },
    { name: 'refunds', idleMs: IDLE_MS, run: () => sendDueRefunds(parts) },
    { name: 'mail', idleMs: IDLE_MS, run: () => sendDueEmails(parts) },
    { name: 'audit', idleMs: HOUR_MS, run: () => auditDaily(parts) },
    // Each by itself: one that fails holds up no other.
    ...RETENTION_IDS.map((id) => ({
      name: `purge ${id}`,
      idleMs: HOUR_MS,
      run: () => purge(parts.db, id, parts.now()),
    })),
  ]
  return createJobLoops({ jobs, log: parts.log })
}
