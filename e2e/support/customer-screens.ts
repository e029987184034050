/** The screens of a customer who buys or has bought. */
import { expect, type Page } from '@playwright/test'
import { newCustomer } from './customer.ts'
import type { Screen } from './screen.ts'
import { addToCart, beginCheckout, fillAddress, payInDialog, proceedToPayment, signUp } from './shopping.ts'

export const CUSTOMER_SCREENS: readonly Screen[] = [
  {
    name: 'checkout',
    async open(page) {
      await beginCheckout(page, '/anklet/1')
      await expect(page.getByRole('group', { name: 'Shipping Address' })).toBeVisible()
    },
  },
  {
    name: 'checkout-gaps',
    async open(page) {
      await beginCheckout(page, '/anklet/1')
      await expect(page.getByLabel('Pincode')).toBeVisible()
      await page.getByRole('button', { name: 'Proceed to Payment' }).click({ force: true })
      await expect(page.getByText('City is required').first()).toBeVisible()
    },
  },
  {
    name: 'checkout-unreachable-pincode',
    async open(page) {
      await beginCheckout(page, '/rings/815')
      await fillAddress(page, { pincode: '744101' })
      await expect(page.getByText(/serviceable|No shipping options/).first()).toBeVisible()
    },
  },
  {
    name: 'checkout-couriers',
    async open(page) {
      await beginCheckout(page, '/rings/815')
      await fillAddress(page)
      await page.getByRole('group', { name: 'Shipping Method' }).getByRole('radio').first().check()
    },
  },
  {
    name: 'payment',
    isWindow: true,
    async open(page) {
      await readyToPay(page)
    },
  },
  {
    name: 'order-cancelled',
    async open(page) {
      await readyToPay(page)
      await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
      await expect(page.getByText('Payment was cancelled')).toBeVisible()
    },
  },
  {
    name: 'order-success',
    async open(page) {
      await buyOnce(page)
      await expect(page.getByText('Payment Successful!')).toBeVisible()
    },
  },
  {
    name: 'order',
    async open(page) {
      await readyToPay(page)
      await payInDialog(page)
      await page.getByRole('link', { name: 'See your order' }).click()
      await expect(page.getByRole('heading', { name: 'Your Order' })).toBeVisible()
    },
  },
  {
    name: 'order-unconfirmed',
    async open(page) {
      await readyToPay(page)
      for (const path of ['**/api/orders/SJ-*', '**/api/dismiss-payment'])
        await page.route(path, (route) => route.fulfill({ status: 500, json: { code: 'unexpected' } }))
      await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('link', { name: 'See your orders' })).toBeVisible()
    },
  },
  {
    name: 'order-unpaid',
    async open(page) {
      await readyToPay(page)
      await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
      await expect(page).toHaveURL(/\/order-failed$/)
      await page.goto('/account#orders')
      await page.getByRole('link', { name: /^See the order SJ-/ }).click()
      await expect(page.getByRole('link', { name: 'Pay now' })).toBeVisible()
    },
  },
  {
    name: 'order-not-found',
    async open(page) {
      await signUp(page, newCustomer())
      await page.goto('/account/orders/SJ-0000000000000000')
      await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
    },
  },
  {
    name: 'checkout-saved-address',
    async open(page) {
      await buyOnce(page)
      await page.goto('/anklet/1')
      await addToCart(page)
      await page.goto('/cart?step=checkout')
      await expect(page.getByRole('radio', { name: 'A new address' })).toBeVisible()
    },
  },
  {
    name: 'account-addresses',
    async open(page) {
      await buyOnce(page)
      await page.goto('/account')
      await expect(page.getByRole('button', { name: /^Edit the address/ })).toBeVisible()
      await page.getByRole('button', { name: 'Add an address' }).click()
    },
  },
  {
    name: 'account',
    async open(page) {
      await signUp(page, newCustomer())
      await page.goto('/account')
      await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
    },
  },
  {
    name: 'account-editing',
    async open(page) {
      await signUp(page, newCustomer())
      await page.goto('/account')
      await page.getByRole('button', { name: 'Edit Profile' }).click()
    },
  },
  {
    name: 'account-orders-none',
    async open(page) {
      await signUp(page, newCustomer())
      await page.goto('/account')
      await page.getByRole('tab', { name: 'Orders' }).click()
      await expect(page.getByText('No purchase history available.')).toBeVisible()
    },
  },
  {
    name: 'account-orders',
    async open(page) {
      await buyOnce(page)
      await page.goto('/account')
      await page.getByRole('tab', { name: 'Orders' }).click()
      await expect(page.getByText(/SJ-[0-9A-Z]{16}/).first()).toBeVisible()
    },
  },
]

async function readyToPay(page: Page): Promise<void> {
  await beginCheckout(page, '/anklet/1')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
}

/** Results in a paid order and a saved address. */
async function buyOnce(page: Page): Promise<void> {
  await readyToPay(page)
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/addresses') && response.request().method() === 'POST',
  )
  await payInDialog(page)
  await saved
  await expect(page).toHaveURL(/\/order-success$/)
}
