/** Low and narrow windows, and long words: nothing overlaps or overflows. */
import { brokenWords, doNotOverlap, horizontalOverflow } from './support/layout.ts'
import { openHydrated } from './support/hydrated.ts'
import { newCustomer } from './support/customer.ts'
import {
  addToCart,
  beginCheckout,
  fillAddress,
  payInDialog,
  proceedToPayment,
  signUp,
} from './support/shopping.ts'
import { expect, test } from './support/test.ts'

// Shows B.twice
test(
  'a phone with doubled text size scrolls in only one direction, and breaks no word',
  { tag: '@phone' },
  async ({ page }) => {
    test.slow()
    await page.addInitScript(() =>
      localStorage.setItem(
        'cart',
        '[{"type":"tops","id":1,"quantity":2},{"type":"rings","id":815,"quantity":1}]',
      ),
    )
    for (const path of [
      '/',
      '/allproducts',
      '/rings',
      '/rings/801',
      '/cart',
      '/login',
      '/contact',
      '/blog',
    ]) {
      await openHydrated(page, path)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
      expect(await brokenWords(page), path).toEqual([])
    }
  },
)

test(
  'a phone with doubled text size truncates nothing in the mini cart and in a size table',
  { tag: '@phone' },
  async ({ page }) => {
    await openHydrated(page, '/rings/801')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await addToCart(page)
    const miniCart = page.getByRole('region', { name: 'Your cart' })
    await expect(miniCart.getByRole('link', { name: 'View Cart' })).toBeInViewport({ ratio: 1 })
    await miniCart.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Find your ring size' }).click()
    await page.getByRole('tab', { name: 'All sizes' }).click()
    await expect(page.getByRole('columnheader', { name: 'Around, mm' })).toBeInViewport({ ratio: 1 })
  },
)

test(
  'a phone with doubled text size breaks no word of the search suggestions',
  { tag: '@phone' },
  async ({ page }) => {
    await openHydrated(page, '/blog')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await page.getByRole('combobox', { name: /search/i }).fill('gold ring')
    await expect(page.getByRole('option', { name: /Engagement/ }).first()).toBeVisible()
    expect(await brokenWords(page)).toEqual([])
  },
)

test(
  'a phone with doubled text size breaks no word of a checkout, and has a readable e-mail field',
  { tag: '@phone' },
  async ({ page }) => {
    await beginCheckout(page, '/anklet/1')
    await fillAddress(page)
    await expect(page.getByRole('radio').first()).toBeVisible()
    expect(await horizontalOverflow(page, { textScale: 2 })).toBe(0)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await brokenWords(page)).toEqual([])
    await page.goto('/faq')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const field = await page.getByPlaceholder('Your email address').boundingBox()
    expect(field?.width).toBeGreaterThan(300)
  },
)

test(
  'a phone with doubled text size does not scroll saved addresses of a checkout sideways',
  { tag: '@phone' },
  async ({ page }) => {
    await signUp(page, newCustomer())
    await page.goto('/account')
    const savedAddresses = page.getByRole('region', { name: 'Saved Addresses' })
    await savedAddresses.getByRole('button', { name: 'Add an address' }).click()
    await savedAddresses.getByLabel('Address', { exact: true }).fill('22 Carter Road')
    await savedAddresses.getByLabel('Pincode').fill('400050')
    await expect(savedAddresses.getByLabel('City')).toHaveValue('Mumbai')
    await savedAddresses.getByLabel('Phone').fill('9820012345')
    await savedAddresses.getByRole('button', { name: 'Save Address' }).click()
    await expect(savedAddresses.getByRole('button', { name: /^Edit the address/ })).toBeVisible()
    await page.goto('/anklet/1')
    await addToCart(page)
    await page.goto('/cart?step=checkout')
    await expect(page.getByRole('radio', { name: 'A new address' })).toBeVisible()
    expect(await horizontalOverflow(page, { textScale: 2 })).toBe(0)
  },
)

test.describe('on a phone in landscape', { tag: '@desktop' }, () => {
  test.use({ viewport: { width: 740, height: 360 } })

  test('the home page opens with a whole picture', async ({ page }) => {
    await openHydrated(page, '/')
    const picture = await page
      .getByRole('region', { name: 'Our collections' })
      .locator('img')
      .first()
      .boundingBox()
    expect(picture?.height).toBeGreaterThan(200)
    expect(await horizontalOverflow(page)).toBe(0)
  })

  test('a listing shows its first pieces', async ({ page }) => {
    await openHydrated(page, '/rings')
    const picture = await page.getByRole('article').first().locator('img').first().boundingBox()
    expect(picture?.y).toBeLessThan(300)
    expect(await horizontalOverflow(page)).toBe(0)
  })

  test('shows the whole product picture beside its name', async ({ page }) => {
    await openHydrated(page, '/rings/801')
    const picture = await page.getByRole('main').locator('img').first().boundingBox()
    expect(picture?.height).toBeLessThan(360)
    expect(await horizontalOverflow(page)).toBe(0)
    await page.getByRole('button', { name: 'View full screen' }).click()
    const dialog = page.getByRole('dialog')
    const thumbnail = dialog.getByRole('button', { name: 'Show picture 1 of 3' })
    await expect(thumbnail).toBeInViewport({ ratio: 1 })
    const [large, small] = [
      await dialog.getByRole('listitem').first().locator('img').boundingBox(),
      await thumbnail.boundingBox(),
    ]
    expect((small?.x ?? 0) + (small?.width ?? 0)).toBeLessThanOrEqual(large?.x ?? 0)
  })
})

test(
  'on the narrowest phone, the bar and the buttons of a piece fit in one row',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await openHydrated(page, '/rings/801')
    expect(await horizontalOverflow(page)).toBe(0)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Add to Wishlist' }).click()
    const remove = await main.getByRole('button', { name: 'Remove from Wishlist' }).boundingBox()
    const share = await main.getByRole('button', { name: 'Share' }).boundingBox()
    expect(share?.y).toBe(remove?.y)
  },
)

test('all eight suggestions are in view on a laptop', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openHydrated(page, '/about')
  await page.getByRole('combobox', { name: 'Search jewellery' }).fill('ring')
  await expect(page.getByRole('option')).toHaveCount(8)
  await expect(page.getByRole('option').last()).toBeInViewport({ ratio: 1 })
})

test(
  'a long address overflows no page, and the loaded order shifts nothing',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await beginCheckout(page, '/anklet/1')
    await fillAddress(page)
    const street = 'Flat 12, Veeranarayanapuramgopalaswamybettathottam'
    await page.getByRole('main').getByLabel('Address', { exact: true }).fill(street)
    await page.getByRole('radio').first().check()
    await proceedToPayment(page)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/orders/SJ-*', async (route) => {
      if (page.url().endsWith('/order-success')) await held
      await route.continue()
    })
    await payInDialog(page)
    await expect(page).toHaveURL(/\/order-success$/)
    // Measured from the end of the address, whose number of lines varies.
    const heightBelowAddress = () =>
      page.getByRole('heading', { name: 'Deliver to' }).evaluate((heading) => {
        const bottomOf = (element: Element | null | undefined) =>
          element?.getBoundingClientRect().bottom ?? NaN
        return bottomOf(heading.closest('article')) - bottomOf(heading.nextElementSibling)
      })
    const before = await heightBelowAddress()
    release()
    await expect(page.getByText(street).first()).toBeVisible()
    expect(await heightBelowAddress()).toBeCloseTo(before, 0)
    expect(await horizontalOverflow(page)).toBe(0)
    expect(await horizontalOverflow(page, { textScale: 2 })).toBe(0)
    await page.getByRole('link', { name: 'See your order' }).click()
    await expect(page.getByText(street).first()).toBeVisible()
    expect(await horizontalOverflow(page)).toBe(0)
    expect(await horizontalOverflow(page, { textScale: 2 })).toBe(0)
    await openHydrated(page, '/account')
    await expect(page.getByText(street).first()).toBeVisible()
    expect(await horizontalOverflow(page)).toBe(0)
    expect(await horizontalOverflow(page, { textScale: 2 })).toBe(0)
    await page.goto('/anklet/2')
    await addToCart(page)
    await openHydrated(page, '/cart?step=checkout')
    await expect(page.getByText(street).first()).toBeVisible()
    expect(await horizontalOverflow(page)).toBe(0)
  },
)

test(
  'the notice of a lost connection does not cover the button of a piece on a tablet',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await openHydrated(page, '/rings/801')
    const notice = page.locator('output.fixed')
    await expect(notice).toBeAttached()
    await page.context().setOffline(true)
    await expect(notice).toHaveText(/^You are offline/)
    const button = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first()
    expect(await doNotOverlap(notice.locator('div'), button)).toBe(true)
  },
)
