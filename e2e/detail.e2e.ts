/** The detail page: delivery estimate, sizes, sharing, browsing history, and navigation to and from it. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { newCustomer } from './support/customer.ts'
import { signOut, signUp } from './support/shopping.ts'
import { expect, test } from './support/test.ts'
import { openHydrated, waitUntilHydrated } from './support/hydrated.ts'

const ESTIMATE = '**/api/shipping/estimate'

const pincode = (page: Page) => page.getByLabel('Deliver to')
const delivery = (page: Page) => page.getByRole('form', { name: 'Delivery' })

test.describe('delivery to a pincode', () => {
  test('is free and dated from ₹5,000, and saves the pincode', async ({ page }) => {
    await page.goto('/rings/801')
    await pincode(page).fill('302001')
    await expect(delivery(page)).toContainText(/Free delivery by \w{3}, \d+ \w+/)
    await expect(page.getByLabel('Deliver to Jaipur')).toHaveValue('302001')
    await page.goto('/tops/1')
    await expect(pincode(page)).toHaveValue('302001')
    await pincode(page).scrollIntoViewIfNeeded()
    await expect(delivery(page)).toContainText(/Free delivery by/)
  })

  test('shows a charge below ₹5,000, and a faster rate besides the cheapest', async ({ page }) => {
    await page.goto('/anklet/2')
    await pincode(page).fill('302001')
    await expect(delivery(page)).toContainText(/Delivery by \w{3}, \d+ \w+ for ₹\d+\.\d\d/)
    await expect(delivery(page)).toContainText(/Or by .+ for ₹\d+\.\d\d/)
    await expect(delivery(page)).toContainText('Orders of ₹5,000 and more ship free.')
  })

  test('includes the making time of a made-to-order product', async ({ page }) => {
    await page.goto('/sets/904')
    await pincode(page).fill('302001')
    await expect(delivery(page)).toContainText('Made for you in 15 days, then sent with the fastest courier.')
  })

  test('reports an unserviceable pincode', async ({ page, allowErrors }) => {
    allowErrors(/422/)
    await page.goto('/rings/801')
    await pincode(page).fill('744101')
    await expect(delivery(page)).toContainText('No courier serves 744101 yet.')
    await expectAccessible(page)
  })

  test('can be retried when the courier fails', async ({ page, allowErrors }) => {
    allowErrors(/503/)
    await page.route(ESTIMATE, (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, code: 'provider-unavailable', message: 'Failed to fetch shipping rates' },
      }),
    )
    await page.goto('/rings/801')
    await pincode(page).fill('302001')
    await expect(delivery(page)).toContainText('The couriers cannot be reached at the moment.')
    await page.unroute(ESTIMATE)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(delivery(page)).toContainText('Free delivery by')
  })

  test('reports a lost connection and can be retried', async ({ page, context }) => {
    await openHydrated(page, '/rings/801')
    await context.setOffline(true)
    await pincode(page).fill('302001')
    await expect(delivery(page)).toContainText('There is no connection at the moment.')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(delivery(page)).toContainText('Free delivery by')
  })

  test('sends no request for an incomplete pincode, and reports it on Check', async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto('/rings/801')
    await pincode(page).fill('3020')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('Enter a pincode of six digits.')).toBeVisible()
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
  })
})

test('a sold-out product links to alternatives', async ({ page }) => {
  await page.goto('/rings/808')
  await expect(page.getByText('This piece has found its owner.')).toBeVisible()
  await expect(pincode(page)).toBeHidden()
  await page.getByRole('link', { name: 'all rings' }).click()
  await expect(page).toHaveURL(/\/rings$/)
})

test('the buy bar appears as soon as the buttons of the page are under the header', async ({ page }) => {
  await openHydrated(page, '/rings/801')
  const header = await page.getByRole('banner').locator('.bar').boundingBox()
  const buttons = page.getByRole('article').first().getByRole('button', { name: 'Add to Cart' }).locator('..')
  const bar = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).last()
  const scrollTheirEndTo = (y: number) =>
    buttons.evaluate((element, top) => {
      scrollBy({ top: element.getBoundingClientRect().bottom - top, behavior: 'instant' })
    }, y)
  const isUsable = () => bar.evaluate((button) => button.closest('[inert]') === null)
  await scrollTheirEndTo((header?.height ?? 0) + 20)
  await expect.poll(isUsable).toBe(false)
  await scrollTheirEndTo((header?.height ?? 0) - 8)
  await expect.poll(isUsable).toBe(true)
})

test('a sold-out piece says so and has no buy bar', async ({ page }) => {
  await openHydrated(page, '/rings/808')
  const main = page.getByRole('main')
  await expect(main.getByText('Out of Stock', { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Add to Cart', exact: true })).toBeDisabled()
})

test('on a tablet, text and buttons are next to the picture', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/rings/801')
  const picture = await page.getByRole('article').first().getByRole('img').first().boundingBox()
  const name = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(name?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0))
  const add = page.getByRole('article').first().getByRole('button', { name: 'Add to Cart' })
  await expect(add).toBeInViewport({ ratio: 1 })
})

test('on a narrow phone, pictures next to text stay square, so that the text aligns', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openHydrated(page, '/sets/904')
  const pictures = await page.getByRole('region', { name: 'Complete the set' }).locator('img').all()
  expect(pictures).toHaveLength(3)
  for (const picture of pictures) {
    const box = await picture.boundingBox()
    expect(box?.width).toBe(box?.height)
  }
})

// Shows 2.detail.thumbnails
test('the third picture is drawn to scale, and states the measures of the piece', async ({ page }) => {
  await openHydrated(page, '/rings/801')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Show picture 3 of 3' }).click()
  const measures =
    /^Drawn to scale \(size 12\) beside a ₹10 coin of 27 mm: \d+ mm across, \d+ mm high, \S+ mm at its broadest$/
  const drawing = main.getByRole('img', { name: measures })
  await expect(drawing).toBeVisible()
  await expect
    .poll(() => drawing.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true)
  await expect(main.getByText(measures)).toBeVisible()
})

test('the full-screen view also steps through the pictures', async ({ page }) => {
  await openHydrated(page, '/rings/801')
  await page.getByRole('button', { name: 'View full screen' }).click()
  const pictures = page.getByRole('dialog', { name: /^Pictures of/ })
  const second = pictures.getByRole('button', { name: 'Show picture 2 of 3' })
  await expect(second).toHaveAttribute('aria-pressed', 'false')
  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await expect(pictures.getByRole('list').first().getByRole('img').nth(1)).toBeInViewport({ ratio: 1 })
})

test.describe('the size guide', () => {
  test('is no taller than its content in a wide window', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await openHydrated(page, '/rings/801')
    await page.getByRole('button', { name: 'Find your ring size' }).click()
    const guide = page.getByRole('dialog', { name: 'Find your ring size' })
    await guide.getByRole('tab', { name: 'With paper' }).click()
    const sheet = await guide.boundingBox()
    const last = await guide.getByText('Between two sizes').boundingBox()
    const foot = (sheet?.y ?? 0) + (sheet?.height ?? 0) - (last?.y ?? 0) - (last?.height ?? 0)
    expect(foot).toBeLessThan(32)
  })

  test('finds a ring size by keyboard: a card, then a ring on the disc', async ({ page }) => {
    await openHydrated(page, '/rings/801')
    const help = page.getByRole('button', { name: 'Find your ring size' })
    const guide = page.getByRole('dialog', { name: 'Find your ring size' })
    await help.press('Enter')
    await expect(guide).toBeVisible()
    await expectAccessible(page)
    await guide.getByRole('slider', { name: 'Width of the card' }).press('ArrowRight')
    await guide.getByRole('button', { name: 'The card fits' }).press('Enter')
    const slider = guide.getByRole('slider', { name: 'Size' })
    await slider.press('Home')
    await expect(guide.getByText('Indian size 1', { exact: true })).toBeVisible()
    for (let size = 2; size <= 14; size += 1) await slider.press('ArrowRight')
    await expect(guide.getByText('17.3 mm across, 54.4 mm around')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(guide).toBeHidden()
    await expect(help).toBeFocused()
  })

  test('draws to the scale of the measured screen, and remembers the screen', async ({ page }) => {
    // 6 CSS pixels per millimetre.
    await page.addInitScript(() => localStorage.setItem('screenPixelsPerMm', String(6 * devicePixelRatio)))
    await openHydrated(page, '/bangles/102')
    await page.getByRole('button', { name: 'Find your bangle size' }).click()
    await expect(page.getByText('Indian size 2.4, as chosen')).toBeVisible()
    // Two and a quarter inches: 57.15 mm.
    const disc = page.getByRole('dialog').locator('circle').last()
    expect((await disc.boundingBox())?.width).toBeCloseTo(57.15 * 6, -1)
  })

  test('finds a size with a strip of paper', async ({ page }) => {
    await openHydrated(page, '/rings/801')
    await page.getByRole('button', { name: 'Find your ring size' }).click()
    await page.getByRole('tab', { name: 'With paper' }).click()
    const length = page.getByLabel('Length to the mark, in millimetres')
    await length.fill('54,4')
    await expect(page.getByText('Indian size 14')).toBeVisible()
    await length.fill('5.4')
    await expect(page.getByText(/No size in the table matches this length/)).toBeVisible()
    await page.getByRole('tab', { name: 'All sizes' }).click()
    await expect(page.getByRole('table', { name: 'Indian ring sizes' }).getByRole('row')).toHaveCount(31)
  })
})

test.describe('sharing', () => {
  test('copies the URL if the system has no share sheet', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await page.goto('/rings/801?from=a-mail')
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/rings\/801$/)
  })

  test('passes name and URL to the system’s share sheet if there is one', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'share', {
        configurable: true,
        value: async (shared: ShareData) => {
          document.title = JSON.stringify(shared)
        },
      })
    })
    await page.goto('/rings/801')
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page).toHaveTitle(/"title":"Chandrika Solitaire Ring","url":"http.+\/rings\/801"/)
  })
})

test.describe('recently viewed', () => {
  const strip = (page: Page) => page.getByRole('region', { name: 'Recently viewed' })
  const scrollToHeadings = async (page: Page) => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    return strip(page).getByRole('heading', { level: 3 })
  }

  test('lists earlier products, newest first, without the current one', async ({ page }) => {
    const recorded = () => page.evaluate(() => localStorage.getItem('recentlyViewed'))
    for (const path of ['/tops/1', '/anklet/1', '/rings/801']) {
      await openHydrated(page, path)
      // The strip, which records the product, is loaded after the page.
      await expect.poll(recorded).toContain(path.split('/')[1])
    }
    await expect(await scrollToHeadings(page)).toHaveText(['Ghungroo Silver Payal', 'Ranjani Kundan Jhumka'])
    await strip(page).getByRole('button', { name: 'Clear' }).click()
    await expect(strip(page)).toBeHidden()
  })

  test('survives invalid storage, and products that the shop no longer has', async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem('recentlyViewed', '[7,{"type":"rings","id":99999},{"type":"tops","id":2}]'),
    )
    await page.goto('/rings/801')
    await expect(await scrollToHeadings(page)).toHaveText(['Saptarishi Star Studs'])
  })

  test('is cleared with the pincode at sign-out', async ({ page }) => {
    await signUp(page, newCustomer())
    await page.goto('/rings/801')
    await pincode(page).fill('302001')
    await expect(delivery(page)).toContainText('Free delivery by')
    await signOut(page)
    await page.goto('/rings/802')
    await expect(pincode(page)).toHaveValue('')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(strip(page)).toBeHidden()
  })
})

test('Complete the set links to pieces of other types', async ({ page }) => {
  await page.goto('/rings/801')
  const set = page.getByRole('region', { name: 'Complete the set' })
  await expect(set.getByRole('link')).toHaveText([
    'Saptarishi Star Studs',
    'Akash Ganga Tennis Bracelet',
    'Dhruvtara Solitaire Pendant',
  ])
  await set.getByRole('link', { name: 'Saptarishi Star Studs' }).click()
  await expect(page).toHaveURL(/\/tops\/2$/)
})

test.describe('from card to page and back', () => {
  /** Records the transforms from which pictures of products are animated. */
  const watchAnimations = (page: Page) =>
    page.addInitScript(() => {
      const starts: string[] = []
      Object.assign(window, { starts })
      const { animate } = Element.prototype
      Element.prototype.animate = function (keyframes, options) {
        const animation = animate.call(this, keyframes, options)
        if (animation.id === 'shared-picture' && animation.effect instanceof KeyframeEffect)
          starts.push(String(animation.effect.getKeyframes()[0]?.['transform']))
        return animation
      }
    })
  /** As recorded by watchAnimations. */
  const starts = (page: Page) => page.evaluate(() => ('starts' in window ? (window.starts as string[]) : []))

  /** Opens a page and waits until its cards are prepared for presses. */
  async function openWhenPrepared(page: Page, path: string) {
    const prepared = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('/assets/RecentlyViewed-'),
    )
    await openHydrated(page, path)
    await prepared
  }

  /** Runs in the page. */
  const fetchedCollectionFiles = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('/collection/')).length

  test('the picture grows, and shrinks on Back to the position left', async ({ page }) => {
    await watchAnimations(page)
    await openWhenPrepared(page, '/rings')
    const link = page.getByRole('link', { name: 'Nishant Onyx Signet' })
    await link.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => window.scrollY)
    expect(left).toBeGreaterThan(500)
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nishant Onyx Signet')
    await expect.poll(() => starts(page)).toEqual([expect.stringMatching(/scale\(0\.\d+\)/)])
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    // Going back before its end would start at the size reached.
    await page.evaluate(async () => {
      for (const { id, finished } of document.getAnimations()) if (id === 'shared-picture') await finished
    })

    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rings')
    await expect
      .poll(() => starts(page))
      .toEqual([expect.anything(), expect.stringMatching(/scale\([1-9]\.\d+\)/)])
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  })

  test('reduced motion disables the animation', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await watchAnimations(page)
    await openWhenPrepared(page, '/rings')
    await page.getByRole('link', { name: 'Noor Halo Ring' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Halo Ring')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rings')
    expect(await starts(page)).toEqual([])
  })

  test('pressing a card touched before requests nothing until heading, price and picture are shown', async ({
    page,
  }) => {
    await openWhenPrepared(page, '/rings')
    const card = page.getByRole('article').filter({ hasText: 'Noor Halo Ring' })
    await card.dispatchEvent('touchstart')
    // Cards in view preload theirs in another width.
    const picture = 'link[rel=preload][imagesizes^="(min-width: 112rem)"][imagesrcset*="/rings-802-1-"]'
    await expect(page.locator(picture)).toBeAttached()
    // Rings and the four types that complete a set with one.
    await expect.poll(() => page.evaluate(fetchedCollectionFiles)).toBe(5)

    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.getByRole('link', { name: 'Noor Halo Ring' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Halo Ring')
    await expect(page.getByRole('link', { name: 'Making charges and GST included' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Price breakup' })).toBeVisible()
    expect(requested.filter((path) => /^\/(assets|collection)\/|rings-802-1-/.test(path))).toEqual([])
  })
})

// Shows D37.explained, D38.page
test('the price links to its breakup, which says when the rates were set', async ({ page }) => {
  const facts = Promise.withResolvers<void>()
  await page.route(/\/Facts-[^/]*\.js$/, async (route) => {
    await facts.promise
    await route.continue()
  })
  await page.goto('/rings/801')
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await page.getByRole('link', { name: 'Making charges and GST included' }).click()
  const breakup = page.getByRole('table', { name: 'Price breakup' })
  await expect(breakup).toBeInViewport()
  facts.resolve()
  await waitUntilHydrated(page)
  await expect(breakup).toBeInViewport()
  await expect(
    page.getByText(/^All taxes are included\. The tax invoice states GST as the law/),
  ).toBeVisible()
  await page.getByText('When were these rates set?').click()
  await expect(page.getByText(/^On \d+ \w+ \d{4}, with edition 1 of our collection\.$/)).toBeVisible()
})
