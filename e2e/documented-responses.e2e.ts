/** A whole purchase with responses that have only the required fields. */
import type { Page } from '@playwright/test'
import { beginCheckout, fillAddress, payInDialog, proceedToPayment } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

const SPECIFIED: Readonly<Record<string, readonly string[]>> = {
  '**/api/shipping/calculate': ['success', 'shippingRates', 'message'],
  '**/api/create-order': ['success', 'id', 'amount', 'currency', 'message'],
  '**/api/verify-payment': ['success', 'message'],
  '**/api/update-order-status': ['message'],
}

async function keepSpecifiedFields(page: Page): Promise<void> {
  for (const [pattern, fields] of Object.entries(SPECIFIED))
    await page.route(pattern, async (route) => {
      const response = await route.fetch()
      const body: Record<string, unknown> = await response.json()
      const json = Object.fromEntries(Object.entries(body).filter(([field]) => fields.includes(field)))
      await route.fulfill({ response, json })
    })
}

async function pressPay(page: Page): Promise<void> {
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await payInDialog(page)
}

test('completes a purchase with only the required fields of each response', async ({ page }) => {
  await keepSpecifiedFields(page)
  await beginCheckout(page, '/anklet/1')
  await pressPay(page)
  await expect(page).toHaveURL(/\/order-success$/, { timeout: 20_000 })
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page.getByText('Ghungroo Silver Payal x 1')).toBeVisible()
})

test('the checkout shows the text of a courier error without a code', async ({ page }) => {
  await page.route('**/api/shipping/calculate', (route) =>
    route.fulfill({ status: 422, json: { success: false, message: 'No lorry goes there' } }),
  )
  await beginCheckout(page, '/anklet/1')
  await fillAddress(page)
  await expect(page.getByText('No lorry goes there')).toBeVisible()
})

test('the checkout shows a verification with success false as a failed payment, with its text', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_CONNECTION_RESET/)
  await page.route('**/api/verify-payment', (route) =>
    route.fulfill({ json: { success: false, message: 'The amounts differ' } }),
  )
  await page.route('**/api/orders/*', (route) => route.abort('connectionreset'))
  await beginCheckout(page, '/anklet/1')
  await pressPay(page)
  await expect(page).toHaveURL(/\/order-failed$/, { timeout: 20_000 })
  await expect(page.getByText('The amounts differ')).toBeVisible()
})
