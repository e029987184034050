/** Scheduling a newsletter, and the dialogs about people and refunds, by keyboard. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addMs, DAY_MS, indiaDate } from '#domain/time.ts'
import {
  enrolManager,
  enrolOwner,
  expectGoodDarkDesk,
  expectGoodDeskLayout,
  expectGoodDialog,
  signInByBackupCode,
} from './support/desk.ts'
import type { LanServer } from './support/lan-server.ts'
import { bookParcel, packOrder, placePaidOrder } from './support/orders.ts'
import { expect, test } from './support/test.ts'

let server: LanServer
let desk: Page
let access: Awaited<ReturnType<typeof enrolOwner>>
test.beforeEach(async ({ openServer, openBrowser, allowErrors }) => {
  // The scripts that tests add to every page do not run in the preview of a newsletter.
  allowErrors(/Blocked script execution in '\S+newsletter-frame'/)
  server = await openServer('localhost')
  desk = await (await openBrowser({ baseURL: server.url })).newPage()
  access = await enrolOwner(desk, server)
})

async function expectGoodScreen(): Promise<void> {
  await expectGoodDeskLayout(desk)
  await expectGoodDarkDesk(desk)
}

test('schedules a newsletter by keyboard and cancels the schedule', async ({ allowErrors }) => {
  test.slow()
  allowErrors(/the server responded with a status of 4(?:00|09|22)/)
  await desk.goto('/desk/newsletters')
  await desk.getByRole('link', { name: 'Write a newsletter' }).press('Enter')
  await desk.getByLabel('Subject').fill('The Diwali collection')
  await desk.getByLabel('Text').fill('Our karigars have finished three pieces.')
  const later = desk.getByRole('button', { name: 'Send later…' })
  await expectGoodDialog(desk, later)

  await later.press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Send later' })
  const time = dialog.getByLabel(/India/)
  await time.fill('2020-01-01T09:00')
  await time.press('Enter')
  await expect(dialog.getByText('Enter a time in the future.')).toBeVisible()
  await time.fill(tomorrowAtNine())
  await time.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(desk.getByText(/^Is sent .*9:00\sam$/)).toBeVisible()
  await expect(desk.getByLabel('Subject')).toHaveCount(0)
  await expectGoodScreen()
  const cancel = desk.getByRole('button', { name: 'Cancel the schedule The Diwali collection' })
  await expectGoodDialog(desk, cancel)

  await desk.getByRole('link', { name: 'All newsletters' }).press('Enter')
  await expect(desk.getByRole('listitem').filter({ hasText: 'The Diwali collection' })).toContainText(
    '9:00 am',
  )
  await expectGoodScreen()
  await desk.goBack()
  await cancel.press('Enter')
  await desk.getByRole('dialog').getByRole('button', { name: 'Cancel the schedule' }).press('Enter')
  await expect(desk.getByLabel('Subject')).toHaveValue('The Diwali collection')
  await expectGoodDialog(desk, desk.getByRole('button', { name: 'Discard this draft' }))
})

/** In the format of the field. */
function tomorrowAtNine(): string {
  return `${indiaDate(addMs(new Date(), DAY_MS))}T09:00`
}

test('every dialog about a person opens, fits and closes by keyboard', async ({ openBrowser }) => {
  test.slow()
  const manager = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolManager(manager, server, desk)
  const data = { email: 'support.with.a.long.address@swarnika-jewellers.example.in', role: 'support' }
  expect((await desk.request.post('/api/desk/invitations', { data })).status()).toBe(200)
  await desk.goto('/desk/people')
  for (const name of [
    'Change role of Ravi Menon',
    'Sign out of Ravi Menon',
    'Disable of Ravi Menon',
    `Withdraw the invitation of ${data.email}`,
  ])
    await expectGoodDialog(desk, desk.getByRole('button', { name }))
  await desk.getByRole('button', { name: 'Change role of Ravi Menon' }).press('Enter')
  await desk.getByRole('dialog').getByLabel('Role').selectOption('accountant')
  await desk.getByRole('dialog').getByRole('button', { name: 'Change role' }).press('Enter')
  await expect(desk.getByRole('dialog')).toBeHidden()
  await expect(desk.getByRole('listitem').filter({ hasText: 'Ravi Menon' })).toContainText('Accountant')
  await desk.getByRole('button', { name: /^Withdraw/ }).press('Enter')
  await desk.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(desk.getByRole('heading', { name: 'Open invitations' })).toHaveCount(0)
  await expectGoodScreen()
})

test('after another person has refunded, the refund dialog shows what is left and keeps the input', async ({
  allowErrors,
}) => {
  test.slow()
  allowErrors(/the server responded with a status of 409/)
  const { number } = await placePaidOrder(server, { type: 'rings', id: 801 })
  await desk.goto(`/desk/orders/${number}`)
  await desk.getByRole('button', { name: `Refund ${number}` }).press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Refund' })
  await expect(dialog.getByText('up to ₹32,883.00')).toBeVisible()
  await dialog.getByLabel('Additional amount').fill('20000')
  await dialog.getByLabel('Reason').fill('The clasp is loose')

  await refundElsewhere(number, 15_000)
  await dialog.getByRole('button', { name: 'Refund ₹20,000.00' }).press('Enter')
  await expect(dialog.getByText('The refunds have changed meanwhile.')).toBeVisible()
  await expect(dialog.getByText('up to ₹17,883.00')).toBeVisible()
  await expect(dialog.getByText('This is ₹2,117.00 more than what can be refunded.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('The clasp is loose')
  await expectGoodScreen()

  await dialog.getByLabel('Additional amount').fill('10000')
  await refundElsewhere(number, 17_883)
  await dialog.getByRole('button', { name: 'Refund ₹10,000.00' }).press('Enter')
  await expect(dialog.getByText('up to ₹0.00')).toBeVisible()
  await expect(dialog.getByLabel('Additional amount')).toHaveValue('10000')
  await desk.keyboard.press('Escape')
  await expect(desk.getByText('₹0.00 of the payment can be refunded.')).toBeVisible()
  await expect(desk.getByRole('button', { name: `Refund ${number}` })).toHaveCount(0)
})

/** Like from another browser: the page is not notified. */
async function refundElsewhere(number: string, inRupees: number): Promise<void> {
  const path = `/api/desk/orders/${number}`
  const { refundable } = await (await desk.request.get(path)).json()
  const data = { id: randomUUID(), lines: [], extra: inRupees * 100, reason: 'A late delivery', refundable }
  expect((await desk.request.post(`${path}/refunds`, { data })).status()).toBe(200)
}

test('the cancellation dialog asks for a piece before cancelling, and keeps the input', async () => {
  test.slow()
  const { number } = await placePaidOrder(server, { type: 'rings', id: 801 }, { isOfTwo: true })
  await desk.goto(`/desk/orders/${number}`)
  const open = desk.getByRole('button', { name: `Cancel pieces ${number}` })
  await expectGoodDialog(desk, open)
  await open.press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Cancel pieces of the order' })
  await dialog.getByLabel('Reason').fill('The customer rang')
  await desk.keyboard.press('Enter')
  const pieces = dialog.getByLabel('Chandrika Solitaire Ring')
  await expect(pieces).toBeFocused()
  await expect(pieces).toHaveAccessibleDescription('Choose the pieces to cancel.')
  await expect(dialog.getByLabel('Reason')).toHaveValue('The customer rang')
  await expectGoodScreen()

  await pieces.selectOption('1')
  await expect(dialog.getByText('Choose the pieces to cancel.')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel and refund them' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(desk.getByRole('region', { name: 'Pieces' })).toContainText('× 2, 1 cancelled')
})

test('the cancel dialogs name the credit note only if there is an invoice', async () => {
  test.slow()
  const { number } = await placePaidOrder(server, { type: 'rings', id: 801 }, { isOfTwo: true })
  const path = `/desk/orders/${number}`
  const noteIn = async (name: string) => {
    await desk.getByRole('button', { name: `${name} ${number}` }).press('Enter')
    const dialog = desk.getByRole('dialog')
    await expect(dialog.getByText('This cannot be undone.')).toBeVisible()
    const text = await dialog.innerText()
    await desk.keyboard.press('Escape')
    return /A credit note .*?\./.exec(text)?.[0] ?? null
  }
  await desk.goto(path)
  expect([await noteIn('Cancel order'), await noteIn('Cancel pieces')]).toEqual([null, null])

  await packOrder(desk, number, ['AB12CD', 'EF34GH'])
  await bookParcel(desk, number)
  await desk.reload()
  expect(await noteIn('Cancel order')).toMatch(
    /^A credit note for the invoice \S+ is issued with the cancellation\.$/,
  )
  expect(await noteIn('Cancel pieces')).toMatch(
    /^A credit note for the invoice \S+ is issued once the gateway has the refund\.$/,
  )
})

test('a dialog says beside its field that a reason of spaces is none', async ({ allowErrors }) => {
  allowErrors(/the server responded with a status of 400/)
  const { number } = await placePaidOrder(server, { type: 'rings', id: 801 })
  await desk.goto(`/desk/orders/${number}`)
  await desk.getByRole('button', { name: `Cancel order ${number}` }).press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Cancel the order' })
  const reason = dialog.getByLabel('Reason')
  await reason.fill('  ')
  await reason.press('Enter')
  await expect(reason).toHaveAccessibleDescription('Enter a reason.')
  await expectGoodScreen()
  await expect(dialog.getByText('Enter a reason.')).toHaveCount(1)
})

test('the form of an offer code says beside each field what is wrong with it, and focuses the first', async ({
  allowErrors,
}) => {
  allowErrors(/the server responded with a status of 400/)
  await desk.goto('/desk/offers')
  const [code, percent, pieces] = [
    desk.getByLabel('Code', { exact: true }),
    desk.getByLabel('Percent off'),
    desk.getByLabel('Single pieces by SKU'),
  ]
  await code.fill('दिवाली')
  await percent.fill('60')
  await pieces.fill('rings-801, ring-802')
  await desk.keyboard.press('Enter')
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(/Use 4 to 20 letters A to Z and digits/)
  await expect(pieces).toHaveAccessibleDescription(/There is no piece ring-802\./)
  await expectGoodScreen()
  await code.fill('DIWALI')
  await pieces.fill('rings-801')
  await desk.keyboard.press('Enter')
  await expect(percent).toHaveAccessibleDescription(/A code takes at most 50% off the price\./)
})

test('a button has the focus again after its code dialog was cancelled', async ({ allowErrors }) => {
  allowErrors(/the server responded with a status of 403/)
  await signInByBackupCode(desk, access.backupCodes[0] ?? '')
  await desk.goto('/desk/offers')
  await desk.getByLabel('Code', { exact: true }).fill('DIWALI')
  await desk.getByLabel('Percent off').fill('10')
  await desk.keyboard.press('Enter')
  const make = desk.getByRole('button', { name: 'Make DIWALI' })
  const code = desk.getByRole('dialog', { name: 'Confirm that it is you' })
  for (const cancel of [
    () => desk.keyboard.press('Escape'),
    () => code.getByRole('button', { name: 'Cancel' }).press('Enter'),
  ]) {
    await make.press('Enter')
    await expect(code.getByLabel('Code of the app')).toBeFocused()
    await cancel()
    await expect(code).toBeHidden()
    await expect(make).toBeFocused()
  }
})
