/** One confirmation is one purchase and two are two, whichever answers of the shop get lost on the way. */
import type { Page, Route } from '@playwright/test'
import { newCustomer, type Customer } from './support/customer.ts'
import { emailsTo } from './support/mailbox.ts'
import { addToCart, fillAddress, payInDialog, proceedToPayment, signUp } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

const PIECE = '/gems/401'

/** The shop does what was asked, and its answer never arrives. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch().catch(() => undefined)
  await route.abort('connectionreset').catch(() => undefined)
}

async function beginCheckoutAs(page: Page, customer: Customer): Promise<void> {
  await signUp(page, customer)
  await putPieceInCart(page)
  await page.goto('/cart?step=checkout')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
}

async function putPieceInCart(page: Page): Promise<void> {
  await page.goto(PIECE)
  await addToCart(page)
}

/** A minute later: the same piece, address and courier. */
async function buyAgain(page: Page): Promise<void> {
  await putPieceInCart(page)
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

/** The dialog's handler, as the shop sees it, is never called. */
const loseQuestion = (route: Route) => route.abort('connectionreset')

test('buying the same product again after every request was lost creates a second order', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_CONNECTION_RESET/)
  const customer = newCustomer()
  await beginCheckoutAs(page, customer)
  await proceedToPayment(page)
  await page.route(/\/api\//, loseQuestion)
  await payInDialog(page)
  await confirmedOrders(customer, 1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await buyAgain(page)
  expect((await confirmedOrders(customer, 2)).size).toBe(2)
})

test('retrying after a lost create-order response pays the same order', async ({ page, allowErrors }) => {
  allowErrors(/ERR_CONNECTION_RESET/)
  const customer = newCustomer()
  await beginCheckoutAs(page, customer)
  await page.route(/\/api\/create-order$/, loseAnswer)
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
  await page.route(/\/api\//, loseAnswer)
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

const LOST: Readonly<Record<string, RegExp>> = {
  'of the verification': /\/api\/verify-payment$/,
  'of the status update': /\/api\/update-order-status$/,
  'about the order': /\/api\/orders\//,
  'of cart and wishlist': /\/api\/lists$/,
  'to the page, every one': /\/api\//,
}
for (const [which, pattern] of Object.entries(LOST))
  test(`buying the same product again after losing the responses ${which} creates a second order`, async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/ERR_CONNECTION_RESET/)
    const customer = newCustomer()
    await beginCheckoutAs(page, customer)
    await proceedToPayment(page)
    await page.route(pattern, loseAnswer)
    await payInDialog(page)
    await confirmedOrders(customer, 1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await buyAgain(page)
    expect((await confirmedOrders(customer, 2)).size).toBe(2)
  })
