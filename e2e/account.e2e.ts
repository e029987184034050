/** Accounts, and the synchronization of cart and wishlist across browsers. */
import {
  addToCart,
  beginCheckout,
  fillAddress,
  payInDialog,
  proceedToPayment,
  signOut,
  signUp,
} from './support/shopping.ts'
import { expectAccessible } from './support/accessibility.ts'
import { emailsTo } from './support/mailbox.ts'
import { newCustomer } from './support/customer.ts'
import { expect, test } from './support/test.ts'
import { within } from './support/slow.ts'
import { openHydrated } from './support/hydrated.ts'

// Shows 8.login.invalid, D22.silence, 8.login.box
test('the sign-in shows the same error for a wrong password and an unknown address', async ({ page }) => {
  const customer = newCustomer()
  await signUp(page, customer)
  await signOut(page)
  for (const email of ['nobody@example.in', customer.email]) {
    await page.goto('/login')
    await page.getByLabel('Email').first().fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not-this-one')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
  }
})

// Shows 5.signup.in-use
test('sign-up with a registered address shows an error and keeps the form', async ({ page }) => {
  const customer = newCustomer()
  await signUp(page, customer)
  await signOut(page)
  await page.goto('/signup')
  await page.getByLabel('Full Name').fill(customer.name)
  await page.getByLabel('Email').first().fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Email already in use' })).toBeVisible()
  await expect(page.getByLabel('Email').first()).toHaveValue(customer.email)
})

// Shows D14.reset, 2.forgot.field, 8.forgot.success, 2.login.success
test('the emailed link resets a forgotten password', async ({ page }) => {
  const customer = newCustomer()
  await signUp(page, customer)
  await signOut(page)
  await page.goto('/forgot-password')
  await page.getByPlaceholder('Enter your email address').fill(customer.email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Check your inbox for password reset instructions')).toBeVisible()

  const [email] = await emailsTo(customer.email, 1)
  const link = /https?:\/\/\S+reset-password\S+/.exec(email?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await page
    .getByLabel(/password/i)
    .first()
    .fill('payal-2026')
  await page
    .getByRole('main')
    .getByRole('button', { name: /reset|save|set/i })
    .last()
    .click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()

  await page.goto('/login')
  await page.getByLabel('Email').first().fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill('payal-2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
})

// Shows 1.sign-in, D13.heading
test('Google sign-in returns to the requested page', async ({ page }) => {
  await page.goto('/login?from=%2Faccount')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('button').filter({ hasText: '@' }).first().click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
})

// Shows 2.routes.guard, 6.account-only
test('the account page requires sign-in and returns afterwards', async ({ page }) => {
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login\?from=%2Faccount$/)
})

// Shows 2.account.edit, 2.account.fixed
test('saves phone and address, and offers no name field', async ({ page }) => {
  await signUp(page, newCustomer())
  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeDisabled()
  await page.getByLabel('Phone Number').fill('+91 98110 12345')
  await page.getByLabel('Address', { exact: true }).fill('14 Ajmal Khan Road\nNew Delhi')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Phone Number')).toHaveValue('+91 98110 12345')
})

// Shows 6.person, 4.lists.merge, 4.lists.load
test('merges a visitor’s cart into the account and shows it in a second browser', async ({
  page,
  openBrowser,
}) => {
  const customer = newCustomer()
  await page.goto('/tops/1')
  await addToCart(page)
  await signUp(page, customer)
  await page.goto('/cart')
  await expect(page.getByText('Ranjani Kundan Jhumka')).toBeVisible()

  const other = await (await openBrowser()).newPage()
  await other.goto('/tops/2')
  await addToCart(other)
  await other.goto('/login')
  await other.getByLabel('Email').first().fill(customer.email)
  await other.getByLabel('Password', { exact: true }).fill(customer.password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other).toHaveURL(/\/$/)
  await other.goto('/cart')
  await expect(other.getByText('Ranjani Kundan Jhumka')).toBeVisible()
  await expect(other.getByText('Saptarishi Star Studs')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Saptarishi Star Studs')).toBeVisible()
})

// Shows D23.sign-out, 2.account.logout
test('signing out clears the customer’s lists from the browser', async ({ page }) => {
  await signUp(page, newCustomer())
  await page.goto('/tops/1')
  await addToCart(page)
  await signOut(page)
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('cart') ?? '[]')).toBe('[]')
})

// Shows D23.sign-out
test('a contact form draft survives a reload, but not a sign-out', async ({ page }) => {
  await signUp(page, newCustomer())
  await openHydrated(page, '/contact')
  const message = page.getByLabel('Message')
  await message.fill('A surprise for Meera')
  await page.reload()
  await expect(message).toHaveValue('A surprise for Meera')
  await signOut(page)
  await openHydrated(page, '/contact')
  await expect(message).toHaveValue('')
})

// Shows D23.offline, 4.lists.save
test('syncs an offline change when the connection returns', async ({ page, context }) => {
  await signUp(page, newCustomer())
  await openHydrated(page, '/tops/1')
  await context.setOffline(true)
  await addToCart(page)
  const sent = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/lists') && response.request().method() === 'POST' && response.ok(),
  )
  await context.setOffline(false)
  await sent
  await page.evaluate(() => localStorage.removeItem('cart'))
  await page.goto('/cart')
  await expect(page.getByText('Ranjani Kundan Jhumka')).toBeVisible()
})

test('two tabs show the same count', async ({ page, context }) => {
  await page.goto('/tops/1')
  const second = await context.newPage()
  await second.goto('/cart')
  await addToCart(page)
  await expect(second.getByText('Ranjani Kundan Jhumka')).toBeVisible()
})

test('offers no Undo of a customer’s removal to another who signs in in another tab', async ({
  page,
  context,
}) => {
  await signUp(page, newCustomer())
  await page.goto('/tops/1')
  await addToCart(page)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Remove Ranjani Kundan Jhumka' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  const second = await context.newPage()
  await signOut(second)
  await signUp(second, newCustomer())
  await expect(undo).toBeHidden()
})

test('adds, changes, removes and restores saved addresses', async ({ page }) => {
  await signUp(page, newCustomer())
  await page.goto('/account')
  const savedAddresses = page.getByRole('region', { name: 'Saved Addresses' })
  await savedAddresses.getByRole('button', { name: 'Add an address' }).click()
  await expect(savedAddresses.getByLabel('Name', { exact: true })).toBeFocused()
  await savedAddresses.getByRole('button', { name: 'Save Address' }).click()
  await expect(savedAddresses.getByText('Pincode is required')).toBeVisible()
  await expect(savedAddresses.getByLabel('Address', { exact: true })).toBeFocused()
  await savedAddresses.getByLabel('Address', { exact: true }).fill('22 Carter Road')
  await savedAddresses.getByLabel('Pincode').focus()
  // All at once, like pasted text.
  await page.keyboard.insertText('400 050')
  await expect(savedAddresses.getByLabel('Pincode')).toHaveValue('400050')
  await expect(savedAddresses.getByLabel('City')).toHaveValue('Mumbai')
  await savedAddresses.getByLabel('Phone').fill('9820012345')
  await savedAddresses.getByRole('button', { name: 'Save Address' }).click()
  await expect(savedAddresses.getByText('Mumbai, Maharashtra 400050')).toBeVisible()

  await savedAddresses.getByRole('button', { name: /^Edit/ }).click()
  await savedAddresses.getByLabel('Address', { exact: true }).fill('24 Carter Road')
  await savedAddresses.getByRole('button', { name: 'Save Address' }).click()
  await page.reload()
  await expect(savedAddresses.getByText('24 Carter Road').first()).toBeVisible()

  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await savedAddresses.getByRole('button', { name: /^Remove/ }).dblclick()
  await expect(savedAddresses.getByText(/^None yet/)).toBeVisible()
  // One more click of the same burst hits the button that replaced it: the one that opens the form.
  await page.mouse.down({ clickCount: 3 })
  await page.mouse.up({ clickCount: 3 })
  await removed
  await expect(savedAddresses.getByRole('alert')).toHaveCount(0)
  await expect(savedAddresses.getByText(/^None yet/)).toBeVisible()
  await savedAddresses.getByRole('button', { name: 'Undo' }).click()
  await expect(savedAddresses.getByText('24 Carter Road').first()).toBeVisible()
})

test('the account shows a partial refund from the gateway’s dashboard, and cancels the order', async ({
  page,
}) => {
  await beginCheckout(page, '/rings/801')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success/)
  await page.goto('/account#orders')
  const order = page.getByRole('article', { name: /^Order SJ-/ })
  const number = (await order.getByText(/^SJ-/).first().textContent()) ?? ''
  await refundOnDashboard(number, 500_000)
  const text = 'Confirmed · ₹5,000.00 of ₹32,883.00 refunded'
  await expect(async () => {
    await page.reload()
    await expect(order.getByText(text)).toBeVisible(within(2))
  }).toPass()
  await order.getByRole('link', { name: 'See order and documents' }).click()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText('Part of the money sent back')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where is my money? ₹5,000.00' })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel Order' }).click()
  const question = page.getByRole('region', { name: 'Cancel this order?' })
  await expect(question).toContainText('₹27,883.00')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel the order' }).click()
  // The refund may be sent before the page shows the cancellation.
  const cancelled = new RegExp(`^${number} · Cancelled · (?:refund begun|refund sent|refunded)$`)
  await expect(page.getByText(cancelled)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
})

/** Acts as staff on the gateway’s dashboard. */
async function refundOnDashboard(orderNumber: string, amount: number): Promise<void> {
  const razorpay = `${process.env.E2E_SANDBOX_URL}/razorpay/sandbox`
  // The sandbox's own description of its state.
  const { orders, payments } = (await (await fetch(`${razorpay}/state`)).json()) as {
    orders: { id: string; receipt: string }[]
    payments: { id: string; order_id: string }[]
  }
  const opened = orders.find(({ receipt }) => receipt.startsWith(orderNumber))
  const payment_id = payments.find(({ order_id }) => order_id === opened?.id)?.id
  const { ok } = await fetch(`${razorpay}/refund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_id, amount }),
  })
  expect(ok).toBe(true)
}
