/** Every page: no axe violations, no horizontal overflow, no small touch targets, no console errors. */
import { ABOUT_LEAD } from '#domain/content/about.ts'
import { expectAccessible, expectGoodLayout } from './support/accessibility.ts'
import { ADDRESSES, JOURNEYS } from './support/screens.ts'
import { horizontalOverflow } from './support/layout.ts'
import { expect, test } from './support/test.ts'
import { openHydrated } from './support/hydrated.ts'

// axe would measure the contrast of what is half faded in.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Desktops test only one screen of each kind whose layout differs there. */
const OTHERWISE_WHEN_WIDE = new Set([
  'home',
  'all-products',
  'special-offer',
  'list-rings',
  'list-anklet',
  'list-nothing-found',
  'ring',
  'set-made-to-order',
  'login',
  'contact',
  'blog-post',
  'search-suggestions',
  'menu',
  'filters',
  'full-screen-picture',
  'added-to-cart',
  'wishlist',
  'cart',
  'checkout-gaps',
  'payment',
  'order',
  'account-addresses',
])

/** All listings share one component, all detail pages another; `npm run shots` covers the rest. */
const LIKE_ANOTHER = new Set([
  'list-necklaces',
  'list-tops',
  'list-sets',
  'list-pendants',
  'list-bracelets',
  'list-chains',
  'list-mangal-sutra',
  'necklace',
  'earring',
  'pendant',
  'bracelet',
  'chain',
])

for (const [name, address] of Object.entries(ADDRESSES).filter(([screen]) => !LIKE_ANOTHER.has(screen)))
  test(
    `${name}: accessible, without overflow, with large touch targets`,
    OTHERWISE_WHEN_WIDE.has(name) ? {} : { tag: '@phone' },
    async ({ page, isMobile }) => {
      await openHydrated(page, address)
      await expectGoodLayout(page, isMobile)
    },
  )

for (const journey of JOURNEYS) {
  const names = journey.map(({ name }) => name)
  test(
    `${names.join(', ')}: accessible, without overflow, with large touch targets`,
    names.some((name) => OTHERWISE_WHEN_WIDE.has(name)) ? {} : { tag: '@phone' },
    async ({ page, isMobile, allowErrors }) => {
      allowErrors(/status of (?:40[14]|500)|404/)
      for (const { name, open } of journey)
        await test.step(name, async () => {
          await open(page)
          if (isMobile || OTHERWISE_WHEN_WIDE.has(name)) await expectGoodLayout(page, isMobile)
        })
    },
  )
}

test.describe('in dark mode', { tag: '@phone' }, () => {
  test.use({ colorScheme: 'dark' })
  for (const path of ['/', '/rings', '/rings/801', '/cart', '/login', '/faq'])
    test(`${path} is accessible`, async ({ page }) => {
      await openHydrated(page, path)
      await expectAccessible(page)
    })
})

test('prints light, even in dark mode', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/about')
  // After the navigation: with a second DevTools session (`--slow`), Chromium resets the emulated medium on navigation.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText(ABOUT_LEAD)).toHaveCSS('color', 'rgb(106, 81, 96)')
})

test(
  'prints the facts of a piece and the selection, without its buttons',
  { tag: '@desktop' },
  async ({ page }) => {
    await openHydrated(page, '/rings/801')
    await page.emulateMedia({ media: 'print' })
    const main = page.getByRole('main')
    await expect(main.getByRole('button')).toHaveCount(0)
    await expect(main.getByRole('radio')).toHaveCount(1)
    await expect(main.getByText('Price breakup')).toBeVisible()
  },
)

test('prints answers that are collapsed on the screen', { tag: '@desktop' }, async ({ page }) => {
  await openHydrated(page, '/faq')
  const answer = page.getByRole('main').locator('details').first().locator('p').first()
  await expect(answer).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(answer).toBeVisible()
})

test.describe('at 200%', { tag: '@desktop' }, () => {
  for (const path of ['/', '/rings', '/rings/801', '/cart', '/login', '/faq'])
    // Shows B.twice
    test(`${path} fits and stays readable, also with text twice as large`, async ({ page }) => {
      // 1280 × 800 px at 200% zoom.
      await page.setViewportSize({ width: 640, height: 400 })
      await page.goto(path)
      expect(await horizontalOverflow(page)).toBe(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect(await horizontalOverflow(page)).toBe(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
})
