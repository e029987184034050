import { createServer, connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnFreePort } from '#server/testing.ts'
import { startPostgres, type OwnPostgres } from '../../scripts/chaos/postgres.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

let postgres: OwnPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

/** The statements prepared by the one session that sequential statements use. */
async function preparedBy({ db }: OpenDatabase): Promise<unknown[]> {
  for (let value = 0; value < 5; value += 1) await db.execute(sql`select ${value}::integer as value`)
  const { rows } = await db.execute(sql`select statement from pg_prepared_statements`)
  return rows
}

test('a statement that recurs is prepared once, whatever its values', async () => {
  const database = await openDatabase({ url: postgres.url, folder: null })
  expect(await preparedBy(database)).toEqual([{ statement: 'select $1::integer as value' }])
  const numbers = [7, 8].map((value) => database.db.execute(sql`select ${value}::integer as value`))
  expect((await Promise.all(numbers)).map(({ rows }) => rows)).toEqual([[{ value: 7 }], [{ value: 8 }]])
  await database.close()
})

test('nothing is prepared behind a pooler, which reports process ids of its own', async () => {
  const { port, hostname } = new URL(postgres.url)
  // BackendKeyData is 'K', a length of 12, the process id and a secret.
  const head = Buffer.from([0x4b, 0, 0, 0, 12])
  const pooler = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    client.pipe(upstream)
    upstream.on('data', (chunk) => {
      const at = chunk.indexOf(head)
      if (at !== -1) chunk.writeInt32BE(1, at + head.length)
      client.write(chunk)
    })
    upstream.on('close', () => client.destroy())
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  const url = new URL(postgres.url)
  url.port = String(await listenOnFreePort(pooler))
  const database = await openDatabase({ url: url.href, folder: null })
  expect(await preparedBy(database)).toEqual([])
  await database.close()
  pooler.close()
})
