/** The screens of a customer who buys or has bought. */
import { expect } from '@playwright/test'
import { newCustomer } from './customer.ts'
import type { Journey } from './screen.ts'
import { addToCart, beginCheckout, fillAddress, payInDialog, proceedToPayment, signUp } from './shopping.ts'

/** One customer buys, views the purchase, and starts a second order. */
const PURCHASE: Journey = [
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
      await expect(page.getByLabel('Pincode')).toBeVisible()
      await page.getByRole('button', { name: 'Proceed to Payment' }).click({ force: true })
      await expect(page.getByText('City is required').first()).toBeVisible()
    },
  },
  {
    name: 'checkout-unreachable-pincode',
    async open(page) {
      await fillAddress(page, { pincode: '744101' })
      await expect(page.getByText(/serviceable|No shipping options/).first()).toBeVisible()
    },
  },
  {
    name: 'checkout-couriers',
    async open(page) {
      await fillAddress(page)
      await page.getByRole('group', { name: 'Shipping Method' }).getByRole('radio').first().check()
    },
  },
  {
    name: 'payment',
    isWindow: true,
    open: proceedToPayment,
  },
  {
    name: 'order-success',
    async open(page) {
      const saved = page.waitForResponse(
        (response) => response.url().endsWith('/api/addresses') && response.request().method() === 'POST',
      )
      await payInDialog(page)
      await saved
      // The checkout also says so before it navigates.
      await expect(page.getByRole('heading', { name: 'Order Confirmation' })).toBeVisible()
      await expect(page.getByText('Payment Successful!')).toBeVisible()
    },
  },
  {
    name: 'order',
    async open(page) {
      await page.getByRole('link', { name: 'See your order' }).click()
      await expect(page.getByRole('heading', { name: 'Your Order' })).toBeVisible()
    },
  },
  {
    name: 'account-orders',
    async open(page) {
      await page.goto('/account')
      await page.getByRole('tab', { name: 'Orders' }).click()
      await expect(page.getByText(/SJ-[0-9A-Z]{16}/).first()).toBeVisible()
    },
  },
  {
    name: 'account-addresses',
    async open(page) {
      await page.goto('/account')
      await expect(page.getByRole('button', { name: /^Edit the address/ })).toBeVisible()
      await page.getByRole('button', { name: 'Add an address' }).click()
    },
  },
  {
    name: 'checkout-saved-address',
    async open(page) {
      // Large enough to require a PAN.
      await page.goto('/bracelets/204')
      await addToCart(page)
      await page.goto('/cart?step=checkout')
      await expect(page.getByRole('radio', { name: 'A new address' })).toBeVisible()
    },
  },
  {
    name: 'checkout-business',
    async open(page) {
      await page.getByRole('checkbox', { name: /^I buy for a business/ }).check()
      await page.getByLabel('GSTIN', { exact: true }).fill('08AAACS1234F1ZT')
      await page.getByRole('button', { name: 'Proceed to Payment' }).click({ force: true })
      await expect(page.getByText(/Please check the GSTIN/).first()).toBeVisible()
    },
  },
  {
    name: 'order-cancelled',
    async open(page) {
      await page.getByRole('checkbox', { name: /^I buy for a business/ }).uncheck()
      await page.getByLabel('PAN of the buyer').fill('ABCPE1234F')
      await page.getByRole('group', { name: 'Shipping Method' }).getByRole('radio').first().check()
      await proceedToPayment(page)
      await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
      await expect(page.getByText('Payment was cancelled')).toBeVisible()
    },
  },
  {
    name: 'order-unpaid',
    async open(page) {
      await expect(page).toHaveURL(/\/order-failed$/)
      await page.goto('/account#orders')
      await page
        .getByRole('link', { name: /^See the order SJ-/ })
        .first()
        .click()
      await expect(page.getByRole('link', { name: 'Pay now' })).toBeVisible()
    },
  },
]

const LOST_RESPONSE: Journey = [
  {
    name: 'order-unconfirmed',
    async open(page) {
      await beginCheckout(page, '/anklet/1')
      await fillAddress(page)
      await page.getByRole('radio').first().check()
      await proceedToPayment(page)
      for (const path of ['**/api/orders/SJ-*', '**/api/dismiss-payment'])
        await page.route(path, (route) => route.fulfill({ status: 500, json: { code: 'unexpected' } }))
      await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('link', { name: 'See your orders' })).toBeVisible()
    },
  },
]

const NEW_ACCOUNT: Journey = [
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
      await page.getByRole('button', { name: 'Edit Profile' }).click()
    },
  },
  {
    name: 'account-orders-none',
    async open(page) {
      await page.goto('/account')
      await page.getByRole('tab', { name: 'Orders' }).click()
      await expect(page.getByText('No purchase history available.')).toBeVisible()
    },
  },
  {
    name: 'order-not-found',
    async open(page) {
      await page.goto('/account/orders/SJ-0000000000000000')
      await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
    },
  },
]

export const CUSTOMER_JOURNEYS: readonly Journey[] = [PURCHASE, LOST_RESPONSE, NEW_ACCOUNT]
