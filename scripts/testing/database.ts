/**
 * On a PostgreSQL server (TEST_DATABASE_URL) every file of tests gets a database of its own, so that files can run side
 * by side. Without one, tests open their own embedded database and this does nothing.
 */
import { Client } from 'pg'
import { afterAll } from 'vitest'

const given = process.env.TEST_DATABASE_URL
if (given) {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  process.env.TEST_DATABASE_URL = within(name)
  afterAll(async () => {
    process.env.TEST_DATABASE_URL = given
    await onServer(`drop database ${name} with (force)`)
  })
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: within('postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function within(name: string): string {
  const url = new URL(given ?? '')
  url.pathname = `/${name}`
  return url.href
}
