/** The desk: the first owner's link, enrolment, sign-in, people and audit log. */
import type { Page } from '@playwright/test'
import { scan } from './support/authenticator.ts'
import { expectGoodLayout } from './support/accessibility.ts'
import { newCustomer } from './support/customer.ts'
import { expectGoodDeskLayout, ownerLink } from './support/desk.ts'
import { openLanServer, type LanServer } from './support/lan-server.ts'
import { signUp } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

const PASSWORD = 'navratna-1995'
const MESSAGE = { name: 'Asha Verma', email: 'asha@example.in', message: 'Is ring 801 made in size 9?' }

let server: LanServer
test.beforeAll(async () => {
  server = await openLanServer('localhost')
})
test.afterAll(() => server.close())

const alert = (page: Page) => page.getByRole('alert')

async function enrol(page: Page, link: string, { email, name }: { email?: string; name: string }) {
  await page.goto(link)
  const authenticator = await scan(page)
  await expectGoodDeskLayout(page)
  if (email) await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Code of the app').fill(await authenticator.nextCode())
  await page.getByRole('button', { name: 'Set up my access' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await expectGoodDeskLayout(page)
  return authenticator
}

test('a form shows the error of a field that shows none itself', async ({ openBrowser, allowErrors }) => {
  allowErrors(/Failed to load resource: the server responded with a status of (400|401)/)
  const page = await (await openBrowser({ baseURL: server.url })).newPage()
  const fields = { email: 'Enter a complete address.', password: 'Use at least 12 characters.' }
  await page.route('**/api/desk/sign-in', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid-request', message: 'Not valid.', fields } }),
  )
  await page.goto('/desk/login')
  await page.getByLabel('E-mail').fill('meera@example.in')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(alert(page)).toHaveText(fields.password)
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(fields.email)
})

// Shows D44.first-owner, D44.second-factor, D44.permissions
test('the owner signs in by the printed link and invites a packer, who cannot see the staff', async ({
  openBrowser,
  allowErrors,
}) => {
  test.slow()
  // Chromium logs rejected calls.
  allowErrors(/Failed to load resource: the server responded with a status of (401|403)/)
  // The scripts that tests add to every page do not run in the preview of a newsletter.
  allowErrors(/Blocked script execution in '\S+newsletter-frame'/)
  const context = await openBrowser({ baseURL: server.url })
  const page = await context.newPage()
  const link = await ownerLink(server)

  await page.goto('/desk')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectGoodDeskLayout(page)
  const owner = await enrol(page, link, { email: 'meera@example.in', name: 'Meera Iyer' })
  const backupCode = (await page.getByRole('listitem').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()

  const signIn = async (code: string) => {
    await page.getByLabel('E-mail').fill('meera@example.in')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await signIn('000000')
  await expect(alert(page)).toHaveText('E-mail, password or code is incorrect.')
  await signIn(backupCode)

  await page.getByRole('link', { name: 'Opening list' }).click()
  await page.getByLabel('I confirm: grievance officer').click()
  await expect(page.getByText(/^Confirmed by /)).toBeVisible()
  await expectGoodDeskLayout(page)

  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Name or e-mail').fill('nobody')
  await expect(page.getByText('Nobody matches.')).toBeVisible()
  await page.getByLabel('Name or e-mail').fill('meera')
  await expect(page.getByText('one person', { exact: true })).toBeVisible()
  await page.getByLabel('E-mail', { exact: true }).fill('ravi@example.in')
  await page.getByLabel('Role', { exact: true }).selectOption('packer')
  await page.getByRole('button', { name: 'Invite' }).click()
  // A backup code does not count as a fresh code.
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog).toBeVisible()
  await expectGoodDeskLayout(page)
  await dialog.getByLabel('Code of the app').fill(await owner.nextCode())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'ravi@example.in' })).toBeVisible()
  await expectGoodDeskLayout(page)

  const invitation = await invitationTo('ravi@example.in')
  const phone = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrol(phone, invitation, { name: 'Ravi Nair' })
  await phone.getByRole('button', { name: 'I have kept them' }).click()
  await expect(phone.getByRole('link', { name: 'My sign-ins' })).toBeVisible()
  await expect(phone.getByRole('link', { name: 'People' })).toHaveCount(0)
  await expectGoodDeskLayout(phone)
  await navigateByKeyboard(phone)
  await phone.goto('/desk/people')
  await expect(phone.getByText('Your role, packer, does not include this. Ask an owner')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Disable of Ravi Nair' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Disabled.')).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  await page.request.post('/api/contact', { data: MESSAGE, headers: { origin: server.url } })
  await page.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByText(MESSAGE.message)).toBeVisible()
  await expectGoodDeskLayout(page)
  await page.getByRole('button', { name: 'Mark as answered : message of Asha Verma' }).click()
  await expect(page.getByText(/^Answered .* by Meera Iyer$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Every message is answered.')).toBeVisible()

  await sendNewsletter(page)

  await eraseCustomer(page, await (await openBrowser({ baseURL: server.url })).newPage())

  await page.getByRole('link', { name: 'Audit log' }).click()
  const entries = page.getByRole('main').getByRole('listitem')
  await page.getByLabel('Order, person or act').fill('ravi@')
  await page.keyboard.press('Enter')
  await expect(entries.filter({ hasText: 'meera@example.in disabled ravi@example.in' })).toBeVisible()
  await page.getByLabel('Show').selectOption('orders')
  await expect(page.getByText('No entry matches.')).toBeVisible()
  await page.getByLabel('Show').selectOption('all')
  await entries.filter({ hasText: 'invited' }).locator('summary').press('Enter')
  await expect(entries.filter({ hasText: 'invited' })).toContainText('role: packer')
  await expectGoodDeskLayout(page)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('status')).toContainText('entries are as they were written')
  await expectGoodDeskLayout(page)
})

/** The menu of a phone lists the screens of the role, marks the current one, and returns the focus. */
async function navigateByKeyboard(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.focus()
  await page.keyboard.press('Enter')
  const links = page.getByRole('dialog', { name: 'Menu' }).getByRole('link')
  await expect(links).toHaveText(['Today', 'Orders', 'Stock', 'My sign-ins'])
  await expectGoodLayout(page, true)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.press('Enter')
  await links.filter({ hasText: 'Stock' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Stock' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect(page.getByRole('link', { name: 'Stock', exact: true })).toHaveAttribute('aria-current', 'page')
}

/** Written, sent as a test, then sent to a subscriber, who unsubscribes by one click in the mail program. */
async function sendNewsletter(page: Page): Promise<void> {
  const email = newCustomer().email
  const headers = { origin: server.url }
  await page.request.post('/api/newsletter', { data: { email }, headers })
  const token = (await findInEmail(email, /newsletter\/confirm\?token=([\w-]+)/))[1]
  await page.request.post('/api/newsletter/confirm', { data: { token }, headers })

  await page.getByRole('link', { name: 'Newsletter' }).click()
  await expect(page.getByText('1 person has subscribed')).toBeVisible()
  await page.getByRole('link', { name: 'Write a newsletter' }).click()
  await page.getByLabel('Subject').fill('The Diwali collection')
  await page.getByLabel('Text').fill('Our karigars have finished <three> pieces.')
  await page.getByLabel('Find a piece to add').fill('solitaire')
  await page.getByLabel('Find a piece to add').press('Enter')
  const preview = page.frameLocator('iframe[title="The newsletter"]')
  await expect(preview.getByText('Our karigars have finished <three> pieces.')).toBeVisible()
  await expect(preview.getByRole('img', { name: /solitaire/ })).toBeVisible()
  await expectGoodDeskLayout(page)
  await page.getByRole('button', { name: 'Send me a test e-mail' }).click()
  await expect(page.getByText('A test e-mail is on its way to meera@example.in.')).toBeVisible()
  await findInEmail('meera@example.in', /This is a test e-mail/)

  await page.getByRole('button', { name: 'Send to 1 subscriber…' }).click()
  await expectGoodDeskLayout(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 subscriber now' }).click()
  await expect(page.getByText(/Ended \d/)).toBeVisible({ timeout: 30_000 })
  await expectGoodDeskLayout(page)
  const [link = ''] = await findInEmail(
    email,
    /http\S+\/newsletter\/unsubscribe\?token=\S+/,
    'The Diwali collection',
  )
  const oneClick = link.replace('/newsletter/', '/api/newsletter/')
  const left = await page.request.post(oneClick, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(left.status()).toBe(200)
  await page.getByRole('link', { name: 'All newsletters' }).click()
  await expect(page.getByText('0 people have subscribed')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sent to 1 of 1' })).toBeVisible()
  await expectGoodDeskLayout(page)
}

/** Found by address with everything that the shop holds, and erased: the customer is signed out. */
async function eraseCustomer(page: Page, customer: Page): Promise<void> {
  const account = newCustomer()
  await signUp(customer, account)
  await page.getByRole('link', { name: 'Customers' }).click()
  await page.getByLabel('Name or e-mail').fill(account.email)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await expectGoodDeskLayout(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText('E-mail and password')).toBeVisible()
  await expectGoodDeskLayout(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save everything as a file' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^customer-.*\.json$/)
  await page.getByRole('button', { name: /^Erase/ }).click()
  await expectGoodDeskLayout(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByText('The account is erased.')).toBeVisible()
  await customer.goto('/account')
  await expect(customer).toHaveURL(/\/login/)
}

async function invitationTo(email: string): Promise<string> {
  return (await findInEmail(email, /http\S+\/desk\/enrol#\S+/))[0]
}

/** The text of an e-mail, once it has arrived. */
async function findInEmail(email: string, what: RegExp, subject?: string): Promise<RegExpExecArray> {
  let found: RegExpExecArray | null = null
  const address = `${server.mailboxUrl}.json?to=${encodeURIComponent(email)}`
  await expect
    .poll(
      async () => {
        const mails: { subject: string; text: string }[] = await (await fetch(address)).json()
        const mail = mails.find((each) => subject === undefined || each.subject === subject)
        return (found = what.exec(mail?.text ?? ''))
      },
      { timeout: 30_000 },
    )
    .not.toBeNull()
  if (!found) throw new Error('Found before')
  return found
}
