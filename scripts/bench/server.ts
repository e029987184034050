/** The built server on its own database, with the providers in a separate process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePorts, launchServer } from '#server/testing.ts'
import { startPostgres } from '../chaos/postgres.ts'
import { providerSettings, startSandboxProcess } from '../chaos/processes.ts'
import { ROOT } from '../console.ts'
import { cpuMsOf, cpuMsWithChildren, memoryOf, parentOf } from './cpu.ts'

export interface BenchServer {
  readonly url: string
  readonly sandboxUrl: string
  /** Null on the embedded database. */
  readonly databaseUrl: string | null
  /** From the start of the process until /readyz responds. */
  readonly startMs: number
  memoryMb(): number
  cpuMs(): { readonly shop: number; readonly database: number }
  /** Pauses its process until it is thawed, so that its jobs do not query meanwhile. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

interface Options {
  readonly database: 'postgres' | 'embedded'
}

const POLL_MS = 5

/** Counts statements (pg_stat_statements). */
const COUNTING = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track_utility=on']

export async function openBenchServer({ database }: Options): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-bench-'))
  const ports = await freePorts()
  const url = `http://127.0.0.1:${ports.PORT}`
  const postgres = database === 'postgres' ? await startPostgres(COUNTING) : null
  const sandbox = await startSandboxProcess(url)
  const startedAt = performance.now()
  const server = launchServer(
    {
      ...ports,
      ...providerSettings(sandbox.addresses),
      SERVE_PAGES: 'true',
      SITE_URL: url,
      DATA_DIR: folder,
      DATABASE_URL: postgres?.url ?? '',
      RATE_LIMIT_SCALE: '100000',
      OPENING_STOCK: '100000',
    },
    { cwd: ROOT, entry: 'build/node/index.js' },
  )
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.process.exitCode !== null) throw new Error(`The server did not open: ${server.stderr()}`)
    await wait(POLL_MS)
  }
  const startMs = performance.now() - startedAt
  const pid = server.process.pid ?? 0
  const postmaster = postgres && (await postmasterOf(postgres.url))
  return {
    url,
    sandboxUrl: sandbox.addresses.url,
    databaseUrl: postgres?.url ?? null,
    startMs,
    memoryMb: () => memoryOf(pid),
    cpuMs: () => ({ shop: cpuMsOf(pid), database: postmaster ? cpuMsWithChildren(postmaster) : 0 }),
    freeze: () => server.process.kill('SIGSTOP'),
    thaw: () => server.process.kill('SIGCONT'),
    async close() {
      server.process.kill('SIGTERM')
      await server.exited
      await sandbox.close()
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  await client.end()
  return postmaster
}
