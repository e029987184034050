import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#server/testing.ts'
import { DatabaseEncodingError, openDatabase } from './open.ts'

test('a database in an encoding other than UTF-8 is rejected before anything is written to it', async () => {
  const { url, drop } = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '', {
    options: "encoding 'SQL_ASCII' locale 'C'",
  })
  const opened = openDatabase({ url, folder: null })
  await expect(opened).rejects.toThrow(DatabaseEncodingError)
  await expect(opened).rejects.toThrow('SQL_ASCII')
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query("select from pg_namespace where nspname = 'drizzle'")
  expect(rows).toEqual([])
  await client.end()
  await drop()
})
