/**
 * The chaos run: thousands of shoppers, a gateway, couriers and a mail server with faults, and a server that is killed
 * without warning; then days pass until no work is left, and the result is audited.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { audit } from './audit.ts'
import type { Violation } from './audit-rules.ts'
import { advanceDays, type Outbox } from './days.ts'
import { startProxy } from './proxy.ts'
import { receivedEmails, readShopState, type Snapshot } from './snapshot.ts'
import { statisticsOf, type Statistics } from './report.ts'
import { controlsOf } from './gateway.ts'
import { createServers } from './instances.ts'
import { FAULT_RATES } from './faults.ts'
import type { ChaosOptions } from './options.ts'
import { createDatabase, startPostgres, type Postgres } from './postgres.ts'
import { startSandboxProcess } from './processes.ts'
import { makeOfferCode } from './offer.ts'
import { stockShelves } from './scarcity.ts'
import { shopping } from './load.ts'

export interface Report {
  readonly violations: readonly Violation[]
  readonly statistics: Statistics
  /** How often each kind was injected. */
  readonly faults: Readonly<Record<string, number>>
  /** Counts of the shoppers' actions and of log messages. */
  readonly counts: Readonly<Record<string, number>>
  readonly snapshot: Snapshot
}

/** Log lines that report a bug rather than a failing provider. */
export const BUG_LINES = new Set([
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
  const servers = createServers({
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
    await servers.read((db) => stockShelves(db, options.seed))
    await servers.read((db) => makeOfferCode(db, options.orders))
    await servers.open()
    const shopped = await shopping({ options, servers, gateway, siteUrl, count })
    const outbox: Outbox = new Map()
    const addresses = await advanceDays({ options, servers, gateway, outbox, siteUrl })
    const snapshot: Snapshot = {
      ...shopped,
      outbox: [...outbox.values()],
      gateway: await gateway.state(),
      courier: await gateway.parcels(),
      emails: await receivedEmails(gateway, [...new Set(shopped.scenarios.map(({ shopper }) => shopper))]),
      shop: await servers.read((db) => readShopState(db, addresses)),
      kills: servers.kills(),
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
    await servers.close()
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
