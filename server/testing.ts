/**
 * Databases and server processes for tests. Each test file has a database of its own, because jobs claim all due rows and
 * other files run concurrently: on the PostgreSQL server of TEST_DATABASE_URL, or else embedded in memory.
 */
import { spawn, type ChildProcessByStdio, type SpawnOptions } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'

export async function openTestDatabase(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return openDatabase({ url: null, folder: null })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runAsAdmin(server, `create database ${name} template template0`)
  const url = new URL(server)
  url.pathname = name
  const opened = await openDatabase({ url: url.href, folder: null })
  return {
    ...opened,
    async close() {
      await opened.close()
      await runAsAdmin(server, `drop database ${name} with (force)`)
    },
  }
}

async function runAsAdmin(server: string, command: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}

/** Below the ephemeral ports, so that the system assigns none of them between probe and use. */
const PORTS_FROM = 20_000
const PORTS = 10_000

export async function freePort(): Promise<number> {
  const port = PORTS_FROM + randomInt(PORTS)
  return (await isFree(port)) ? port : freePort()
}

export async function freePorts(): Promise<{ readonly PORT: string; readonly SANDBOX_PORT: string }> {
  return { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

export interface ServerProcess {
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  /** The log so far. */
  stdout(): string
  /** Messages for the operator so far. */
  stderr(): string
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>
  /** Resolves when the server accepts requests; rejects if it exits before. */
  readonly ready: Promise<void>
}

/** Starts the server as a separate process, as `npm start` does, without the pages. */
export function launchServer(
  settings: Readonly<Record<string, string>>,
  { nodeArgs = [], ...options }: SpawnOptions & { readonly nodeArgs?: readonly string[] } = {},
): ServerProcess {
  const child = spawn(process.execPath, [...nodeArgs, 'server/index.ts'], {
    ...options,
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      SERVE_PAGES: 'false',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
      if (stderr.includes('is open at')) resolve()
    })
    child.once('close', (code) => reject(new Error(`The server ended with ${code}: ${stderr}`)))
  })
  // Not every test waits for it.
  ready.catch(() => {})
  const exited = once(child, 'close').then(([code]) => (code === null ? null : Number(code)))
  return { process: child, stdout: () => stdout, stderr: () => stderr, exited, ready }
}
