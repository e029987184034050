import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMs, HOUR_MS } from '#domain/time.ts'
import { INITIAL_PARTICULARS } from '#domain/shop-particulars.ts'
import { createActions, dashboardRefund, RING, setUpCheckout, SILENT } from '#server/checkout/testing.ts'
import { order } from '#server/db/schema.ts'
import { taxDocument } from '#server/db/tax-document-schema.ts'
import { createParcelActions } from '#server/fulfilment/testing.ts'
import { loadLines, lockOrder } from '#server/orders/orders.ts'
import { creditWholeInvoice, issueInvoice, loadTaxDocuments } from './issue.ts'
import { saveParticulars } from '#server/shop/particulars.ts'
import { continueAfter, lastDocumentNumbers } from './series.ts'

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { advance, processWebhooks, reconcile } = createActions(fixture)
const { placePaidOrder, packAndBook, packBookAndLabel } = createParcelActions(fixture)

beforeEach(() => void fixture.sandbox.faults.set({ ...SILENT, timing: { parcelStepMs: 0 } }))

function issue(number: string, { fails = false } = {}) {
  return fixture.db.transaction(async (tx) => {
    const orderRow = await lockOrder(tx, number)
    const at = fixture.server.clock.now
    const row = await issueInvoice(tx, { orderRow, lines: await loadLines(tx, [number]), at })
    if (fails) throw new Error('The transaction fails')
    return row
  })
}

async function sequences(): Promise<number[]> {
  const rows = await fixture.db
    .select({ sequence: taxDocument.sequence })
    .from(taxDocument)
    .where(eq(taxDocument.kind, 'invoice'))
    .orderBy(asc(taxDocument.sequence))
  return rows.map(({ sequence }) => sequence)
}

describe('a tax invoice', () => {
  test('is issued when the parcel is booked, once, with everything that it states', async () => {
    const number = await placePaidOrder()
    expect(await loadTaxDocuments(fixture.db, number)).toEqual([])
    await packAndBook(number)
    const [invoice] = await loadTaxDocuments(fixture.db, number)
    expect(invoice).toMatchObject({ kind: 'invoice', isSpecimen: true, total: 3_288_300 })
    expect(invoice?.number).toMatch(/^SP\/\d{4}\/\d{6}$/)
    expect(invoice?.content.lines).toEqual([
      expect.objectContaining({
        sku: 'rings-801',
        hsn: '711319',
        ratePercent: 3,
        codes: [expect.any(String)],
      }),
    ])
    await issue(number)
    expect(await loadTaxDocuments(fixture.db, number)).toHaveLength(1)
  })

  test('of a real order is not issued before the accountant has confirmed the taxes', async () => {
    const number = await placePaidOrder()
    await fixture.db.update(order).set({ isTest: false }).where(eq(order.number, number))
    expect(await issue(number)).toBeNull()
  })

  test('has a gapless number, even if some of many concurrent ones fail', async () => {
    const numbers: string[] = []
    for (let count = 0; count < 6; count++) numbers.push(await placePaidOrder())
    const before = (await sequences()).length
    await Promise.allSettled([
      ...numbers.map((number) => issue(number)),
      ...numbers.map((number, place) => issue(number, { fails: place % 2 === 0 })),
    ])
    const all = await sequences()
    expect(all).toHaveLength(before + numbers.length)
    expect(all).toEqual(all.map((_, place) => place + 1))
  })

  test('can be neither changed nor deleted', async () => {
    const number = await placePaidOrder()
    await issue(number)
    const isOwn = eq(taxDocument.orderNumber, number)
    const rejected = { cause: { message: 'tax documents are append-only' } }
    await expect(
      fixture.db.update(taxDocument).set({ isSpecimen: false }).where(isOwn),
    ).rejects.toMatchObject(rejected)
    await expect(fixture.db.delete(taxDocument).where(isOwn)).rejects.toMatchObject(rejected)
  })
})

describe('a credit note', () => {
  async function refund(number: string, amount?: number) {
    const [row] = await fixture.db.select().from(order).where(eq(order.number, number))
    await dashboardRefund(fixture.sandbox, row?.paymentId ?? '', amount)
    advance(60 * 60_000)
    await processWebhooks()
    await reconcile()
  }

  test('reverses the whole invoice once when the payment is refunded', async () => {
    const number = await placePaidOrder()
    await packBookAndLabel(number)
    await refund(number)
    const [invoice, note, ...more] = await loadTaxDocuments(fixture.db, number)
    expect(more).toEqual([])
    expect(note).toMatchObject({
      kind: 'credit note',
      number: expect.stringMatching(/^SC\/\d{4}\/\d{6}$/),
      invoiceNumber: invoice?.number,
      total: invoice?.total,
      content: invoice?.content,
    })
    const at = fixture.server.clock.now
    const again = fixture.db.transaction((tx) => creditWholeInvoice(tx, { orderNumber: number, at }))
    expect(await again).toBeNull()
  })

  test('reverses a partial refund once, even if it is reported again', async () => {
    const number = await placePaidOrder()
    await packBookAndLabel(number)
    await refund(number, 100_000)
    await reconcile()
    const notes = (await loadTaxDocuments(fixture.db, number)).filter(({ kind }) => kind === 'credit note')
    expect(notes).toMatchObject([{ total: 100_000, credited: [{ line: 0, quantity: 0, total: 100_000 }] }])
    expect(notes[0]?.content.lines).toMatchObject([{ taxableValue: 97_087, igst: 2913 }])

    await refund(number)
    const [, ...all] = await loadTaxDocuments(fixture.db, number)
    expect(all.map(({ total }) => total)).toEqual([100_000, 3_188_300])
  })

  test('for a refund before the parcel was booked is issued with the invoice', async () => {
    const number = await placePaidOrder()
    await refund(number, 100_000)
    expect(await loadTaxDocuments(fixture.db, number)).toEqual([])
    await packAndBook(number)
    expect(await loadTaxDocuments(fixture.db, number)).toMatchObject([
      { kind: 'invoice', total: 3_288_300 },
      { kind: 'credit note', total: 100_000 },
    ])
  })

  test('is not issued for an order that has no invoice', async () => {
    const number = await placePaidOrder()
    await refund(number)
    const [row] = await fixture.db.select().from(order).where(eq(order.number, number))
    expect(row?.status).toBe('refunded')
    expect(await loadTaxDocuments(fixture.db, number)).toEqual([])
  })
})

test('a document is never dated before its predecessor, nor a credit note before its invoice, even if the clock was set back', async () => {
  const { clock } = fixture.server
  const [first, second] = [await placePaidOrder(), await placePaidOrder()]
  const invoice = await issue(first)
  if (!invoice) throw new Error('There is no invoice')
  clock.now = addMs(invoice.issuedAt, -HOUR_MS)
  expect((await issue(second))?.issuedAt).toEqual(invoice.issuedAt)
  const at = clock.now
  const note = await fixture.db.transaction((tx) => creditWholeInvoice(tx, { orderNumber: first, at }))
  expect(note && note.issuedAt >= invoice.issuedAt).toBe(true)
})

// The last test of the file, because numbers continue after a gap.
test('a series continues after documents missing from a restored backup, and never goes back', async () => {
  await issue(await placePaidOrder())
  const last = (await lastDocumentNumbers(fixture.db)).find((number) => number.startsWith('SP/')) ?? ''
  const later = last.replace(/\d{6}$/, '000900')
  expect(await continueAfter(fixture.db, later)).toBe(true)
  expect(await continueAfter(fixture.db, last)).toBe(true)
  expect(await continueAfter(fixture.db, 'SP/2626/000901')).toBe(false)
  expect(await issue(await placePaidOrder())).toMatchObject({ number: last.replace(/\d{6}$/, '000901') })
})

test('real orders get their invoice once the owner has entered address, GSTIN and the accountant’s confirmation', async () => {
  const number = await placePaidOrder()
  await fixture.db.update(order).set({ isTest: false }).where(eq(order.number, number))
  const entered = { street: '12, Bazaar Road', gstin: '07AAACS1234F1ZU', areTaxesConfirmed: true }
  const particulars = { ...INITIAL_PARTICULARS, ...entered }
  await saveParticulars(fixture.db, particulars, { by: 'the owner', now: fixture.server.clock.now })
  expect(await issue(number)).toMatchObject({
    isSpecimen: false,
    series: 'SJ',
    content: { seller: { address: '12, Bazaar Road, New Delhi 110059', gstin: '07AAACS1234F1ZU' } },
  })
})
