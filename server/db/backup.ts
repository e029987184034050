/**
 * Backup and restore of the whole database: `pg_dump` and `pg_restore` for a PostgreSQL server, an archive of the
 * folder for the embedded database, which must not be open meanwhile. A backup holds personal data: only its owner may
 * read it.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import type { Result } from '#domain/result.ts'
import { lockFolder } from './folder-lock.ts'
import { isPooled } from './pooler.ts'

/** `url` of a server, or if that is null the folder of the embedded database. */
export interface DatabaseLocation {
  readonly url: string | null
  readonly folder: string
}

export type BackupError =
  | { readonly code: 'file-exists' | 'no-file' | 'no-database' | 'not-empty' | 'pooled' }
  /** tar, pg_dump or pg_restore. */
  | { readonly code: 'no-program' | 'failed'; readonly program: string; readonly output: string }

type BackupResult = Result<null, BackupError>

const DONE: BackupResult = { ok: true, value: null }
const OWNER_ONLY = 0o600

function error(code: Exclude<BackupError['code'], 'no-program' | 'failed'>): BackupResult {
  return { ok: false, error: { code } }
}

/** Writes a new file, which is whole or absent. Throws DataFolderInUseError. */
export async function backUpDatabase({ url, folder }: DatabaseLocation, file: string): Promise<BackupResult> {
  const path = resolve(file)
  if (existsSync(path)) return error('file-exists')
  if (url === null && isEmptyFolder(folder)) return error('no-database')
  if (url !== null && (await leadsToPooler(url))) return error('pooled')
  const lock = url === null ? lockFolder(folder) : null
  const partial = `${path}.partial`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(partial, '', { mode: OWNER_ONLY })
  try {
    const written =
      url === null
        ? await run('tar', ['-czf', partial, '-C', dirname(folder), basename(folder)])
        : await run('pg_dump', ['--format=custom', `--file=${partial}`, ...WITHOUT_OWNERS], url)
    if (written.ok) renameSync(partial, path)
    return written
  } finally {
    rmSync(partial, { force: true })
    lock?.close()
  }
}

/**
 * Restores into an empty database, which afterwards has all of the backup or nothing of it. Throws
 * DataFolderInUseError.
 */
export async function restoreDatabase(
  { url, folder }: DatabaseLocation,
  file: string,
): Promise<BackupResult> {
  const path = resolve(file)
  if (!existsSync(path)) return error('no-file')
  if (url !== null) {
    if (await leadsToPooler(url)) return error('pooled')
    if (!(await isEmptyDatabase(url))) return error('not-empty')
    return run('pg_restore', ['--single-transaction', '--exit-on-error', ...WITHOUT_OWNERS, path], url)
  }
  if (!isEmptyFolder(folder)) return error('not-empty')
  const lock = lockFolder(folder)
  const partial = `${folder}.partial`
  try {
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true, mode: 0o700 })
    const extracted = await run('tar', ['-xzf', path, '--strip-components=1', '-C', partial])
    if (!extracted.ok) return extracted
    rmSync(folder, { recursive: true })
    renameSync(partial, folder)
    return DONE
  } finally {
    rmSync(partial, { recursive: true, force: true })
    lock.close()
  }
}

/** The users of one server need not exist on another. */
const WITHOUT_OWNERS = ['--no-owner', '--no-privileges']

function isEmptyFolder(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0
}

/**
 * pg_dump and pg_restore clear the search path of their session. A pooler would pass that session on to a server, which
 * would then find no table. False if there is no response, which these programs report themselves.
 */
async function leadsToPooler(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    return await isPooled(client)
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(
      "select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1",
    )
    return rows.length === 0
  } finally {
    await client.end()
  }
}

/** The password is passed in the environment, as other users of the machine can read arguments. */
async function run(program: string, args: readonly string[], url?: string): Promise<BackupResult> {
  const address = url === undefined ? null : new URL(url)
  const env = { ...process.env, ...(address && { PGPASSWORD: decodeURIComponent(address.password) }) }
  if (address) address.password = ''
  const child = spawn(program, address ? [`--dbname=${address.href}`, ...args] : args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  try {
    const [output, code] = await Promise.all([text(child.stderr), exited])
    return code === 0 ? DONE : { ok: false, error: { code: 'failed', program, output: output.trim() } }
  } catch {
    return { ok: false, error: { code: 'no-program', program, output: '' } }
  }
}
