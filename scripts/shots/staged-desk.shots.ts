/**
 * A desk whose parcels, refunds and offers are in states that the demo lacks. `npm run shots -- desk-staged` takes all
 * of it, `npm run shots -- desk-staged-parcel` only matching names.
 */
import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import type { NewOfferCode } from '#contract/desk/offers.ts'
import type { Money, MoneyDifference } from '#contract/desk/money.ts'
import type { DeskOrder } from '#contract/desk/orders.ts'
import type { Today } from '#contract/desk/today.ts'
import { rupees } from '#domain/money.ts'
import { addMs, DAY_MS, indiaDate } from '#domain/time.ts'
import { enrolOwner } from '../../e2e/support/desk.ts'
import { openLanServer, type LanServer } from '../../e2e/support/lan-server.ts'
import { bookParcel, labelParcel, packOrder, placePaidOrder } from '../../e2e/support/orders.ts'
import { controlsOf } from '../chaos/gateway.ts'
import { press, takeDeskScreen, type DeskScreen } from './desk-screen.ts'

/** Nine orders are placed first. */
const STAGING_MAX_MS = 300_000
const RING = { type: 'rings', id: 801 } as const

let server: LanServer
let owner: Page
let orders: Orders
test.beforeAll(async ({ browser }) => {
  test.setTimeout(STAGING_MAX_MS)
  server = await openLanServer('localhost')
  owner = await browser.newPage({ baseURL: server.url })
  await enrolOwner(owner, server)
  orders = await stageOrders()
  for (const code of CODES) await post('offer-codes', code)
  await post('offer-codes/end', { code: 'NAVRATRI' })
})
test.afterAll(async () => {
  await owner.close()
  await server.close()
})

/** Numbers of orders, by the state of their parcel or refund. */
interface Orders {
  readonly packed: string
  readonly booked: string
  readonly labelled: string
  readonly notBooked: string
  readonly refundedOnDashboard: string
  readonly refundFailed: string
}

async function stageOrders(): Promise<Orders> {
  const gateway = controlsOf(server.sandboxUrl)
  // Parcels stay where they are.
  const timing = { parcelStepMs: 0 }
  await gateway.setFaults({ timing })
  const packed = await packedOrder('AA11AA')
  await packedOrder('BB22BB')
  const booked = await packedOrder('CC33CC')
  await bookParcel(owner, booked)
  const labelled = await packedOrder('DD44DD')
  await bookParcel(owner, labelled)
  await labelParcel(owner, labelled)

  const notBooked = await packedOrder('EE55EE')
  await gateway.setFaults({ timing, rates: { 'courier-rejected': 1 } })
  await post(`orders/${notBooked}/book`, {})
  await expect.poll(async () => (await read(notBooked)).parcel?.problem).toBeTruthy()

  await gateway.setFaults({ rates: { 'refund-failed': 1 }, timing: { ...timing, refundFailsMs: 1000 } })
  const { number: refundFailed } = await placePaidOrder(server, RING)
  const { refundable } = await read(refundFailed)
  const reason = 'The box was damaged when it arrived'
  const refund = { id: randomUUID(), lines: [], extra: rupees(500), reason, refundable }
  await post(`orders/${refundFailed}/refunds`, refund)
  await expect.poll(async () => (await read(refundFailed)).refunds[0]?.state, WAIT).toBe('failed')

  const { number: refundedOnDashboard } = await placePaidOrder(server, RING)
  const paymentId = (await read(refundedOnDashboard)).paymentId ?? ''
  await gateway.refund(paymentId, rupees(1500))
  await expect.poll(() => failures(refundedOnDashboard), WAIT).toEqual([true])
  await gateway.setFaults({ timing })
  await gateway.refund(paymentId, rupees(1000))
  await expect.poll(() => failures(refundedOnDashboard), WAIT).toEqual([true, false])
  return { packed, booked, labelled, notBooked, refundedOnDashboard, refundFailed }
}

const WAIT = { timeout: 30_000 }

async function packedOrder(huid: string): Promise<string> {
  const { number } = await placePaidOrder(server, RING)
  await packOrder(owner, number, [huid])
  return number
}

async function read(number: string): Promise<DeskOrder> {
  return (await owner.request.get(`/api/desk/orders/${number}`)).json()
}

async function failures(number: string): Promise<boolean[]> {
  return (await read(number)).refundsOnDashboard.map(({ isFailed }) => isFailed)
}

async function post(path: string, data: object): Promise<void> {
  const response = await owner.request.post(`/api/desk/${path}`, { data })
  expect(response.status(), await response.text()).toBe(200)
}

const today = indiaDate(new Date())
const CODE: NewOfferCode = {
  code: 'NAVRATRI',
  percent: 10,
  on: 'price',
  appliesTo: [],
  firstDay: today,
  lastDay: null,
  ordersMax: null,
  ordersPerCustomerMax: 1,
}
const CODES: readonly NewOfferCode[] = [
  CODE,
  { ...CODE, code: 'MAKINGFREE', percent: 100, on: 'making charge', appliesTo: ['rings', 'chains'] },
  {
    ...CODE,
    code: 'WEDDINGSEASON2027',
    percent: 12,
    appliesTo: ['mangal-sutra', 'rings-801', 'chains-302', 'sets-904'],
    firstDay: indiaDate(addMs(new Date(), 30 * DAY_MS)),
    lastDay: indiaDate(addMs(new Date(), 90 * DAY_MS)),
    ordersMax: 100_000,
    ordersPerCustomerMax: null,
  },
]

interface StagedScreen extends DeskScreen {
  readonly path: string | (() => string)
}

const SCREENS: Readonly<Record<string, StagedScreen>> = {
  'today-refunds': { path: 'today', open: waitingRefunds },
  'refunds-on-dashboard': { path: () => `orders/${orders.refundedOnDashboard}` },
  'refund-failed': { path: () => `orders/${orders.refundFailed}` },
  'refund-not-accepted': { path: () => `orders/${orders.refundFailed}`, open: rejectedRefund },
  'refund-paid-directly': dialogOf(() => `orders/${orders.refundFailed}`, /^Record as paid/),
  'refund-not-owed': dialogOf(() => `orders/${orders.refundFailed}`, /^Record as not owed/),
  'parcel-packed': { path: () => `orders/${orders.packed}` },
  'parcel-not-booked': { path: () => `orders/${orders.notBooked}` },
  'parcel-book': dialogOf(() => `orders/${orders.packed}`, /^Book/),
  'parcel-unpack': dialogOf(() => `orders/${orders.packed}`, /^Unpack/),
  'parcel-cancel': dialogOf(() => `orders/${orders.booked}`, /^Cancel order/),
  'parcel-label': dialogOf(() => `orders/${orders.booked}`, /^Make label/),
  'parcel-hand-over': dialogOf(() => `orders/${orders.labelled}`, /^Hand over/),
  'parcels-to-book': { path: 'orders?view=to+book', open: press(/^Choose all/) },
  'parcels-book': {
    path: 'orders?view=to+book',
    isWindow: true,
    async open(page) {
      await press(/^Choose all/)(page)
      await press(/^Book: /)(page)
    },
  },
  'parcels-to-label': { path: 'orders?view=to+hand+over', open: press(/^Choose all/) },
  'parcels-label': {
    path: 'orders?view=to+hand+over',
    isWindow: true,
    async open(page) {
      await press(/^Choose all/)(page)
      await press(/^Make labels: /)(page)
    },
  },
  'money-differences': { path: 'money', open: differences },
  'money-explain': { path: 'money', isWindow: true, open: openExplanation },
  'audit-log-entry': {
    path: 'audit',
    open: (page) => page.getByRole('main').locator('summary', { hasText: 'SJ-' }).first().click(),
  },
  offers: { path: 'offers' },
  'offers-end': dialogOf('offers', /^End WEDDING/),
  'offers-effect': {
    path: 'offers',
    async open(page) {
      await page.getByLabel('Code', { exact: true }).fill('DIWALI')
      await page.getByLabel('Percent off').fill('10')
      await press(/^Show the effect/)(page)
      await page.getByRole('button', { name: 'Make DIWALI' }).waitFor()
    },
  },
  'offers-rejected': {
    path: 'offers',
    async open(page) {
      await page.getByLabel('Code', { exact: true }).fill('A B')
      await page.getByLabel('Percent off').fill('90')
      await press(/^Show the effect/)(page)
      await page.getByLabel('Code', { exact: true }).and(page.locator('[aria-invalid]')).waitFor()
    },
  },
}

for (const [name, { path, ...screen }] of Object.entries(SCREENS))
  test(`desk-staged-${name}`, ({ page }, { project }) =>
    takeDeskScreen(page, project.name, {
      name: `desk-staged-${name}`,
      url: `${server.url}/desk/${typeof path === 'string' ? path : path()}`,
      signedIn: owner,
      ...screen,
    }))

function dialogOf(path: StagedScreen['path'], button: RegExp): StagedScreen {
  return { path, isWindow: true, open: press(button) }
}

/** Refunds that a gateway has not accepted for a day, which no server of a minute has. */
async function waitingRefunds(page: Page): Promise<void> {
  await page.route('**/api/desk/today', async (route) => {
    const response = await route.fetch()
    const shown: Today = await response.json()
    const owed = shown.unrefunded[0]
    const row = { id: '', orderNumber: orders.packed, amount: rupees(32_883), isSurplus: false }
    const since = addMs(new Date(), -2 * DAY_MS).toISOString()
    const problem = 'Your account does not have enough balance to carry out the refund operation.'
    const changed: Today = {
      ...shown,
      unrefunded: [
        ...shown.unrefunded,
        ...(owed ? [{ ...owed, id: 'declined', cause: 'declined' as const, isOfReturn: true }] : []),
        ...(owed ? [{ ...owed, id: 'failed', amount: rupees(123_456), isOfReturn: true }] : []),
      ],
      unrefundedMore: 12,
      overdue: [
        { ...row, id: 'due', since, problem },
        { ...row, id: 'surplus', since, problem: null, isSurplus: true },
      ],
      overdueMore: 3,
    }
    await route.fulfill({ response, json: changed })
  })
  await page.reload()
  await page.getByRole('region', { name: /not accepted/ }).waitFor()
}

async function rejectedRefund(page: Page): Promise<void> {
  await page.route(`**/api/desk/orders/${orders.refundFailed}`, async (route) => {
    const response = await route.fetch()
    const shown: DeskOrder = await response.json()
    const problem = 'Your account does not have enough balance to carry out the refund operation.'
    const refunds = shown.refunds.map((refund) => ({ ...refund, state: 'due', problem, owed: null }))
    await route.fulfill({ response, json: { ...shown, refunds } })
  })
  await page.reload()
  await page.getByText(/does not accept it yet/).waitFor()
}

/** Of settlements, which the gateway makes once a day. */
async function differences(page: Page): Promise<void> {
  const since = addMs(new Date(), -DAY_MS).toISOString()
  const one: MoneyDifference = {
    id: 'amount',
    kind: 'amount',
    text: 'A payment of ₹32,883.00 is settled as ₹32,882.00.',
    entityId: 'pay_R8FZEKYeJOvvk7',
    amount: rupees(1),
    orderNumber: orders.packed,
    since,
    explanation: null,
  }
  const explanation = { reason: 'Razorpay confirmed it by e-mail, ticket 88121', by: 'Meera Iyer', at: since }
  const other = { ...one, id: 'other item', kind: 'other item' as const, orderNumber: null }
  await page.route('**/api/desk/money/month', async (route) => {
    const response = await route.fetch()
    const shown: Money = await response.json()
    const changed: Money = {
      ...shown,
      readAt: since,
      differences: [
        one,
        {
          ...other,
          text: 'The gateway kept ₹590.00 as adjustment.',
          entityId: 'adj_R8FZEKYeJOvvk7',
          explanation,
        },
      ],
    }
    await route.fulfill({ response, json: changed })
  })
  await page.reload()
  await page.getByRole('button', { name: /^Explain/ }).waitFor()
}

async function openExplanation(page: Page): Promise<void> {
  await differences(page)
  await press(/^Explain/)(page)
}
