import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { createActions, RING, setUpCheckout } from '#server/checkout/testing.ts'
import type { Db } from '#server/db/open.ts'
import { gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { order } from '#server/db/schema.ts'
import { loadMoney } from './details.ts'

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { payAtGateway } = createActions(fixture)

/** A database in which `act` happens before the nth statement is sent. */
function actingBefore(nth: number, act: () => Promise<void>, db: Db): Db {
  let sent = 0
  const isBuilder = (value: unknown) =>
    typeof value === 'object' && value !== null && ('from' in value || 'then' in value)
  const watch = (builder: object): object =>
    new Proxy(builder, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name === 'then')
          return async (...handlers: unknown[]) => {
            sent += 1
            if (sent === nth) await act()
            return value.apply(target, handlers)
          }
        return (...args: unknown[]) => {
          const result: unknown = value.apply(target, args)
          return isBuilder(result) ? watch(result as object) : result
        }
      },
    })
  return watch(db) as Db
}

test('a refund that is sent while an account reads its order is shown once', async () => {
  const { db } = fixture
  const { number, verification, proof } = await payAtGateway()
  await fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', verification)
  const [row] = await db.select().from(order).where(eq(order.number, number))
  if (!row) throw new Error('There is no order')
  const at = fixture.server.clock.now
  const [id, gatewayRefundId, amount, paymentId] = [
    randomUUID(),
    'rfnd_Test',
    paise(5000),
    proof.razorpay_payment_id,
  ]
  const request = { id, orderNumber: number, paymentId, amount, lines: [], extra: amount, reason: 'Late' }
  await db
    .insert(refundRequest)
    .values({ ...request, state: 'due', requestedBy: 'asha@swarnika.example', requestedAt: at })
  const refund = { gatewayRefundId, orderNumber: number, paymentId, amount, createdAt: at, recordedAt: at }
  const isOwn = eq(refundRequest.id, id)
  const send = () =>
    db.transaction(async (tx) => {
      await tx.update(refundRequest).set({ state: 'sent' }).where(isOwn)
      await tx.insert(gatewayRefund).values(refund)
    })
  for (const nth of [1, 2, 3, 4]) {
    const moneyOf = await loadMoney(actingBefore(nth, send, db), [row])
    expect(moneyOf(row).money).toMatchObject([{ amount }])
    await db.update(refundRequest).set({ state: 'due' }).where(isOwn)
    await db.delete(gatewayRefund).where(eq(gatewayRefund.gatewayRefundId, gatewayRefundId))
  }
})
