/** The audit reads an order while others write: its reads must show one moment. The embedded database has one connection. */
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import type { ListedRefund } from '#server/gateway/gateway.ts'
import { uncreditedAmount } from './credit-refunds.ts'
import { recordGatewayRefunds } from './gateway-refunds.ts'
import { setUpRefundDesk } from './testing.ts'

const { fixture, deliveredOrder, deskNow } = setUpRefundDesk()

// Shows D54.credited
test('a refund that is made and credited while the audit reads its order is not missing a credit note', async () => {
  const { db, server } = fixture
  const { number: orderNumber, paymentId } = await deliveredOrder()
  const made = { id: 'rfnd_meanwhile', paymentId, amount: 100_000, receipt: null, status: 'processed' }
  const refunds = [{ ...made, createdAt: deskNow() } as ListedRefund]
  let amount: Promise<number> | undefined
  await db.transaction(async (tx) => {
    // The audit has read the documents, and waits before it reads the order.
    await tx.execute(sql`lock table "order" in access exclusive mode`)
    amount = uncreditedAmount(db, orderNumber)
    await vi.waitFor(async () => {
      const { rows } = await tx.execute(
        sql`select 1 from pg_locks where relation = '"order"'::regclass and not granted`,
      )
      expect(rows).toHaveLength(1)
    })
    await recordGatewayRefunds(tx, server.deps, {
      orderNumber,
      refunds,
      source: 'webhook',
      at: deskNow(),
    })
  })
  expect(await amount).toBe(0)
  expect((await loadTaxDocuments(db, orderNumber)).map(({ kind }) => kind)).toEqual([
    'invoice',
    'credit note',
  ])
})
