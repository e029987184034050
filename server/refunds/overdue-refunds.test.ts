import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { payForRings, setUpCheckout } from '#server/checkout/testing.ts'
import { refundRequest } from '#server/db/refund-schema.ts'
import { surplusRefund } from '#server/db/schema.ts'
import { setUpOrderDesk } from '#server/desk/testing.ts'
import { sendDueRequestedRefunds } from './send-requested-refunds.ts'

const fixture = setUpCheckout()
const { send, sendAbout, enterFreshCode, deskNow, refundBody, sendRefunds } = setUpOrderDesk(fixture)

const RING_PRICE = 3_288_300
const NO_BALANCE = 'Your account does not have enough balance to carry out the refund operation.'

const onToday = async (number: string, role: 'manager' | 'packer' = 'manager') => {
  const { json } = await send(role, 'GET', 'today')
  return json.overdue.filter(({ orderNumber }: { orderNumber: string }) => orderNumber === number)
}

// Shows D43.overdue
test('a refund rejected by the gateway more than once is on Today after a day, with the reason, until it is sent', async () => {
  const { number } = await payForRings(fixture, 1)
  await enterFreshCode('owner')
  const body = refundBody(RING_PRICE)
  expect((await sendAbout('owner', 'POST', `${number}/refunds`, body)).status).toBe(200)
  const rejects = async () => ({ ok: false, error: { kind: 'rejected', detail: NO_BALANCE } }) as const
  const { deps, clock } = fixture.server
  clock.now = deskNow()
  const attempt = () => sendDueRequestedRefunds({ ...deps, gateway: { ...deps.gateway, refund: rejects } })
  expect(await attempt()).toBe(1)
  const requestedAt = addMs(deskNow(), -24 * HOUR_MS)
  await fixture.db.update(refundRequest).set({ requestedAt }).where(eq(refundRequest.id, body.id))
  expect(await onToday(number)).toEqual([])
  clock.now = addMs(deskNow(), MINUTE_MS)
  expect(await attempt()).toBe(1)
  const listed = { id: body.id, orderNumber: number, amount: RING_PRICE, isSurplus: false }
  expect(await onToday(number)).toEqual([
    { ...listed, since: requestedAt.toISOString(), problem: NO_BALANCE },
  ])
  expect(await onToday(number, 'packer')).toEqual([])
  await sendRefunds()
  expect(await onToday(number)).toEqual([])
})

test('a surplus refund that the gateway does not accept for a day is on Today as well', async () => {
  const { number: orderNumber } = await payForRings(fixture, 1)
  const createdAt = addMs(deskNow(), -25 * HOUR_MS)
  const refund = {
    id: `refund-${orderNumber}`,
    orderNumber,
    paymentId: `pay_${orderNumber}`,
    amount: paise(500),
  }
  await fixture.db
    .insert(surplusRefund)
    .values({ ...refund, reason: 'a second payment', createdAt, nextAttemptAt: deskNow() })
  expect(await onToday(orderNumber)).toEqual([
    {
      id: refund.id,
      orderNumber,
      amount: 500,
      since: createdAt.toISOString(),
      problem: null,
      isSurplus: true,
    },
  ])
})
