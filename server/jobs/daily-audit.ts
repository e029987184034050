/**
 * Runs the audit once a day, repairs what is safe, and logs an error for each difference that is left. Records
 * disputes, and verifies the audit log of the desk as well.
 */
import { DAY_MS, HOUR_MS, addMs } from '#domain/time.ts'
import { audit } from '#server/payments/audit.ts'
import { fetchDisputes } from '#server/refunds/disputes.ts'
import { logGatewayError, type GatewayDeps } from '#server/gateway/gateway.ts'
import { verifyChain } from '#server/desk/audit-log.ts'
import { runDaily } from './daily.ts'

/** Longer than a bank may take to authorize a payment, and longer than this job may fail unnoticed. */
const PERIOD_MS = 10 * DAY_MS
/** A bank decides a dispute within about three months. */
const DISPUTED_MS = 100 * DAY_MS
/** Gateway and database differ while a payment is in progress. */
const IN_PROGRESS_MS = HOUR_MS

/** Retries after an hour if the gateway was unreachable. */
export function auditDaily(deps: GatewayDeps): Promise<0> {
  return runDaily(deps, 'audit', (at) => auditAt(deps, at))
}

async function auditAt(deps: GatewayDeps, at: Date): Promise<boolean> {
  const { db, log } = deps
  const { brokenAt } = await verifyChain(db)
  if (brokenAt !== null) log.error('audit log broken', { event: 'audit-log.broken', entry: brokenAt })
  const period = { from: addMs(at, -PERIOD_MS), to: addMs(at, -IN_PROGRESS_MS) }
  const disputes = await fetchDisputes(deps, { from: addMs(at, -DISPUTED_MS), to: at })
  if (!disputes.ok) logGatewayError(log, disputes.error)
  const result = await audit(deps, period, 'safe')
  if (!result.ok) {
    logGatewayError(log, result.error)
    return false
  }
  const { found, left, payments } = result.value
  for (const { kind, gatewayId } of left)
    log.error('audit difference', { event: 'audit.difference', kind, gatewayId })
  log.info('audit finished', { event: 'audit.done', payments, found: found.length, left: left.length })
  return true
}
