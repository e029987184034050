/** The layout around every page, the home page, and scrolling. */
import type { Page } from '@playwright/test'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { PRIVACY_DATE } from '#domain/content/privacy.ts'
import { TERMS_DATE } from '#domain/content/terms.ts'
import { formatRupees } from '#domain/money.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { presentationOf } from '#domain/presentation.ts'
import { formatDate } from '#app/content/dates.ts'
import { doNotOverlap, loadedFontFamilies } from './support/layout.ts'
import { expect, test } from './support/test.ts'
import { waitUntilHydrated, openHydrated } from './support/hydrated.ts'

const PUBLIC_PATHS = [
  '/',
  '/about',
  '/contact',
  '/allproducts',
  '/cart',
  '/wishlist',
  '/faq',
  '/blog',
  '/blog/1',
  '/blog/2',
  '/blog/3',
  '/login',
  '/signup',
  '/forgot-password',
  '/order-success',
  '/order-failed',
  '/special-offer',
  '/privacy',
  '/terms',
  '/verify',
  ...PRODUCT_TYPES.map((type) => `/${type}`),
  ...OPENING_COLLECTION.products.map(({ type, id }) => `/${type}/${id}`),
]

// Shows 2.routes.public, 2.routes.detail, 2.every.frame, 1.catalogues, D14.policies, D7.dollars
test('every public URL renders a page between header and footer, and only the wishlist shows dollars', async ({
  request,
}) => {
  for (const path of PUBLIC_PATHS) {
    const response = await request.get(path)
    const html = await response.text()
    const has = ['<header', '<footer', '≈ $'].map((text) => html.includes(text))
    expect([path, response.status(), ...has]).toEqual([path, 200, true, true, false])
  }
})

test('every public URL has one h1 in its HTML, and no heading within an address element', async ({
  request,
}) => {
  for (const path of PUBLIC_PATHS) {
    const html = await (await request.get(path)).text()
    const addresses = html.match(/<address[\s\S]*?<\/address>/g)?.join('') ?? ''
    expect([path, html.match(/<h1\b/g)?.length, addresses.match(/<h\d/g)]).toEqual([path, 1, null])
  }
})

test('privacy policy and terms show their date', async ({ request }) => {
  for (const [path, date] of [
    ['/privacy', PRIVACY_DATE],
    ['/terms', TERMS_DATE],
  ] as const)
    expect(await (await request.get(path)).text()).toContain(`As of ${formatDate(date)}`)
})

const PERSONAL_PATHS = [
  '/cart',
  '/wishlist',
  '/order-success',
  '/order-failed',
  '/login',
  '/signup',
  '/forgot-password',
]

// Shows D33.noindex
test('only personal pages are hidden from search engines', async ({ request }) => {
  const isHidden = async (path: string) =>
    (await (await request.get(path)).text()).includes('<meta name="robots" content="noindex"/>')
  for (const path of PERSONAL_PATHS) expect([path, await isHidden(path)]).toEqual([path, true])
  for (const path of ['/', '/rings', '/rings/801', '/faq'])
    expect([path, await isHidden(path)]).toEqual([path, false])
})

// Shows 1.bundled
test('a browsing visitor sends no API requests', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname.startsWith('/api/')) requests.push(sent.url())
  })
  await page.goto('/')
  const tiles = page.getByRole('region', { name: 'Shop by Category' })
  await tiles.getByRole('link', { name: 'Rings', exact: true }).click()
  await page.getByRole('link', { name: /Chandrika Solitaire Ring/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chandrika Solitaire Ring')
  await page.getByRole('combobox', { name: /search/i }).fill('jhumka')
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/\/tops\/\d+$/)
  await waitUntilHydrated(page)
  expect(requests).toEqual([])
})

// Shows B.before-script
test('a lazy part of a page hydrates each time its page opens', async ({ page }) => {
  await openHydrated(page, '/login')
  await page.getByRole('link', { name: 'Swarnika Jewellers, home' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await waitUntilHydrated(page)
})

// Shows 2.strip.shipping, 2.strip.phone, 2.strip.email, 2.header.logo, 2.header.wishlist, 2.header.cart
// Shows 2.header.login, D3.shop
test('the header has the strip, the logo, and links to wishlist, cart and login', async ({ page }) => {
  await page.goto('/tops/1')
  const header = page.getByRole('banner')
  await expect(header).toContainText('Free shipping on orders over ₹5000')
  await expectLinks(header, [
    ['+91 11 5550 1995', 'tel:+911155501995'],
    ['care@swarnika.example', 'mailto:care@swarnika.example'],
    ['Swarnika Jewellers, home', '/'],
    ['Login', '/login'],
    ['Wishlist', '/wishlist'],
    ['Cart', '/cart'],
  ])
  await page.getByRole('main').getByRole('button', { name: 'Add to Wishlist' }).click()
  await expect(header.getByRole('link', { name: 'Wishlist' })).toContainText('1')
})

// Shows B.steady
test('the category menu does not shift when its font loads', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/*.woff2', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/about', { waitUntil: 'commit' })
  const links = page.getByRole('navigation', { name: 'Categories' }).locator(':scope > ul > li')
  const places = () => links.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().left))
  await expect(links).toHaveCount(12)
  const before = await places()
  release()
  await expect.poll(() => loadedFontFamilies(page)).toContain('Anek')
  const after = await places()
  // Browsers ignore shifts of less than 3 px.
  expect(after.filter((left, at) => Math.abs(left - (before[at] ?? 0)) >= 3)).toEqual([])

  const misfits = await links.evaluateAll((items: HTMLElement[]) =>
    items.flatMap((item) => {
      const { width } = item.getBoundingClientRect()
      item.style.width = 'max-content'
      const fitting = item.getBoundingClientRect().width
      return Math.abs(width - fitting) < 0.5 ? [] : [`${item.textContent}: ${fitting / 16} rem`]
    }),
  )
  expect(misfits, 'each label is as wide as app/layout/categories.ts says').toEqual([])
})

test('on a large screen, the line below the categories spans the window, and their labels align with the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/rings')
  const categories = page.getByRole('navigation', { name: 'Categories' })
  expect((await categories.boundingBox())?.width).toBe(await page.evaluate(() => document.body.clientWidth))
  const first = await categories.getByText('All Products').boundingBox()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  // The link has 8 px of padding around its text.
  expect((first?.x ?? 0) + 8).toBe(title?.x)
})

test('a category opens its metals and budgets under the pointer, and by the down arrow', async ({ page }) => {
  await openHydrated(page, '/about')
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await categories.getByRole('link', { name: 'Rings', exact: true }).hover()
  const metals = categories.getByRole('list', { name: 'By metal' })
  await expect(metals.getByRole('link', { name: 'Platinum' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(metals).toBeHidden()

  await categories.getByRole('link', { name: 'Gems', exact: true }).press('ArrowDown')
  await expect(categories.getByRole('link', { name: 'Up to ₹6,000' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(categories.getByRole('link', { name: 'Red' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/gems?color=Red')
  await expect(page.getByText('Showing 1 result')).toBeVisible()
  await expect(categories.getByRole('list')).toHaveCount(1)
})

// Shows 2.header.phone-menu, 2.menu.categories
test('on phones the menu slides out with the same links', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/faq')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectLinks(page.getByRole('dialog', { name: 'Menu' }), [
    ['All Products', '/allproducts'],
    ['Bracelets', '/bracelets'],
    ['Bangles', '/bangles'],
    ['Rings', '/rings'],
    ['Earrings', '/tops'],
    ['Necklaces', '/necklaces'],
    ['Sets', '/sets'],
    ['Pendants / Lockets', '/pendants'],
    ['Chains', '/chains'],
    ['Gems', '/gems'],
    ['Idols', '/idols'],
    ['Anklet', '/anklet'],
    ['Mangal Sutra', '/mangal-sutra'],
    ['Wishlist', '/wishlist'],
    ['Cart', '/cart'],
    ['Login', '/login'],
  ])
})

// Shows 2.footer.tagline, 2.footer.social, 2.footer.quick-links, 2.footer.contact, 2.footer.policies
// Shows 2.footer.subscribe
test('the footer has tagline, social link, Quick Links, contact, Stay Updated and the policies', async ({
  page,
}) => {
  await page.goto('/faq')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Fine jewellery from New Delhi')
  await expect(footer.getByRole('heading', { name: 'Quick Links' })).toBeVisible()
  await expect(footer.getByRole('heading', { name: 'Stay Updated' })).toBeVisible()
  await expectLinks(footer, [
    ['Instagram', /^https:\/\/www\.instagram\.com/],
    ['Collections', '/allproducts'],
    ['About', '/about'],
    ['Blog', '/blog'],
    ['FAQ', '/faq'],
    ['+91 11 5550 1995', 'tel:+911155501995'],
    ['care@swarnika.example', 'mailto:care@swarnika.example'],
    ['Privacy Policy', '/privacy'],
    ['Terms of Service', '/terms'],
  ])
})

// Shows 2.search.eight, 2.search.row
test('the search offers at most eight pieces, each with picture, name, type, category and price', async ({
  page,
}) => {
  await page.goto('/faq')
  const box = page.getByRole('combobox', { name: /search/i })
  await box.fill('gold')
  await expect(page.getByRole('option')).toHaveCount(8)
  await box.fill('Ranjani Kundan')
  const option = page.getByRole('option')
  await expect(option).toHaveCount(1)
  await expect(option.locator('img')).toHaveCount(1)
  for (const text of ['Ranjani Kundan Jhumka', 'Earrings', 'Drop', '₹1,53,431.40'])
    await expect(option).toContainText(text)
})

// Shows 2.collection.tiles
test('the index of the collection links to every category', async ({ page }) => {
  await page.goto('/allproducts')
  const main = page.getByRole('main')
  for (const type of PRODUCT_TYPES)
    await expect(main.locator(`a[href="/${type}"]`)).toContainText(presentationOf(type).label)
})

test.describe('the home page', () => {
  // Shows 2.home.tiles, 2.home.carousel.explore, 2.home.new-arrivals, 2.home.featured, 2.home.offer
  test('links to the catalogue by carousel, tiles, new arrivals, featured pieces and the offer', async ({
    page,
  }) => {
    await page.goto('/')
    const main = page.getByRole('main')
    await expectLinks(main, [
      ['Explore Collection', '/allproducts'],
      [/^Get 20% off on selected items this season/, '/special-offer'],
    ])
    await expectLinks(main.getByRole('region', { name: 'Shop by Category' }), [
      ['Rings', '/rings'],
      ['Necklaces', '/necklaces'],
      ['Earrings', '/tops'],
      ['Bracelets', '/bracelets'],
    ])
    await expect(main.getByRole('region', { name: 'New Arrivals' }).getByRole('article')).toHaveCount(4)
    await expect(main.getByRole('region', { name: 'Featured Products' }).getByRole('article')).toHaveCount(6)
  })

  // Shows 2.home.add-to-cart, 2.toast.three-seconds
  test('says “Item added to cart!” for three seconds', async ({ page }) => {
    const toast = page.getByText('Item added to cart!')
    await openWithClock(page, '/')
    for (const row of ['New Arrivals', 'Featured Products']) {
      const add = page.getByRole('region', { name: row }).getByRole('button', { name: /^Add to Cart/ })
      await add.first().click()
      await expect(toast).toBeVisible()
      await page.clock.runFor(2900)
      await expect(toast).toBeVisible()
      await page.clock.runFor(200)
      await expect(toast).toBeHidden()
    }
  })

  // Shows 2.toast.polite
  test('announces it politely, without covering the pressed button', async ({ page }) => {
    await page.goto('/')
    const button = page
      .getByRole('region', { name: 'New Arrivals' })
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
    for (const block of ['start', 'center', 'end'] as const) {
      await button.evaluate((element, at) => element.scrollIntoView({ block: at }), block)
      await button.click()
      const toast = page.getByRole('status').getByText('Item added to cart!')
      await expect(toast).toBeVisible()
      expect(await doNotOverlap(toast, button)).toBe(true)
    }
  })

  for (const [window, size] of [
    ['a phone in landscape', { width: 844, height: 390 }],
    ['a tablet', { width: 1024, height: 768 }],
    ['a low window', { width: 1280, height: 600 }],
  ] as const)
    // Shows 2.toast.polite
    test(`covers no button of a listing with the mini cart, in ${window}`, async ({ page }) => {
      await page.setViewportSize(size)
      await openHydrated(page, '/rings')
      const buttons = page.getByRole('main').getByRole('button', { name: /^Add to Cart/ })
      const cart = page.getByRole('region', { name: 'Your cart' })
      for (const column of [0, 1, 2])
        for (const block of ['start', 'center', 'end'] as const) {
          const button = buttons.nth(column)
          await button.evaluate((element, at) => {
            element.style.scrollMargin = '6rem 0 1rem'
            element.scrollIntoView({ block: at })
          }, block)
          await button.click()
          await expect(cart).toBeVisible()
          expect(await doNotOverlap(cart, button), `column ${column}, at the ${block}`).toBe(true)
          await page.keyboard.press('Escape')
          await expect(cart).toBeHidden()
        }
    })

  // Shows 2.home.carousel.advance, D35.holds, D35.pause
  test('turns its picture every three seconds, unless it is hovered, focused, paused, hidden or out of view', async ({
    page,
  }) => {
    await openWithClock(page, '/')
    const carousel = page.getByRole('region', { name: 'Our collections' })
    const slide = carousel.locator('[aria-roledescription="slide"]:not([inert])')
    const expectTurn = async (turns: boolean) => {
      // Pointer and focus reach it before the clock continues.
      await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', turns ? 'off' : 'polite')
      const before = numberIn(await slide.getAttribute('aria-label'))
      await page.clock.runFor(3000)
      const after = turns ? (before % 14) + 1 : before
      await expect(slide).toHaveAttribute('aria-label', new RegExp(`^${after} of 14`))
    }
    await expectTurn(true)
    await expectTurn(true)

    await carousel.hover()
    await expectTurn(false)
    await page.mouse.move(0, 0)
    await expectTurn(true)

    await carousel.getByRole('button', { name: /next/i }).focus()
    await expectTurn(false)
    const elsewhere = page.getByRole('banner').getByRole('link', { name: 'Cart' })
    await elsewhere.focus()
    await expectTurn(true)

    await carousel.getByRole('button', { name: /pause/i }).press('Enter')
    await elsewhere.focus()
    await expectTurn(false)
    await carousel.getByRole('button', { name: /play|start/i }).press('Enter')
    await elsewhere.focus()
    await expectTurn(true)

    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(carousel).not.toBeInViewport()
    await expectTurn(false)
    await carousel.scrollIntoViewIfNeeded()
    await expect(carousel).toBeInViewport()
    await expectTurn(true)

    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expectTurn(false)
  })
})

// Shows 2.about, 1.since
test('About shows the company and its founding year', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('main')).toContainText('selling jewellery in New Delhi since 1995')
})

// Shows D10.offer.page
test('the special offer shows the old and new price of each piece', async ({ page }) => {
  await page.goto('/special-offer')
  const selected = OPENING_COLLECTION.products.filter(({ onOffer }) => onOffer)
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(selected.length)
  for (const [place, product] of selected.entries()) {
    const { amount, listPrice } = product.price
    await expect(cards.nth(place)).toContainText(formatRupees(amount))
    await expect(cards.nth(place).locator('s')).toContainText(formatRupees(listPrice))
    expect(amount).toBeCloseTo(listPrice * 0.8, -1)
  }
})

// Shows 2.blog.fields
test('a post shows title, date, author and content, and its excerpt in the list', async ({ page }) => {
  await page.goto('/blog')
  const entry = page.getByRole('article').filter({ hasText: 'Jewellery Trends of 2024' })
  await expect(entry).toContainText('The Swarnika showroom')
  await expect(entry.locator('time')).toHaveAttribute('datetime', '2024-11-25')
  const excerpt = (await entry.getByRole('paragraph').last().textContent()) ?? ''
  expect(excerpt.length).toBeGreaterThan(40)
  await entry.getByRole('link').click()
  await expect(page).toHaveURL(/\/blog\/2$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Jewellery Trends of 2024/)
  await expect(page.getByRole('main')).toContainText('The Swarnika showroom')
  expect(await page.getByRole('main').getByRole('paragraph').count()).toBeGreaterThan(6)
})

test.describe('the scroll position', () => {
  // Shows 2.every.scroll
  test('moves smoothly to the top on a new path', async ({ page }) => {
    const scrolls = await scrollsOf(page)
    await openHydrated(page, '/faq')
    await page.getByRole('button', { name: 'Subscribe' }).scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: 'Wishlist' }).click()
    await expect(page).toHaveURL(/\/wishlist$/)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect.poll(() => scrolls).toContainEqual({ top: 0, behavior: 'smooth' })
  })

  // Shows D34.calm
  test('jumps to the top with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const scrolls = await scrollsOf(page)
    await openHydrated(page, '/faq')
    await page.getByRole('button', { name: 'Subscribe' }).scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: 'Wishlist' }).click()
    await expect(page).toHaveURL(/\/wishlist$/)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect.poll(() => scrolls).toContainEqual({ top: 0, behavior: 'instant' })
  })

  test('goes to a fragment of the page, even if the page was reached by a link', async ({ page }) => {
    await openHydrated(page, '/')
    await page
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: 'Rings', exact: true })
      .click()
    await page.locator('main a[href="/rings/808"]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jadau Polki Cocktail Ring')
    await waitUntilHydrated(page)
    await page.getByRole('link', { name: 'pieces like it' }).click()
    await expect(page).toHaveURL(/#related$/)
    await expect(page.getByRole('heading', { name: 'You may also like' })).toBeInViewport()
    // It does not scroll again when the page grows.
    await page.evaluate(async () => {
      const more = document.createElement('div')
      more.style.height = '300px'
      document.body.append(more)
      for (let frame = 1; frame <= 3; frame++) await new Promise(requestAnimationFrame)
    })
    await expect(page.getByRole('heading', { name: 'You may also like' })).toBeInViewport()
  })

  // Shows D15.nonsense
  test('ignores an invalid fragment', async ({ page }) => {
    await openHydrated(page, '/faq')
    await page.evaluate(() => {
      location.hash = '%'
    })
    await page.getByRole('link', { name: 'Wishlist' }).click()
    await expect(page).toHaveURL(/\/wishlist$/)
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
  })

  // Shows D34.scroll
  test('is restored on Back, and stays when a listing is filtered', async ({ page }) => {
    const scrolls = await scrollsOf(page)
    await page.goto('/rings')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-low-high')
    await expect(page).toHaveURL(/sort=price-low-high/)
    expect(scrolls).toEqual([])

    await page.getByRole('main').getByRole('article').nth(20).scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    expect(place).toBeGreaterThan(500)
    await page.getByRole('main').getByRole('article').nth(20).getByRole('link').click()
    await expect(page).toHaveURL(/\/rings\/\d+$/)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect
      .poll(() => page.evaluate((wanted) => Math.abs(window.scrollY - wanted), place))
      .toBeLessThan(150)
  })
})

// Shows D14.broken
test('an error page says what is safe and how to continue', async ({ page, allowErrors }) => {
  allowErrors(/./)
  await page.route(/\/collection\/.*\.json$/, (route) => route.abort())
  await openHydrated(page, '/')
  await page
    .getByRole('region', { name: 'Shop by Category' })
    .getByRole('link', { name: 'Rings', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expect(page.getByRole('main')).toContainText('Your cart and wishlist are safe.')
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
})

type Links = readonly (readonly [name: string | RegExp, to: string | RegExp])[]

async function expectLinks(part: ReturnType<Page['getByRole']>, links: Links): Promise<void> {
  for (const [name, to] of links) {
    const link = part.getByRole('link', { name, exact: name !== 'Wishlist' && name !== 'Cart' }).first()
    await expect(link).toHaveAttribute('href', to)
  }
}

/** Pauses timers: the test advances the clock. */
async function openWithClock(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-20T10:00:00Z') })
  await openHydrated(page, path)
  await page.clock.pauseAt(new Date('2026-11-20T11:00:00Z'))
}

function numberIn(label: string | null): number {
  return Number(/^\d+/.exec(label ?? '')?.[0])
}

/** Records the arguments of every scroll call. */
async function scrollsOf(page: Page): Promise<readonly unknown[]> {
  const scrolls: unknown[] = []
  await page.exposeFunction('noteScroll', (options: unknown) => scrolls.push(options))
  await page.addInitScript(() => {
    const note: unknown = Reflect.get(window, 'noteScroll')
    const scrollTo = window.scrollTo.bind(window)
    window.scrollTo = (options?: ScrollToOptions | number) => {
      if (typeof options !== 'object') return
      if (typeof note === 'function') note(options)
      scrollTo(options)
    }
  })
  return scrolls
}
