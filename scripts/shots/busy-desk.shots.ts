/** The desk of a shop with some weeks of trade: full lists, and orders that have gone all ways. */
import { test, type Page } from '@playwright/test'
import { openDemoDesk, type DemoDesk } from '../testing/demo-desk.ts'
import { takeViews } from './take.ts'

/** A demo is made first, and some thirty screens are taken. */
const MAX_MS = 1_800_000

let desk: DemoDesk
test.beforeAll(async () => {
  test.setTimeout(MAX_MS)
  desk = await openDemoDesk({ width: 1280, height: 800 })
})
test.afterAll(() => desk.close())

interface BusyScreen {
  readonly name: string
  readonly path: string
  /** A dialog that fills the window. */
  readonly isWindow?: true
  readonly open?: (page: Page) => Promise<unknown>
}

test('busy desk', async ({ page, context }, { project }) => {
  test.setTimeout(MAX_MS)
  // Cookies do not tell ports apart.
  await context.addCookies(await desk.page.context().cookies())
  const { origin } = new URL(desk.page.url())
  const orders = await readOrders(page, origin)
  const screens = [
    ...orderScreens(orders),
    ...shopScreens(orders),
    ...(await newsletterScreens(page, origin)),
  ]
  for (const { path, open, ...screen } of screens) {
    await page.goto(`${origin}/desk/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    await open?.(page)
    // No row is hovered.
    await page.mouse.move(0, 0)
    await takeViews(page, project.name, { ...screen, name: `desk-busy-${screen.name}` })
  }
})

/** The numbers of orders that show something each, and the HUID of a piece that was sent. */
interface Orders {
  readonly toPack: string
  readonly delivered: string
  readonly refunded: string
  readonly toInspect: string
  readonly toApprove: string
  /** Above what one person refunds alone. */
  readonly dear: string
  readonly huid: string
}

async function readOrders(page: Page, origin: string): Promise<Orders> {
  const ask = async (path: string, body?: object) => {
    const url = `${origin}/api/desk/${path}`
    const response = await (body ? page.request.post(url, { data: body }) : page.request.get(url))
    return response.json()
  }
  const search = async (view: string): Promise<readonly { readonly number: string }[]> =>
    (await ask('orders/search', { text: '', view, olderThan: null })).orders
  const { returns, approvals } = await ask('today')
  const [toPack] = await search('to pack')
  const delivered = await Promise.all(
    (await search('delivered')).map(({ number }) => ask(`orders/${number}`)),
  )
  const isSent = ({ state }: { readonly state: string }) => state === 'sent'
  const untouched = delivered.filter((each) => each.returns.length === 0 && each.refunds.length === 0)
  const { alone } = await ask(`orders/${untouched[0].number}/refund-approval`)
  return {
    toPack: toPack?.number ?? '',
    delivered: untouched[0].number,
    refunded: delivered.find(({ refunds }) => refunds.some(isSent)).number,
    toInspect: returns.find(({ state }: { readonly state: string }) => state === 'received').orderNumber,
    toApprove: approvals[0].orderNumber,
    dear: untouched.find(({ refundable }) => refundable > alone).number,
    huid: delivered.flatMap(({ lines }) => lines).flatMap(({ codes }) => codes)[0],
  }
}

function orderScreens({ toPack, delivered, refunded, toInspect, toApprove, dear }: Orders): BusyScreen[] {
  return [
    { name: 'today', path: 'today' },
    { name: 'orders', path: 'orders' },
    { name: 'orders-to-pack', path: 'orders?view=to%20pack' },
    { name: 'order-to-pack', path: `orders/${toPack}` },
    { name: 'order-delivered', path: `orders/${delivered}` },
    { name: 'order-refunded', path: `orders/${refunded}` },
    { name: 'order-to-inspect', path: `orders/${toInspect}` },
    { name: 'accept-return', path: `orders/${toInspect}`, isWindow: true, open: press(/^Accept/) },
    { name: 'order-to-approve', path: `orders/${toApprove}` },
    { name: 'approve', path: `orders/${toApprove}`, isWindow: true, open: press(/^Approve/) },
    {
      name: 'request-refund',
      path: `orders/${dear}`,
      isWindow: true,
      async open(page) {
        await press(/^Refund/)(page)
        await page.getByRole('dialog').getByRole('combobox').first().selectOption({ index: 1 })
      },
    },
  ]
}

function shopScreens({ huid }: Orders): BusyScreen[] {
  return [
    { name: 'rates', path: 'rates' },
    { name: 'rates-effect', path: 'rates', open: (page) => enterGold(page, 1.03) },
    { name: 'rates-jump', path: 'rates', open: (page) => enterGold(page, 1.6) },
    { name: 'collection', path: 'collection' },
    { name: 'piece', path: 'collection/rings-801' },
    { name: 'stock', path: 'stock' },
    {
      name: 'stock-life',
      path: 'stock',
      async open(page) {
        await page.getByLabel('Name, SKU, serial number or HUID').fill(huid)
        await page.keyboard.press('Enter')
        await page.getByRole('list', { name: 'The life of the piece' }).waitFor()
      },
    },
    { name: 'stock-piece', path: 'stock/rings-801' },
    { name: 'offers', path: 'offers' },
    { name: 'messages', path: 'messages' },
    { name: 'customers', path: 'customers' },
    { name: 'customer', path: 'customers', open: openFirstRow },
    { name: 'money', path: 'money' },
    { name: 'settlement', path: 'money', open: openFirstRow },
    { name: 'tax-documents', path: 'tax-documents' },
    { name: 'people', path: 'people' },
    { name: 'audit-log', path: 'audit' },
  ]
}

async function newsletterScreens(page: Page, origin: string): Promise<BusyScreen[]> {
  const response = await page.request.get(`${origin}/api/desk/newsletters`)
  const { newsletters }: { newsletters: readonly { readonly id: string; readonly subject: string }[] } =
    await response.json()
  return [
    { name: 'newsletters', path: 'newsletters' },
    ...newsletters.map(({ id }, index) => ({ name: `newsletter-${index + 1}`, path: `newsletters/${id}` })),
  ]
}

function press(name: RegExp) {
  return (page: Page) => page.getByRole('main').getByRole('button', { name }).first().click()
}

async function openFirstRow(page: Page): Promise<void> {
  await page.locator('a[data-row]').first().click()
  await page.waitForURL(/\/(?:customers|money)\/./)
  await page.waitForLoadState('networkidle')
}

/** Shows what so many times today's rate does. */
async function enterGold(page: Page, times: number): Promise<void> {
  const field = page.getByLabel('Gold 22K, ₹ per gram')
  await field.fill(String(Math.round(Number(await field.inputValue()) * times)))
  await page.getByRole('button', { name: 'Show the effect' }).click()
  await page.getByRole('button', { name: /^(?:Publish|Ask for approval)$/ }).waitFor()
}
