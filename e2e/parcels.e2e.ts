/**
 * A packer's work by keyboard: several parcels at once, returns and their pieces in stock, and all dialogs involved.
 */
import type { Locator, Page } from '@playwright/test'
import {
  enrolOwner,
  expectGoodDarkDesk,
  expectGoodDeskLayout,
  expectGoodDialog,
  signInByBackupCode,
} from './support/desk.ts'
import type { LanServer } from './support/lan-server.ts'
import { brokenWords, horizontalOverflow } from './support/layout.ts'
import { askForReturn, deliver, packOrder, placePaidOrder, sendParcel } from './support/orders.ts'
import { expect, test } from './support/test.ts'

const RING = { type: 'rings', id: 801 } as const

let server: LanServer
let desk: Page
let access: Awaited<ReturnType<typeof enrolOwner>>
test.beforeEach(async ({ openServer, openBrowser }) => {
  server = await openServer('localhost')
  desk = await (await openBrowser({ baseURL: server.url })).newPage()
  access = await enrolOwner(desk, server)
})

const dialog = () => desk.getByRole('dialog')

async function expectGoodScreen(): Promise<void> {
  await expectGoodDeskLayout(desk)
  await expectGoodDarkDesk(desk)
}

async function confirmByKeyboard(opener: string, confirm: string): Promise<void> {
  // The content of the same dialog disappears once the page has learned of its closing: an Enter before would be lost.
  await expect(desk.locator('dialog form').filter({ hasText: confirm })).toHaveCount(0)
  await desk.getByRole('button', { name: opener }).press('Enter')
  await dialog().getByRole('button', { name: confirm, exact: true }).press('Enter')
  await expect(dialog()).toBeHidden()
}

/** The courier's progress shows when the list is visible again. */
async function waitInList(what: Locator): Promise<void> {
  await expect(async () => {
    await desk.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
    await expect(what).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
}

test('two parcels are booked, labelled and printed at once by keyboard, and the list shows the outcome', async () => {
  test.slow()
  const numbers: string[] = []
  for (const codes of [['AA11AA'], ['BB22BB']]) {
    const { number } = await placePaidOrder(server, RING)
    await packOrder(desk, number, codes)
    numbers.push(number)
  }
  const [first = '', second = ''] = numbers

  await desk.goto(`/desk/orders/${first}`)
  for (const name of [`Book ${first}`, `Unpack ${first}`, `Cancel order ${first}`])
    await expectGoodDialog(desk, desk.getByRole('button', { name }))

  await desk.goto('/desk/orders?view=to+book')
  const book = desk.getByRole('button', { name: 'Book: 0 parcels' })
  await expect(book).toBeDisabled()
  await desk.getByRole('checkbox', { name: `Choose ${second}` }).press('Space')
  await expect(desk.getByRole('button', { name: 'Book: 1 parcel' })).toBeEnabled()
  await desk.getByRole('button', { name: 'Choose all 2' }).press('Enter')
  await expect(desk.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expectGoodScreen()
  await expectGoodDialog(desk, desk.getByRole('button', { name: 'Book: 2 parcels' }))
  await confirmByKeyboard('Book: 2 parcels', 'Book: 2 parcels')
  await waitInList(desk.getByText('No order matches.'))
  await expect(desk.getByText(/^Requested from the courier: each parcel is booked/)).toBeVisible()
  await expectGoodScreen()

  await desk.getByLabel('Show').selectOption('To label and hand over')
  await expect(desk.getByText(/^Requested from the courier/)).toHaveCount(0)
  await desk.getByRole('button', { name: 'Choose all 2' }).press('Enter')
  await expectGoodDialog(desk, desk.getByRole('button', { name: 'Make labels: 2 parcels' }))
  await confirmByKeyboard('Make labels: 2 parcels', 'Make labels: 2 parcels')
  await waitInList(desk.getByText(/^Label made · /).nth(1))
  await desk.getByRole('button', { name: 'Choose all 2' }).press('Enter')
  await desk.getByRole('button', { name: 'Print labels: 2 parcels' }).press('Enter')
  await expect(desk.getByText('2 parcels in one file, to print:')).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Labels' })).toHaveAttribute('href', /^http/)
  await expectGoodScreen()

  await desk.goto(`/desk/orders/${first}`)
  await expectGoodDialog(desk, desk.getByRole('button', { name: `Hand over ${first}` }))
})

/** One more than a list paints first. */
const LONG = 16

test('a long list of parcels offers to choose all of them from its first frame', async () => {
  test.slow()
  for (let count = 0; count < LONG; count += 1) {
    const { number } = await placePaidOrder(server, RING)
    await packOrder(desk, number, [`AA${10 + count}AA`])
  }
  await desk.addInitScript(() => {
    const offers = new Set<string>()
    Object.assign(window, { offers })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('button'))
        if (textContent?.startsWith('Choose all')) offers.add(textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await desk.goto('/desk/orders?view=to+book')
  await expect(desk.getByRole('checkbox')).toHaveCount(LONG)
  expect(await desk.evaluate('[...offers]')).toEqual([`Choose all ${LONG}`])
})

const WIDEST = `SJ-${'W'.repeat(16)}`

/** The shop draws the numbers of orders. */
async function giveWidestNumber(): Promise<void> {
  await desk.route('**/api/desk/orders/search', async (route) => {
    const response = await route.fetch()
    const { orders, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, orders: [{ ...orders[0], number: WIDEST }] } })
  })
}

test('an order number too wide for a line of large text breaks in its middle', async () => {
  await placePaidOrder(server, RING)
  await giveWidestNumber()
  await desk.goto('/desk/orders')
  await expect(desk.getByText(WIDEST)).toBeVisible()
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await brokenWords(desk, /W{8,}/gu)).toEqual([])
  expect(await horizontalOverflow(desk, { textScale: 2 })).toBe(0)
})

test('a returned piece is inspected by keyboard and set aside in stock, and the HUID finds its history', async ({
  allowErrors,
}) => {
  test.slow()
  // Acts that need a fresh code are rejected first.
  allowErrors(/the server responded with a status of 403/)
  const order = await placePaidOrder(server, RING)
  const { number } = order
  const size = (await (await desk.request.get(`/api/desk/orders/${number}`)).json()).lines[0].size
  const counted = await desk.request.put('/api/desk/stock/rings-801/level', {
    data: { size, count: 5, expected: null, reason: 'A delivery' },
  })
  expect(counted.status(), await counted.text()).toBe(200)
  const entered = await desk.request.post('/api/desk/stock/rings-801/items', {
    data: {
      size,
      serial: 'SW-801-1',
      huid: 'CC33CC',
      netWeightMg: 3600,
      grossWeightMg: 3700,
      isNew: false,
      reason: 'A delivery',
    },
  })
  expect(entered.status(), await entered.text()).toBe(200)
  await sendParcel(desk, number, { codes: ['CC33CC'] })
  await deliver(desk, server, number)
  await askForReturn(server, order)

  await desk.goto(`/desk/orders/${number}`)
  const about = `the return of ${number}`
  for (const name of [`Decline ${about}`, `Approve ${about}`])
    await expectGoodDialog(desk, desk.getByRole('button', { name }))
  await confirmByKeyboard(`Approve ${about}`, 'Approve')
  for (const name of [`Book a pickup of ${number}`, `Pieces have arrived of ${number}`])
    await expectGoodDialog(desk, desk.getByRole('button', { name }))
  await confirmByKeyboard(`Pieces have arrived of ${number}`, 'They have arrived')
  for (const name of [`Reject ${about}`, `Accept ${about}`])
    await expectGoodDialog(desk, desk.getByRole('button', { name }))
  await expectGoodScreen()

  await acceptWithStaleCode(about)
  await expect(desk.getByText(/^Return accepted · /)).toBeVisible()

  await desk.goto('/desk/stock')
  await desk.getByLabel('Name, SKU, serial number or HUID').fill('cc33cc')
  await desk.keyboard.press('Enter')
  const life = desk.getByRole('list', { name: 'The life of the piece' })
  await expect(life.getByRole('listitem')).toContainText([
    'Entered under Stock',
    `Packed for an order: ${number}`,
    'Handed over to the courier',
    'Delivered to the customer',
    'Came back, inspected and accepted',
  ])
  await expect(desk.getByText('Returned, not for sale')).toBeVisible()
  await expectGoodScreen()

  await desk.getByRole('link', { name: /^rings-801/ }).press('Enter')
  const pieces = desk.getByRole('region', { name: 'Single pieces' })
  await expect(pieces).toContainText('SW-801-1 CC33CC: Returned, not for sale')
  await expectGoodScreen()
  for (const name of ['Write off SW-801-1', 'Make available SW-801-1'])
    await expectGoodDialog(desk, desk.getByRole('button', { name }))
  await desk.getByRole('button', { name: 'Make available SW-801-1' }).press('Enter')
  await dialog().getByLabel('Reason').fill('Polished')
  await desk.keyboard.press('Enter')
  await expect(pieces).toContainText('SW-801-1 CC33CC: In stock')
})

/** The app code is requested above the dialog: only one backdrop dims both, and the input stays. */
async function acceptWithStaleCode(about: string): Promise<void> {
  await signInByBackupCode(desk, access.backupCodes[0] ?? '')
  await desk.reload()
  await desk.getByRole('button', { name: `Accept ${about}` }).press('Enter')
  const accept = desk.getByRole('dialog', { name: 'Accept the return' })
  await accept.getByLabel('HUIDs of the pieces that came back').fill('CC33CC')
  await accept.getByLabel('The pieces are').selectOption('not for sale')
  const confirm = accept.getByRole('button', { name: 'Accept and refund' })
  await confirm.press('Enter')
  const code = desk.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(code.getByLabel('Code of the app')).toBeFocused()
  await expectGoodScreen()
  const scrim = (of: typeof code) =>
    of.evaluate((element) => getComputedStyle(element, '::backdrop').backgroundColor)
  expect(await scrim(accept)).toBe('rgba(0, 0, 0, 0)')
  expect(await scrim(code)).not.toBe('rgba(0, 0, 0, 0)')
  await desk.keyboard.press('Escape')
  await expect(code).toBeHidden()
  await expect(accept.getByLabel('HUIDs of the pieces that came back')).toHaveValue('CC33CC')
  await expect(confirm).toBeFocused()
  await confirm.press('Enter')
  await code.getByLabel('Code of the app').fill(unusedCode())
  await desk.keyboard.press('Enter')
  await expect(dialog()).toHaveCount(0)
}

/** The code of the next half minute, which the server accepts too. */
function unusedCode(): string {
  return access.totp.generate({ timestamp: Date.now() + 30_000 })
}
