/** Point-in-time recovery to a moment before a mistake, with the files of deploy/postgresql. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '#server/testing.ts'
import { programFolder, startPostgres, type Postgres } from '../../scripts/chaos/postgres.ts'

const FILES = join(import.meta.dirname, '../../deploy/postgresql')
const PROGRAMS = programFolder(['postgres', 'pg_basebackup', 'pg_verifybackup', 'pg_waldump'])
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

test('a deleted order is recovered from last night’s base backup and the archive, and nothing later is', async () => {
  const folder = ownFolder()
  const [wal, copies, data] = ['wal', 'copies', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const each of [wal, copies]) makeOwn(each)
  const server = await startPostgres(archiveSettings(folder, wal))
  closing.push(() => server.stop())
  await query(server, 'create table sale (number text)')
  await query(server, `insert into sale values ('before the copy')`)
  const { hostname, port } = new URL(server.url)
  const copy = runScript('base-backup.sh', [copies], { PGHOST: hostname, PGPORT: port, PGUSER: 'postgres' })

  await query(server, `insert into sale values ('after the copy')`)
  const [moment] = await query(server, 'select clock_timestamp()::text as at')
  await query(server, 'delete from sale')
  await query(server, `insert into sale values ('after the mistake')`)
  await archived(server)

  runScript('restore-to.sh', [copy, wal, data, String(moment?.at)])
  const restored = await startOn(data)
  expect(await query(restored, 'select number from sale')).toEqual([
    { number: 'before the copy' },
    { number: 'after the copy' },
  ])
})

function archiveSettings(folder: string, wal: string): string[] {
  const script = join(folder, 'archive-wal.sh')
  writeFileSync(script, readFileSync(join(FILES, 'archive-wal.sh'), 'utf8').replaceAll('/mnt/wal', wal), {
    mode: 0o755,
  })
  return readFileSync(join(FILES, 'archive.conf'), 'utf8')
    .split('\n')
    .filter((line) => /^\w/.test(line))
    .map((line) => line.replace(/ = '?(.*?)'?$/, '=$1').replace('/etc/swarnika/archive-wal.sh', script))
}

/** Returns the output. The script is passed as text, because its user cannot read the project's folder. */
function runScript(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  return execFileSync('sh', ['-s', '--', ...args], {
    ...user,
    cwd: '/',
    input: readFileSync(join(FILES, name)),
    // Debian installs few of PostgreSQL's programs on the path, so a script must find the others itself.
    env: {
      PATH: existsSync('/usr/bin/pg_basebackup') ? '/usr/bin:/bin' : `${PROGRAMS}:${process.env.PATH}`,
      ...env,
    },
    encoding: 'utf8',
  }).trim()
}

async function archived(server: Postgres): Promise<void> {
  const [last] = await query(server, 'select pg_walfile_name(pg_switch_wal()) as file')
  await vi.waitFor(
    async () => {
      const [{ file } = { file: null }] = await query(
        server,
        'select last_archived_wal as file from pg_stat_archiver',
      )
      expect(String(file) >= String(last?.file)).toBe(true)
    },
    { timeout: 20_000 },
  )
}

async function startOn(data: string): Promise<Pick<Postgres, 'url'>> {
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const child: ChildProcess = spawn(join(PROGRAMS, 'postgres'), args, { ...user, cwd: '/', stdio: 'ignore' })
  const ended = once(child, 'exit')
  closing.push(() => {
    child.kill('SIGQUIT')
    return ended
  })
  const restored = { url: `postgresql://postgres@127.0.0.1:${port}/postgres` }
  await vi.waitFor(
    async () =>
      expect(await query(restored, 'select pg_is_in_recovery() as goes')).toEqual([{ goes: false }]),
    { timeout: 20_000, interval: 100 },
  )
  return restored
}

async function query({ url }: Pick<Postgres, 'url'>, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-point-in-time-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  if (user.uid !== undefined) chownSync(folder, NOBODY, NOBODY)
  return folder
}

function makeOwn(folder: string): void {
  mkdirSync(folder)
  if (user.uid !== undefined) chownSync(folder, NOBODY, NOBODY)
}
