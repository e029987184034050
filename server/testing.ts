/**
 * The database of a server test: one of its own on the PostgreSQL server named by TEST_DATABASE_URL, else an embedded
 * one in memory. Its own, because the shop's jobs take up whatever is due, and other tests run at the same time.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import pg from 'pg'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'

export async function openTestDatabase(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return openDatabase({ url: null, folder: null })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name} template template0`)
  const url = new URL(server)
  url.pathname = name
  const opened = await openDatabase({ url: url.href, folder: null })
  return {
    ...opened,
    async close() {
      await opened.close()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

async function administer(server: string, command: string): Promise<void> {
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
