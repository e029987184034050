/** Test keys of a real gateway. */
import { beginCheckout } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

test('the checkout says that no money moves', async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...(await response.json()), sandboxed: [], hasTestPayments: true },
    })
  })
  await beginCheckout(page, '/anklet/1')
  await expect(page.getByText('Test mode: no money moves')).toBeVisible()
})
