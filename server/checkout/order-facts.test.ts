import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { factsOf } from '#domain/line-facts.ts'
import { order, orderLine } from '#server/db/schema.ts'
import { createActions, RING, setUpCheckout } from './testing.ts'

const fixture = setUpCheckout()
const { startCheckout } = createActions(fixture)

const linesOf = (number: string) =>
  fixture.db.select().from(orderLine).where(eq(orderLine.orderNumber, number)).orderBy(orderLine.position)
const readOrder = (number: string) => fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)

// Shows D38.facts
test('an order keeps its edition, and each line the facts of its price, tax and piece', async () => {
  const { number } = await startCheckout()
  const [row] = await fixture.db.select().from(order).where(eq(order.number, number))
  expect(row?.edition).toBe(OPENING_COLLECTION.edition)
  const ring = OPENING_COLLECTION.find(RING)
  const [line] = await linesOf(number)
  expect(line?.facts).toEqual(ring && factsOf(ring, 1, 'Rajasthan'))
  expect(line?.facts?.tax?.amounts).toEqual({ taxableValue: 3_192_524, cgst: 0, sgst: 0, igst: 95_776 })
  expect((await readOrder(number)).json.lines[0].facts).toEqual({
    metal: 'White Gold',
    purity: '18K750',
    weightMg: 3600,
    netWeightMg: 3500,
    stoneWeightMg: 100,
    explained: {
      listPrice: 3_288_300,
      saving: 0,
      offerPercent: 0,
      breakup: {
        metalWeightMg: 3600,
        metalRatePerGram: 600_000,
        metalValue: 2_160_000,
        diamondWeightMg: 100,
        diamondRatePerGram: 7_500_000,
        diamondValue: 750_000,
        makingChargePercent: 7,
        makingCharge: 203_700,
        gstPercent: 6,
        gst: 174_600,
      },
    },
    tax: { hsn: '711319', ratePercent: 3, amount: 95_776 },
  })
})

test('an order that predates line facts is read without them', async () => {
  const { number } = await startCheckout()
  await fixture.db.update(order).set({ edition: null }).where(eq(order.number, number))
  await fixture.db.update(orderLine).set({ facts: null }).where(eq(orderLine.orderNumber, number))
  const { status, json } = await readOrder(number)
  expect([status, json.lines[0].facts]).toEqual([200, null])
  expect(json.lines[0]).toMatchObject({ name: 'Chandrika Solitaire Ring', unitPrice: 3_288_300 })
})
