/** All background jobs. Each claims its work in the database, so that several servers may run them. */
import { RETENTION_IDS } from '#domain/retention.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { GatewayParts } from '#server/checkout/gateway.ts'
import { reconcileDueOrders } from '#server/checkout/reconcile.ts'
import { sendDueRefunds } from '#server/checkout/refunds.ts'
import { processDueWebhooks } from '#server/checkout/webhooks.ts'
import { publishDueDrafts } from '#server/collection/drafts.ts'
import { sendDueEmails, type EmailSender } from '#server/email/outbox.ts'
import { auditDaily } from './daily-audit.ts'
import { purgeExpiredHolds } from '#server/stock/holds.ts'
import { createJobLoops, type Worker } from './loops.ts'
import { purge } from './purge.ts'

export interface WorkerParts extends GatewayParts {
  readonly mailer: EmailSender
}

const IDLE_MS = 2000

export function createWorker(parts: WorkerParts): Worker {
  const jobs = [
    { name: 'webhooks', idleMs: IDLE_MS, run: () => processDueWebhooks(parts) },
    { name: 'reconciliation', idleMs: IDLE_MS, run: () => reconcileDueOrders(parts) },
    { name: 'refunds', idleMs: IDLE_MS, run: () => sendDueRefunds(parts) },
    { name: 'email', idleMs: IDLE_MS, run: () => sendDueEmails(parts) },
    { name: 'scheduled editions', idleMs: IDLE_MS, run: () => publishDueDrafts(parts) },
    { name: 'audit', idleMs: HOUR_MS, run: () => auditDaily(parts) },
    { name: 'purge holds', idleMs: HOUR_MS, run: () => purgeExpiredHolds(parts.db, parts.now()) },
    // One job each: one that fails does not stop the others.
    ...RETENTION_IDS.map((id) => ({
      name: `purge ${id}`,
      idleMs: HOUR_MS,
      run: () => purge(parts.db, id, parts.now()),
    })),
  ]
  return createJobLoops({ jobs, log: parts.log })
}
