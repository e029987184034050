/** The pages of sign-in and account, and their errors when the server fails. */
import type { Page, Route } from '@playwright/test'
import { newCustomer } from './support/customer.ts'
import { signUp } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

/** Holds requests back until the returned function is called; then they continue, or fail with a status. */
async function hold(page: Page, address: string, failWith?: number): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route: Route) => {
    await held
    if (failWith === undefined) await route.continue()
    else await route.fulfill({ status: failWith, contentType: 'application/json', body: '{}' })
  })
  return release
}

const alerts = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ })

// Shows 2.login.words, 2.login.fields, 2.login.links, 5.login.required, D25.announced
test('the login page has its texts, fields and links, and shows the password on demand', async ({ page }) => {
  await page.goto('/login')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back')
  const email = main.getByLabel('Email')
  const password = main.getByLabel('Password', { exact: true })
  await expect(email).toHaveAttribute('type', 'email')
  for (const field of [email, password]) await expect(field).toHaveAttribute('required')
  await main.getByRole('button', { name: /^Show/ }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await main.getByRole('button', { name: /^Hide/ }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await expect(main.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await expect(main.getByText('Test mode: the Google accounts are made up')).toBeVisible()
  await expect(main.getByRole('link', { name: /forgot/i })).toHaveAttribute('href', '/forgot-password')
  await expect(main.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup')
})

// Shows 2.signup.words, 2.signup.fields, 2.signup.link, 5.signup.required
test('the signup page has its texts, required fields and the link to sign in', async ({ page }) => {
  await page.goto('/signup')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account')
  const password = main.getByLabel('Password', { exact: true })
  for (const field of [main.getByLabel('Full Name'), main.getByLabel('Email'), password])
    await expect(field).toHaveAttribute('required')
  await expect(password).toHaveAttribute('minlength', '6')
  await expect(main.getByRole('button', { name: 'Sign up', exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Sign up with Google' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
})

// Shows 4.auth.busy, 4.auth.error-clears, 8.login.other, 8.login.google, 8.login.box
test('sign-in shows progress and errors, and clears the error on retry', async ({ page, allowErrors }) => {
  allowErrors(/500/)
  await page.route('**/api/auth/sign-in/social', (route) => route.fulfill({ status: 500, body: '{}' }))
  const release = await hold(page, '**/api/auth/sign-in/email', 500)
  await page.goto('/login')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(alerts(page)).toHaveText('Failed to sign in with Google')

  await main.getByLabel('Email').fill('asha@example.in')
  await main.getByLabel('Password', { exact: true }).fill('kundan-1995')
  await main.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(main.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await expect(main.getByRole('button', { name: 'Sign in with Google' })).toBeDisabled()
  await expect(alerts(page)).toHaveCount(0)
  release()
  await expect(alerts(page)).toHaveText('Failed to sign in')
})

// Shows 4.auth.busy, 4.auth.error-clears, 5.signup.other, 8.signup.google
test('sign-up shows progress and errors, and clears the error on retry', async ({ page, allowErrors }) => {
  allowErrors(/500/)
  await page.route('**/api/auth/sign-in/social', (route) => route.fulfill({ status: 500, body: '{}' }))
  const release = await hold(page, '**/api/auth/sign-up/email', 500)
  await page.goto('/signup')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Sign up with Google' }).click()
  await expect(alerts(page)).toHaveText('Failed to sign in with Google. Please try again.')

  await main.getByLabel('Full Name').fill('Asha Verma')
  await main.getByLabel('Email').fill('asha@example.in')
  await main.getByLabel('Password', { exact: true }).fill('kundan-1995')
  await main.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(main.getByRole('button', { name: 'Creating account...' })).toBeDisabled()
  await expect(alerts(page)).toHaveCount(0)
  release()
  await expect(alerts(page)).toHaveText('Failed to create account')
})

// Shows D13.heading
test('forgot-password keeps the return path to the cart', async ({ page }) => {
  await page.goto('/login?from=%2Fcart')
  await page.getByRole('link', { name: /forgot/i }).click()
  await expect(page).toHaveURL(/\/forgot-password\?from=%2Fcart$/)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fcart$/)
})

// Shows 2.forgot.words, 2.forgot.field, 2.forgot.busy, 4.forgot.states, 5.forgot.required, 8.forgot.failure
// Shows 8.forgot.success, 8.forgot.logged
test('the forgot-password form shows its progress, error and success texts', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/500/)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const release = await hold(page, '**/api/auth/request-password-reset', 500)
  await page.goto('/forgot-password')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset Password')
  await expect(main).toContainText('Remember your password?')
  await expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  const email = main.getByLabel('Email address')
  await expect(email).toHaveAttribute('placeholder', 'Enter your email address')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('required')
  await email.fill('asha@example.in')
  await main.getByRole('button', { name: 'Reset Password' }).click()
  await expect(main.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  release()
  await expect(alerts(page)).toHaveText('Failed to reset password. Please check your email address.')
  expect(logged.some((line) => line.startsWith('Password reset could not be requested: 500'))).toBe(true)

  await page.unroute('**/api/auth/request-password-reset')
  await main.getByRole('button', { name: 'Reset Password' }).click()
  await expect(main.getByText('Check your inbox for password reset instructions')).toBeVisible()
})

test('the form is ready after returning from Google without signing in', async ({ page }) => {
  await hold(page, '**/api/auth/sign-in/social')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  // Simulates the back/forward cache, which Playwright disables.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
})

// Shows 2.signup.success, 2.header.account, 2.routes.signed-out-only, 1.account, 2.account.tabs
// Shows 2.account.no-history, 2.account.fixed, 2.account.cancel, 4.profile.modes, D13.heading
test('a new customer lands on the home page, is redirected from the sign-in pages, and has an account', async ({
  page,
}) => {
  const customer = newCustomer()
  await signUp(page, customer)
  await expect(page).toHaveURL(/\/$/)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/account')
  await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0)
  for (const path of ['/login', '/signup', '/forgot-password']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/$/)
  }

  await page.goto('/account')
  const main = page.getByRole('main')
  await expect(main.getByRole('tab')).toHaveText(['Profile', 'Orders'])
  const fields = ['Name', 'Email', 'Phone Number', 'Address'].map((label) =>
    main.getByLabel(label, { exact: true }),
  )
  for (const field of fields) {
    await expect(field).toBeDisabled()
    await expect(field).toHaveCSS('border-top-width', '0px')
  }
  await expect(main.getByLabel('Phone Number')).toHaveAttribute('placeholder', 'Not given yet')
  await expect(main.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
  await main.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(main.getByLabel('Name', { exact: true })).toBeDisabled()
  await expect(main.getByLabel('Email', { exact: true })).toBeDisabled()
  await expect(main.getByLabel('Phone Number')).not.toHaveCSS('border-top-width', '0px')
  await main.getByLabel('Phone Number').fill('9811012345')
  await main.getByRole('button', { name: 'Cancel' }).click()
  await expect(main.getByLabel('Phone Number')).toHaveValue('')
  await expect(main.getByLabel('Phone Number')).toBeDisabled()
  await main.getByRole('tab', { name: 'Orders' }).click()
  await expect(main.getByRole('heading', { name: 'Purchase History', exact: true })).toBeVisible()
  await expect(main.getByText('No purchase history available.')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Account' }),
  ).toBeVisible()
})

// Shows 8.account.load, 8.account.update, 8.account.logout, 2.account.logout
test('failures to load, save or sign out of an account are reported and can be retried', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/500/)
  await signUp(page, newCustomer())
  const failing = new Set(['GET'])
  await page.route('**/api/account', (route) =>
    failing.has(route.request().method()) ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await page.goto('/account')
  await expect(alerts(page)).toContainText('Failed to load user data')
  failing.clear()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()

  failing.add('PATCH')
  await page.getByLabel('Phone Number').fill('9811012345')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(alerts(page)).toContainText('Failed to update profile')
  await expect(page.getByLabel('Phone Number')).toHaveValue('9811012345')

  await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(alerts(page).filter({ hasText: 'Failed to logout' })).toBeVisible()
  await page.unroute('**/api/auth/sign-out')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a missing page shows the signed-in user', async ({ page, allowErrors }) => {
  allowErrors(/status of 404/)
  await signUp(page, newCustomer())
  await page.goto('/no-such-page')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()
})
