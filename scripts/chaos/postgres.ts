/** A PostgreSQL server for a chaos run or for tests, created in its own folder and removed afterwards. */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Client } from 'pg'
import { freePort } from '#server/testing.ts'

export interface Postgres {
  readonly url: string
  stop(): Promise<void>
}
export interface OwnPostgres extends Postgres {
  /** Signals the server and its session processes: SIGSTOP freezes, SIGCONT thaws. */
  signal(kind: NodeJS.Signals): void
  /** Cuts every connection and restarts nothing. */
  kill(): Promise<void>
  /** Simulates a crash: "immediate shutdown", every connection is cut, then a restart on the same data. */
  restart(): Promise<void>
}

/** Throws if PostgreSQL is not installed. Settings are those of postgresql.conf: `name=value`. */
export async function startPostgres(extraSettings: readonly string[] = []): Promise<OwnPostgres> {
  return startServer(['initdb', '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8'], extraSettings)
}

/** A replica that streams from a running server. */
export async function startReplica(
  { url }: Postgres,
  extraSettings: readonly string[] = [],
): Promise<OwnPostgres> {
  const copy = ['pg_basebackup', '-d', url, '--checkpoint=fast', '--no-sync', '--write-recovery-conf']
  return startServer(copy, extraSettings)
}

/** `create` makes its data folder. */
async function startServer(
  [create = '', ...args]: readonly string[],
  extraSettings: readonly string[],
): Promise<OwnPostgres> {
  const programs = programFolder(['postgres', create])
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-postgres-'))
  const as = asNobody(folder)
  const data = join(folder, 'data')
  execFileSync(join(programs, create), ['-D', data, ...args], { ...as, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'fsync=off',
    ...extraSettings,
  ]
  const start = () =>
    spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...as,
      cwd: folder,
      stdio: 'ignore',
    })
  let server = start()
  // The parent process may exit before it can stop this server.
  const end = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', end)
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  const ready = async () => {
    while (!(await answers(url))) {
      if (server.exitCode !== null) throw new Error('PostgreSQL did not start.')
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  }
  await ready()
  const kill = async () => {
    if (server.exitCode !== null) return
    server.kill('SIGQUIT')
    await once(server, 'exit')
  }
  return {
    url,
    signal(kind) {
      const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
      for (const pid of [Number(server.pid), ...children.split(' ').filter(Boolean).map(Number)])
        process.kill(pid, kind)
    },
    kill,
    async restart() {
      await kill()
      server = start()
      await ready()
    },
    async stop() {
      // "Fast shutdown": connections are closed, nothing is lost.
      if (server.exitCode === null) {
        server.kill('SIGINT')
        await once(server, 'exit')
      }
      process.off('exit', end)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A new database on an existing server; `stop` drops it again. */
export async function createDatabase(serverUrl: string): Promise<Postgres> {
  const name = `chaos_${Date.now()}_${process.pid}`
  await onServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, stop: () => onServer(serverUrl, `drop database ${name} with (force)`) }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  return onServer(url, 'select 1').then(
    () => true,
    () => false,
  )
}

/** Debian installs the server's programs outside the PATH, in a folder per version. */
export function programFolder(programs: readonly string[] = ['initdb', 'postgres']): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  // The PATH may only have a link to initdb.
  const found = folders.find((folder) => programs.every((name) => existsSync(join(folder, name))))
  if (!found) throw new Error('PostgreSQL is not installed: neither on the PATH nor in /usr/lib/postgresql.')
  return found
}

const NOBODY = 65_534

/** PostgreSQL refuses to run as root. */
function asNobody(folder: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  chownSync(folder, NOBODY, NOBODY)
  return { uid: NOBODY, gid: NOBODY }
}
