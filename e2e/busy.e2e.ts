/** The server responds with 503 for a while, as it does while its database is unavailable. */
import { newCustomer } from './support/customer.ts'
import { expectAccessible } from './support/accessibility.ts'
import { addToCart, signUp } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

const BUSY = {
  status: 503,
  headers: { 'retry-after': '1' },
  json: { success: false, code: 'unavailable', message: 'The shop is busy. Please try again in a moment.' },
}
const TRYING = 'The shop is busy. Trying again…'

test.beforeEach(({ allowErrors }) => allowErrors(/503/))

test('an overloaded server signs no customer out, loses nothing and recovers', async ({ page }) => {
  const asha = newCustomer()
  await signUp(page, asha)
  await page.goto('/rings/801')
  await addToCart(page)

  await page.route('/api/**', (route) => route.fulfill(BUSY))
  await page.goto('/account')
  await expect(page.getByText(TRYING)).toBeVisible()
  await expect(page).toHaveURL(/\/account$/)
  await expectAccessible(page)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'))).toEqual([
    { type: 'rings', id: 801, size: '12', quantity: 1 },
  ])

  await page.unroute('/api/**')
  await expect(page.getByText('Namaste, Asha Verma')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(TRYING)).toBeHidden()
})

test('signs in to an account whose sign-up response was lost to overload', async ({ page, request }) => {
  const asha = newCustomer()
  let tries = 0
  await page.route('/api/auth/sign-up/email', async (route) => {
    tries += 1
    if (tries > 1) return route.continue()
    // The account is created, but the response with its cookie is lost.
    const { origin } = new URL(route.request().url())
    const made = await request.post(route.request().url(), {
      data: route.request().postDataJSON(),
      headers: { origin },
    })
    expect(made.status()).toBe(200)
    return route.fulfill({ ...BUSY, headers: { 'retry-after': '3' } })
  })
  await page.goto('/signup')
  await page.getByLabel('Full Name').fill(asha.name)
  await page.getByLabel('Email').first().fill(asha.email)
  await page.getByLabel('Password', { exact: true }).fill(asha.password)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(page.getByText(TRYING)).toBeVisible()
  await expect(page.getByLabel('Email').first()).toHaveValue(asha.email)
  await expect(page).toHaveURL(/\/$/, { timeout: 30_000 })
})
