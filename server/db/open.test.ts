import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
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
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  // A server that listens on a TCP port has an address with one.
  const { port } = proxy.address() as AddressInfo

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
}, 60_000)
