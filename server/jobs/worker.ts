/** All background jobs. Each claims its work in the database, so that several servers may run them. */
import { RETENTION_IDS } from '#domain/retention.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { logGatewayError, type GatewayDeps } from '#server/gateway/gateway.ts'
import { sendDueRequestedRefunds } from '#server/refunds/send-requested-refunds.ts'
import { reconcileDueOrders } from '#server/payments/reconcile-job.ts'
import { sendDueSurplusRefunds } from '#server/refunds/surplus-refunds.ts'
import { processDueWebhooks } from '#server/payments/webhooks.ts'
import type { CourierDeps } from '#server/fulfilment/courier-tasks.ts'
import { runDueParcelTasks, trackDueParcels } from '#server/fulfilment/parcel-jobs.ts'
import { runDuePickupTasks, trackDuePickups } from '#server/fulfilment/pickup-jobs.ts'
import { sendDueEmails } from '#server/email/outbox.ts'
import { sendDueNewsletters, type NewsletterSenderDeps } from '#server/newsletters/send.ts'
import { publishDueDrafts } from '#server/desk/scheduled-editions.ts'
import { startScheduledNewsletters, type ScheduleDeps } from '#server/desk/scheduled-newsletters.ts'
import { auditDaily } from './daily-audit.ts'
import { runDaily } from './daily.ts'
import { readSettlements, SETTLEMENTS_JOB } from '#server/settlements/items.ts'
import { purgeUnusedPictures } from '#server/pictures/purge.ts'
import type { PictureStorage } from '#server/pictures/storage.ts'
import { purgeExpiredHolds } from '#server/stock/holds.ts'
import { reencryptPans, type PanDeps } from '#server/orders/pans.ts'
import type { Metrics } from '#server/metrics.ts'
import { createJobLoops, type Worker } from './loops.ts'
import { purge } from './purge.ts'
import { vacuumDueTables } from './vacuum.ts'

export interface WorkerDeps extends GatewayDeps, CourierDeps, PanDeps, NewsletterSenderDeps, ScheduleDeps {
  /** Omitted in tests that upload none. */
  readonly pictureStorage?: PictureStorage
  readonly metrics?: Pick<Metrics, 'observeJob'> | undefined
  /** A PostgreSQL server has autovacuum. */
  readonly isEmbedded?: boolean
}

const IDLE_MS = 2000
/**
 * A payment causes three webhooks; often the browser's verify call has completed its order before they are processed.
 */
const GATHER_WEBHOOKS_MS = 250

export function createWorker(deps: WorkerDeps): Worker {
  const jobs = [
    { name: 'webhooks', idleMs: IDLE_MS, gatherMs: GATHER_WEBHOOKS_MS, run: () => processDueWebhooks(deps) },
    { name: 'reconciliation', idleMs: IDLE_MS, run: () => reconcileDueOrders(deps) },
    { name: 'surplus refunds', idleMs: IDLE_MS, run: () => sendDueSurplusRefunds(deps) },
    { name: 'requested refunds', idleMs: IDLE_MS, run: () => sendDueRequestedRefunds(deps) },
    { name: 'emails', idleMs: IDLE_MS, run: () => sendDueEmails(deps) },
    { name: 'scheduled newsletters', idleMs: IDLE_MS, run: () => startScheduledNewsletters(deps) },
    { name: 'newsletters', idleMs: IDLE_MS, run: () => sendDueNewsletters(deps) },
    { name: 'parcel tasks', idleMs: IDLE_MS, run: () => runDueParcelTasks(deps) },
    { name: 'parcel tracking', idleMs: IDLE_MS, run: () => trackDueParcels(deps) },
    { name: 'pickup tasks', idleMs: IDLE_MS, run: () => runDuePickupTasks(deps) },
    { name: 'pickup tracking', idleMs: IDLE_MS, run: () => trackDuePickups(deps) },
    { name: 'scheduled editions', idleMs: IDLE_MS, run: () => publishDueDrafts(deps) },
    { name: 'audit', idleMs: HOUR_MS, run: () => auditDaily(deps) },
    {
      name: SETTLEMENTS_JOB,
      idleMs: HOUR_MS,
      run: () => runDaily(deps, SETTLEMENTS_JOB, () => readSettlementsOfDay(deps)),
    },
    { name: 'PAN re-encryption', idleMs: HOUR_MS, run: () => reencryptPans(deps) },
    { name: 'purge holds', idleMs: HOUR_MS, run: () => purgeExpiredHolds(deps.db, deps.now()) },
    ...picturePurge(deps),
    ...vacuum(deps),
    // Separate jobs: a failure does not stop the others.
    ...RETENTION_IDS.map((id) => ({
      name: `purge ${id}`,
      idleMs: HOUR_MS,
      run: () => purge(deps.db, id, deps.now()),
    })),
  ]
  return createJobLoops({ jobs, log: deps.log, metrics: deps.metrics })
}

function picturePurge({ pictureStorage: storage, ...deps }: WorkerDeps) {
  if (!storage) return []
  return [{ name: 'purge pictures', idleMs: HOUR_MS, run: () => purgeUnusedPictures({ ...deps, storage }) }]
}

function vacuum({ isEmbedded = false, db }: WorkerDeps) {
  if (!isEmbedded) return []
  return [{ name: 'vacuum', idleMs: 10 * MINUTE_MS, run: () => vacuumDueTables(db) }]
}

/** False if the gateway was unreachable. */
async function readSettlementsOfDay(deps: WorkerDeps): Promise<boolean> {
  const read = await readSettlements(deps)
  if (!read.ok) logGatewayError(deps.log, read.error)
  return read.ok
}
