/**
 * The drill: the high-availability deployment of docs/operations.md on this one machine, shoppers who buy continuously,
 * and one failure after another; then days pass until no work is left, and the result is audited.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { appliedChange } from '#server/db/list-schema.ts'
import { openDatabase, type Database } from '#server/db/open.ts'
import { audit } from '../chaos/audit.ts'
import type { Violation } from '../chaos/audit-rules.ts'
import { advanceDays, type Outbox } from '../chaos/days.ts'
import { FAULT_RATES } from '../chaos/faults.ts'
import { controlsOf, type GatewayControls } from '../chaos/gateway.ts'
import type { Shopped } from '../chaos/load.ts'
import { createServers } from '../chaos/instances.ts'
import { makeOfferCode } from '../chaos/offer.ts'
import type { ChaosOptions } from '../chaos/options.ts'
import { startSandboxProcess, type Addresses } from '../chaos/processes.ts'
import { startProxy, type Proxy } from '../chaos/proxy.ts'
import { BUG_LINES } from '../chaos/run.ts'
import { stockShelves } from '../chaos/scarcity.ts'
import { statisticsOf, type Statistics } from '../chaos/report.ts'
import { readShopState, receivedEmails, type Snapshot } from '../chaos/snapshot.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { startLoad, type Load } from './load.ts'
import {
  costOf,
  failuresIn,
  isQuiet,
  longestOutage,
  replicaReadsBetween,
  type Cost,
  type ReplicaReads,
} from './measure.ts'
import { PARTS, type Part, type PartName, type World } from './parts.ts'
import { makeNextVersion, openServers, startDatabaseProxies, type Databases } from './servers.ts'

export interface DrillOptions {
  readonly parts: readonly PartName[]
  readonly gatewayAwayMs: number
  readonly seed: number
  /** A folder for logs and data, which is kept; null: a temporary one. */
  readonly keep: string | null
  readonly say: (line: string) => void
}

export interface PartResult extends Cost {
  readonly name: PartName
  readonly replicaReads: ReplicaReads
}

export interface DrillReport {
  readonly parts: readonly PartResult[]
  readonly violations: readonly Violation[]
  /** Changes reported as stored, and how many of them are missing. */
  readonly acknowledged: number
  readonly lost: number
  readonly statistics: Statistics
}

/** Nothing fails for this long before, between and after. */
const QUIET_MS = 5000
const RECOVERY_MAX_MS = 120_000
const POLL_MS = 200
/** For the limit of the code. */
const OFFER_ORDERS = 300
/** Each server may have sent one e-mail without recording it. */
const EMAILS_AGAIN_PER_PART = 3
const CLOCK_SPEED = 30

interface Setting {
  readonly options: DrillOptions
  readonly folder: string
  readonly siteUrl: string
  readonly proxy: Proxy
  readonly outside: Addresses
  readonly gateway: GatewayControls
  readonly bugs: string[]
}

export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'swarnika-drill-'))
  // PostgreSQL's user has its folders there.
  chmodSync(folder, 0o755)
  const removeFolder = () => {
    if (options.keep === null) rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', removeFolder)
  const proxy = await startProxy()
  const siteUrl = `http://localhost:${proxy.port}`
  const sandbox = await startSandboxProcess(siteUrl)
  try {
    const gateway = controlsOf(sandbox.addresses.url)
    // Only the drill causes failures.
    await gateway.setFaults({ timing: FAULT_RATES.timing })
    const outside = sandbox.addresses
    return await onCluster({ options, folder, siteUrl, proxy, outside, gateway, bugs: [] })
  } finally {
    await sandbox.close()
    await proxy.close()
    removeFolder()
    process.off('exit', removeFolder)
  }
}

async function onCluster(setting: Setting): Promise<DrillReport> {
  const { options, folder, gateway } = setting
  options.say('Starting three database servers.')
  const cluster = await openCluster(folder)
  const databases = await startDatabaseProxies(folder)
  try {
    await cluster.whenComplete()
    const databaseUrl = databases.urls[0]?.primary ?? ''
    await withDatabase(databaseUrl, async (db) => {
      await stockShelves(db, options.seed)
      await makeOfferCode(db, OFFER_ORDERS)
    })
    const { parts, load, shopped } = await onServers(setting, cluster, databases)
    await cluster.whenComplete()
    const { acknowledged } = load
    const lost = await missingChanges(databaseUrl, acknowledged)
    const snapshot = await afterDays({ ...setting, databaseUrl, shopped })
    return {
      parts,
      violations: audit(snapshot),
      acknowledged: acknowledged.length,
      lost,
      statistics: statisticsOf(snapshot, await gateway.faultCounts()),
    }
  } finally {
    await databases.stop()
    cluster.close()
  }
}

/** Leaves the servers closed. */
async function onServers(setting: Setting, cluster: Cluster, databases: Databases) {
  const { options, folder, siteUrl, proxy, outside, gateway, bugs } = setting
  options.say('Starting three servers.')
  const toGateway = await startProxy()
  const reachable = [Number(new URL(outside.razorpay.apiUrl).port)]
  const setGatewayAway = (isAway: boolean) => toGateway.leadsTo(isAway ? [] : reachable)
  setGatewayAway(false)
  const apiUrl = new URL(outside.razorpay.apiUrl)
  apiUrl.port = String(toGateway.port)
  const servers = await openServers(databases, {
    folder,
    siteUrl,
    outside: { ...outside, razorpay: { ...outside.razorpay, apiUrl: apiUrl.href } },
    onLog: (line) => {
      if (isBug(line)) bugs.push(line)
    },
    onCrash: (what) => bugs.push(what),
  })
  try {
    proxy.leadsTo([servers.port])
    const load = await startLoad({ seed: options.seed, siteUrl, gateway })
    const { gatewayAwayMs, say } = options
    const world = { cluster, servers, next: makeNextVersion(folder), gatewayAwayMs, setGatewayAway }
    const parts: PartResult[] = []
    for (const name of options.parts) parts.push(await runPart(name, { world, load, say }))
    return { parts, load, shopped: await load.stop() }
  } finally {
    await servers.close()
    await toGateway.close()
  }
}

interface Running {
  readonly world: World
  readonly load: Load
  readonly say: (line: string) => void
}

async function runPart(name: PartName, { world, load, say }: Running): Promise<PartResult> {
  const part: Part = PARTS[name]
  await untilQuiet(load)
  say(`${part.title}…`)
  const from = Date.now()
  const readsBefore = await world.servers.replicaReads()
  const repair = await part.happen(world)
  const happened = Date.now()
  await wait(QUIET_MS)
  await untilQuiet(load)
  await repair?.()
  await wait(QUIET_MS)
  await untilQuiet(load)
  const to = Date.now()
  const since = part.measures === 'writes' ? from : happened
  const outageMs = longestOutage(load.calls, part.measures, { from: since, to })
  const replicaReads = replicaReadsBetween(readsBefore, await world.servers.replicaReads())
  const result = { name, outageMs, replicaReads, ...costOf(load, { from, to }) }
  const { failed, calls, failedPages, pages } = result
  say(
    `  ${(outageMs / 1000).toFixed(1)} s without success, ${failed} of ${calls} calls and ${failedPages} of ${pages} pages failed; replicas answered ${replicaReads.answered} of ${replicaReads.all} reads`,
  )
  for (const line of failuresIn([...load.calls, ...load.pages], { from, to })) say(`    ${line}`)
  return result
}

async function untilQuiet(load: Load): Promise<void> {
  const until = Date.now() + RECOVERY_MAX_MS
  while (!isQuiet(load.calls, QUIET_MS)) {
    if (Date.now() > until) throw new Error('The shop does not recover.')
    await wait(POLL_MS)
  }
}

/** While the database is unavailable, work fails and is done later: not a bug. */
function isBug(line: string): boolean {
  const message = /"message":"([^"]*)"/.exec(line)?.[1] ?? ''
  return BUG_LINES.has(message) && !line.includes('DatabaseUnavailable')
}

interface Ending extends Setting {
  readonly databaseUrl: string
  readonly shopped: Shopped
}

/** A server with a fast clock finishes the remaining work, as after a chaos run. */
async function afterDays(ending: Ending): Promise<Snapshot> {
  const { options: drill, folder, siteUrl, proxy, outside, gateway, bugs, databaseUrl, shopped } = ending
  const options: ChaosOptions = {
    orders: shopped.scenarios.length,
    seed: drill.seed,
    database: 'postgres',
    databaseUrl,
    instances: 1,
    kills: 0,
    parallel: 1,
    speed: CLOCK_SPEED,
    say: drill.say,
  }
  const onLog = (line: string) => {
    if (isBug(line)) bugs.push(line)
  }
  const onCrash = (what: string) => bugs.push(what)
  const settings = { siteUrl, dataFolder: folder, databaseUrl, outside, onLog, onCrash }
  const servers = createServers({ options, proxy, settings })
  const outbox: Outbox = new Map()
  try {
    await advanceDays({ options, servers, gateway, outbox, siteUrl })
    return {
      ...shopped,
      outbox: [...outbox.values()],
      gateway: await gateway.state(),
      courier: await gateway.parcels(),
      emails: await receivedEmails(gateway, [...new Set(shopped.scenarios.map(({ shopper }) => shopper))]),
      shop: await servers.read(readShopState),
      kills: drill.parts.length * EMAILS_AGAIN_PER_PART,
      bugs,
    }
  } finally {
    await servers.close()
  }
}

async function withDatabase<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ url, folder: null })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/** How many changes are missing although a response reported them as stored. */
async function missingChanges(url: string, acknowledged: readonly string[]): Promise<number> {
  const stored = await withDatabase(url, (db) =>
    db.select({ id: appliedChange.changeId }).from(appliedChange),
  )
  const ids = new Set(stored.map(({ id }) => id))
  return acknowledged.filter((id) => !ids.has(id)).length
}
