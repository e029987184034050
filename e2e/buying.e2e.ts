/** Wishlist, cart, order summary, and the pages that report the outcome of a payment. */
import type { Locator, Page } from '@playwright/test'
import { beginCheckout, fillAddress } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

/** Sets local storage before a page reads it. */
async function openWith(page: Page, path: string, kept: Readonly<Record<string, unknown>>): Promise<void> {
  await page.goto('/terms')
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries))
      localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  }, kept)
  await page.goto(path)
}

const payal = { type: 'anklet', id: 1 }
const jhumka = { type: 'tops', id: 1 }
const soldOutRing = { type: 'rings', id: 808 }

// Shows 2.wishlist.title, 2.wishlist.card, 2.wishlist.remove, 2.wishlist.clear, 2.wishlist.continue
// Shows 2.wishlist.empty, 3.storage.lists, D13.wishlist-open
test('the wishlist shows picture, name and price of each item, and removes one or all', async ({ page }) => {
  await openWith(page, '/wishlist', { wishlist: [payal, jhumka, soldOutRing] })
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Wishlist')
  const cards = main.getByRole('article')
  await expect(cards).toHaveCount(3)
  await expect(cards.first().locator('img')).toBeVisible()
  await expect(cards.first()).toContainText('Ghungroo Silver Payal')
  await expect(cards.first()).toContainText('₹7,250.00')
  await expect(cards.last()).toContainText('Out of Stock')
  await main.getByRole('button', { name: 'Remove Ghungroo Silver Payal from wishlist' }).click()
  await expect(cards).toHaveCount(2)
  await expect(main.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/allproducts')
  await main.getByRole('button', { name: 'Clear Wishlist' }).click()
  await expect(main.getByText('Your wishlist is empty.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/allproducts')
})

test('prices and dollar amounts in a wishlist row align at any width', async ({ page }) => {
  const bridalSet = { type: 'sets', id: 901 }
  await openWith(page, '/wishlist', { wishlist: [bridalSet, payal, jhumka, soldOutRing] })
  for (const [width, columns] of [
    [390, 2],
    [768, 3],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const sign of ['₹', '$']) {
      const prices = page.getByRole('main').getByRole('article').getByText(sign)
      await expect(prices).toHaveCount(4)
      const places = await prices.evaluateAll((all) => all.map((price) => price.getBoundingClientRect().top))
      expect(new Set(places.slice(0, columns)).size, `${sign} at ${width}`).toBe(1)
    }
  }
})

// Shows D11.wishlist, D12.blocked
test('a sold-out wishlist item can join the cart, which marks it and excludes it from the total', async ({
  page,
}) => {
  await openWith(page, '/wishlist', { wishlist: [soldOutRing], cart: [{ ...payal, quantity: 1 }] })
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to Cart/ })
    .click()
  await page.goto('/cart')
  const ring = page.getByRole('article', { name: 'Jadau Polki Cocktail Ring' })
  await expect(ring).toContainText('Out of Stock')
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('₹7,250.00')
})

test('a sold-out line says so next to its Remove, even on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWith(page, '/cart', { cart: [{ ...soldOutRing, quantity: 1 }] })
  const ring = page.getByRole('article', { name: 'Jadau Polki Cocktail Ring' })
  const middleOf = async (element: Locator) => {
    const { y, height } = (await element.boundingBox()) ?? { y: NaN, height: NaN }
    return y + height / 2
  }
  expect(await middleOf(ring.getByText('Out of Stock'))).toBeCloseTo(
    await middleOf(ring.getByRole('button', { name: /^Remove/ })),
    0,
  )
})

// Shows 2.cart.line, 2.cart.quantity, 2.cart.summary, 2.cart.free, 2.cart.empty, 2.cart.continue, 4.cart.quantity
// Shows D9.free
test('the cart has lines with quantity buttons and a summary, and can be cleared', async ({ page }) => {
  await openWith(page, '/cart', { cart: [{ ...payal, quantity: 1 }] })
  const line = page.getByRole('article', { name: 'Ghungroo Silver Payal' })
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(line.locator('img')).toBeVisible()
  await expect(line).toContainText('₹7,250.00')
  await expect(line.getByRole('button', { name: 'One less' })).toBeDisabled()
  await line.getByRole('button', { name: 'One more' }).click()
  await expect(summary).toContainText('₹14,500.00')
  await expect(line.getByText('each', { exact: true })).toBeVisible()
  await line.getByRole('button', { name: 'One less' }).click()
  await expect(line.getByRole('button', { name: 'One less' })).toBeDisabled()
  for (const [label, value] of [
    ['Subtotal', '₹7,250.00'],
    ['Shipping', 'Free'],
    ['Total', '₹7,250.00'],
  ] as const) {
    await expect(summary.getByText(label, { exact: true })).toBeVisible()
    await expect(summary.getByText(value, { exact: true }).first()).toBeVisible()
  }
  await expect(summary.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/rings')
  await summary.getByRole('button', { name: 'Empty Cart' }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe('[]')
})

// Shows 6.visitor.checkout, 4.checkout.visitor
test('a visitor who opens the order summary by URL must sign in', async ({ page }) => {
  await openWith(page, '/cart?step=checkout', { cart: [{ ...payal, quantity: 1 }] })
  await expect(page).toHaveURL(/\/login\?from=%2Fcart$/)
})

// Shows 2.cart.checkout, 2.summary.items, 2.summary.address, 2.summary.methods, 2.summary.totals, 2.summary.buttons
// Shows 3.address, 5.checkout.enabled, 5.checkout.rates, 5.payment.script, 8.shipping.boxes, 8.shipping.words
// Shows 4.checkout.summary, D9.free
test('the order summary shows lines, address, shipping rates and totals, and what prevents payment', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/checkout\.js|ERR_FAILED|500/)
  await page.route('**/checkout.js', (route) => route.abort())
  let failing = true
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/shipping/calculate', async (route) => {
    await held
    if (failing) await route.fulfill({ status: 500, body: '' })
    else await route.continue()
  })
  await beginCheckout(page, '/anklet/1')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Summary')
  await expect(main.getByRole('region', { name: 'Pieces' })).toContainText('Ghungroo Silver Payal')
  await expect(main.getByRole('region', { name: 'Totals' })).toContainText('₹7,250.00')
  await expect(main.getByLabel('Email')).toHaveValue(/^asha\..+@example\.in$/)
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Asha Verma')
  await expect(main.getByRole('link', { name: 'Back to Cart' })).toHaveAttribute('href', '/cart')
  const proceed = main.getByRole('button', { name: 'Proceed to Payment' })
  await expect(proceed).toHaveAttribute('aria-disabled', 'true')

  await fillAddress(page)
  const loading = main.getByRole('status').filter({ hasText: 'Loading shipping options...' })
  await expect(loading).toBeVisible()
  const loadingColour = await loading.evaluate((box) => getComputedStyle(box).borderLeftColor)
  release()
  const error = main.getByRole('alert').filter({ hasText: 'Server error: 500' })
  await expect(error).toBeVisible()
  expect(await error.evaluate((box) => getComputedStyle(box).borderLeftColor)).not.toBe(loadingColour)
  failing = false
  await error.getByRole('button', { name: 'Try again' }).click()

  const methods = main.getByRole('group', { name: 'Shipping Method' })
  await expect(proceed).toHaveAttribute('aria-disabled', 'true')
  // With free shipping, the fastest courier is also the cheapest.
  await expect(methods.getByRole('radio', { name: /^By \w{3}, \d+ \w+ ?Fastest/ })).toBeVisible()
  await expect(methods.getByRole('radio')).toHaveCount(1)
  await methods.getByText(/other couriers$/).click()
  await expect(methods.getByRole('radio').nth(1)).toBeVisible()
  await methods.getByRole('radio').first().check()
  await expect(proceed).not.toHaveAttribute('aria-disabled')
  await expect(page.getByRole('combobox', { name: 'Search jewellery' })).toBeHidden()
  await expect(methods.locator('s').first()).toContainText('₹')
  await proceed.click()
  await expect(main).toContainText('Payment system is not initialized. Please refresh the page.')
})

test('a cart line stops at the maximum quantity with a message', async ({ page }) => {
  await openWith(page, '/anklet/4', { cart: [{ type: 'anklet', id: 4, quantity: 98 }] })
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByText('Item added to cart!')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByText('Your cart has no more room for this.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your cart' })).toContainText('Quantity 99')
})

test.describe('the end of a payment', () => {
  // Dates of an invoice are Indian dates (D45), wherever the customer is.
  test.use({ timezoneId: 'America/New_York' })
  const lastOrderDetails = {
    orderId: 'SJ-0123456789ABCDEF',
    amount: 1_500_000,
    items: [
      { name: 'Ghungroo Silver Payal', price: 725_000, quantity: 2 },
      { name: 'Lahar Ring', price: 50_000, quantity: 1 },
    ],
    timestamp: '2026-11-20T10:01:00.000Z',
  }

  // Shows 2.success.reads-storage, 2.success.words, 2.success.order, 2.success.lines, 2.success.total
  // Shows 2.success.print, 2.success.continue, 3.storage.last-order
  test('shows a printable confirmation from the order saved in this browser', async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    await openWith(page, '/order-success', { lastOrderDetails })
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmation')
    for (const text of [
      'Payment Successful!',
      'SJ-0123456789ABCDEF',
      /20 November 2026.*3:31/,
      'Ghungroo Silver Payal x 2',
      'Lahar Ring x 1',
      'Total Amount',
    ])
      await expect(main).toContainText(text)
    await expect(main.getByRole('row', { name: /Payal x 2/ })).toContainText('₹14,500.00')
    await expect(main.getByText('₹15,000.00')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/rings')
    await main.getByRole('button', { name: 'Print Invoice' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  })

  // Shows 2.failed.words, 2.failed.default, 2.failed.reason, 2.failed.ways, 3.storage.failure
  test('shows why it failed, and links back to the cart', async ({ page }) => {
    await page.goto('/order-failed')
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Status')
    await expect(main.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await expect(main).toContainText('Payment was cancelled or failed')
    await openWith(page, '/order-failed', { orderFailureReason: 'The bank declined the card' })
    await expect(main).toContainText('The bank declined the card')
    await expect(main.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/cart')
    await expect(main.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/rings')
  })
})
