/** A short demo; `npm run demo` is a longer one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { verifyChain } from '#server/desk/audit-log.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { edition, order } from '#server/db/schema.ts'
import { taxDocument } from '#server/db/tax-document-schema.ts'
import { freePorts, INHERITED_ENV } from '#server/testing.ts'
import { run } from '../console.ts'

const MAX_MS = 240_000

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'swarnika-demo-'))
})
afterAll(() => rm(parent, { recursive: true }))

test(
  'a demo leaves delivered parcels, rates and invoices of past days, whose books agree with the gateway',
  async () => {
    const folder = join(parent, 'demo')
    const env = { ...INHERITED_ENV, ...(await freePorts()) }
    const demo = ['scripts/demo.ts', '--days', '6', '--orders', '2', '--folder', folder]
    const made = await run(process.execPath, demo, { env })
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('meera@example.in') })
    const again = await run(process.execPath, demo, { env })
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('already exists') })

    const audit = ['scripts/audit.ts', '--from', '2000-01-01', '--to', '2100-01-01']
    const compared = await run(process.execPath, audit, { env: { ...env, DATA_DIR: folder } })
    expect(compared).toMatchObject({ code: 0, output: expect.stringContaining('The books agree') })

    const database = await openDatabase({ url: null, folder: join(folder, 'database') })
    try {
      const { db } = database
      expect(await verifyChain(db)).toMatchObject({ brokenAt: null })
      const now = Date.now()
      const placed = (await db.select().from(order)).map(({ placedAt }) => placedAt.getTime())
      expect(Math.max(...placed)).toBeLessThan(now)
      const parcels = await db.select().from(parcel)
      expect(parcels.map(({ state }) => state)).toContain('delivered')
      // Credit notes are also created, on the days that randomly have a refund.
      const invoices = await db.select().from(taxDocument).where(eq(taxDocument.kind, 'invoice'))
      expect(invoices).toHaveLength(parcels.length)
      expect((await db.select().from(edition)).length).toBeGreaterThan(3)
      const returns = await db.select().from(orderReturn)
      expect(returns.map(({ state }) => state)).toContain('received')
    } finally {
      await database.close()
    }
  },
  MAX_MS,
)
