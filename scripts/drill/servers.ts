/** Three servers as deployed: the bundled server, each with its HAProxy to the database, and one HAProxy in front. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import { freePort } from '#server/testing.ts'
import {
  CHAOS_SECRET,
  rejectOnExit,
  endProcess,
  providerSettings,
  spawnNode,
  type Addresses,
} from '../chaos/processes.ts'
import { ROOT } from '../console.ts'
import { DATABASE_PASSWORD, FILES } from './cluster.ts'
import { startProgram } from './machines.ts'
import type { ReplicaReads } from './measure.ts'

export interface Servers {
  /** Address of the proxy in front of all. */
  readonly port: number
  /** Through the first server's HAProxy. */
  readonly databaseUrl: string
  /** Number 0 to 2: without warning, and not started again. */
  kill(number: number): Promise<void>
  start(number: number): Promise<void>
  /** One after the other: stopped as by a supervisor, and started from this folder. */
  deploy(folder: string): Promise<void>
  /** Statistics of each server since it started; omits one that is away. */
  replicaReads(): Promise<readonly ReplicaReads[]>
  close(): Promise<void>
}

interface ServersOptions {
  readonly folder: string
  readonly siteUrl: string
  readonly outside: Addresses
  readonly onLog: (line: string) => void
  readonly onCrash: (what: string) => void
}

const COUNT = 3
const READY_MAX_MS = 120_000
const POLL_MS = 100

interface DatabaseUrls {
  readonly primary: string
  readonly replica: string
}

export interface Databases {
  /** For each server. */
  readonly urls: readonly DatabaseUrls[]
  stop(): Promise<void>
}

/** An HAProxy to the database for each server. */
export async function startDatabaseProxies(folder: string): Promise<Databases> {
  const proxies: { readonly urls: DatabaseUrls; stop(): Promise<void> }[] = []
  for (let number = 0; number < COUNT; number += 1) {
    const [primaryPort, replicasPort] = [await freePort(), await freePort()]
    const { stop } = startProgram(['haproxy', '-f', join(FILES, 'haproxy-database.cfg')], {
      env: { PRIMARY_PORT: String(primaryPort), REPLICAS_PORT: String(replicasPort) },
      log: join(folder, `haproxy-database-${number}.log`),
    })
    proxies.push({ urls: { primary: urlOf(primaryPort), replica: urlOf(replicasPort) }, stop })
  }
  return {
    urls: proxies.map(({ urls }) => urls),
    async stop() {
      for (const { stop } of proxies) await stop()
    },
  }
}

function urlOf(port: number): string {
  return `postgresql://swarnika:${DATABASE_PASSWORD}@127.0.0.1:${port}/swarnika`
}

export async function openServers(databases: Databases, options: ServersOptions): Promise<Servers> {
  const { folder, onCrash } = options
  const [first] = databases.urls
  const ports = await Promise.all(databases.urls.map(() => freePort()))
  const metricsPorts = await Promise.all(databases.urls.map(() => freePort()))
  const running = new Map<number, ChildProcess>()
  let from = ROOT

  async function start(number: number): Promise<void> {
    const port = ports[number] ?? 0
    const urls = databases.urls[number]
    const settings = {
      ...settingsOf(options, port),
      METRICS_PORT: String(metricsPorts[number]),
      DATABASE_URL: urls?.primary ?? '',
      DATABASE_REPLICA_URL: urls?.replica ?? '',
    }
    const child = spawnNode('build/node/index.js', settings, from)
    createInterface({ input: child.stdout }).on('line', options.onLog)
    const output: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => output.push(line))
    running.set(number, child)
    child.once('exit', (code) => {
      if (running.get(number) === child)
        onCrash(`server ${number} ended by itself with ${code}: ${output.join(' ')}`)
    })
    await Promise.race([isReady(port), rejectOnExit(child, 'The server')])
  }

  async function stop(number: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = running.get(number)
    running.delete(number)
    if (child) await endProcess(child, signal)
  }

  await Promise.all(ports.map((_, number) => start(number)))
  const port = await freePort()
  const front = startProgram(['haproxy', '-f', join(FILES, 'haproxy-shops.cfg')], {
    env: {
      SHOPS_BIND: `127.0.0.1:${port}`,
      ...Object.fromEntries(ports.map((each, number) => [`SHOP_${number + 1}`, `127.0.0.1:${each}`])),
    },
    log: join(folder, 'haproxy-shops.log'),
  })
  await isReady(port)
  return {
    port,
    databaseUrl: first?.primary ?? '',
    kill: (number) => stop(number, 'SIGKILL'),
    start,
    async deploy(next) {
      from = next
      for (const number of ports.keys()) {
        await stop(number, 'SIGTERM')
        await start(number)
      }
    },
    replicaReads: () => Promise.all(metricsPorts.map(replicaReadsOf)),
    async close() {
      await Promise.all(ports.map((_, number) => stop(number, 'SIGTERM')))
      await front.stop()
    },
  }
}

async function replicaReadsOf(metricsPort: number): Promise<ReplicaReads> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => null)
  const lines = ((await response?.text()) ?? '').matchAll(
    /^shop_replica_reads_total{outcome="(.+?)"} (\d+)$/gm,
  )
  const counts = [...lines].map(([, outcome, count]) => ({ outcome, count: Number(count) }))
  const sumOf = (which: typeof counts) => which.reduce((sum, { count }) => sum + count, 0)
  return { all: sumOf(counts), answered: sumOf(counts.filter(({ outcome }) => outcome === 'replica')) }
}

function settingsOf({ folder, siteUrl, outside }: ServersOptions, port: number) {
  return {
    ...providerSettings(outside),
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: siteUrl,
    SERVE_PAGES: 'true',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '5',
    DATA_DIR: folder,
    AUTH_SECRET: CHAOS_SECRET,
    // All shoppers come from one address.
    RATE_LIMIT_SCALE: '100000',
  }
}

async function isReady(port: number): Promise<void> {
  const until = Date.now() + READY_MAX_MS
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
    if (Date.now() > until) throw new Error(`Port ${port} is not ready.`)
    await wait(POLL_MS)
  }
}

/** This version with one migration more, as the next version would have: a column, and an index over the orders. */
const NEXT_MIGRATION = `alter table "order" add column "drill_note" text;--> statement-breakpoint
create index "order_drill_note" on "order" ("drill_note") where "drill_note" is not null;`

export function makeNextVersion(folder: string): string {
  const next = join(folder, 'next')
  mkdirSync(next)
  for (const each of ['build', 'server', 'sandbox', 'package.json'])
    cpSync(join(ROOT, each), join(next, each), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(next, 'node_modules'))
  const migrations = join(next, 'server/db/migrations')
  const journalFile = join(migrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
  }
  const last = journal.entries.at(-1)
  if (!last) throw new Error('There are no migrations.')
  const tag = `${String(last.idx + 1).padStart(4, '0')}_drill`
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
  writeFileSync(journalFile, JSON.stringify(journal))
  writeFileSync(join(migrations, `${tag}.sql`), NEXT_MIGRATION)
  return next
}
