/** One checkout is one purchase and two are two, whichever responses are lost. */
import type { Page, Route } from '@playwright/test'
import { newCustomer, type Customer } from './support/customer.ts'
import { emailsTo } from './support/mailbox.ts'
import { addToCart, fillAddress, payInDialog, proceedToPayment, signUp } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

const PRODUCT_PATH = '/gems/401'

/** The server handles the request, but its response never arrives. */
async function loseResponse(route: Route): Promise<void> {
  await route.fetch().catch(() => undefined)
  await route.abort('connectionreset').catch(() => undefined)
}

async function beginCheckoutAs(page: Page, customer: Customer): Promise<void> {
  await signUp(page, customer)
  await putProductInCart(page)
  await page.goto('/cart?step=checkout')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
}

async function putProductInCart(page: Page): Promise<void> {
  await page.goto(PRODUCT_PATH)
  await addToCart(page)
}

/** Buys the same product with the same address and courier. */
async function buyAgain(page: Page): Promise<void> {
  await putProductInCart(page)
  await page.goto('/cart?step=checkout')
  const couriers = page.getByRole('group', { name: 'Shipping Method' })
  await couriers.getByRole('radio').first().check()
  await proceedToPayment(page)
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success$/, { timeout: 20_000 })
}

async function confirmedOrders({ email }: Customer, count: number): Promise<Set<string>> {
  const emails = await emailsTo(email, count)
  return new Set(emails.map(({ subject }) => /SJ-\w{16}/.exec(subject)?.[0] ?? subject))
}

/** The request never reaches the server. */
async function loseRequest(route: Route): Promise<void> {
  await route.abort('connectionreset')
}

test('retrying after a lost create-order response pays the same order', async ({ page, allowErrors }) => {
  allowErrors(/ERR_CONNECTION_RESET/)
  const customer = newCustomer()
  await beginCheckoutAs(page, customer)
  await page.route(/\/api\/create-order$/, loseResponse)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByText(/Nothing was charged; please try again/)).toBeVisible({ timeout: 20_000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await proceedToPayment(page)
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success$/, { timeout: 20_000 })
  await page.goto('/account')
  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect(page.getByRole('article', { name: /^Order SJ-/ })).toHaveCount(1)
})

test('a dialog closed offline is unconfirmed, and cancelled when the connection returns', async ({
  page,
  context,
}) => {
  await beginCheckoutAs(page, newCustomer())
  await proceedToPayment(page)
  await context.setOffline(true)
  await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(/We could not confirm your payment yet/)).toBeVisible({ timeout: 20_000 })
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/order-failed$/, { timeout: 20_000 })
  await expect(page.getByText('Payment was cancelled')).toBeVisible()
})

test('a payment with lost responses is shown as paid when the connection returns', async ({
  page,
  allowErrors,
}) => {
  test.slow()
  allowErrors(/ERR_CONNECTION_RESET/)
  await beginCheckoutAs(page, newCustomer())
  await proceedToPayment(page)
  await page.route(/\/api\//, loseResponse)
  await payInDialog(page)
  await expect(page.getByText(/We could not confirm your payment yet/)).toBeVisible({ timeout: 60_000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page).toHaveURL(/\/order-success$/, { timeout: 20_000 })
  await expect(page.getByText('Payment Successful!')).toBeVisible()
})

test('an exception before the payment dialog leaves the form unchanged', async ({ page, allowErrors }) => {
  allowErrors(/blocked by an extension/)
  await beginCheckoutAs(page, newCustomer())
  await page.evaluate(() =>
    Object.defineProperty(window, 'Razorpay', {
      get() {
        throw new Error('blocked by an extension')
      },
    }),
  )
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByText('Payment failed. Please try again.')).toBeVisible()
  await expect(page.getByRole('main').getByLabel('City')).toBeEnabled()
  await expect(page.getByRole('main').getByLabel('City')).toHaveValue('Jaipur')
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
})

/** Which calls get lost after the dialog closes, and how. */
const LOST: readonly (readonly [string, RegExp, typeof loseResponse])[] = [
  ['every request', /\/api\//, loseRequest],
  ['every response', /\/api\//, loseResponse],
  ['the response of the verification', /\/api\/verify-payment$/, loseResponse],
  ['the response of the status update', /\/api\/update-order-status$/, loseResponse],
  ['the response about the order', /\/api\/orders\//, loseResponse],
  ['the response about cart and wishlist', /\/api\/lists$/, loseResponse],
]
for (const [loss, pattern, lose] of LOST)
  test(`buying the same product again after losing ${loss} creates a second order`, async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/ERR_CONNECTION_RESET/)
    const customer = newCustomer()
    await beginCheckoutAs(page, customer)
    await proceedToPayment(page)
    await page.route(pattern, lose)
    await payInDialog(page)
    await confirmedOrders(customer, 1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await buyAgain(page)
    expect((await confirmedOrders(customer, 2)).size).toBe(2)
  })
