/**
 * The bank does not take a refund: staff record how they have paid it, and the customer reads that; or why it is not
 * owed.
 */
import type { Page } from '@playwright/test'
import { expectGoodLayout } from './support/accessibility.ts'
import { signInCustomer } from './support/customer.ts'
import { enrolManager, enrolOwner, expectGoodDeskLayout, expectGoodDialog } from './support/desk.ts'
import type { LanServer } from './support/lan-server.ts'
import { emailsTo } from './support/mailbox.ts'
import { placePaidOrder } from './support/orders.ts'
import { within } from './support/slow.ts'
import { expect, test } from './support/test.ts'

const PRICE = '₹32,883.00'

let server: LanServer
test.beforeEach(async ({ openServer }) => {
  server = await openServer('localhost')
})

// Shows D43.direct
test('a failed refund that the shop has paid by bank transfer is recorded once, though two people record it', async ({
  openBrowser,
  allowErrors,
}) => {
  test.slow()
  allowErrors(/the server responded with a status of 4(?:00|09)/)
  const owner = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolOwner(owner, server)
  const manager = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolManager(manager, server, owner)
  const { number, email } = await placePaidOrder(server, { type: 'rings', id: 801 })
  await refundInVain(owner, number)

  const opener = owner.getByRole('button', { name: `Record as paid another way ${PRICE} of ${number}` })
  await expectGoodDeskLayout(owner)
  await expectGoodDialog(owner, opener)
  // Its content disappears once the page has learned of the closing: an Enter before that would be lost.
  await expect(owner.locator('dialog form').filter({ hasText: 'Record as paid another way' })).toHaveCount(0)
  await opener.press('Enter')
  const dialog = owner.getByRole('dialog', { name: 'Record as paid another way' })
  await expect(dialog).toContainText(`it is recorded that ${PRICE} is paid`)
  await expect(dialog).toContainText(`${email} is e-mailed with method, day and reference.`)
  const confirm = dialog.getByRole('button', { name: `Record ${PRICE} as paid` })
  await dialog.getByLabel('Paid by').selectOption('Cheque')
  await dialog.getByLabel('Reference').fill('000 417')
  // A day that the browser would reject.
  const paidOn = dialog.getByLabel('Paid on')
  const today = await paidOn.inputValue()
  await paidOn.evaluate((field) => field.removeAttribute('min'))
  await paidOn.fill('2020-01-01')
  await confirm.press('Enter')
  await expect(dialog.getByText(/^The customer paid on .+: choose that day or a later one\.$/)).toBeVisible()
  await expect(dialog.getByLabel('Reference')).toHaveValue('000 417')
  await expect(dialog.getByLabel('Paid by')).toHaveValue('cheque')
  await expectGoodDeskLayout(owner)
  await paidOn.fill(today)

  await manager.goto(`/desk/orders/${number}`)
  await manager.getByRole('button', { name: /^Record as paid another way/ }).press('Enter')
  const other = manager.getByRole('dialog', { name: 'Record as paid another way' })
  await other.getByLabel('Reference').fill('UTR 61120098')
  await other.getByRole('button', { name: `Record ${PRICE} as paid` }).dblclick()
  await expect(other).toBeHidden()
  const recorded = /₹32,883\.00 paid by bank transfer on .+, reference UTR 61120098; recorded by Ravi Menon/
  await expect(manager.getByRole('region', { name: 'Refunds' }).getByText(recorded)).toBeVisible()
  await expect(manager.getByText('₹0.00 of the payment can be refunded.')).toBeVisible()
  await expectGoodDeskLayout(manager)

  await confirm.press('Enter')
  await expect(dialog.getByText('How this refund was paid is recorded already.')).toBeVisible()
  await expect(confirm).toBeDisabled()
  await expect(dialog.getByLabel('Reference')).toHaveValue('000 417')
  await owner.keyboard.press('Escape')
  await expect(owner.getByRole('region', { name: 'Refunds' }).getByText(recorded)).toBeVisible()
  await expect(opener).toHaveCount(0)
  await owner.goto('/desk')
  await expect(owner.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(owner.getByRole('region', { name: 'Refunds that were not made' })).toHaveCount(0)

  await expect
    .poll(async () => (await emailsTo(email, 4, server.sandboxUrl)).map(({ subject }) => subject))
    .toContain(`Your refund for order ${number} is paid`)
  const customer = await (await openBrowser({ baseURL: server.url })).newPage()
  await signInCustomer(customer, email)
  await customer.goto(`/account/orders/${number}`)
  await expect(
    customer.getByText('We have paid it to you by bank transfer, reference UTR 61120098.'),
  ).toBeVisible()
  await expect(customer.getByText('Refund paid to you by bank transfer')).toBeVisible()
  for (const width of [390, 1280]) {
    await customer.setViewportSize({ width, height: 844 })
    await expectGoodLayout(customer, width === 390)
  }
})

test('the dialog of a direct refund warns against paying while the customer disputes the payment', async ({
  openBrowser,
}) => {
  test.slow()
  const owner = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolOwner(owner, server)
  const { number } = await placePaidOrder(server, { type: 'rings', id: 801 })
  await refundInVain(owner, number)
  const { paymentId } = await (await owner.request.get(`/api/desk/orders/${number}`)).json()
  const disputed = await owner.request.post(`${server.sandboxUrl}/razorpay/sandbox/dispute`, {
    data: { payment_id: paymentId, status: 'open' },
  })
  expect(disputed.ok()).toBe(true)
  await expect(async () => {
    await owner.reload()
    await expect(owner.getByText('The customer disputes this payment at the bank.')).toBeVisible({
      timeout: 3000,
    })
  }).toPass()
  await owner.getByRole('button', { name: /^Record as paid another way/ }).press('Enter')
  const dialog = owner.getByRole('dialog', { name: 'Record as paid another way' })
  await expect(dialog).toContainText('the bank may return the money. Do not pay it now: record it only if')
  await expectGoodDeskLayout(owner)
})

// Shows D43.closed
test('a failed refund that is not owed is closed with a reason, and Today no longer lists it', async ({
  openBrowser,
}) => {
  test.slow()
  const owner = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolOwner(owner, server)
  const { number } = await placePaidOrder(server, { type: 'rings', id: 801 })
  await refundInVain(owner, number)
  const opener = owner.getByRole('button', { name: `Record as not owed ${PRICE} of ${number}` })
  await expectGoodDialog(owner, opener)
  await expect(owner.locator('dialog form').filter({ hasText: 'Record as not owed' })).toHaveCount(0)
  await opener.press('Enter')
  const dialog = owner.getByRole('dialog', { name: 'Record as not owed' })
  await dialog.getByLabel('Reason').fill('The bank has returned it')
  await dialog.getByRole('button', { name: `Record ${PRICE} as not owed` }).press('Enter')
  await expect(dialog).toBeHidden()
  const refunds = owner.getByRole('region', { name: 'Refunds' })
  await expect(
    refunds.getByText(/₹32,883\.00 not owed: The bank has returned it; recorded by Meera Iyer/),
  ).toBeVisible()
  await expect(opener).toHaveCount(0)
  await expectGoodDeskLayout(owner)
  await owner.goto('/desk')
  await expect(owner.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(owner.getByRole('region', { name: 'Refunds that were not made' })).toHaveCount(0)
})

/** All of the payment, which the bank then does not take. */
async function refundInVain(page: Page, number: string): Promise<void> {
  const faults = { rates: { 'refund-failed': 1 }, timing: { refundFailsMs: 0 } }
  const set = await page.request.put(`${server.sandboxUrl}/faults`, { data: faults })
  expect(set.ok()).toBe(true)
  await page.goto(`/desk/orders/${number}`)
  await page.getByRole('button', { name: `Refund ${number}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByRole('combobox').selectOption('1')
  await dialog.getByLabel('Reason').fill('The stone is chipped')
  await dialog.getByRole('button', { name: `Refund ${PRICE}` }).click()
  await expect(dialog).toBeHidden()
  // By itself the page refreshes only every 45 seconds.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('The bank could not take it.')).toBeVisible(within(2))
  }).toPass(within(60))
}
