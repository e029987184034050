/** The 3D view and the spin: loaded on demand, rotated by pointer and by keys, and optional. */
import type { Locator, Page } from '@playwright/test'
import type { ModelViewerElement } from '@google/model-viewer'
import { expectAccessible } from './support/accessibility.ts'
import { doNotOverlap } from './support/layout.ts'
import { expect, test } from './support/test.ts'
import { within } from './support/slow.ts'
import { openHydrated } from './support/hydrated.ts'

/** Software rendering, for machines without a GPU. */
const DRAWN_WITHIN = within(45)
test.describe.configure({ timeout: 120_000 })

const opener = (page: Page) => page.getByRole('button', { name: 'View in 3D' })
const closer = (page: Page) => page.getByRole('button', { name: 'Photographs' })
const viewer = (page: Page) => page.locator('model-viewer')

async function open3D(page: Page, path: string): Promise<void> {
  await openHydrated(page, path)
  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Come closer' })).toBeVisible(DRAWN_WITHIN)
}

async function standpoint(page: Page): Promise<{ theta: number; fromZenith: number; closeness: number }> {
  return viewer(page).evaluate((element) => {
    const { getCameraOrbit, getFieldOfView } = element as ModelViewerElement // what the locator names
    return {
      theta: getCameraOrbit.call(element).theta,
      fromZenith: getCameraOrbit.call(element).phi,
      closeness: 1 / getFieldOfView.call(element) / getCameraOrbit.call(element).radius,
    }
  })
}

test('loads the viewer on demand, only from the shop', async ({ page, baseURL }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openHydrated(page, '/rings/814')
  expect(requests.filter((url) => /viewer|\.glb|\.hdr/.test(url))).toEqual([])
  await open3D(page, '/rings/814')
  expect(requests.filter((url) => url.endsWith('/models/rings-814.glb')).length).toBeGreaterThan(0)
  expect(requests.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([])
})

test('the viewer knows the materials of a clear stone, which the shop replaces', async ({ page }) => {
  await open3D(page, '/rings/801')
  const materials = () =>
    viewer(page).evaluate((element) => (element as ModelViewerElement).model?.materials.length ?? 0)
  await expect.poll(materials).toBeGreaterThan(1)
})

test('no facet of a coloured stone is black, where light inside it meets many facets', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open3D(page, '/pendants/702')
  expect(await darkPixels(page, 32)).toBe(0)
})

test('the paper behind the model has one pixel per pixel of the style sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open3D(page, '/rings/814')
  const paper = page.locator('div[aria-hidden=true] > canvas')
  await expect(paper).toHaveCount(2)
  const widths = () =>
    paper.evaluateAll((canvases) => canvases.map((canvas) => (canvas as HTMLCanvasElement).width))
  const shown = (await viewer(page).boundingBox())?.width
  await expect.poll(widths).toEqual([shown, shown])
})

test('earrings hang without a shadow on a floor, and a ring stands on one', async ({ page }) => {
  await open3D(page, '/tops/5')
  await expect(viewer(page)).toHaveAttribute('shadow-intensity', '0')
  await open3D(page, '/rings/814')
  await expect(viewer(page)).toHaveAttribute('shadow-intensity', '0.8')
})

test('no progress bar of the viewer lies over the finished model', async ({ page }) => {
  await open3D(page, '/rings/814')
  await expect(viewer(page).locator('#default-progress-bar')).toBeHidden()
})

test('a ring with a knot on top is first seen from above', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open3D(page, '/rings/814')
  expect((await standpoint(page)).fromZenith).toBeLessThan(Math.PI / 4)
})

test('keys rotate and zoom the model, and close it', async ({ page }) => {
  await open3D(page, '/pendants/707')
  await expect(viewer(page)).toBeFocused()
  const first = await standpoint(page)
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await standpoint(page)).theta).not.toBeCloseTo(first.theta, 1)
  await page.keyboard.press('+')
  await expect.poll(async () => (await standpoint(page)).closeness).toBeGreaterThan(first.closeness)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
})

test('no thumbnail is selected in 3D', async ({ page }) => {
  await open3D(page, '/pendants/707')
  const thumbnails = page.getByRole('list', { name: 'Pictures' }).getByRole('button')
  for (const thumbnail of await thumbnails.all())
    await expect(thumbnail).toHaveAttribute('aria-pressed', 'false')
  await closer(page).click()
  await expect(thumbnails.first()).toHaveAttribute('aria-pressed', 'true')
})

test('buttons do the same as dragging and pinching', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open3D(page, '/tops/5')
  const first = await standpoint(page)
  await page.getByRole('button', { name: 'Turn to the left' }).click()
  await expect.poll(async () => (await standpoint(page)).theta).toBeGreaterThan(first.theta + 0.3)
  await page.getByRole('button', { name: 'Come closer' }).click()
  await expect.poll(async () => (await standpoint(page)).closeness).toBeGreaterThan(first.closeness)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close 3D' }).click()
  await expect(opener(page)).toBeFocused()
  await expect(page.getByRole('img', { name: /rose gold/i }).first()).toBeVisible()
})

test('a button turns the model the same way as its arrow key', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open3D(page, '/tops/5')
  const first = await standpoint(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await standpoint(page)).theta).toBeLessThan(first.theta)
  const second = await standpoint(page)
  await page.getByRole('button', { name: 'Turn to the right' }).click()
  await expect.poll(async () => (await standpoint(page)).theta).toBeLessThan(second.theta - 0.3)
})

test('model and spin say that they can be dragged', async ({ page }) => {
  await open3D(page, '/tops/5')
  await expect(page.getByText('Drag to turn')).toBeVisible()
  await openHydrated(page, '/gems/405')
  await page.getByRole('button', { name: 'View in 360°' }).click()
  await expect(page.getByText('Drag to turn')).toBeVisible(DRAWN_WITHIN)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Drag to turn'), 'is not printed').toBeHidden()
})

test('the model does not rotate with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open3D(page, '/tops/5')
  await expect(viewer(page)).not.toHaveAttribute('auto-rotate')
})

test('the wheel scrolls the page until the model has focus', async ({ page }) => {
  await open3D(page, '/tops/5')
  await opener(page).or(closer(page)).focus()
  await viewer(page).hover()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
})

test('without WebGL the viewer says so and keeps the photographs', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await openHydrated(page, '/rings/814')
  await opener(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'cannot show pieces in 3D' })).toBeVisible()
  await expectAccessible(page)
  await closer(page).click()
  await expect(page.getByText('cannot show pieces in 3D')).toHaveCount(0)
})

test('reports a lost connection, and a retry succeeds', async ({ page, allowErrors }) => {
  allowErrors(/\/models\/|net::ERR_FAILED/)
  await openHydrated(page, '/rings/814')
  await page.route('**/models/*.glb', (route) => route.abort())
  await opener(page).click()
  await expect(page.getByRole('alert')).toContainText('could not be fetched in 3D', DRAWN_WITHIN)
  await expectAccessible(page)
  await page.unroute('**/models/*.glb')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Come closer' })).toBeVisible(DRAWN_WITHIN)
})

test.describe('on a phone in landscape', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true })

  for (const [label, path] of [
    ['3D', '/rings/814'],
    ['360°', '/gems/405'],
  ] as const)
    test(`${label} is in view as a whole, with its close button, and its buttons are a column at the edge`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openHydrated(page, path)
      const picture = page.getByRole('img').first()
      await page.getByRole('button', { name: `View in ${label}` }).tap()
      const close = page.getByRole('button', { name: `Close ${label}` })
      await expect(page.getByRole('button', { name: 'Turn to the left' })).toBeVisible(DRAWN_WITHIN)
      await expect(close).toBeInViewport({ ratio: 1 })
      const piece = label === '3D' ? viewer(page) : spinner(page)
      await expect(piece).toBeInViewport({ ratio: 1 })
      const column = await close.boundingBox()
      const zoom = label === '3D' ? ['Come closer', 'Step back'] : []
      for (const name of [...zoom, 'Turn to the left', 'Turn to the right', `Close ${label}`]) {
        const button = page.getByRole('button', { name })
        expect((await button.boundingBox())?.x, name).toBe(column?.x)
        // The frames of a spin are photographs, whose paper lies under the buttons.
        if (label === '3D') expect(await doNotOverlap(piece, button), name).toBe(true)
      }
      await expectAccessible(page)
      await close.tap()
      await expect(piece).toHaveCount(0)
      await expect(picture).toBeInViewport({ ratio: 1 })
    })
})

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the buttons of the model fit side by side with doubled text size', async ({ page }) => {
    await openHydrated(page, '/rings/814')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await opener(page).click()
    const nearer = page.getByRole('button', { name: 'Come closer' })
    await expect(nearer).toBeVisible(DRAWN_WITHIN)
    const [picture, button] = [await viewer(page).boundingBox(), await nearer.boundingBox()]
    expect(button?.x).toBeGreaterThan(picture?.x ?? Infinity)
    // There is no room for it.
    await expect(page.getByText('Drag to turn')).toBeHidden()
  })

  test('dragging sideways rotates the model and the spin, and vertically scrolls the page', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open3D(page, '/tops/5')
    const first = await standpoint(page)
    await drag(page, viewer(page), { across: 0.4 })
    await expect.poll(async () => Math.abs((await standpoint(page)).theta - first.theta)).toBeGreaterThan(0.5)
    await drag(page, viewer(page), { down: -0.5 })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)

    await openHydrated(page, '/gems/405')
    await page.getByRole('button', { name: 'View in 360°' }).click()
    await expect(spinner(page)).toBeVisible(DRAWN_WITHIN)
    await drag(page, spinner(page), { across: 0.25 })
    await angle(page).toBe(90)
    await drag(page, spinner(page), { across: -0.5 })
    await angle(page).toBe(270)
    await drag(page, spinner(page), { down: -0.5 })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    await angle(page).toBe(270)
  })
})

/** How many of the opaque pixels of the model have all channels below this level. */
function darkPixels(page: Page, level: number): Promise<number> {
  return viewer(page).evaluate(async (element, limit) => {
    const picture = new Image()
    picture.src = (element as ModelViewerElement).toDataURL()
    await picture.decode()
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    if (!context) throw new Error('No canvas')
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, picture.width, picture.height)
    let count = 0
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
      if (alpha === 255 && Math.max(red, green, blue) < limit) count++
    }
    return count
  }, level)
}

/** Drags one finger from the centre of the element, by fractions of its width. */
async function drag(
  page: Page,
  place: Locator,
  { across = 0, down = 0 }: { readonly across?: number; readonly down?: number },
): Promise<void> {
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (!box) throw new Error('The element is not on the screen.')
  const client = await page.context().newCDPSession(page)
  const steps = 10
  for (let step = 0; step <= steps; step++) {
    const [x, y] = [0.5 + (across * step) / steps - across / 2, 0.5 + (down * step) / steps - down / 2]
    const finger = { x: box.x + x * box.width, y: box.y + y * box.width }
    const type = step === 0 ? 'touchStart' : 'touchMove'
    await client.send('Input.dispatchTouchEvent', { type, touchPoints: [finger] })
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await client.detach()
}

const spinner = (page: Page) => page.getByRole('slider', { name: /from all sides/ })
const angle = (page: Page) =>
  expect.poll(async () => Number(await spinner(page).getAttribute('aria-valuenow')))

test('keys, buttons and dragging rotate a loose stone, whose frames load on demand', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await openHydrated(page, '/gems/405')
  const opener360 = page.getByRole('button', { name: 'View in 360°' })
  await expect(opener(page)).toHaveCount(0)
  expect(requests.filter((path) => /spin/i.test(path))).toEqual([])

  await opener360.focus()
  await page.keyboard.press('Enter')
  await expect(spinner(page)).toBeFocused(DRAWN_WITHIN)
  expect(new Set(requests.filter((path) => /^\/spins\/gems-405\/\d\d\.avif$/.test(path))).size).toBe(24)
  expect(requests.filter((path) => /model-viewer|\.glb|\.hdr/.test(path))).toEqual([])
  await expectAccessible(page)

  // It stands still, because of reduced motion.
  const shown = () =>
    page.locator('[role=slider] canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  const front = await shown()
  await angle(page).toBe(0)
  await page.keyboard.press('ArrowRight')
  await angle(page).toBe(15)
  expect(await shown()).not.toBe(front)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await angle(page).toBe(345)
  await page.keyboard.press('ArrowRight')
  await angle(page).toBe(0)
  expect(await shown()).toBe(front)
  await page.keyboard.press('End')
  await angle(page).toBe(345)
  await page.getByRole('button', { name: 'Turn to the right' }).click()
  await angle(page).toBe(15)

  const box = await spinner(page).boundingBox()
  if (!box) throw new Error('The spin is not on the screen.')
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
  await angle(page).toBe(105)
  await page.mouse.up()
  await page.mouse.move(box.x + 5, box.y + box.height / 2)
  await angle(page).toBe(105)
  // A vertical finger movement scrolls the page.
  await expect(spinner(page)).toHaveCSS('touch-action', 'pan-y pinch-zoom')

  await spinner(page).focus()
  await page.keyboard.press('Escape')
  await expect(spinner(page)).toHaveCount(0)
  await expect(opener360).toBeFocused()
})

test('a spin rotates once automatically, and a lost connection is reported until a retry succeeds', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/\/spins\/|net::ERR_FAILED/)
  await openHydrated(page, '/gems/405')
  await page.route('**/spins/gems-405/17.avif', (route) => route.abort())
  await page.getByRole('button', { name: 'View in 360°' }).click()
  await expect(page.getByRole('alert')).toContainText('could not be fetched', DRAWN_WITHIN)
  await expectAccessible(page)
  await page.unroute('**/spins/gems-405/17.avif')
  await page.getByRole('button', { name: 'Try again' }).click()
  const canvas = page.locator('[role=slider] canvas')
  const shown = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL())
  await expect(spinner(page)).toBeVisible(DRAWN_WITHIN)
  const first = await shown()
  await expect.poll(shown).not.toBe(first)
  await expect(spinner(page)).toHaveAttribute('aria-valuenow', '0')
  await closer(page).click()
  await expect(page.getByRole('img', { name: /diamond/i }).first()).toBeVisible()
})
