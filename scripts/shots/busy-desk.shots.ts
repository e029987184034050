/**
 * The desk of a shop with several weeks of trade: full lists, orders in all states, and the dialogs that act on them.
 * `npm run shots -- busy-desk` takes all of it, `npm run shots -- desk-busy-order` only matching names.
 */
import { test, type Page } from '@playwright/test'
import { NOT_LOADED } from '../../app/desk/texts.ts'
import { print } from '../console.ts'
import { openDemoDesk, type DemoDesk } from '../testing/demo-desk.ts'
import { press, takeDeskScreen, type DeskScreen } from './desk-screen.ts'

/** A demo is created first. */
const DEMO_MAX_MS = 600_000

let desk: DemoDesk
let origin: string
let facts: Facts
test.beforeAll(async () => {
  test.setTimeout(DEMO_MAX_MS)
  desk = await openDemoDesk({ width: 1280, height: 800 })
  origin = new URL(desk.page.url()).origin
  facts = await readFacts(desk.page)
})
test.afterAll(() => desk.close())

/**
 * The numbers of representative orders, the HUID of a sent piece, and a newsletter of each kind. Every demo differs: a
 * number is empty if it lacks such an order or newsletter, whose screens are then omitted.
 */
interface Facts {
  readonly toPack: string
  /** An order with pieces that can be cancelled. */
  readonly severalToPack: string
  readonly delivered: string
  readonly refunded: string
  readonly toDecide: string
  readonly toInspect: string
  readonly toApprove: string
  /** Above what one person refunds alone. */
  readonly expensive: string
  readonly huid: string
  readonly draft: string
  readonly scheduled: string
  readonly sent: string
}

async function readFacts(page: Page): Promise<Facts> {
  const ask = async (path: string, body?: object) => {
    const url = `${origin}/api/desk/${path}`
    const response = await (body ? page.request.post(url, { data: body }) : page.request.get(url))
    return response.json()
  }
  const search = async (view: string): Promise<readonly { readonly number: string }[]> =>
    (await ask('orders/search', { text: '', view, olderThan: null })).orders
  const { returns, approvals } = await ask('today')
  const returnIn = (wanted: string): string =>
    returns.find(({ state }: { readonly state: string }) => state === wanted)?.orderNumber ?? ''
  const ordersIn = async (view: string) =>
    Promise.all((await search(view)).map(({ number }) => ask(`orders/${number}`)))
  const toPack = await ordersIn('to pack')
  const delivered = await ordersIn('delivered')
  const isSent = ({ state }: { readonly state: string }) => state === 'sent'
  const untouched = delivered.filter((each) => each.returns.length === 0 && each.refunds.length === 0)
  const { alone } = await ask(`orders/${untouched[0].number}/refund-approval`)
  const { newsletters }: { newsletters: readonly NewsletterRow[] } = await ask('newsletters')
  const newsletterWhere = (is: (row: NewsletterRow) => boolean) => newsletters.find(is)?.id ?? ''
  return {
    toPack: toPack[0]?.number ?? '',
    severalToPack: toPack.find(({ cancellableLines }) => cancellableLines.length > 0)?.number ?? '',
    delivered: untouched[0].number,
    refunded: delivered.find(({ refunds }) => refunds.some(isSent))?.number ?? '',
    toDecide: returnIn('requested'),
    toInspect: returnIn('received'),
    toApprove: approvals[0]?.orderNumber ?? '',
    expensive: untouched.find(({ refundable }) => refundable > alone)?.number ?? '',
    huid: delivered.flatMap(({ lines }) => lines).flatMap(({ codes }) => codes)[0],
    draft: newsletterWhere(({ state, schedule }) => state === 'draft' && schedule === null),
    scheduled: newsletterWhere(({ schedule }) => schedule !== null),
    sent: newsletterWhere(({ state }) => state === 'sent'),
  }
}

interface NewsletterRow {
  readonly id: string
  readonly state: string
  readonly schedule: object | null
}

interface BusyScreen extends DeskScreen {
  readonly path: string | ((facts: Facts) => string)
}

const LOADING: Readonly<Record<string, BusyScreen>> = {
  today: loading('today'),
  orders: loading('orders'),
  order: loading(({ delivered }) => `orders/${delivered}`),
  rates: loading('rates'),
  collection: loading('collection'),
  piece: loading('collection/rings-801'),
  stock: loading('stock'),
  'stock-piece': loading('stock/rings-801'),
  offers: loading('offers'),
  newsletters: loading('newsletters'),
  'newsletter-draft': loading(({ draft }) => `newsletters/${draft}`),
  messages: loading('messages'),
  customers: loading('customers'),
  customer: loading('customers', openFirstRow),
  money: loading('money'),
  settlement: loading('money', openFirstRow),
  'tax-documents': loading('tax-documents'),
  'opening-list': loading('opening-list'),
  people: loading('people'),
  'audit-log': loading('audit'),
  'sign-ins': loading('sign-ins'),
}

const SCREENS: Readonly<Record<string, BusyScreen>> = {
  ...Object.fromEntries(Object.entries(LOADING).map(([name, screen]) => [`loading-${name}`, screen])),
  today: { path: 'today' },
  orders: { path: 'orders' },
  'orders-to-pack': { path: 'orders?view=to%20pack' },
  'order-to-pack': { path: ({ toPack }) => `orders/${toPack}` },
  'order-to-pack-cancel': dialogOf(({ toPack }) => `orders/${toPack}`, /^Cancel order/),
  'order-to-pack-cancel-pieces': dialogOf(({ severalToPack }) => `orders/${severalToPack}`, /^Cancel pieces/),
  'order-delivered': { path: ({ delivered }) => `orders/${delivered}` },
  'order-refunded': { path: ({ refunded }) => `orders/${refunded}` },
  'order-to-decide': { path: ({ toDecide }) => `orders/${toDecide}` },
  'order-to-decide-approve': dialogOf(({ toDecide }) => `orders/${toDecide}`, /^Approve/),
  'order-to-decide-decline': dialogOf(({ toDecide }) => `orders/${toDecide}`, /^Decline/),
  'order-to-inspect': { path: ({ toInspect }) => `orders/${toInspect}` },
  'order-to-inspect-accept': dialogOf(({ toInspect }) => `orders/${toInspect}`, /^Accept/),
  'order-to-inspect-reject': dialogOf(({ toInspect }) => `orders/${toInspect}`, /^Reject/),
  'order-to-approve': { path: ({ toApprove }) => `orders/${toApprove}` },
  'order-to-approve-approve': dialogOf(({ toApprove }) => `orders/${toApprove}`, /^Approve/),
  'order-to-approve-decline': dialogOf(({ toApprove }) => `orders/${toApprove}`, /^Decline/),
  'order-request-refund': {
    path: ({ expensive }) => `orders/${expensive}`,
    isWindow: true,
    async open(page) {
      await press(/^Refund/)(page)
      await page.getByRole('dialog').getByRole('combobox').first().selectOption({ index: 1 })
    },
  },
  rates: { path: 'rates' },
  'rates-effect': { path: 'rates', open: (page) => enterGold(page, 1.03) },
  'rates-jump': { path: 'rates', open: (page) => enterGold(page, 1.6) },
  'rates-publish': dialogOf('rates', /^Show and publish/),
  'rates-discard': dialogOf('rates', /^Discard/),
  'rates-roll-back': dialogOf('rates', /^Roll back/),
  collection: { path: 'collection' },
  'collection-publish': dialogOf('collection', /^Show and publish/),
  piece: { path: 'collection/rings-801' },
  stock: { path: 'stock' },
  'stock-life': {
    path: 'stock',
    async open(page) {
      await page.getByLabel('Name, SKU, serial number or HUID').fill(facts.huid)
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'The life of the piece' }).waitFor()
    },
  },
  'stock-piece': { path: 'stock/rings-801' },
  offers: { path: 'offers' },
  messages: { path: 'messages' },
  customers: { path: 'customers' },
  customer: { path: 'customers', open: openFirstRow },
  money: { path: 'money' },
  settlement: { path: 'money', open: openFirstRow },
  'tax-documents': { path: 'tax-documents' },
  people: { path: 'people' },
  'people-change-role': dialogOf('people', /^Change role of Ravi/),
  'people-disable': dialogOf('people', /^Disable of Ravi/),
  'fresh-code': { path: 'people', isWindow: true, open: askForFreshCode },
  keys: { path: 'today', isWindow: true, open: (page) => page.keyboard.press('?') },
  'audit-log': { path: 'audit' },
  'sign-ins': { path: 'sign-ins' },
  'not-loaded-today': notLoaded('today', 'today'),
  'not-loaded-order': notLoaded(({ delivered }) => `orders/${delivered}`, 'orders/*'),
  'not-loaded-stock': notLoaded('stock', 'stock/search'),
  'not-loaded-audit-log': notLoaded('audit', 'audit-log/search'),
  'nothing-found-orders': nothingFound('orders', 'No order matches.'),
  'nothing-found-stock': nothingFound('stock', 'No product matches.'),
  'act-failed': { path: 'people', isWindow: true, open: failToDisable },
  newsletters: { path: 'newsletters' },
  'newsletter-draft': { path: ({ draft }) => `newsletters/${draft}` },
  'newsletter-scheduled': { path: ({ scheduled }) => `newsletters/${scheduled}` },
  'newsletter-scheduled-cancel': dialogOf(
    ({ scheduled }) => `newsletters/${scheduled}`,
    /^Cancel the schedule/,
  ),
  'newsletter-sent': { path: ({ sent }) => `newsletters/${sent}` },
}

for (const [name, { path, ...screen }] of Object.entries(SCREENS))
  test(`desk-busy-${name}`, async ({ page }, { project }) => {
    const address = typeof path === 'string' ? path : path(facts)
    if (address.endsWith('/')) {
      print(`desk-busy-${name}: the demo has no such order or newsletter.`)
      return
    }
    await takeDeskScreen(page, project.name, {
      name: `desk-busy-${name}`,
      url: `${origin}/desk/${address}`,
      signedIn: desk.page,
      ...screen,
    })
  })

function dialogOf(path: BusyScreen['path'], button: RegExp): BusyScreen {
  return { path, isWindow: true, open: press(button) }
}

/** While all calls of the desk but that of its session are unanswered. */
function loading(path: BusyScreen['path'], open?: BusyScreen['open']): BusyScreen {
  return {
    path,
    async open(page) {
      await open?.(page)
      await page.route(/\/api\/desk\/(?!session$)/, () => {})
      await page.reload()
      await page.locator('.animate-pulse').first().waitFor()
    },
  }
}

function nothingFound(path: string, text: string): BusyScreen {
  return {
    path,
    async open(page) {
      await page.getByRole('searchbox').fill('Rajlakshmi Haar')
      await page.keyboard.press('Enter')
      await page.getByText(text).waitFor()
    },
  }
}

/** Without the answer to a call of the desk. */
function notLoaded(path: BusyScreen['path'], call: string): BusyScreen {
  return {
    path,
    async open(page) {
      await page.route(`**/api/desk/${call}`, (route) => route.abort())
      await page.reload()
      await page.getByText(NOT_LOADED).waitFor()
    },
  }
}

async function failToDisable(page: Page): Promise<void> {
  await page.route('**/api/desk/staff/*/access', (route) => route.abort())
  await press(/^Disable of Ravi/)(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByRole('alert').waitFor()
}

/** In minutes after the last code, which the owner has just entered. */
async function askForFreshCode(page: Page): Promise<void> {
  await page.route('**/api/desk/staff/*/access', (route) =>
    route.fulfill({ status: 403, json: { success: false, code: 'fresh-code-needed', message: '' } }),
  )
  await press(/^Disable of Ravi/)(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await page.getByLabel('Code of the app').waitFor()
}

async function openFirstRow(page: Page): Promise<void> {
  await page.locator('a[data-row]').first().click()
  await page.waitForURL(/\/(?:customers|money)\/./)
  await page.waitForLoadState('networkidle')
}

/** A rate that is this many times the current one. */
async function enterGold(page: Page, times: number): Promise<void> {
  const field = page.getByLabel('Gold 22K, ₹ per gram')
  await field.fill(String(Math.round(Number(await field.inputValue()) * times)))
  await page.getByRole('button', { name: 'Show the effect' }).click()
  await page.getByRole('button', { name: /^(?:Publish|Ask for approval)$/ }).waitFor()
}
