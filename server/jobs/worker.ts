/** Everything the shop does by itself. Each piece of work is claimed in the database, so several servers may run these. */
import { forgetExpired } from '#server/accounts/housekeeping.ts'
import { reconcileDueOrders } from '#server/checkout/reconcile.ts'
import { sendDueRefunds } from '#server/checkout/refunds.ts'
import type { SettleParts } from '#server/checkout/settle.ts'
import { workDueWebhooks } from '#server/checkout/webhooks.ts'
import { forgetOldMail, sendDueMail, type Mailer } from '#server/letters/outbox.ts'
import { forgetUnconfirmed } from '#server/letters/routes.ts'
import { forgetOldLimits } from '#server/rate-limit.ts'
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
    { name: 'forgetting', restMs: HOUR_MS, run: () => forget(parts) },
  ]
  return createLanes({ jobs, log: parts.log })
}

/** Orders, their ledger and the gateway's events are never forgotten. */
async function forget({ db, now }: WorkerParts): Promise<0> {
  await forgetExpired(db, now())
  await forgetUnconfirmed(db, now())
  await forgetOldMail(db, now())
  await forgetOldLimits(db, now())
  return 0
}
