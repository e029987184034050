import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { PieceStep } from '#contract/desk/stock.ts'
import { formatRupees, paise } from '#domain/money.ts'
import type { Role } from '#domain/permissions.ts'
import { parseToken } from '#domain/signed-document.ts'
import { addMs, HOUR_MS } from '#domain/time.ts'
import {
  CHAIN_ANKLET,
  createActions,
  newUser,
  payForPieces,
  payForRings,
  RING,
  setUpCheckout,
  SILENT,
  type PaidOrder,
} from '#server/checkout/testing.ts'
import { refundRequest } from '#server/db/refund-schema.ts'
import { emailOutbox, order as orderTable, serialItem, stockLevel, stockMovement } from '#server/db/schema.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import { createParcelActions, createReturnActions, type DeliveredOrder } from './testing.ts'
import { correctSerialItem, enterSerialItem } from '#server/stock/serial-items.ts'
import { setUpOrderDesk } from '#server/desk/testing.ts'

const fixture = setUpCheckout()
const { send, sendAbout, enterFreshCode, actsOn, sendRefunds } = setUpOrderDesk(fixture)
const { advance, readFacts } = createActions(fixture)
const parcels = createParcelActions(fixture)
const { pack, request, runTasks, track, nextHuid, advance: advanceParcel } = parcels
const { deliver, deliveredOrder, requestReturn, receivedReturn, decide, shownReturns } = createReturnActions(
  fixture,
  { parcels, sendAbout },
)

const RING_PRICE = 3_288_300

const asCustomer = ({ customer, number }: PaidOrder, path: string, body: unknown) =>
  fixture.server.request(customer, 'POST', `/api/orders/${number}/returns/${path}`, body)

const refundsOf = (number: string) =>
  fixture.db.select().from(refundRequest).where(eq(refundRequest.orderNumber, number))

async function restockedPieces(number: string): Promise<number> {
  const rows = await fixture.db
    .select()
    .from(stockMovement)
    .where(and(eq(stockMovement.orderNumber, number), eq(stockMovement.cause, 'returned')))
  return rows.reduce((total, { change }) => total + change, 0)
}

const read = async (role: Role, path: string) => (await send(role, 'GET', path)).json

describe('a return', () => {
  // Shows D41.exchange
  test('requested as an exchange names the customer’s next paid order', async () => {
    const order = await deliveredOrder()
    const { number, codes, customer } = order
    const id = randomUUID()
    await requestReturn(order, { id, resolution: 'exchange' })
    await decide('support', number, 'approve', { id })
    await decide('packer', number, 'receive', { id })
    await enterFreshCode('manager')
    await decide('manager', number, 'accept', { id, codes: [codes[0]], restocks: true })
    const shown = async () =>
      (await fixture.server.request(customer, 'GET', `/api/orders/${number}/returns`)).json.returns[0]
    expect(await shown()).toMatchObject({ state: 'accepted', orderedSince: null })

    const next = await payForRings(fixture, 1)
    const placedAt = addMs(fixture.server.deps.now(), HOUR_MS)
    await fixture.db
      .update(orderTable)
      .set({ userId: customer.id, placedAt })
      .where(eq(orderTable.number, next.number))
    expect(await shown()).toMatchObject({
      orderedSince: { number: next.number, placedAt: placedAt.toISOString() },
    })
    const [accepted] = await fixture.db
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.dedupeKey, `return-accepted:${id}`))
    expect(accepted?.subject).toBe(`Your exchange is accepted: order ${number}`)
    expect(accepted?.text).toContain(`We refund ${formatRupees(paise(RING_PRICE))} for these pieces`)
  })

  // Shows D41.once, D41.refund
  test('goes from request to refund and credit note, each step once, e-mailed and logged', async () => {
    const order = await deliveredOrder()
    const { number, codes } = order
    const id = randomUUID()
    expect((await requestReturn(order, { id })).json).toMatchObject({
      lines: [{ position: 0, quantity: 1 }],
      returns: [{ id, state: 'requested', steps: [{ state: 'requested' }] }],
    })
    const { json } = await requestReturn(order, { id })
    expect(json.returns).toHaveLength(1)
    // The e-mail of the approval has the same lines.
    expect(json.label).toContain(`Returns, order ${number}`)
    for (const [role, path] of [
      ['support', 'approve'],
      ['packer', 'receive'],
    ] as const) {
      expect((await decide(role, number, path, { id })).status).toBe(200)
      expect((await decide(role, number, path, { id })).status).toBe(200)
    }
    const acceptance = { id, codes: [codes[0]], restocks: true }
    expect((await decide('packer', number, 'accept', acceptance)).status).toBe(403)
    await enterFreshCode('manager')
    expect((await decide('manager', number, 'accept', acceptance)).json).toMatchObject({
      returns: [{ state: 'accepted', codes: [codes[0]] }],
      refunds: [{ id, amount: RING_PRICE, state: 'due' }],
    })
    expect((await decide('manager', number, 'accept', acceptance)).status).toBe(200)
    expect(await restockedPieces(number)).toBe(1)

    await sendRefunds()
    expect(await refundsOf(number)).toMatchObject([{ state: 'sent', amount: RING_PRICE }])
    const documents = await loadTaxDocuments(fixture.db, number)
    expect(documents.map(({ kind, total }) => [kind, total])).toEqual([
      ['invoice', 2 * RING_PRICE],
      ['credit note', RING_PRICE],
    ])
    const { emails } = await readFacts(number)
    expect(emails.filter((key: string) => key.startsWith('return-')).toSorted()).toEqual(
      ['accepted', 'approved', 'received', 'requested'].map((state) => `return-${state}:${id}`),
    )
    expect((await actsOn(number)).filter((act) => act.endsWith('return'))).toEqual([
      'approved return',
      'received return',
      'accepted return',
    ])
  })

  test('shows its refund and the amount once it was sent', async () => {
    const order = await deliveredOrder()
    const { number, codes } = order
    const id = await receivedReturn(order)
    await enterFreshCode('manager')
    await decide('manager', number, 'accept', { id, codes: [codes[0]], restocks: true })
    expect(await shownReturns(order)).toMatchObject([{ id, state: 'accepted', refunds: [] }])
    await sendRefunds()
    expect(await shownReturns(order)).toMatchObject([
      { id, refunds: [{ amount: RING_PRICE, sentAt: expect.any(String) }] },
    ])
  })

  test('of all pieces leaves no certificate to download, and customer and staff see so', async () => {
    const order = await deliveredOrder()
    const { number, codes, customer } = order
    const kinds = async () => {
      const { json } = await fixture.server.request(customer, 'GET', `/api/orders/${number}`)
      return json.documents.map(({ kind }: { kind: string }) => kind)
    }
    expect(await kinds()).toEqual(['invoice', 'certificate'])
    const id = await receivedReturn(order, { position: 0, quantity: 2 })
    await enterFreshCode('manager')
    await decide('manager', number, 'accept', { id, codes, restocks: true })
    expect(await kinds()).toEqual(['invoice'])
    await sendRefunds()
    expect(await kinds()).toEqual(['invoice', 'credit note'])
    const { json } = await fixture.server.request(customer, 'GET', `/api/orders/${number}/documents`)
    expect(json.documents.map(({ kind }: { kind: string }) => kind)).toEqual(['invoice', 'credit note'])
    expect(await read('owner', `orders/${number}`)).toMatchObject({
      documents: [{ kind: 'invoice' }, { kind: 'credit note', total: 2 * RING_PRICE }],
    })
  })

  test('shows its pieces as in transit only once the customer or the courier has sent them', async () => {
    const order = await deliveredOrder()
    const { number } = order
    const id = randomUUID()
    await requestReturn(order, { id })
    const stages = async () => {
      const { returns } = await read('support', 'today')
      const { returns: ofOrder } = await read('support', `orders/${number}`)
      const onToday = returns.find((each: { id: string }) => each.id === id)
      expect(onToday.stage).toBe(ofOrder[0].stage)
      return ofOrder[0].stage
    }
    expect(await stages()).toBeNull()
    await decide('support', number, 'approve', { id })
    expect(await stages()).toBe('to be sent')
    await asCustomer(order, 'tracking', { id, tracking: 'India Post EA123456789IN' })
    expect(await stages()).toBe('sent by the customer')
  })

  test('is refunded and restocked once even if two people accept it concurrently', async () => {
    const order = await deliveredOrder()
    const { number, codes } = order
    const id = await receivedReturn(order)
    await enterFreshCode('owner')
    await enterFreshCode('manager')
    const acceptance = { id, codes: [codes[1]], restocks: true }
    const responses = await Promise.all([
      decide('owner', number, 'accept', acceptance),
      decide('manager', number, 'accept', acceptance),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(await refundsOf(number)).toHaveLength(1)
    expect(await restockedPieces(number)).toBe(1)
  })

  // Shows D41.pieces
  test('is not accepted with another piece than the one sent', async () => {
    const order = await deliveredOrder()
    const { number } = order
    const id = await receivedReturn(order)
    await enterFreshCode('owner')
    for (const [codes, message] of [
      [[], 'enter the HUID of each piece that came back (1)'],
      [['XX11XX'], 'XX11XX was not sent with this order'],
    ] as const)
      expect(await decide('owner', number, 'accept', { id, codes, restocks: true })).toMatchObject({
        status: 409,
        json: { message: expect.stringContaining(message) },
      })
    const explanation = 'This is not the ring that we sent.'
    expect((await decide('owner', number, 'reject', { id, explanation })).json.returns).toMatchObject([
      { state: 'rejected', explanation },
    ])
    expect(await refundsOf(number)).toEqual([])
    expect(await restockedPieces(number)).toBe(0)
  })

  test('is accepted without another refund if staff have refunded the piece meanwhile', async () => {
    const order = await deliveredOrder()
    const { number, codes } = order
    const id = await receivedReturn(order)
    await enterFreshCode('owner')
    const byHand = {
      id: randomUUID(),
      lines: [{ position: 0, quantity: 2 }],
      extra: 0,
      reason: 'Goodwill',
      refundable: 2 * RING_PRICE,
    }
    await sendAbout('owner', 'POST', `${number}/refunds`, byHand)
    const accepted = await decide('owner', number, 'accept', { id, codes: [codes[0]], restocks: false })
    expect(accepted.json.returns).toMatchObject([{ state: 'accepted' }])
    expect(await refundsOf(number)).toMatchObject([{ id: byHand.id }])
    expect(await restockedPieces(number)).toBe(0)
    const [email] = await fixture.db
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.dedupeKey, `return-accepted:${id}`))
    expect(email?.text).toContain('The price of these pieces was returned to you before.')
    expect(email?.text).not.toContain('We refund')
    await sendRefunds()
    expect(await shownReturns(order)).toMatchObject([{ refunds: [], isRefundedBefore: true }])
  })

  // Shows D50.certificate
  test('voids the certificate of its piece, but not that of the piece that is kept', async () => {
    const order = await deliveredOrder()
    const { customer, number, codes } = order
    const certifiedCodes = async () => {
      const { json } = await fixture.server.request(customer, 'GET', `/api/orders/${number}/documents`)
      const certificate = json.documents.find(({ kind }: { kind: string }) => kind === 'certificate')
      const pdf = Buffer.from(certificate.pdf, 'base64').toString('latin1')
      const urls = Array.from(pdf.matchAll(/\/URI \((.+?)\)/g), ([, url]) => url ?? '')
      return urls.map((url) => parseToken(url)?.statement.piece?.huid)
    }
    expect(await certifiedCodes()).toEqual(codes)
    const id = await receivedReturn(order)
    await enterFreshCode('owner')
    await decide('owner', number, 'accept', { id, codes: [codes[0]], restocks: true })
    expect(await certifiedCodes()).toEqual([codes[1]])
  })

  test('releases its HUID, so that the piece can be sold again', async () => {
    const order = await deliveredOrder()
    const { number, codes } = order
    const id = await receivedReturn(order)
    await enterFreshCode('owner')
    await decide('owner', number, 'accept', { id, codes: [codes[0]], restocks: true })
    const other = await payForRings(fixture, 2)
    const packWith = (code: string | undefined) =>
      pack(other.number, { pieces: [{ position: 0, codes: [code ?? '', nextHuid()] }] })
    expect((await packWith(codes[1])).ok).toBe(false)
    expect((await packWith(codes[0])).ok).toBe(true)
  })

  test('can be declined with a reason or withdrawn, and its pieces can be returned again', async () => {
    const order = await deliveredOrder()
    const { number } = order
    const [declined, withdrawn] = [randomUUID(), randomUUID()]
    await requestReturn(order, { id: declined, lines: [{ position: 0, quantity: 2 }] })
    expect((await requestReturn(order)).status).toBe(409)
    expect((await decide('support', number, 'decline', { id: declined, explanation: '' })).status).toBe(400)
    const explanation = 'The ring was engraved for you.'
    await decide('support', number, 'decline', { id: declined, explanation })
    expect((await decide('support', number, 'approve', { id: declined })).status).toBe(409)
    await requestReturn(order, { id: withdrawn, lines: [{ position: 0, quantity: 2 }] })
    await decide('owner', number, 'approve', { id: withdrawn })
    const tracking = 'Blue Dart 8812345'
    await asCustomer(order, 'tracking', { id: withdrawn, tracking })
    const { json } = await asCustomer(order, 'withdraw', { id: withdrawn })
    expect(json.lines).toMatchObject([{ quantity: 2 }])
    expect(json.returns).toHaveLength(2)
    expect(json.returns).toContainEqual(
      expect.objectContaining({ id: declined, state: 'declined', explanation }),
    )
    expect(json.returns).toContainEqual(
      expect.objectContaining({ id: withdrawn, state: 'withdrawn', tracking }),
    )
  })

  // Shows D41.window
  test('is possible for thirty days from delivery, and only for the customer of the order', async () => {
    const tooLate = await deliveredOrder(31)
    expect((await requestReturn(tooLate)).status).toBe(409)
    expect((await requestReturn(await payForRings(fixture, 1))).status).toBe(409)
    const order = await deliveredOrder()
    const { number } = order
    expect((await requestReturn(order, { lines: [{ position: 0, quantity: 3 }] })).status).toBe(409)
    expect((await requestReturn(order, { lines: [{ position: 7, quantity: 1 }] })).status).toBe(409)
    const stranger = await newUser(fixture.db)
    const path = `/api/orders/${number}/returns`
    expect((await fixture.server.request(stranger, 'GET', path)).status).toBe(404)
    expect((await decide('support', number, 'approve', { id: randomUUID() })).status).toBe(404)
  })

  test('cannot be requested repeatedly, because each request sends an e-mail', async () => {
    const order = await deliveredOrder()
    for (let times = 1; times <= 10; times++) {
      const id = randomUUID()
      expect((await requestReturn(order, { id })).status).toBe(200)
      await asCustomer(order, 'withdraw', { id })
    }
    expect((await requestReturn(order)).status).toBe(409)
  })

  test('restocks the serial items of pieces without a HUID, so that none is counted twice', async () => {
    const count = { actor: 'asha@swarnika.test', reason: 'count', now: fixture.server.deps.now() }
    for (const serial of ['A1', 'A2', 'A3']) {
      const item = { serial, key: 'anklet-2', huid: null, netWeightMg: 5000, grossWeightMg: 5000 } as const
      expect((await enterSerialItem(fixture.db, { item, isNew: true }, count)).ok).toBe(true)
    }
    const order = await payForPieces(fixture, [
      { ...RING, quantity: 1 },
      { ...CHAIN_ANKLET, quantity: 3 },
    ])
    const { number } = order
    await deliver(number, [
      { position: 0, codes: [nextHuid()] },
      { position: 1, codes: ['A3'] },
    ])
    const itemsSold = () => fixture.db.$count(serialItem, eq(serialItem.orderNumber, number))
    expect(await itemsSold()).toBe(3)
    const id = await receivedReturn(order, { position: 1, quantity: 2 })
    await enterFreshCode('owner')
    await decide('owner', number, 'accept', { id, codes: ['A3'], restocks: true })
    const items = await fixture.db.select().from(serialItem).orderBy(serialItem.serial)
    expect(items.map(({ serial, state }) => [serial, state])).toEqual([
      ['A1', 'sold'],
      ['A2', 'available'],
      ['A3', 'available'],
    ])
    await correctSerialItem(fixture.db, { serial: 'A2', state: 'available' }, count)
    expect(await restockedPieces(number)).toBe(2)
  })

  test('marks an unsaleable serial item as returned, and leaves the count unchanged', async () => {
    const { db, server } = fixture
    const count = { actor: 'asha@swarnika.test', reason: 'count', now: server.deps.now() }
    const huid = nextHuid()
    const item = { serial: 'R-77', key: 'rings-801', huid, netWeightMg: 4000, grossWeightMg: 4500 } as const
    expect((await enterSerialItem(db, { item, isNew: true }, count)).ok).toBe(true)
    const order = await payForRings(fixture, 1)
    const { number } = order
    await deliver(number, [{ position: 0, codes: [huid] }], 0)
    const stock = async () => ({
      items: await db.select().from(serialItem).where(eq(serialItem.serial, 'R-77')),
      levels: await db.select().from(stockLevel).where(eq(stockLevel.key, 'rings-801')),
    })
    const { items, levels } = await stock()
    expect(items).toMatchObject([{ state: 'sold', orderNumber: number }])
    const id = await receivedReturn(order)
    await enterFreshCode('owner')
    await decide('owner', number, 'accept', { id, codes: [huid], restocks: false })
    expect(await stock()).toMatchObject({ items: [{ state: 'returned', orderNumber: null }], levels })

    const { piece } = (await send('packer', 'POST', 'stock/search', { text: huid, view: 'all', after: null }))
      .json
    expect(piece).toMatchObject({ serial: 'R-77', huid, sku: 'rings-801', state: 'returned' })
    expect(piece.steps.map(({ what, orderNumber }: PieceStep) => [what, orderNumber])).toEqual([
      ['entered', null],
      ['packed', number],
      ['handed over', number],
      ['delivered', number],
      ['came back', number],
      ['set aside', null],
    ])
    // Writing it off does not lower the count again.
    await correctSerialItem(db, { serial: 'R-77', state: 'written off' }, count)
    expect((await stock()).levels).toEqual(levels)
  })

  test('shows once that a sold piece was set aside by hand', async () => {
    const { db, server } = fixture
    const count = { actor: 'meera@example.in', reason: 'bent', now: server.deps.now() }
    const huid = nextHuid()
    const item = { serial: 'R-78', key: 'rings-801', huid, netWeightMg: 4000, grossWeightMg: 4500 } as const
    await enterSerialItem(db, { item, isNew: true }, count)
    const { number } = await payForRings(fixture, 1)
    await deliver(number, [{ position: 0, codes: [huid] }], 0)
    await correctSerialItem(db, { serial: 'R-78', state: 'returned' }, count)
    const { piece } = (await send('packer', 'POST', 'stock/search', { text: huid, view: 'all', after: null }))
      .json
    const asides = piece.steps.filter(({ what }: PieceStep) => what === 'set aside')
    expect(asides).toHaveLength(1)
  })

  test('shows the life of a piece by its HUID, even if it was never entered under Stock', async () => {
    const order = await deliveredOrder(0)
    const { number, codes } = order
    const id = await receivedReturn(order)
    await enterFreshCode('owner')
    await decide('owner', number, 'accept', { id, codes: [codes[0]], restocks: true })
    const find = async (text = '') =>
      (await send('packer', 'POST', 'stock/search', { text, view: 'all', after: null })).json
    const { piece } = await find(codes[0]?.toLowerCase())
    expect(piece).toMatchObject({ huid: codes[0], serial: null, state: null, sku: 'rings-801' })
    expect(piece.steps.at(-1)).toMatchObject({ what: 'came back', orderNumber: number })
    expect((await find(codes[1])).piece.steps.at(-1)).toMatchObject({ what: 'delivered' })
    expect((await find('ZZ99ZZ')).piece).toBeUndefined()
  })

  test('waits on Today until it is accepted', async () => {
    const order = await deliveredOrder()
    const { number } = order
    const id = await receivedReturn(order)
    expect((await read('packer', 'today')).returns).toContainEqual(
      expect.objectContaining({ id, orderNumber: number, state: 'received' }),
    )
  })
})

async function trackLater() {
  advance(7 * HOUR_MS)
  await track()
}

describe('a parcel that the courier brings back', () => {
  async function undelivered(): Promise<DeliveredOrder> {
    const paid = await payForRings(fixture, 2)
    const { number } = paid
    const codes = [nextHuid(), nextHuid()]
    await pack(number, { pieces: [{ position: 0, codes }] })
    await request(number, 'book')
    await runTasks()
    await request(number, 'label')
    await runTasks()
    fixture.sandbox.faults.set({
      ...SILENT,
      timing: { parcelStepMs: 0 },
      targets: { [number]: { 'parcel-returned': true } },
    })
    while ((await advanceParcel(number)) !== null) await trackLater()
    return { ...paid, codes }
  }

  test('waits for inspection, and accepting it refunds and restocks it', async () => {
    const order = await undelivered()
    const { number, codes, customer } = order
    await trackLater()
    const { json } = await fixture.server.request(customer, 'GET', `/api/orders/${number}/returns`)
    expect(json).toMatchObject({ until: null, returns: [{ reason: 'undelivered', state: 'received' }] })
    const { id } = json.returns[0]
    await enterFreshCode('owner')
    expect((await decide('owner', number, 'reject', { id, explanation: 'Worn' })).status).toBe(409)
    expect((await decide('owner', number, 'accept', { id, codes, restocks: true })).status).toBe(200)
    expect(await restockedPieces(number)).toBe(2)
    expect(await refundsOf(number)).toMatchObject([{ amount: 2 * RING_PRICE }])
    const queued = await fixture.db
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.dedupeKey, `return-received:${id}`))
    expect(queued).toMatchObject([{ subject: `Your parcel has come back to us: order ${number}` }])
  })
})
