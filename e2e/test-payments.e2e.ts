/** A shop whose keys of the gateway are for tests, though the gateway is a real one. */
import { addToCart } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

test('every page says that no money moves', async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), hasTestPayments: true } })
  })
  const banner = page.getByText('Test mode: no money moves')
  await page.goto('/')
  await expect(banner).toBeVisible()
  await page.goto('/anklet/1')
  await addToCart(page)
  await expect(banner).toBeVisible()
  await page.goto('/faq')
  await expect(banner).toBeVisible()
})
