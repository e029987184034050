/** One confirmation is one purchase and two are two, whichever answers of the shop get lost on the way. */
import type { Page, Route } from '@playwright/test'
import { newCustomer, type Customer } from './support/customer.ts'
import { lettersTo } from './support/mailbox.ts'
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
  const letters = await lettersTo(email, count)
  return new Set(letters.map(({ subject }) => /SJ-\w{16}/.exec(subject)?.[0] ?? subject))
}

const LOST: Readonly<Record<string, RegExp>> = {
  'of the verification': /\/api\/verify-payment$/,
  'of the status update': /\/api\/update-order-status$/,
  'about the order': /\/api\/orders\//,
  'of cart and wishlist': /\/api\/lists$/,
  'to the page, every one': /\/api\//,
}
for (const [which, pattern] of Object.entries(LOST))
  test(`with the answers ${which} lost, the same piece bought again is a second order`, async ({
    page,
    forgive,
  }) => {
    forgive(/ERR_CONNECTION_RESET/)
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
