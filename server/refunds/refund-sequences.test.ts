/** Random sequences of returns and refunds of one order, of which some fail at the bank. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { paise, sum } from '#domain/money.ts'
import { indiaDate } from '#domain/time.ts'
import { payForRings } from '#server/checkout/testing.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import { seededRandom, type Random } from '../../scripts/chaos/random.ts'
import { refundedAmount } from './refund-amounts.ts'
import { setUpRefundDesk } from './testing.ts'

const {
  fixture,
  sendAbout,
  enterFreshCode,
  deskNow,
  refundBody,
  createBank,
  useSessions,
  deliver,
  parcels,
  receivedReturn,
  decide,
  deskOrder,
} = setUpRefundDesk()

const RING_PRICE = paise(3_288_300)
const RINGS = 3
const ACT_COUNT = 8

interface ShownRefund {
  readonly id: string
  readonly state: string
  readonly amount: number
  readonly owed: number | null
}

async function deliveredRings() {
  const order = await payForRings(fixture, RINGS)
  const codes = Array.from({ length: RINGS }, () => parcels.nextHuid())
  await deliver(order.number, [{ position: 0, codes }])
  return { ...order, codes }
}

type Order = Awaited<ReturnType<typeof deliveredRings>>

/** What the gateway has refunded or the shop has paid, and what the credit notes say. */
async function amountsOf({ number }: Order) {
  const documents = await loadTaxDocuments(fixture.db, number)
  const credited = documents.flatMap((each) => each.credited ?? [])
  return {
    made: await refundedAmount(fixture.db, number),
    credited: sum(credited.map(({ total }) => total)),
    creditedRings: credited.reduce((all, { quantity }) => all + quantity, 0),
  }
}

/** Each act leaves nothing pending. */
function createActs(order: Order, random: Random) {
  const { number } = order
  const left = [...order.codes]
  const bank = createBank(order)
  const outcome = () => (random.happens(0.5) ? 'failed' : 'processed')

  const shownRefunds = async (): Promise<readonly ShownRefund[]> => (await deskOrder(order)).refunds
  const owed = async () => (await shownRefunds()).filter((refund) => refund.owed !== null)

  async function post(role: 'owner' | 'manager', path: string, body: unknown): Promise<void> {
    await enterFreshCode(role)
    const { status, json } = await sendAbout(role, 'POST', `${number}/${path}`, body)
    expect({ status, message: json.message }).toMatchObject({ status: 200 })
  }

  async function send(): Promise<void> {
    for (const { id } of (await shownRefunds()).filter(({ state }) => state === 'requested'))
      await post('manager', 'refunds/approve', { id })
    await bank.decide(outcome)
  }

  async function refund(own: Readonly<Record<string, unknown>>): Promise<void> {
    const { refundable } = await deskOrder(order)
    await post('owner', 'refunds', refundBody(refundable, own))
    await send()
  }

  const returnIds: string[] = []
  const acts = {
    /** By its whole price, though it may have failed since. */
    refundedReturns: async () =>
      (await shownRefunds()).filter(({ id, amount }) => returnIds.includes(id) && amount === RING_PRICE)
        .length,
    /** One that was not refunded can be returned, whatever happened to the others. */
    async returnRing() {
      const code = left.pop()
      if (code === undefined) return
      const id = await receivedReturn(order)
      returnIds.push(id)
      await enterFreshCode('owner')
      const { status } = await decide('owner', number, 'accept', { id, codes: [code], restocks: true })
      expect(status).toBe(200)
      await send()
    },
    async refundAgain() {
      const isOfRing = (await owed()).some((each) => each.owed === RING_PRICE)
      if (isOfRing && (await deskOrder(order)).lines[0].refundableQuantity > 0) await refund({})
    },
    async refundGoodwill() {
      const extra = 100_000
      if ((await deskOrder(order)).refundable >= extra) await refund({ lines: [], extra })
    },
    /** False if nothing is owed. */
    async payDirectly() {
      const [failed] = await owed()
      if (!failed) return false
      const payment = { method: 'cash', reference: '', paidOn: indiaDate(deskNow()) }
      const body = { id: randomUUID(), failedRefundId: failed.id, amount: failed.owed, isOwed: true }
      await post('manager', 'refunds/direct', { ...body, ...payment })
      return true
    },
  }
  return acts
}

const ACTS = ['returnRing', 'returnRing', 'refundAgain', 'refundGoodwill', 'payDirectly'] as const

test.each([1, 2, 3, 4, 5, 6])(
  'a random sequence of refunds exceeds neither payment nor pieces, and each is credited once (%i)',
  async (seed) => {
    const random = seededRandom('refunds', seed)
    const order = await deliveredRings()
    const acts = createActs(order, random)
    for (let act = 0; act < ACT_COUNT; act += 1) {
      await acts[random.oneOf(ACTS)]()
      await useSessions(order)
      const { made, creditedRings } = await amountsOf(order)
      expect(made).toBeLessThanOrEqual(RINGS * RING_PRICE)
      expect(creditedRings).toBeLessThanOrEqual(RINGS)
      expect(creditedRings).toBeGreaterThanOrEqual(await acts.refundedReturns())
    }
    while (await acts.payDirectly());
    const { made, credited } = await amountsOf(order)
    expect(credited).toBe(made)
  },
)
