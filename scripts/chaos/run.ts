/**
 * The rehearsal: shoppers by the thousand, a gateway, couriers and a mail server that misbehave, and a shop that is
 * killed without warning; then days go by until all is quiet, and the books are audited.
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
  lettersOf,
  payingPayments,
  pendingIn,
  shopBooks,
  unpaidGatewayOrders,
  type Snapshot,
  type Pending,
  mailRows,
  type MailRow,
} from './snapshot.ts'
import { figuresOf, type Statistics } from './report.ts'
import { controlsOf, type GatewayControls } from './gateway.ts'
import { createShop, type Shop } from './instances.ts'
import { FAULT_RATES } from './faults.ts'
import type { RehearsalOptions } from './options.ts'
import { createDatabase, startPostgres, type Postgres } from './postgres.ts'
import { startSandboxProcess } from './processes.ts'
import { shopping } from './load.ts'

export interface Report {
  readonly violations: readonly Violation[]
  readonly figures: Statistics
  /** How often each kind was injected. */
  readonly faults: Readonly<Record<string, number>>
  /** What shoppers did and what the shop logged, counted. */
  readonly counts: Readonly<Record<string, number>>
  readonly evidence: Snapshot
}

/** Lines of the log that tell of a bug rather than of an outside service in trouble. */
const BUG_LINES = new Set([
  'unexpected error',
  'unhandled rejection',
  'job failed',
  'reconciliation failed',
  'webhook work failed',
  'auth failed',
])

export async function runChaos(options: RehearsalOptions): Promise<Report> {
  const startedAt = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-rehearsal-'))
  const tidy = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', tidy)
  const door = await startProxy()
  const siteUrl = `http://localhost:${door.port}`
  const sandbox = await startSandboxProcess(siteUrl)
  const gateway = controlsOf(sandbox.addresses.url)
  await gateway.setFaults({ ...FAULT_RATES, seed: options.seed })
  const postgres = await openServer(options)

  const counts: Record<string, number> = {}
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1)
  const bugs: string[] = []
  const shop = createShop({
    options,
    door,
    settings: {
      siteUrl,
      dataFolder: folder,
      databaseUrl: postgres?.url ?? null,
      outside: sandbox.addresses,
      onLog(line) {
        const what = /"what":"([^"]*)"/.exec(line)?.[1] ?? ''
        if (BUG_LINES.has(what)) bugs.push(line)
        else count(`log: ${what}`)
      },
      onCrash: (what) => bugs.push(what),
    },
  })

  try {
    await shop.open()
    const shopped = await shopping({ options, shop, gateway, siteUrl, count })
    const mails: Mails = new Map()
    await advanceDays({ options, shop, gateway, mails })
    const evidence: Snapshot = {
      ...shopped,
      mails: [...mails.values()],
      gateway: await gateway.books(),
      letters: await lettersOf(gateway, [...new Set(shopped.stories.map(({ shopper }) => shopper))]),
      shop: await shop.read(shopBooks),
      kills: shop.kills(),
      bugs,
    }
    const faults = await gateway.faultCounts()
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    return {
      violations: audit(evidence),
      figures: { ...figuresOf(evidence, faults), seconds },
      faults,
      counts,
      evidence,
    }
  } finally {
    await shop.close()
    await postgres?.stop()
    await sandbox.close()
    await door.close()
    tidy()
    process.off('exit', tidy)
  }
}

async function openServer({ database, databaseUrl }: RehearsalOptions): Promise<Postgres | null> {
  if (database === 'embedded') return null
  return databaseUrl === null ? startPostgres() : createDatabase(databaseUrl)
}

/** Past the three days after which an unpaid order is given up, and past the seven for which every order is watched. */
const EXPIRED_MS = 3.1 * DAY_MS
const WATCHED_MS = 7.1 * DAY_MS
/** Of the paid orders, so many are refunded in part on the dashboard. Paise. */
const DASHBOARD_REFUNDS = 0.1
const BARGAIN = 5000
/** Of those who never paid, so many do after days, in a dialog left open. */
const LATE_PAYERS = 0.3

/** By their occasion. The shop forgets its mails after a month, and a slow rehearsal may take longer than that. */
type Mails = Map<string, MailRow>

interface World {
  readonly mails: Mails
  readonly options: RehearsalOptions
  readonly shop: Shop
  readonly gateway: GatewayControls
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
  const chance = seededRandom(seed, 'late payers')
  const late = (await shop.read(unpaidGatewayOrders)).filter(() => chance.happens(LATE_PAYERS))

  // The shop takes a little off the price of some pieces, on the dashboard, while it is closed.
  const bargains = seededRandom(seed, 'dashboard refunds')
  for (const paymentId of await shop.read(payingPayments))
    if (bargains.happens(DASHBOARD_REFUNDS)) await gateway.refund(paymentId, BARGAIN)

  // Half of them pay while the shop is closed, before it could give their order up; the others once it has begun to.
  await payAll(late.filter((_, index) => index % 2 === 0))
  shop.setAhead(EXPIRED_MS)
  say('Three days later.')
  await untilIdle(world, { until: isIdle, killing: true, betweenMs: 15 * MINUTE_MS })
  await payAll(late.filter((_, index) => index % 2 === 1))

  // At the end the world outside behaves, so that what is left unsettled is the shop's own doing.
  await gateway.setFaults({ timing: FAULT_RATES.timing })
  shop.setAhead(WATCHED_MS)
  say('A week later.')
  const isOver = (pending: Pending) => isIdle(pending) && pending.letters + pending.watched === 0
  // A refund is watched for a week of its own.
  await untilIdle(world, { until: isOver, killing: true, betweenMs: WATCHED_MS, release: true })
}

function isIdle({ webhooks, refunds }: Pending): boolean {
  return webhooks + refunds === 0
}

interface Quieting {
  readonly until: (pending: Pending) => boolean
  readonly killing: boolean
  /** What met trouble is tried again after a while: so much passes before the shop opens again. */
  readonly betweenMs: number
  /** What nobody captured goes back. */
  readonly release?: boolean
}

const KILLS_PER_ROUND = 3
const ROUND_MIN_S = 3
const ROUND_MAX_S = 20
const ROUNDS_MAX = 60

/** Lets the shop work, and looks into its books in between, until there is nothing left to do; leaves it closed. */
async function untilIdle(
  { options: { say }, shop, gateway, mails }: World,
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
    for (const mail of await shop.read(mailRows)) mails.set(mail.dedupeKey, mail)
    const { waiting } = (await gateway.books()).webhooks
    if (waiting === 0 && until(pending)) return
    const { webhooks, refunds, letters, open, watched } = pending
    say(
      `  still to do: ${webhooks + waiting} webhooks, ${refunds} refunds, ${letters} letters; ` +
        `${open} orders open, ${watched} watched`,
    )
    shop.setAhead(betweenMs)
    seconds = Math.min(ROUND_MAX_S, ROUND_MIN_S + (open + watched + webhooks) / 100 + letters / 10)
  }
  say('  It does not become quiet; audited as it is.')
}
