/** Changing pictures on a slow connection: the previous one stays until the next can be painted. */
import sharp from 'sharp'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { openHydrated, waitUntilHydrated } from './support/hydrated.ts'
import { serveInParts } from './support/in-parts.ts'

type Colour = readonly number[]

/** The colour of a patch in the middle of the element. */
async function colourInTheMiddle(page: Page, place: Locator): Promise<Colour> {
  const box = await place.boundingBox()
  if (!box) throw new Error('The element is not rendered')
  const size = 48
  const clip = {
    x: box.x + (box.width - size) / 2,
    y: box.y + (box.height - size) / 2,
    width: size,
    height: size,
  }
  const { channels } = await sharp(await page.screenshot({ clip })).stats()
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean))
}

function distance(one: Colour, other: Colour): number {
  return Math.hypot(...one.map((part, channel) => part - (other[channel] ?? 0)))
}

/** The background behind the picture. */
function groundOf(picture: Locator): Promise<Colour> {
  return picture.evaluate((element) =>
    (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).slice(0, 3).map(Number),
  )
}

function atRest(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .every(({ timeline, playState }) => timeline !== document.timeline || playState !== 'running'),
  )
}

/** Its own times that of its ancestors. */
function opacityOf(place: Locator): Promise<number> {
  return place.evaluate((element) => {
    let opacity = 1
    for (let part: Element | null = element; part; part = part.parentElement) {
      opacity *= Number(getComputedStyle(part).opacity)
    }
    return opacity
  })
}

/** Holds matching pictures back until `release`. */
async function hold(page: Page, pictures: RegExp) {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(pictures, async (route) => {
    await held
    await route.continue()
  })
  const requested = page.waitForRequest(pictures)
  return { requested, release }
}

/** The colours in the middle, frame by frame, until `hasEnded` and all animations have finished. */
async function framesUntil(page: Page, place: Locator, hasEnded: () => Promise<boolean>): Promise<Colour[]> {
  const frames: Colour[] = []
  do frames.push(await colourInTheMiddle(page, place))
  while (!(await hasEnded()) || !(await atRest(page)))
  return frames
}

function expectNeverBlank(frames: readonly Colour[], ground: Colour): void {
  for (const frame of frames) expect(distance(frame, ground), `${frame} on ${ground}`).toBeGreaterThan(48)
}

test('a slide stays until the next one has loaded, which fades in over it', async ({ page }) => {
  await openHydrated(page, '/')
  const carousel = page.getByRole('region', { name: 'Our collections' })
  await carousel.getByRole('button', { name: 'Pause the slide show' }).click()
  const current = carousel.locator('[aria-roledescription="slide"]:not([inert])')
  const first = carousel.locator('img').first()
  const firstColour = await colourInTheMiddle(page, first)
  const { requested, release } = await hold(page, /\/pictures\/home-14-/)

  await carousel.getByRole('button', { name: 'Previous picture' }).click()
  await requested
  await expect.poll(() => atRest(page)).toBe(true)
  expect(await colourInTheMiddle(page, first)).toEqual(firstColour)
  await expect(current).toHaveAttribute('aria-label', /^1 of 14/)

  const ground = await groundOf(carousel.locator('[aria-label^="14 of 14"] img'))
  release()
  const hasTurned = async () => (await current.getAttribute('aria-label'))?.startsWith('14 of') === true
  const frames = await framesUntil(page, first, hasTurned)
  expectNeverBlank(frames, ground)
  expect(distance(frames.at(-1) ?? [], firstColour)).toBeGreaterThan(0)
})

// Half faded, it has too little contrast.
test('the text of a slide changes at once, while its picture fades in, also back to the previous one', async ({
  page,
}) => {
  await openHydrated(page, '/')
  const carousel = page.getByRole('region', { name: 'Our collections' })
  await carousel.getByRole('button', { name: 'Pause the slide show' }).click()
  const current = carousel.locator('[aria-roledescription="slide"]:not([inert])')
  const first = (await current.getAttribute('aria-label')) ?? ''
  await carousel.getByRole('button', { name: 'Next picture' }).click()
  await expect(current).not.toHaveAttribute('aria-label', first)
  await expect.poll(() => atRest(page)).toBe(true)

  await page.evaluate(() => document.documentElement.style.setProperty('--transition-duration-slow', '60s'))
  await carousel.getByRole('button', { name: 'Previous picture' }).click()
  await expect(current).toHaveAttribute('aria-label', first)
  expect(await opacityOf(current.getByRole('img'))).toBeLessThan(0.5)
  expect(await opacityOf(current.getByRole('link'))).toBe(1)
  await expect(carousel.locator('.slide-headline:visible')).toHaveCount(1)
})

test('content below the slides does not move', async ({ page }) => {
  await openHydrated(page, '/')
  const carousel = page.getByRole('region', { name: 'Our collections' })
  await carousel.getByRole('button', { name: 'Pause the slide show' }).click()
  const action = carousel.getByRole('link', { name: 'Explore Collection' })
  const place = await action.boundingBox()
  for (let number = 2; number <= 14; number += 1) {
    await carousel.getByRole('button', { name: 'Next picture' }).click()
    await expect(carousel.getByRole('group', { name: new RegExp(`^${number} of 14`) })).toBeVisible()
    expect([number, await action.boundingBox()]).toEqual([number, place])
  }
})

test('a slide stays when the next one fails to load', async ({ page }) => {
  await openHydrated(page, '/')
  const carousel = page.getByRole('region', { name: 'Our collections' })
  await carousel.getByRole('button', { name: 'Pause the slide show' }).click()
  const first = carousel.locator('img').first()
  const firstColour = await colourInTheMiddle(page, first)
  await page.context().setOffline(true)
  await carousel.getByRole('button', { name: 'Previous picture' }).click()
  await expect(carousel.getByRole('group', { name: /^1 of 14/ })).toBeVisible()
  await expect.poll(() => carousel.locator('[aria-label^="14 of 14"] img').count()).toBe(0)
  expect(await colourInTheMiddle(page, first)).toEqual(firstColour)
  await page.context().setOffline(false)
  await carousel.getByRole('button', { name: 'Previous picture' }).click()
  await expect(carousel.getByRole('group', { name: /^14 of 14/ })).toBeVisible()
})

test('a card keeps its first picture until the second one can be painted over it @desktop', async ({
  page,
}) => {
  await openHydrated(page, '/necklaces')
  // A dark picture, far from the background colour.
  const card = page
    .getByRole('region', { name: 'Pieces' })
    .getByRole('article')
    .filter({ hasText: 'Chandni Diamond Choker' })
  const picture = card.locator('img').first()
  const firstColour = await colourInTheMiddle(page, picture)
  const { requested, release } = await hold(page, /\/pictures\/necklaces-602-2-/)
  await card.hover()
  await requested
  await expect.poll(() => atRest(page)).toBe(true)
  expect(await colourInTheMiddle(page, picture)).toEqual(firstColour)

  const ground = await groundOf(card.locator('img').nth(1))
  release()
  const second = card.locator('img').nth(1)
  const isSeen = () =>
    second.evaluate((image) => getComputedStyle(image.closest('div') ?? image).opacity === '1')
  const frames = await framesUntil(page, picture, isSeen)
  expectNeverBlank(frames, ground)
  expect(distance(frames.at(-1) ?? [], firstColour)).toBeGreaterThan(0)
})

test('a detail page keeps its picture until the other one has loaded', async ({ page }) => {
  await openHydrated(page, '/tops/1')
  const main = page.getByRole('main')
  const picture = main.locator('img').first()
  const firstColour = await colourInTheMiddle(page, picture)
  const { requested, release } = await hold(page, /\/pictures\/tops-1-2-/)
  await main.getByRole('button', { name: 'Show picture 2 of 3' }).click()
  await requested
  await expect.poll(() => atRest(page)).toBe(true)
  expect(await colourInTheMiddle(page, picture)).toEqual(firstColour)
  release()
  await expect
    .poll(async () => distance(await colourInTheMiddle(page, picture), firstColour))
    .toBeGreaterThan(0)
})

// Shows B.steady
test(
  'nothing shifts when pictures, fonts and scripts arrive late, and no picture is an empty square until then',
  { tag: '@phone' },
  async ({ page }) => {
    await observeShifts(page)
    await page.addInitScript(() => {
      localStorage.setItem('cart', '[{"type":"tops","id":1,"quantity":2}]')
    })
    for (const path of ['/', '/rings', '/rings/801', '/cart']) {
      const { requested, release } = await hold(page, /\.(?:avif|webp|woff2|js)$/)
      await page.goto(path, { waitUntil: 'commit' })
      await requested
      await expect(page.getByRole('contentinfo')).toBeVisible()
      expect(await picturesWithoutTone(page), path).toEqual([])
      release()
      await waitUntilHydrated(page)
      await page.evaluate(() => document.fonts.ready)
      expect(await shiftOf(page), path).toBeLessThan(0.02)
    }
  },
)

// Shows B.steady
test('nothing moves while the HTML arrives in parts', { tag: '@phone' }, async ({ page, baseURL }) => {
  await observeShifts(page)
  const slowServer = await serveInParts(baseURL ?? '')
  for (const path of ['/', '/rings', '/rings/801', '/cart']) {
    await page.goto(slowServer.url + path)
    // The search field of a listing takes the space of the buttons that follow until they arrive.
    expect(await shiftOf(page), path).toBeLessThan(path === '/rings' ? 0.005 : 0.0005)
  }
  slowServer.close()
})

test(
  'the largest paint of an empty cart is its heading, not a later picture',
  { tag: '@phone' },
  async ({ page }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const { element } = list.getEntries().at(-1) as PerformanceEntry & { element?: Element }
        document.documentElement.dataset.largest = element?.textContent ?? ''
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    // The tiles grow with the window.
    for (const width of [360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 })
      await openHydrated(page, '/cart')
      const tiles = page.getByRole('navigation', { name: 'The collection' }).locator('img')
      await expect.poll(() => tiles.first().evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
      await tiles.first().evaluate((image: HTMLImageElement) => image.decode())
      // The tile is painted with the next frame, and reported with the one after it.
      for (let frame = 0; frame < 3; frame++)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      await expect(page.locator('html')).toHaveAttribute('data-largest', 'Your cart is empty')
    }
  },
)

/** Baseline for `shiftOf` of the following pages. */
async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const moved = list.getEntries().reduce((sum, entry) => sum + Number(entry.toJSON().value), 0)
      document.documentElement.dataset.moved = String(
        Number(document.documentElement.dataset.moved ?? 0) + moved,
      )
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The cumulative layout shift so far. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0))
}

/** Until it arrives, a picture has its own mean colour. */
function picturesWithoutTone(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLImageElement>('main img'))
      .filter((image) => image.checkVisibility() && image.style.backgroundColor === '')
      .map((image) => image.alt),
  )
}
