/** Several weeks of trade, day by day: the desk in the morning, customers until the evening, the courier at night. */
import { DAY_MS, indiaDate, indiaWeekday, parseIndiaTime } from '#domain/time.ts'
import { controlsOf } from '../chaos/gateway.ts'
import { seededRandom, type Random } from '../chaos/random.ts'
import type { DemoClock } from './clock.ts'
import {
  askForReturn,
  buy,
  comeBack,
  newCustomer,
  sendBack,
  writeMessage,
  type Customer,
  type Outcome,
  type Shopping,
} from './customers.ts'
import { leaveSchedules } from './schedules.ts'
import type { Desk } from './staff.ts'

interface TradeOptions {
  readonly siteUrl: string
  readonly sandboxUrl: string
  readonly clock: DemoClock
  readonly desk: Desk
  readonly days: number
  readonly ordersPerDay: number
  readonly seed: number
  /** The real time; nothing happens after it. */
  readonly until: Date
  readonly say: (line: string) => void
}

/** Percentage of deliveries. */
const RETURNED = 7
const GOODWILL = 3
/** A scan each night: picked up, in transit, out for delivery, delivered. */
const NIGHTS_ON_THE_WAY = 4
const RETURNS_AFTER_DAYS = 2
/** How often a customer buys. */
const ORDERS_PER_CUSTOMER = 3
const MESSAGES_PER_DAY = 0.4
const SUNDAY = 0

export type Counts = Readonly<Record<Outcome | 'delivered' | 'returns' | 'messages', number>>

interface Delivered {
  readonly orderNumber: string
  readonly day: number
  hasAsked: boolean
}

/** What has happened so far. */
interface Trade {
  readonly options: TradeOptions
  readonly shopping: Shopping
  readonly counts: { -readonly [What in keyof Counts]: number }
  readonly customers: Customer[]
  /** By order number. */
  readonly buyers: Map<string, Customer>
  onTheWay: { readonly orderNumber: string; nights: number }[]
  /** Delivered pieces that the customer will return, until they are sent. */
  comingBack: Delivered[]
  deliveredLate: string[]
  /** In order of delivery. */
  readonly arrived: string[]
}

export async function trade(options: TradeOptions): Promise<Counts> {
  const { siteUrl, sandboxUrl, clock, days, until, say } = options
  const gateway = controlsOf(sandboxUrl)
  await gateway.setFaults({ timing: { parcelStepMs: 0 } })
  const counts = { paid: 0, 'cancelled after payment': 0, 'not paid': 0, 'sold out': 0 }
  const state: Trade = {
    options,
    shopping: { siteUrl, gateway, random: seededRandom(options.seed, 'demo'), clock },
    counts: { ...counts, delivered: 0, returns: 0, messages: 0 },
    customers: [],
    buyers: new Map(),
    onTheWay: [],
    comingBack: [],
    deliveredLate: [],
    arrived: [],
  }
  for (let day = 0; day < days; day += 1) {
    const date = indiaDate(new Date(until.getTime() - (days - 1 - day) * DAY_MS))
    if (isReached(state, date, '09:30')) await morning(state)
    // On the last morning but one, so that they become due.
    if (day === days - 2) {
      say(`${date}: a manager leaves, and what she has scheduled is not done, as the log says`)
      await leaveSchedules(options.desk)
    }
    await shopUntilEvening(state, date)
    if (isReached(state, date, '21:45')) await night(state, day)
    if (day % 7 === 6) say(`${date}: ${state.counts.paid} orders paid, ${state.counts.delivered} delivered`)
  }
  await leaveReturnsOpen(state)
  await options.desk.requestLargeRefund()
  return state.counts
}

/** So that a return to decide on and one to inspect always exist, whatever the random numbers. */
async function leaveReturnsOpen(state: Trade): Promise<void> {
  const { options, shopping, counts } = state
  // No return has been requested for the latest deliveries.
  const newest = state.arrived.slice(-2)
  for (const orderNumber of newest) {
    await askForReturn(await buyerOf(state, orderNumber), orderNumber, shopping)
    counts.returns += 1
  }
  const [toInspect] = newest
  if (toInspect !== undefined) await options.desk.receiveReturnOf(toInspect)
}

/** False for events later today. */
function isReached({ options: { clock, until } }: Trade, date: string, time: string): boolean {
  const at = parseIndiaTime(`${date}T${time}`)
  if (!at || at > until) return false
  clock.advanceTo(at)
  return true
}

async function morning(state: Trade): Promise<void> {
  const { options, shopping, onTheWay, deliveredLate } = state
  const waiting: Delivered[] = []
  for (const delivered of state.comingBack) {
    const { orderNumber, hasAsked } = delivered
    const isSent = hasAsked && (await sendBack(await buyerOf(state, orderNumber), orderNumber, shopping))
    if (!isSent) waiting.push(delivered)
  }
  state.comingBack = waiting
  const setsRates = indiaWeekday(new Date()) !== SUNDAY
  const sent = await options.desk.work({ random: shopping.random, setsRates, deliveredLate })
  state.deliveredLate = []
  state.onTheWay = [...onTheWay, ...sent.map((orderNumber) => ({ orderNumber, nights: 0 }))]
}

async function shopUntilEvening(state: Trade, date: string): Promise<void> {
  const { options, shopping, counts, buyers } = state
  for (const time of timesOf(shopping.random, options.ordersPerDay)) {
    if (!isReached(state, date, time)) return
    const customer = await someCustomer(state)
    const { outcome, orderNumber } = await buy(customer, shopping)
    if (orderNumber !== '') buyers.set(orderNumber, customer)
    counts[outcome] += 1
  }
}

async function someCustomer({ shopping, customers }: Trade): Promise<Customer> {
  const { random } = shopping
  if (customers.length > 0 && !random.happens(1 / ORDERS_PER_CUSTOMER))
    return comeBack(random.oneOf(customers), shopping)
  const customer = await newCustomer(shopping, customers.length)
  customers.push(customer)
  return customer
}

function buyerOf({ buyers, shopping }: Trade, orderNumber: string): Promise<Customer> {
  const customer = buyers.get(orderNumber)
  if (!customer) throw new Error(`Nobody has bought ${orderNumber}`)
  return comeBack(customer, shopping)
}

/** Customers write and request returns; parcels travel. */
async function night(state: Trade, day: number): Promise<void> {
  const { options, shopping, customers, comingBack, counts } = state
  const { random } = shopping
  if (random.happens(MESSAGES_PER_DAY) && customers.length > 0) {
    await writeMessage(await comeBack(random.oneOf(customers), shopping), shopping)
    counts.messages += 1
  }
  for (const delivered of comingBack) {
    if (delivered.hasAsked || day - delivered.day < RETURNS_AFTER_DAYS) continue
    delivered.hasAsked = true
    await askForReturn(await buyerOf(state, delivered.orderNumber), delivered.orderNumber, shopping)
    counts.returns += 1
  }
  for (const parcel of state.onTheWay) {
    await advanceParcel(options.sandboxUrl, parcel.orderNumber)
    parcel.nights += 1
    if (parcel.nights === NIGHTS_ON_THE_WAY) arrive(state, parcel.orderNumber, day)
  }
  state.onTheWay = state.onTheWay.filter(({ nights }) => nights < NIGHTS_ON_THE_WAY)
}

function arrive(state: Trade, orderNumber: string, day: number) {
  const { shopping, counts, comingBack, deliveredLate, arrived } = state
  arrived.push(orderNumber)
  counts.delivered += 1
  const draw = shopping.random.between(1, 100)
  if (draw <= RETURNED) comingBack.push({ orderNumber, day, hasAsked: false })
  else if (draw <= RETURNED + GOODWILL) deliveredLate.push(orderNumber)
}

/** When the customers of a day arrive, in order; some days are better than others. */
function timesOf(random: Random, ordersPerDay: number): string[] {
  const count = random.between(Math.floor(ordersPerDay / 2), Math.ceil(ordersPerDay * 1.5))
  const two = (number: number) => String(number).padStart(2, '0')
  return Array.from(
    { length: count },
    () => `${two(random.between(10, 20))}:${two(random.between(0, 59))}`,
  ).toSorted()
}

async function advanceParcel(sandboxUrl: string, orderNumber: string): Promise<void> {
  const response = await fetch(`${sandboxUrl}/shiprocket/sandbox/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: orderNumber }),
  })
  if (!response.ok) throw new Error(`The courier did not move ${orderNumber}: ${response.status}`)
  await response.arrayBuffer()
}
