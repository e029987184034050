/**
 * The chaos run: thousands of shoppers, a gateway, couriers and a mail server with faults, and a shop that is killed
 * without warning; then days pass until no work is left, and the result is audited.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { audit, type Violation } from './audit.ts'
import { seededRandom } from './random.ts'
import { startProxy } from './proxy.ts'
import {
  receivedEmails,
  payingPayments,
  pendingIn,
  readShopState,
  unpaidGatewayOrders,
  type Snapshot,
  type Pending,
  outboxRows,
  type OutboxRow,
} from './snapshot.ts'
import { statisticsOf, type Statistics } from './report.ts'
import { controlsOf, type GatewayControls } from './gateway.ts'
import { createShop, type Shop } from './instances.ts'
import { FAULT_RATES } from './faults.ts'
import type { ChaosOptions } from './options.ts'
import { createDatabase, startPostgres, type Postgres } from './postgres.ts'
import { startSandboxProcess } from './processes.ts'
import { makeOfferCode } from './offer.ts'
import { stockShelves } from './scarcity.ts'
import { workAtDesk } from './staff.ts'
import { shopping } from './load.ts'

export interface Report {
  readonly violations: readonly Violation[]
  readonly statistics: Statistics
  /** How often each kind was injected. */
  readonly faults: Readonly<Record<string, number>>
  /** What shoppers did and what the shop logged, counted. */
  readonly counts: Readonly<Record<string, number>>
  readonly snapshot: Snapshot
}

/** Log lines that report a bug and not a failing provider. */
const BUG_LINES = new Set([
  'unexpected error',
  'unhandled rejection',
  'job failed',
  'reconciliation failed',
  'webhook processing failed',
  'auth failed',
])

export async function runChaos(options: ChaosOptions): Promise<Report> {
  const startedAt = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-chaos-'))
  const tidy = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', tidy)
  const proxy = await startProxy()
  const siteUrl = `http://localhost:${proxy.port}`
  const sandbox = await startSandboxProcess(siteUrl)
  const gateway = controlsOf(sandbox.addresses.url)
  await gateway.setFaults({ ...FAULT_RATES, seed: options.seed })
  const postgres = await openServer(options)

  const counts: Record<string, number> = {}
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1)
  const bugs: string[] = []
  const shop = createShop({
    options,
    proxy,
    settings: {
      siteUrl,
      dataFolder: folder,
      databaseUrl: postgres?.url ?? null,
      outside: sandbox.addresses,
      onLog(line) {
        const message = /"message":"([^"]*)"/.exec(line)?.[1] ?? ''
        if (BUG_LINES.has(message)) bugs.push(line)
        else count(`log: ${message}`)
      },
      onCrash: (what) => bugs.push(what),
    },
  })

  try {
    await shop.read((db) => stockShelves(db, options.seed))
    await shop.read((db) => makeOfferCode(db, options.orders))
    await shop.open()
    const shopped = await shopping({ options, shop, gateway, siteUrl, count })
    const outbox: Outbox = new Map()
    await advanceDays({ options, shop, gateway, outbox, siteUrl })
    const snapshot: Snapshot = {
      ...shopped,
      outbox: [...outbox.values()],
      gateway: await gateway.state(),
      emails: await receivedEmails(gateway, [...new Set(shopped.scenarios.map(({ shopper }) => shopper))]),
      shop: await shop.read(readShopState),
      kills: shop.kills(),
      bugs,
    }
    const faults = await gateway.faultCounts()
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    return {
      violations: audit(snapshot),
      statistics: { ...statisticsOf(snapshot, faults), seconds },
      faults,
      counts,
      snapshot,
    }
  } finally {
    await shop.close()
    await postgres?.stop()
    await sandbox.close()
    await proxy.close()
    tidy()
    process.off('exit', tidy)
  }
}

async function openServer({ database, databaseUrl }: ChaosOptions): Promise<Postgres | null> {
  if (database === 'embedded') return null
  return databaseUrl === null ? startPostgres() : createDatabase(databaseUrl)
}

/** Past the three days after which an unpaid order is given up, and past the seven for which every order is watched. */
const EXPIRED_MS = 3.1 * DAY_MS
const WATCHED_MS = 7.1 * DAY_MS
/** The share of paid orders that are refunded in part on the dashboard, and that part in paise. */
const DASHBOARD_REFUNDS = 0.1
const PARTIAL_REFUND = 5000
/** The share of those who never paid that do so after days, in a dialog left open. */
const LATE_PAYERS = 0.3

/** By their dedupe key. The shop forgets its outbox after a month, and a slow chaos run may take longer than that. */
type Outbox = Map<string, OutboxRow>

interface World {
  readonly outbox: Outbox
  readonly options: ChaosOptions
  readonly shop: Shop
  readonly gateway: GatewayControls
  readonly siteUrl: string
}

/** Leaves the shop closed, with nothing left to do for it. */
async function advanceDays(world: World): Promise<void> {
  const { options, shop, gateway } = world
  const { seed, say } = options
  const payAll = async (ids: readonly string[]) => {
    for (const id of ids) await gateway.pay(id, 'success')
  }

  say('The evening of the same day.')
  await untilIdle(world, { until: isIdle, killing: true, betweenMs: 15 * MINUTE_MS })
  const random = seededRandom(seed, 'late payers')
  const late = (await shop.read(unpaidGatewayOrders)).filter(() => random.happens(LATE_PAYERS))

  const worked = await shop.read((db) => workAtDesk(db, { seed, siteUrl: world.siteUrl, at: new Date() }))
  for (const [what, times] of Object.entries(worked)) say(`  ${times} ${what}`)

  // The shop takes a little off the price of some pieces, on the dashboard, while it is closed.
  const refunded = seededRandom(seed, 'dashboard refunds')
  for (const paymentId of await shop.read(payingPayments))
    if (refunded.happens(DASHBOARD_REFUNDS)) await gateway.refund(paymentId, PARTIAL_REFUND)

  // Half of them pay while the shop is closed, before it could give their order up; the others once it has begun to.
  await payAll(late.filter((_, index) => index % 2 === 0))
  shop.setAhead(EXPIRED_MS)
  say('Three days later.')
  await untilIdle(world, { until: isIdle, killing: true, betweenMs: 15 * MINUTE_MS })
  await payAll(late.filter((_, index) => index % 2 === 1))

  // At the end the world outside behaves, so that what is left undone is the shop's own doing.
  await gateway.setFaults({ timing: FAULT_RATES.timing })
  shop.setAhead(WATCHED_MS)
  say('A week later.')
  const hasNothingPending = (pending: Pending) => isIdle(pending) && pending.emails + pending.watched === 0
  // A refund is watched for a week of its own.
  await untilIdle(world, { until: hasNothingPending, killing: true, betweenMs: WATCHED_MS, release: true })
}

function isIdle({ webhooks, refunds }: Pending): boolean {
  return webhooks + refunds === 0
}

interface Quieting {
  readonly until: (pending: Pending) => boolean
  readonly killing: boolean
  /** Moves the clock past the back-off of failed work before the shop opens again. */
  readonly betweenMs: number
  /** What nobody captured goes back. */
  readonly release?: boolean
}

const KILLS_PER_ROUND = 3
const ROUND_MIN_S = 3
const ROUND_MAX_S = 20
const ROUNDS_MAX = 60

/** Lets the shop work, and looks into its state in between, until there is nothing left to do; leaves it closed. */
async function untilIdle(
  { options: { say }, shop, gateway, outbox }: World,
  { until, killing, betweenMs, release = false }: Quieting,
): Promise<void> {
  let seconds = ROUND_MIN_S
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await shop.open()
    for (let times = killing ? KILLS_PER_ROUND : 0; times > 0 && shop.killsLeft() > 0; times -= 1)
      await shop.kill()
    // Whatever waits at the gateway for a delay or a retry comes now.
    await gateway.hurry({ release })
    await wait(seconds * 1000)
    await shop.close()
    const pending = await shop.read(pendingIn)
    for (const mail of await shop.read(outboxRows)) outbox.set(mail.dedupeKey, mail)
    const { waiting } = (await gateway.state()).webhooks
    if (waiting === 0 && until(pending)) return
    const { webhooks, refunds, emails, open, watched } = pending
    say(
      `  still to do: ${webhooks + waiting} webhooks, ${refunds} refunds, ${emails} emails; ` +
        `${open} orders open, ${watched} watched`,
    )
    shop.setAhead(betweenMs)
    seconds = Math.min(ROUND_MAX_S, ROUND_MIN_S + (open + watched + webhooks) / 100 + emails / 10)
  }
  say('  Work is left after the last round; auditing the state as it is.')
}
