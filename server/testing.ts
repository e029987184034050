/**
 * The database of a server test: one of its own on the PostgreSQL server named by TEST_DATABASE_URL, else an embedded
 * one in memory. Its own, because the shop's jobs take up whatever is due, and other tests run at the same time.
 */
import { randomUUID } from 'node:crypto'
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
