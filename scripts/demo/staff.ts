/** The owner and a manager at the desk, through the calls that its pages make. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import * as z from 'zod/mini'
import type { DeskEndpoint } from '#contract/desk/endpoint.ts'
import { markAnswered, searchMessages } from '#contract/desk/messages.ts'
import {
  approveRefund,
  bookParcel,
  handOver,
  makeParcelLabel,
  packOrder,
  readDeskOrder,
  readRefundApproval,
  refundOrder,
  searchOrders,
  type DeskOrder,
} from '#contract/desk/orders.ts'
import { previewRates, publishRates, readRates } from '#contract/desk/rates.ts'
import { acceptReturn, approveReturn, receiveReturn } from '#contract/desk/returns.ts'
import { completeEnrolment, enterFreshCode, invite, signIn, startEnrolment } from '#contract/desk/staff.ts'
import { readToday } from '#contract/desk/today.ts'
import { paise, rupees, ZERO } from '#domain/money.ts'
import type { Random } from '../chaos/random.ts'
import type { DemoClock } from './clock.ts'

export const PASSWORD = 'navratna-1995'

/** Throws unless the response is a success: a demo has no failures. */
export interface DeskClient {
  readonly email: string
  /** Base32, for an authenticator app. */
  readonly secret: string
  call<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: DeskEndpoint<Request, Response>,
    ...[body, number]: [body?: z.input<Request>, number?: string]
  ): Promise<z.output<Response>>
  signIn(): Promise<void>
  enterFreshCode(): Promise<void>
}

interface Enrolment {
  readonly siteUrl: string
  readonly clock: DemoClock
  /** The whole link. */
  readonly link: string
  readonly email: string
  readonly name: string
}

async function enrol({ siteUrl, clock, link, email, name }: Enrolment): Promise<DeskClient> {
  const token = link.split('#').at(-1) ?? ''
  let cookie = ''
  let lastStep = 0

  const call: DeskClient['call'] = async ({ method, path, request, response }, body, number = '') => {
    clock.pause()
    const address = siteUrl + path.replace(/:\w+/, number)
    const received = await fetch(address, {
      method,
      headers: { origin: siteUrl, cookie, ...(request && { 'content-type': 'application/json' }) },
      ...(request && { body: JSON.stringify(body) }),
    })
    if (!received.ok) throw new Error(`${method} ${address}: ${received.status} ${await received.text()}`)
    const set = received.headers.getSetCookie().map((each) => each.split(';')[0])
    if (set.length > 0) cookie = set.join('; ')
    return response.parse(await received.json())
  }

  const { secret } = await call(startEnrolment, { token })
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  /** Each code is accepted once. */
  function nextCode(): string {
    const step = Math.max(lastStep + 1, Math.floor(Date.now() / TOTP_STEP_MS))
    lastStep = step
    clock.advanceTo(new Date(step * TOTP_STEP_MS))
    return totp.generate({ timestamp: step * TOTP_STEP_MS })
  }
  await call(completeEnrolment, { token, email, name, password: PASSWORD, code: nextCode() })
  return {
    email,
    secret,
    call,
    async signIn() {
      await call(signIn, { email, password: PASSWORD, code: nextCode() })
    },
    async enterFreshCode() {
      await call(enterFreshCode, { code: nextCode() })
    },
  }
}

const TOTP_STEP_MS = 30_000

export interface Desk {
  readonly owner: DeskClient
  readonly manager: DeskClient
  /** A manager who leaves the company (schedules.ts). */
  readonly former: DeskClient
  /** Starts the day: rates, messages, approvals, returns, parcels. Returns the orders that were handed over. */
  work(day: WorkingDay): Promise<string[]>
  /** Approves what the customer requested, and records that the pieces have arrived. */
  receiveReturnOf(orderNumber: string): Promise<void>
  /** The manager requests a refund that the owner has to approve. */
  requestLargeRefund(): Promise<void>
}

export interface WorkingDay {
  readonly random: Random
  /** Off on Sundays. */
  readonly setsRates: boolean
  /** Orders whose customers get a goodwill refund. */
  readonly deliveredLate: readonly string[]
}

interface DeskOptions {
  readonly siteUrl: string
  readonly sandboxUrl: string
  readonly clock: DemoClock
  readonly ownerLink: string
}

const Emails = z.array(z.object({ text: z.string() }))

export async function openDesk({ siteUrl, sandboxUrl, clock, ownerLink }: DeskOptions): Promise<Desk> {
  const owner = await enrol({
    siteUrl,
    clock,
    link: ownerLink,
    email: 'meera@example.in',
    name: 'Meera Iyer',
  })
  await owner.enterFreshCode()
  const enrolManager = async (email: string, name: string) => {
    await owner.call(invite, { email, role: 'manager' })
    const link = await until('the invitation', async () => {
      const emails = Emails.parse(await (await fetch(`${sandboxUrl}/mailbox.json?to=${email}`)).json())
      return emails
        .map(({ text }) => /\S+\/desk\/enrol#\S+/.exec(text)?.[0])
        .find((each) => each !== undefined)
    })
    return enrol({ siteUrl, clock, link, email, name })
  }
  const manager = await enrolManager('ravi@example.in', 'Ravi Menon')
  const former = await enrolManager('kavita@example.in', 'Kavita Rao')

  return {
    owner,
    manager,
    former,
    async work({ random, setsRates, deliveredLate }) {
      await owner.signIn()
      await owner.enterFreshCode()
      await manager.signIn()
      await manager.enterFreshCode()
      if (setsRates) await publishRatesOfTheDay(owner, random)
      await answerMessages(manager)
      for (const orderNumber of deliveredLate) await refundGoodwill(owner, orderNumber)
      await workReturns(owner)
      const { approvals } = await manager.call(readToday)
      for (const { id, orderNumber } of approvals) await manager.call(approveRefund, { id }, orderNumber)
      return sendParcels(manager, random)
    },
    async receiveReturnOf(orderNumber) {
      await owner.signIn()
      const { returns } = await owner.call(readDeskOrder, undefined, orderNumber)
      for (const { id } of returns.filter(({ state }) => state === 'requested')) {
        await owner.call(approveReturn, { id }, orderNumber)
        await owner.call(receiveReturn, { id }, orderNumber)
      }
    },
    async requestLargeRefund() {
      await manager.signIn()
      await manager.enterFreshCode()
      const { orders } = await manager.call(searchOrders, { text: '', view: 'delivered', olderThan: null })
      for (const { number } of orders) {
        const { lines, returns, refundable } = await manager.call(readDeskOrder, undefined, number)
        const { alone } = await manager.call(readRefundApproval, undefined, number)
        const line = lines.find(({ unitPrice }) => (unitPrice ?? 0) > alone)
        if (!line || returns.length > 0 || refundable === null || refundable < (line.unitPrice ?? 0)) continue
        const pieces = [{ position: line.position, quantity: 1 }]
        const reason = 'The clasp opens by itself; repaired twice'
        await manager.call(
          refundOrder,
          { id: randomUUID(), lines: pieces, extra: ZERO, reason, refundable },
          number,
        )
        return
      }
    },
  }
}

async function refundGoodwill(owner: DeskClient, orderNumber: string): Promise<void> {
  const { refundable } = await owner.call(readDeskOrder, undefined, orderNumber)
  const left = paise(refundable ?? 0)
  const extra = paise(Math.min(left, GOODWILL))
  const refund = { id: randomUUID(), lines: [], extra, reason: 'Delivered late', refundable: left }
  await owner.call(refundOrder, refund, orderNumber)
}

const GOODWILL = rupees(500)

/** Maximum change per day, in thousandths. */
const RATE_MOVE = 9

async function publishRatesOfTheDay(owner: DeskClient, random: Random): Promise<void> {
  const { edition: baseEdition, rates: current } = await owner.call(readRates)
  const move = random.between(-RATE_MOVE, RATE_MOVE + 1)
  const rates = Object.fromEntries(
    current
      .filter(({ name }) => name === 'gold' || name === 'gold18k' || name === 'silver')
      // In whole rupees.
      .map(({ name, value }) => [name, Math.round((value * (1000 + move)) / 100_000) * 100]),
  )
  const preview = await owner.call(previewRates, { baseEdition, rates })
  if (!preview.canPublish) return
  const { approval, belowMetalApproval } = preview
  await owner.call(publishRates, {
    id: randomUUID(),
    baseEdition,
    rates,
    reason: 'The rates of the day',
    publishAt: null,
    approval,
    belowMetalApproval,
  })
}

/** Messages and requests of today wait until tomorrow. */
async function answerMessages(manager: DeskClient): Promise<void> {
  const { messages } = await manager.call(searchMessages, { view: 'to answer', olderThan: null })
  for (const { id } of messages) await manager.call(markAnswered, { isAnswered: true }, id)
}

/** One step for each, because the pieces travel in between. */
async function workReturns(owner: DeskClient): Promise<void> {
  const { returns } = await owner.call(readToday)
  for (const { id, orderNumber, state } of returns) {
    if (state === 'requested') await owner.call(approveReturn, { id }, orderNumber)
    else if (state === 'approved') await owner.call(receiveReturn, { id }, orderNumber)
    else await accept(owner, orderNumber, id)
  }
}

async function accept(owner: DeskClient, orderNumber: string, id: string): Promise<void> {
  const { lines, returns } = await owner.call(readDeskOrder, undefined, orderNumber)
  const returned = returns.find((each) => each.id === id)?.lines ?? []
  const known = new Set(returns.flatMap(({ codes }) => codes))
  const codes = returned.flatMap(({ position, quantity }) =>
    (lines.find((line) => line.position === position)?.codes ?? [])
      .filter((code) => !known.has(code))
      .slice(0, quantity),
  )
  await owner.call(acceptReturn, { id, codes, restocks: true }, orderNumber)
}

async function sendParcels(manager: DeskClient, random: Random): Promise<string[]> {
  const { orders } = await manager.call(searchOrders, { text: '', view: 'to pack', olderThan: null })
  const sent: string[] = []
  // The list is newest first; the oldest has waited longest.
  for (const { number } of orders.toReversed()) {
    const { lines } = await manager.call(readDeskOrder, undefined, number)
    const pieces = lines.map((line) => ({
      position: line.position,
      codes: line.needsHuids ? Array.from({ length: line.sentQuantity }, () => huid(random)) : [],
    }))
    const weightMg = lines.reduce((sum, line) => sum + (line.weightMg ?? 0) * line.quantity, BOX_WEIGHT_MG)
    // Derived from the order, because no two parcels share a seal.
    await manager.call(packOrder, { weightMg, seal: `S-${number.slice(-6)}`, pieces }, number)
    await manager.call(bookParcel, undefined, number)
    await untilParcelIs(manager, number, 'booked')
    await manager.call(makeParcelLabel, undefined, number)
    await untilParcelIs(manager, number, 'labelled')
    await manager.call(handOver, undefined, number)
    sent.push(number)
  }
  return sent
}

const BOX_WEIGHT_MG = 150_000
const HUID_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function huid(random: Random): string {
  return Array.from({ length: 6 }, () => random.oneOf([...HUID_LETTERS])).join('')
}

/** The courier is called in the background. */
function untilParcelIs(
  manager: DeskClient,
  number: string,
  state: NonNullable<DeskOrder['parcel']>['state'],
) {
  return until(`${number} to be ${state}`, async () => {
    const { parcel } = await manager.call(readDeskOrder, undefined, number)
    return parcel?.state === state ? true : undefined
  })
}

const TRIES = 200
const PAUSE_MS = 50

export async function until<Thing>(what: string, look: () => Promise<Thing | undefined>): Promise<Thing> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const seen = await look()
    if (seen !== undefined) return seen
    await wait(PAUSE_MS)
  }
  throw new Error(`Timed out waiting for ${what}`)
}
