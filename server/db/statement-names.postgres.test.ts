import { createServer, connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type OwnPostgres } from '../../scripts/chaos/postgres.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

let postgres: OwnPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
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
}, 60_000)

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
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  // A server that listens on a TCP port has an address with one.
  const url = new URL(postgres.url)
  url.port = String((pooler.address() as AddressInfo).port)
  const database = await openDatabase({ url: url.href, folder: null })
  expect(await preparedBy(database)).toEqual([])
  await database.close()
  pooler.close()
}, 60_000)
