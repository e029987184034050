/**
 * Databases and server processes for tests. Each test file has its own database, because jobs claim all due rows and
 * other files run concurrently: on the PostgreSQL server of TEST_DATABASE_URL, or else embedded in memory, as a copy of
 * what scripts/testing/migrated-database.ts has migrated.
 */
import { execFileSync, spawn, type ChildProcessByStdio, type SpawnOptions } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'
import pg from 'pg'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'

export async function openTestDatabase(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return openDatabase({ url: null, folder: null, snapshot: process.env.TEST_DATABASE_SNAPSHOT })
  const template = process.env.TEST_DATABASE_TEMPLATE
  const { url, drop } = await createTestDatabase(server, { template })
  const opened = await openDatabase({ url, folder: null })
  return {
    ...opened,
    async close() {
      await opened.close()
      await drop()
    },
  }
}

interface TestDatabase {
  readonly name: string
  readonly url: string
  drop(): Promise<void>
}

/** On a PostgreSQL server; empty without a template. `options` are those of CREATE DATABASE. */
export async function createTestDatabase(
  server: string,
  {
    template = 'template0',
    options = '',
  }: { readonly template?: string | undefined; readonly options?: string } = {},
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runAsAdmin(server, `create database ${name} template ${template} ${options}`)
  const url = new URL(server)
  url.pathname = name
  return { name, url: url.href, drop: () => runAsAdmin(server, `drop database ${name} with (force)`) }
}

/** Puts a migrated database into a data folder, so that a server of the test need not create it. */
export function prepareDataFolder(folder: string): void {
  const snapshot = process.env.TEST_DATABASE_SNAPSHOT
  if (!snapshot) return
  mkdirSync(join(folder, 'database'), { recursive: true })
  // Otherwise tar would print that it removes the leading slash of PGlite’s paths.
  execFileSync('tar', ['-xf', snapshot, '-C', join(folder, 'database')], { stdio: 'pipe' })
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

/** Starts a server of a test, and resolves with its port. */
export async function listenOnFreePort(server: Server, host = '127.0.0.1'): Promise<number> {
  await once(server.listen(0, host), 'listening')
  return portOf(server)
}

/** A server that listens on TCP has an address with a port. */
export function portOf(server: Pick<Server, 'address'>): number {
  return (server.address() as AddressInfo).port
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

/** Environment for test processes. Processes that start repeatedly compile their modules once. */
export const INHERITED_ENV = {
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
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

interface LaunchOptions extends SpawnOptions {
  readonly nodeArgs?: readonly string[]
  /** The bundle of the build, or by default the sources. */
  readonly entry?: string
}

/** Starts the server as a separate process, without the pages. */
export function launchServer(
  settings: Readonly<Record<string, string>>,
  { nodeArgs = [], entry = 'server/index.ts', ...options }: LaunchOptions = {},
): ServerProcess {
  const child = spawn(process.execPath, [...nodeArgs, entry], {
    ...options,
    env: {
      ...INHERITED_ENV,
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

export const RENDER_MS = 300

/** Pages that block their thread, end it, or show their edition and its entry for their path. */
const SERVER_BUILD = `
import { createContext, RouterContextProvider } from 'react-router'
const collectionContext = createContext(null)
const requestContext = (collection) => {
  const context = new RouterContextProvider()
  context.set(collectionContext, collection)
  return context
}
const facts = {
  gold: (collection) => collection.rates.perGram.gold,
  count: (collection) => collection.products.length,
  retired: (collection) => collection.retired.length,
}
const loader = ({ context, params }) => {
  const collection = context.get(collectionContext)
  return [collection?.edition + '.' + collection?.hash, collection ? (facts[params['*']]?.(collection) ?? 0) : 0]
}
const handleRequest = (request, status, headers, { staticHandlerContext: { loaderData } }) => {
  const { pathname, search } = new URL(request.url)
  if (search === '?crash') process.exit(1)
  const end = Date.now() + (search === '?busy' ? ${RENDER_MS} : 0)
  while (Date.now() < end);
  headers.set('content-type', 'text/html')

  return new Response('<p>' + [pathname, ...loaderData.page].join(' ') + '</p>', { status, headers })
}
export const entry = { module: { default: handleRequest, requestContext } }
export const routes = { page: { id: 'page', path: '*', module: { default: () => null, loader } } }
export const assets = { routes: {}, entry: {}, url: '', version: '' }
export const basename = '/'
export const future = {}
export const ssr = true
export const isSpaMode = false
export const prerender = []
export const publicPath = '/'
export const assetsBuildDirectory = ''
export const routeDiscovery = { mode: 'initial' }
`

/** A build of the opening collection, with the built page `/count`. */
export function writeTestBuild(folder: string): void {
  const { edition, hash, products } = OPENING_COLLECTION
  const count = `<p>/count ${edition}.${hash} ${products.length}</p>`
  // The build resolves React Router in the project folder.
  const server = SERVER_BUILD.replace("'react-router'", `'${import.meta.resolve('react-router')}'`)
  const files: Record<string, string | Buffer> = {
    'server/package.json': '{"type":"module"}',
    'server/index.js': server,
    [`client/collection/${hash}/index.json`]: JSON.stringify({ edition, hash }),
    'client/count/index.html': count,
    'client/count/index.html.br': brotliCompressSync(count),
  }
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, 'build', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

/** For servers on which nothing is published. */
export const openingCollection = {
  latest: () => OPENING_COLLECTION,
  previous: () => null,
  onChange: () => {},
}
