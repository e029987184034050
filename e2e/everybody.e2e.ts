/** Every page, for everybody: axe finds nothing, nothing overflows, the console is silent. */
import { PRODUCT_TYPES } from '#domain/product.ts'
import { expectAccessible } from './support/accessibility.ts'
import { addToCart, signUp } from './support/shopping.ts'
import { newCustomer } from './support/customer.ts'
import { expect, test } from './support/test.ts'

const PAGES = [
  '/',
  '/allproducts',
  '/allproducts?q=gold',
  '/special-offer',
  ...PRODUCT_TYPES.map((type) => `/${type}`),
  '/rings/801',
  '/rings/808',
  '/necklaces/601',
  '/tops/1',
  '/sets/904',
  '/pendants/701',
  '/bracelets/200',
  '/bangles/100',
  '/chains/301',
  '/gems/401',
  '/idols/1000',
  '/anklet/1',
  '/mangal-sutra/500',
  '/cart',
  '/wishlist',
  '/order-failed',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password?token=x',
  '/about',
  '/contact',
  '/faq',
  '/blog',
  '/blog/1',
  '/privacy',
  '/terms',
]

for (const path of PAGES)
  test(`${path} has no barrier and no overflow`, async ({ page }) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
  })

test('cart, checkout and account have no barrier either', async ({ page }) => {
  await signUp(page, newCustomer())
  await page.goto('/tops/1')
  await addToCart(page)
  await page.goto('/cart')
  await expect(page.getByText('Ranjani Kundan Jhumka')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/cart?step=checkout')
  await expect(page.getByRole('group', { name: 'Shipping Address' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })
  for (const path of ['/', '/rings', '/rings/801', '/cart', '/login', '/faq'])
    test(`${path} has no barrier`, async ({ page }) => {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
    })
})
