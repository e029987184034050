import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { listenOnFreePort } from '#server/testing.ts'
import { openEmbedded } from './embedded.ts'
import { openDatabase } from './open.ts'

test('the pool limits idle transactions without a startup parameter, which PgBouncer would reject', async () => {
  const embedded = await openEmbedded(null)
  const startupPackets: string[] = []
  const proxy = createServer((client) => {
    const upstream = connect(join(embedded.host, '.s.PGSQL.5432'))
    client.once('data', (packet) => startupPackets.push(packet.toString('latin1')))
    client.pipe(upstream).pipe(client)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  const port = await listenOnFreePort(proxy)

  const { db, close } = await openDatabase({
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder: null,
  })
  const { rows } = await db.execute(sql`show idle_in_transaction_session_timeout`)
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '30s' }])
  expect(startupPackets.length).toBeGreaterThan(0)
  expect(startupPackets.join('\n')).not.toContain('idle_in_transaction')

  await close()
  proxy.close()
  await embedded.close()
})

test('the embedded database parses a statement that recurs once per connection, and keeps its plan', async () => {
  const connecting = vi.spyOn(pg.Client.prototype, 'connect')
  const snapshot = process.env.TEST_DATABASE_SNAPSHOT
  const { db, close } = await openDatabase({ url: null, folder: null, snapshot })
  const preparedAfterFive = async () => {
    for (let value = 0; value < 5; value += 1) await db.execute(sql`select ${value}::integer as value`)
    const { rows } = await db.execute(sql`select statement from pg_prepared_statements`)
    return rows
  }
  expect(await preparedAfterFive()).toEqual([{ statement: 'select $1::integer as value' }])
  for (let value = 0; value < 5; value += 1) await db.execute(sql`select ${value}::integer as value`)
  const { rows } = await db.execute(sql`select generic_plans > 0 as "isKept" from pg_prepared_statements`)
  expect(rows).toContainEqual({ isKept: true })

  // Its session stays, with the names of a connection that broke.
  const client = connecting.mock.contexts.at(-1) as unknown as { connection: { stream: Socket } }
  client.connection.stream.destroy()
  await once(client.connection.stream, 'close')
  expect(await preparedAfterFive()).toEqual([{ statement: 'select $1::integer as value' }])
  await close()
  connecting.mockRestore()
})
