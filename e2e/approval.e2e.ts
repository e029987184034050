/** A refund above the limit, by two people at two desks: what each of them sees, and the customer's e-mails. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { expectGoodLayout } from './support/accessibility.ts'
import { signInCustomer } from './support/customer.ts'
import { enrolManager, enrolOwner, expectGoodDeskLayout, expectGoodDialog } from './support/desk.ts'
import type { LanServer } from './support/lan-server.ts'
import { emailsTo } from './support/mailbox.ts'
import { placePaidOrder, sendParcel } from './support/orders.ts'
import { expect, test } from './support/test.ts'

const RING = { type: 'rings', id: 801 } as const
const PRICE = '₹32,883.00'

type OpenBrowser = (options: BrowserContextOptions) => Promise<BrowserContext>

// Each test has its own owner.
let server: LanServer
test.beforeEach(async ({ openServer }) => {
  server = await openServer('localhost', { refundApprovalAbove: 1000 })
})

test('a refund above the limit waits for another person, whose double press sends it once', async ({
  openBrowser,
  allowErrors,
}) => {
  test.slow()
  allowErrors(/the server responded with a status of 409/)
  const [owner, manager] = await openDesks(openBrowser)
  const { number, email } = await placePaidOrder(server, RING)
  await sendParcel(owner, number, { codes: ['AB12CD'] })

  await owner.goto(`/desk/orders/${number}`)
  await requestRefund(owner, number)
  const requested = owner.getByRole('region', { name: 'Refunds' })
  await expect(requested.getByText('Waits for approval')).toBeVisible()
  await expect(requested.getByText('Another person approves it.')).toBeVisible()
  await expect(requested.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await expectGoodDeskLayout(owner)
  const { refunds } = await (await owner.request.get(`/api/desk/orders/${number}`)).json()
  const approveOwn = await owner.request.post(`/api/desk/orders/${number}/refunds/approve`, {
    data: { id: refunds[0].id },
  })
  expect(approveOwn.status()).toBe(409)
  expect((await approveOwn.json()).message).toMatch(/someone other than its requester/)

  await manager.goto('/desk')
  const waiting = manager.getByRole('region', { name: /approve/i })
  await expect(waiting).toContainText(PRICE)
  await expectGoodDeskLayout(manager)
  await waiting.getByRole('link', { name: number }).click()
  const decided = manager.getByRole('region', { name: 'Refunds' })
  await expect(decided.getByText('By Meera Iyer')).toBeVisible()
  await manager.getByRole('button', { name: `Approve ${PRICE} of ${number}` }).click()
  const dialog = manager.getByRole('dialog', { name: 'Approve the refund' })
  await expect(dialog).toContainText(`${PRICE} for Chandrika Solitaire Ring × 1`)
  await expect(dialog).toContainText('requested by Meera Iyer (meera@example.in): The stone is chipped')
  await expect(dialog).toContainText(
    /A credit note for the invoice \S+ is issued once the gateway has the refund/,
  )
  await expectGoodDeskLayout(manager)
  await dialog.getByRole('button', { name: `Refund ${PRICE}` }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(decided.getByText(/^Sent /)).toBeVisible({ timeout: 30_000 })
  await expect(decided.getByText('Approved by Ravi Menon.')).toBeVisible()
  await expectGoodDeskLayout(manager)
  await owner.reload()
  await expect(requested.getByText(/^Sent /)).toHaveCount(1)

  const mails = await emailsTo(email, 3, server.sandboxUrl)
  const refundMails = mails.filter(({ subject }) => subject.startsWith('Your refund'))
  expect(refundMails).toHaveLength(1)
  expect(refundMails[0]?.text).toContain(PRICE)

  const customer = await (await openBrowser({ baseURL: server.url })).newPage()
  await signInCustomer(customer, email)
  await customer.goto(`/account/orders/${number}`)
  await expect(customer.getByText(`${number} · Refunded`)).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Download Credit note' })).toHaveCount(1)
  for (const width of [390, 1280]) {
    await customer.setViewportSize({ width, height: 844 })
    await expectGoodLayout(customer, width === 390)
  }
  await checkCreditedInvoice(customer)
})

test('the refund dialog keeps the chosen quantity when another refund appears and is then declined', async ({
  openBrowser,
  allowErrors,
}) => {
  test.slow()
  allowErrors(/the server responded with a status of 409/)
  const desk = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolOwner(desk, server)
  const { number } = await placePaidOrder(server, { type: 'anklet', id: 2 })
  const path = `/api/desk/orders/${number}`
  const { refundable } = await (await desk.request.get(path)).json()
  await desk.goto(`/desk/orders/${number}`)
  await desk.getByRole('button', { name: `Refund ${number}` }).press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Refund' })
  const pieces = dialog.getByRole('combobox')
  await pieces.selectOption('1')
  await dialog.getByLabel('Additional amount').fill('10')
  await dialog.getByLabel('Reason').fill('The clasp is loose')
  const confirm = dialog.getByRole('button', { name: 'refund' })
  await expect(confirm).toContainText('₹1,160.00')

  const id = randomUUID()
  const data = { id, lines: [{ position: 0, quantity: 1 }], extra: 0, reason: 'Lost', refundable }
  expect((await desk.request.post(`${path}/refunds`, { data })).status()).toBe(200)
  await confirm.press('Enter')
  await expect(pieces).toHaveCount(0)
  await expect(confirm).toContainText('₹10.00')
  expect((await desk.request.post(`${path}/refunds/decline`, { data: { id } })).status()).toBe(200)
  await confirm.press('Enter')
  await expect(pieces).toHaveValue('1')
  await expect(confirm).toContainText('₹1,160.00')
})

test('a refund that the second person declines moves no money, and the customer is not e-mailed', async ({
  openBrowser,
}) => {
  test.slow()
  const [owner, manager] = await openDesks(openBrowser)
  const { number, email } = await placePaidOrder(server, RING)
  await expect.poll(() => emailsTo(email, 1, server.sandboxUrl)).toHaveLength(1)
  await owner.goto(`/desk/orders/${number}`)
  await requestRefund(owner, number)
  await expect(owner.getByText('Waits for approval')).toBeVisible()

  await manager.goto(`/desk/orders/${number}`)
  await expectGoodDialog(manager, manager.getByRole('button', { name: `Approve ${PRICE} of ${number}` }))
  const decline = manager.getByRole('button', { name: `Decline ${PRICE} of ${number}` })
  await expectGoodDialog(manager, decline)
  await decline.press('Enter')
  await manager.getByRole('dialog').getByRole('button', { name: 'Decline' }).press('Enter')
  const refunds = manager.getByRole('region', { name: 'Refunds' })
  await expect(refunds.getByText('Declined', { exact: true })).toBeVisible()
  await expect(refunds.getByText(`${PRICE} of the payment can be refunded.`)).toBeVisible()
  await owner.reload()
  await expect(owner.getByText('Declined by Ravi Menon.')).toBeVisible()
  await owner.goto('/desk')
  await expect(owner.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(owner.getByRole('region', { name: 'Refunds to approve' })).toHaveCount(0)
  expect(await emailsTo(email, 1, server.sandboxUrl)).toHaveLength(1)
})

/** Includes both people who decide, each in a browser of their own. */
async function openDesks(openBrowser: OpenBrowser): Promise<readonly [Page, Page]> {
  const owner = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolOwner(owner, server)
  const manager = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolManager(manager, server, owner)
  return [owner, manager]
}

/** Its code stays valid, and the page states what that leaves open. */
async function checkCreditedInvoice(customer: Page): Promise<void> {
  const download = customer.waitForEvent('download')
  await customer.getByRole('button', { name: 'Download Tax invoice' }).click()
  const pdf = await readFile(await (await download).path(), 'latin1')
  await customer.goto(/\/URI \((.+?)\)/.exec(pdf)?.[1] ?? '')
  await expect(customer.getByText(PRICE)).toBeVisible()
  await expect(customer.getByText(/the invoice stays genuine, and a credit note states/)).toBeVisible()
  for (const width of [390, 1280]) {
    await customer.setViewportSize({ width, height: 844 })
    await expectGoodLayout(customer, width === 390)
  }
}

async function requestRefund(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: `Refund ${number}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByRole('combobox').selectOption('1')
  await dialog.getByLabel('Reason').fill('The stone is chipped')
  await expect(dialog.getByText(/^Above ₹1,000.00, a refund of this order waits/)).toBeVisible()
  await expectGoodDeskLayout(page)
  // Before the press: the button only requests it.
  await expect(dialog.getByRole('button', { name: `Refund ${PRICE}` })).toHaveCount(0)
  await dialog.getByRole('button', { name: `Request a refund of ${PRICE}` }).click()
}
