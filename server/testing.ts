/**
 * The database of a server test: one of its own on the PostgreSQL server named by TEST_DATABASE_URL, else an embedded
 * one in memory. Its own, because the shop's jobs take up whatever is due, and other tests run at the same time.
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

/** Below the ports that systems hand out by themselves, so that nobody takes one between looking and listening. */
const PORTS_FROM = 20_000
const PORTS = 10_000

export async function freePort(): Promise<number> {
  const port = PORTS_FROM + randomInt(PORTS)
  return (await isFree(port)) ? port : freePort()
}

/** Settings for a server of its own: a port for the shop and one for the sandbox. */
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
  /** What it wrote to the standard output, where its log goes. */
  logged(): string
  /** What it wrote to the standard error, for the person who starts it. */
  said(): string
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>
  /** Resolves when it takes requests; rejects when it ends before that. */
  readonly open: Promise<void>
}

/** The server as a process of its own, as `npm start` runs it, without the pages. */
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
  let logged = ''
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (logged += chunk.toString()))
  const open = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('is open at')) resolve()
    })
    child.once('close', (code) => reject(new Error(`The server ended with ${code}: ${said}`)))
  })
  // Only some tests wait for it to open.
  open.catch(() => {})
  const ended = once(child, 'close').then(([code]) => (code === null ? null : Number(code)))
  return { process: child, logged: () => logged, said: () => said, ended, open }
}
