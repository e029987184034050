/** Moving between cart and wishlist, and undoing a removal. */
import { doNotOverlap } from './support/layout.ts'
import { addToCart } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

test('the mini-cart opens briefly after an addition without taking focus', async ({ page }) => {
  await page.goto('/tops')
  const add = page.getByRole('button', { name: /add to cart.*Saptarishi Star Studs/i })
  await add.click()
  const panel = page.getByRole('region', { name: 'Your cart' })
  await expect(page.getByText('Saptarishi Star Studs added to cart!')).toBeVisible()
  await expect(panel).toContainText('Quantity 1')
  await expect(add).toBeFocused()
  await add.click()
  await expect(panel).toContainText('Quantity 2')
  await expect(panel).toContainText('Subtotal, 2 pieces')
  await expect(panel).toBeHidden()
})

test('the mini-cart stays open while it has focus, and links to the cart', async ({ page }) => {
  await page.clock.install()
  await page.goto('/tops/1')
  await addToCart(page)
  const panel = page.getByRole('region', { name: 'Your cart' })
  await panel.getByRole('link', { name: 'View Cart' }).focus()
  await page.clock.fastForward(20_000)
  await expect(panel).toBeVisible()
  await panel.getByRole('link', { name: 'View Cart' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(panel).toBeHidden()
})

test('the mini-cart never covers the pressed button', async ({ page }) => {
  await page.goto('/rings')
  const cards = page.getByRole('main').getByRole('button', { name: /add to cart/i })
  const panel = page.getByRole('region', { name: 'Your cart' })
  for (const [card, height] of [
    [0, 0.3],
    [3, 0.3],
    [3, 0.9],
    [0, 0.9],
  ] as const) {
    const button = cards.nth(card)
    await button.evaluate((element, share) => {
      window.scrollBy({
        top: element.getBoundingClientRect().top - window.innerHeight * share,
        behavior: 'instant',
      })
    }, height)
    await button.click()
    await expect(panel).toBeVisible()
    expect(await doNotOverlap(panel, button), `card ${card} at ${height} of the window`).toBe(true)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  }
})

test.describe('the wishlist', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/faq')
    await page.evaluate(() =>
      localStorage.setItem('wishlist', '[{"type":"tops","id":1},{"type":"anklet","id":2}]'),
    )
    await page.goto('/wishlist')
  })

  test('restores a removed item with Undo', async ({ page }) => {
    await page.getByRole('button', { name: 'Remove Ranjani Kundan Jhumka from wishlist' }).click()
    await expect(page.getByText('Ranjani Kundan Jhumka removed from wishlist!')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ranjani Kundan Jhumka' })).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name: 'Ranjani Kundan Jhumka' })).toBeVisible()
  })

  test('restores all items with Undo after it was cleared', async ({ page }) => {
    await page.getByRole('button', { name: 'Clear Wishlist' }).click()
    await expect(page.getByText('Your wishlist is empty.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(2)
  })
})

test('Try again loads a cart that failed to load, but not offline', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/)
  await page.goto('/tops/1')
  await addToCart(page)
  const collection = /\/collection\/.*\.json$/
  await page.route(collection, (route) => route.abort())
  await page.goto('/cart')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute(collection)
  await context.setOffline(true)
  await again.click()
  await expect(again).toBeVisible()
  await context.setOffline(false)
  await again.click()
  await expect(page.getByText('Ranjani Kundan Jhumka')).toBeVisible()
})

test('the cart says that checkout needs a connection as soon as it is lost', async ({ page, context }) => {
  await page.goto('/tops/1')
  await addToCart(page)
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/Checkout needs a connection/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/Checkout needs a connection/)).toBeHidden()
})
