/** The 3D view: loaded on demand, turned by pointer and by keys, and optional. */
import type { Page } from '@playwright/test'
import type { ModelViewerElement } from '@google/model-viewer'
import { expectAccessible } from './support/accessibility.ts'
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

async function standpoint(page: Page): Promise<{ theta: number; closeness: number }> {
  return viewer(page).evaluate((element) => {
    const { getCameraOrbit, getFieldOfView } = element as ModelViewerElement // what the locator names
    return {
      theta: getCameraOrbit.call(element).theta,
      closeness: 1 / getFieldOfView.call(element) / getCameraOrbit.call(element).radius,
    }
  })
}

test('loads the viewer on demand, from the shop alone', async ({ page, baseURL }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openHydrated(page, '/rings/801')
  expect(requests.filter((url) => /viewer|\.glb|\.hdr/.test(url))).toEqual([])
  await open3D(page, '/rings/801')
  expect(requests.filter((url) => url.endsWith('/models/rings-801.glb')).length).toBeGreaterThan(0)
  expect(requests.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([])
})

test('keys rotate and zoom the model, and close it', async ({ page }) => {
  await open3D(page, '/pendants/710')
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
  await open3D(page, '/pendants/710')
  const thumbnails = page.getByRole('list', { name: 'Pictures' }).getByRole('button')
  for (const thumbnail of await thumbnails.all())
    await expect(thumbnail).toHaveAttribute('aria-pressed', 'false')
  await closer(page).click()
  await expect(thumbnails.first()).toHaveAttribute('aria-pressed', 'true')
})

test('buttons do what dragging and pinching do', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open3D(page, '/gems/401')
  const first = await standpoint(page)
  await page.getByRole('button', { name: 'Turn to the left' }).click()
  await expect.poll(async () => (await standpoint(page)).theta).toBeLessThan(first.theta - 0.3)
  await page.getByRole('button', { name: 'Come closer' }).click()
  await expect.poll(async () => (await standpoint(page)).closeness).toBeGreaterThan(first.closeness)
  await expectAccessible(page)
  await closer(page).click()
  await expect(page.getByRole('img', { name: /ruby/i }).first()).toBeVisible()
})

test('the model does not rotate with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open3D(page, '/gems/402')
  await expect(viewer(page)).not.toHaveAttribute('auto-rotate')
})

test('the wheel scrolls the page until the model has focus', async ({ page }) => {
  await open3D(page, '/gems/403')
  await opener(page).or(closer(page)).focus()
  await viewer(page).hover()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
})

test('a browser that cannot draw says so and keeps the photographs', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await openHydrated(page, '/rings/801')
  await opener(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'cannot show pieces in 3D' })).toBeVisible()
  await expectAccessible(page)
  await closer(page).click()
  await expect(page.getByText('cannot show pieces in 3D')).toHaveCount(0)
})

test('reports a lost connection, and a retry succeeds', async ({ page, allowErrors }) => {
  allowErrors(/\/models\/|net::ERR_FAILED/)
  await openHydrated(page, '/rings/801')
  await page.route('**/models/*.glb', (route) => route.abort())
  await opener(page).click()
  await expect(page.getByRole('alert')).toContainText('could not be fetched in 3D', DRAWN_WITHIN)
  await expectAccessible(page)
  await page.unroute('**/models/*.glb')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Come closer' })).toBeVisible(DRAWN_WITHIN)
})
