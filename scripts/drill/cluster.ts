/** Three PostgreSQL servers under Patroni, each with etcd and PgBouncer: the files of deploy/high-availability. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import * as z from 'zod/mini'
import { ROOT } from '../console.ts'
import { programFolder } from '../chaos/postgres.ts'
import { openNetwork, type Machine } from './machines.ts'

export const FILES = join(ROOT, 'deploy/high-availability')
/** As in the files. */
const ADDRESSES = { db1: '10.77.0.11', db2: '10.77.0.12', db3: '10.77.0.13' }
const GATEWAY = '10.77.0.1'
export const DATABASE_PASSWORD = 'drill'

const State = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})

export interface Cluster {
  readonly machines: readonly Machine[]
  /** The machine that reports to be the leader. */
  leader(): Promise<Machine>
  /** The standby whose confirmation a COMMIT waits for. */
  synchronousReplica(): Promise<Machine>
  replicas(): Promise<readonly Machine[]>
  /** Starts the services of the machine. */
  start(machine: Machine): void
  /** Waits for a leader and two replicas that follow it, one of them synchronous. */
  whenComplete(): Promise<void>
  close(): void
}

const COMPLETE_MAX_MS = 120_000
const POLL_MS = 250
const ANSWER_MAX_MS = 1500

export async function openCluster(folder: string): Promise<Cluster> {
  const user = postgresUser()
  const network = openNetwork(ADDRESSES, GATEWAY)
  const { machines } = network
  for (const machine of machines) prepare(machine, join(folder, machine.name), user)
  const start = (machine: Machine) => startMachine(machine, join(folder, machine.name), user)
  for (const machine of machines) start(machine)

  const findMachine = (name: string | undefined) => machines.find((machine) => machine.name === name)
  async function members() {
    const states = await Promise.all(machines.map(stateOf))
    return states.find((state) => state?.some(({ role }) => role === 'leader')) ?? []
  }
  async function isComplete(): Promise<boolean> {
    const found = await members()
    const follows = found.filter(({ state, role }) => role !== 'leader' && FOLLOWS.has(state))
    return follows.length === 2 && follows.some(({ role }) => role === 'sync_standby')
  }
  async function withRole(role: string): Promise<Machine> {
    const found = findMachine((await members()).find((member) => member.role === role)?.name)
    if (!found) throw new Error(`No machine is ${role}.`)
    return found
  }
  return {
    machines,
    leader: () => withRole('leader'),
    synchronousReplica: () => withRole('sync_standby'),
    async replicas() {
      const leader = await withRole('leader')
      return machines.filter((machine) => machine !== leader)
    },
    start,
    async whenComplete() {
      const until = Date.now() + COMPLETE_MAX_MS
      while (!(await isComplete())) {
        if (Date.now() > until)
          throw new Error(`The cluster is not complete: ${JSON.stringify(await members())}`)
        await wait(POLL_MS)
      }
    },
    close: () => network.close(),
  }
}

const FOLLOWS = new Set(['running', 'streaming'])

async function stateOf({ address }: Machine) {
  try {
    const signal = AbortSignal.timeout(ANSWER_MAX_MS)
    const response = await fetch(`http://${address}:8008/cluster`, { signal })
    return State.parse(await response.json()).members
  } catch {
    return null
  }
}

/** The original files; only the folders are the drill's own. */
function prepare({ address, name }: Machine, folder: string, user: User): void {
  for (const each of [folder, join(folder, 'etcd'), walOf(folder)]) {
    mkdirSync(each, { recursive: true, mode: 0o700 })
    chownSync(each, user.uid, user.gid)
  }
  const copy = (file: string, from = FILES) => {
    const text = readFileSync(join(from, file), 'utf8')
      .replaceAll('/etc/swarnika', folder)
      .replaceAll('/etc/pgbouncer', folder)
      .replaceAll('/run/postgresql', folder)
      .replaceAll('/mnt/wal', walOf(folder))
    writeFileSync(join(folder, file), text)
    chownSync(join(folder, file), user.uid, user.gid)
  }
  for (const file of ['patroni.yml', 'pgbouncer.ini', 'create-database.sh']) copy(file)
  copy('archive-wal.sh', join(ROOT, 'deploy/postgresql'))
  for (const script of ['create-database.sh', 'archive-wal.sh']) chmodSync(join(folder, script), 0o700)
  writeFileSync(join(folder, 'userlist.txt'), `"swarnika" "${DATABASE_PASSWORD}"\n`)
  chownSync(join(folder, 'userlist.txt'), user.uid, user.gid)
  writeFileSync(
    join(folder, 'machine.env'),
    readFileSync(join(FILES, 'machine.env'), 'utf8')
      .replaceAll('=db1', `=${name}`)
      .replaceAll(ADDRESSES.db1, address)
      .replace(/^DATABASE_PASSWORD=.*$/m, `DATABASE_PASSWORD=${DATABASE_PASSWORD}`),
  )
}

/** One for all machines, like the mount. */
function walOf(folder: string): string {
  return join(dirname(folder), 'wal')
}

function startMachine(machine: Machine, folder: string, user: User): void {
  const own = parseSettings(join(folder, 'machine.env'))
  const etcd = { ...parseSettings(join(FILES, 'etcd.env')), ...own, ETCD_DATA_DIR: join(folder, 'etcd') }
  const patroni = {
    ...own,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'postgres'),
    PATRONI_POSTGRESQL_BIN_DIR: programFolder(['postgres', 'pg_controldata', 'pg_basebackup', 'pg_rewind']),
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    HOME: folder,
  }
  const begin = (program: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
    machine.start([program, ...args], { env, user, log: join(folder, `${program}.log`) })
  begin('etcd', [], etcd)
  begin('patroni', [join(folder, 'patroni.yml')], patroni)
  begin('pgbouncer', [join(folder, 'pgbouncer.ini')], {})
}

function parseSettings(file: string): Record<string, string> {
  const entries = Object.entries(parseEnv(readFileSync(file, 'utf8')))
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
}

interface User {
  readonly uid: number
  readonly gid: number
}

/** Created by Debian's package; PostgreSQL does not run as root. */
function postgresUser(): User {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
