/** Every screen and state of the shop by name, and how to open it: for the accessibility tests and `npm run shots`. */
import { expect, type Page } from '@playwright/test'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { CUSTOMER_JOURNEYS } from './customer-screens.ts'
import { DOCUMENT_SCREENS } from './document-screens.ts'
import type { Journey, Screen } from './screen.ts'
import { addToCart } from './shopping.ts'
import { openHydrated } from './hydrated.ts'

/** Public pages that their URL alone opens. */
export const ADDRESSES: Readonly<Record<string, string>> = {
  home: '/',
  'all-products': '/allproducts',
  'all-products-search': '/allproducts?q=gold',
  'results-nothing-found': '/allproducts?q=zzzz',
  'special-offer': '/special-offer',
  ...Object.fromEntries(PRODUCT_TYPES.map((type) => [`list-${type}`, `/${type}`])),
  'list-filtered': '/rings?category=Engagement&metal=Platinum',
  'list-nothing-found': '/rings?q=zzzz',
  ring: '/rings/801',
  'ring-sold-out': '/rings/808',
  necklace: '/necklaces/601',
  earring: '/tops/1',
  'set-made-to-order': '/sets/904',
  pendant: '/pendants/701',
  bracelet: '/bracelets/200',
  bangle: '/bangles/100',
  chain: '/chains/301',
  gem: '/gems/401',
  idol: '/idols/1000',
  anklet: '/anklet/1',
  'mangal-sutra': '/mangal-sutra/500',
  'cart-empty': '/cart',
  'wishlist-empty': '/wishlist',
  'order-failed': '/order-failed',
  login: '/login',
  signup: '/signup',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password?token=x',
  about: '/about',
  contact: '/contact',
  faq: '/faq',
  blog: '/blog',
  'blog-post': '/blog/1',
  privacy: '/privacy',
  terms: '/terms',
  verify: '/verify',
  'newsletter-confirm': '/newsletter/confirm',
  'newsletter-unsubscribe': '/newsletter/unsubscribe',
  offline: '/offline',
}

/** Screens that need interaction. */
const STATES: readonly Screen[] = [
  {
    name: 'not-found',
    async open(page) {
      await page.goto('/no-such-page')
    },
  },
  {
    name: 'ring-not-found',
    async open(page) {
      await page.goto('/rings/999')
    },
  },
  {
    name: 'blog-post-not-found',
    async open(page) {
      await page.goto('/blog/9')
    },
  },
  {
    name: 'connection-lost',
    isWindow: true,
    // A wider window needs a larger picture, and only the service worker would replace it.
    isTransient: true,
    async open(page) {
      await page.context().setOffline(false)
      await openHydrated(page, '/rings/801')
      // The notice itself, loaded after the page and still empty.
      await expect(page.locator('output.fixed')).toBeAttached()
      await page.context().setOffline(true)
      await expect(page.getByText('You are offline.')).toBeVisible()
    },
  },
  {
    name: 'menu',
    isWindow: true,
    async open(page) {
      await page.goto('/about')
      const menu = page.getByRole('button', { name: /menu/i })
      if (await menu.isVisible()) await menu.click()
    },
  },
  {
    name: 'category-panel',
    isWindow: true,
    async open(page) {
      await openHydrated(page, '/about')
      const category = page
        .getByRole('navigation', { name: 'Categories' })
        .getByRole('link', { name: 'Rings', exact: true })
      if (!(await category.isVisible())) return
      await category.press('ArrowDown')
      await expect(page.getByRole('list', { name: 'By budget' })).toBeVisible()
    },
  },
  {
    name: 'filters',
    isWindow: true,
    async open(page) {
      await page.goto('/anklet')
      await page.getByRole('button', { name: 'Filters', exact: true }).click()
      await expect(page.getByRole('slider').first()).toBeVisible()
    },
  },
  {
    name: 'full-screen-picture',
    isWindow: true,
    async open(page) {
      await page.goto('/rings/801')
      await page.getByRole('button', { name: /full screen/i }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'drawing-to-scale',
    isWindow: true,
    async open(page) {
      await openHydrated(page, '/tops/1')
      await page.getByRole('list', { name: 'Pictures' }).getByRole('button').nth(2).click()
      // In a wider window the picture would be under the pointer, and zoomed.
      await page.mouse.move(0, 0)
    },
  },
  {
    name: 'delivery-told',
    async open(page) {
      await page.goto('/anklet/2')
      await page.getByLabel('Deliver to').fill('302001')
      await expect(page.getByText(/Delivery by/)).toBeVisible()
    },
  },
  {
    name: 'bangle-sizes',
    isWindow: true,
    async open(page) {
      await openHydrated(page, '/bangles/100')
      await page.getByRole('button', { name: 'Find your bangle size' }).click()
      await page.getByRole('button', { name: 'The card fits' }).click()
      await expect(page.getByText('Indian size 2.6, as chosen')).toBeVisible()
    },
  },
  {
    name: 'recently-viewed',
    async open(page) {
      for (const path of ['/tops/1', '/sets/901', '/gems/401', '/rings/801']) {
        await openHydrated(page, path)
        const [, type] = path.split('/')
        await expect
          .poll(() => page.evaluate(() => localStorage.getItem('recentlyViewed')))
          .toContain(`"${type}"`)
      }
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect(page.getByRole('region', { name: 'Recently viewed' }).getByRole('link')).toHaveCount(3)
    },
  },
  {
    name: 'added-to-cart',
    isWindow: true,
    isTransient: true,
    async open(page) {
      await page.goto('/tops/1')
      await addToCart(page)
      await expect(page.getByRole('region', { name: 'Your cart' })).toBeVisible()
      // It would close automatically.
      await page.getByRole('region', { name: 'Your cart' }).hover()
    },
  },
  {
    name: 'wishlist',
    async open(page) {
      await saveList(
        page,
        'wishlist',
        '[{"type":"tops","id":1},{"type":"rings","id":808},{"type":"anklet","id":2}]',
      )
      await page.goto('/wishlist')
      await expect(page.getByRole('link', { name: 'Ranjani Kundan Jhumka' })).toBeVisible()
    },
  },
  {
    name: 'wishlist-undo',
    async open(page) {
      await saveList(page, 'wishlist', '[{"type":"tops","id":1},{"type":"anklet","id":2}]')
      await page.goto('/wishlist')
      await page.getByRole('button', { name: 'Remove Ranjani Kundan Jhumka from wishlist' }).click()
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    },
  },
  {
    name: 'cart',
    async open(page) {
      await saveList(
        page,
        'cart',
        '[{"type":"tops","id":1,"quantity":1},{"type":"anklet","id":1,"quantity":2}]',
      )
      await page.goto('/cart')
      await expect(page.getByText('Ranjani Kundan Jhumka')).toBeVisible()
    },
  },
  {
    name: 'cart-sold-out',
    async open(page) {
      await saveList(
        page,
        'cart',
        '[{"type":"rings","id":815,"quantity":1},{"type":"rings","id":808,"quantity":1}]',
      )
      await page.goto('/cart')
      await expect(page.getByText('Jadau Polki Cocktail Ring')).toBeVisible()
    },
  },
  {
    name: 'login-rejected',
    async open(page) {
      await page.goto('/login')
      await page.getByLabel('Email').first().fill('nobody@example.in')
      await page.getByLabel('Password', { exact: true }).fill('not-this-one')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByText('Invalid email or password')).toBeVisible()
    },
  },
  {
    name: 'forgot-password-sent',
    async open(page) {
      await openHydrated(page, '/forgot-password')
      await page.getByPlaceholder('Enter your email address').fill('nobody@example.in')
      await page.getByRole('button', { name: 'Reset Password' }).click()
      await expect(page.getByText('Check your inbox')).toBeVisible()
    },
  },
]

const SEARCH: Journey = [
  {
    name: 'search-before-typing',
    isWindow: true,
    isTransient: true,
    async open(page) {
      await page.goto('/about')
      await page.getByRole('combobox', { name: /search/i }).click()
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'search-suggestions',
    isWindow: true,
    isTransient: true,
    async open(page) {
      await page.getByRole('combobox', { name: /search/i }).fill('gold')
      await expect(page.getByRole('option', { name: /gold/i }).first()).toBeVisible()
    },
  },
  {
    name: 'search-nothing-found',
    isWindow: true,
    isTransient: true,
    async open(page) {
      await page.getByRole('combobox', { name: /search/i }).fill('zzzz')
      await expect(page.getByText('Nothing found for')).toBeVisible()
    },
  },
  {
    name: 'search-understood',
    isWindow: true,
    isTransient: true,
    async open(page) {
      await page.getByRole('combobox', { name: /search/i }).fill('सोने की अंगूठी')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
]

const RING_SIZES: Journey = (['On this screen', 'With paper', 'All sizes'] as const).map((way, index) => ({
  name: `ring-sizes-${way.split(' ').at(-1)?.toLowerCase()}`,
  isWindow: true,
  async open(page) {
    if (index === 0) {
      await openHydrated(page, '/rings/801')
      await page.getByRole('button', { name: 'Find your ring size' }).click()
    }
    await page.getByRole('tab', { name: way }).click()
  },
}))

export const JOURNEYS: readonly Journey[] = [
  ...[...STATES, ...DOCUMENT_SCREENS].map((screen) => [screen]),
  SEARCH,
  RING_SIZES,
  ...CUSTOMER_JOURNEYS,
]

/** Each in a fresh browser context, after the earlier screens of its journey. */
export const SCREENS: readonly Screen[] = [
  ...Object.entries(ADDRESSES).map(([name, address]) => ({
    name,
    async open(page: Page) {
      await page.goto(address)
    },
  })),
  ...JOURNEYS.flatMap((journey) =>
    journey.map((screen, index) => ({
      ...screen,
      async open(page: Page) {
        for (const step of journey.slice(0, index + 1)) await step.open(page)
      },
    })),
  ),
]

/** Saves a list in local storage, as an earlier visit would have. */
async function saveList(page: Page, key: 'cart' | 'wishlist', list: string): Promise<void> {
  await page.goto('/faq')
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, list] as const)
}
