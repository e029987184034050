/** The service worker: offline use, and deployments while pages are open. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { newCustomer } from './support/customer.ts'
import { openDeployment } from './support/deployment.ts'
import { addToCart, signOut, signUp } from './support/shopping.ts'
import { expect, test } from './support/test.ts'
import { within } from './support/slow.ts'

test.use({ serviceWorkers: 'allow' })
// Each test installs the service worker first.
test.describe.configure({ timeout: 120_000 })
// Failed requests of a service worker have their own error texts.
test.beforeEach(({ allowErrors }) => allowErrors(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch/))

/** Resolves when the service worker has cached the shell and this page. */
async function openAndKeep(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect
    .poll(() => page.evaluate(async (url) => Boolean(await caches.match(url)), path), within(45))
    .toBe(true)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('visited pages open offline, and unvisited products open by link, URL and search', async ({
  page,
  context,
}) => {
  await openAndKeep(page, '/rings')
  await context.setOffline(true)
  await page.reload()
  await expect(heading(page)).toHaveText('Rings')
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: /Himadri Platinum Solitaire/ }).click()
  await expect(heading(page)).toHaveText('Himadri Platinum Solitaire')

  await page.goto('/anklet/3')
  await expect(heading(page)).toHaveText('Mor Meenakari Payal')
  await expect(page).toHaveURL(/\/anklet\/3$/)
  // Its picture is not cached: a placeholder replaces it.
  const picture = page.getByRole('main').getByRole('img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  await page.goto('/sets?metal=Platinum')
  await expect(page.getByText('Showing 1 results')).toBeVisible()

  await page.getByRole('combobox', { name: 'Search jewellery' }).fill('नथ')
  await page.getByRole('option', { name: /Rajputana/ }).click()
  await expect(heading(page)).toHaveText('Rajputana Kundan Bridal Set')
})

test('pages that need a connection say so, and open when it returns', async ({ page, context }) => {
  await openAndKeep(page, '/')
  await context.setOffline(true)
  await page.goto('/account')
  await expect(heading(page)).toHaveText('You are offline')
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/login\?from=%2Faccount$/)
})

test('cart and wishlist work offline and are saved', async ({ page, context }) => {
  await openAndKeep(page, '/tops/1')
  await context.setOffline(true)
  await addToCart(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: /add to wishlist/i })
    .first()
    .click()
  await page.goto('/cart')
  await expect(page.getByText('Ranjani Kundan Jhumka')).toBeVisible()
  await page.goto('/wishlist')
  await expect(page.getByRole('link', { name: 'Ranjani Kundan Jhumka' })).toBeVisible()
  await context.setOffline(false)
  await page.goto('/cart')
  await expect(page.getByText('Ranjani Kundan Jhumka')).toBeVisible()
})

// Shows D23.offline
test('a customer’s change on a page opened offline is sent when the connection returns', async ({
  page,
  context,
}) => {
  await signUp(page, newCustomer())
  await openAndKeep(page, '/tops/1')
  await context.setOffline(true)
  await page.goto('/tops/2')
  await expect(heading(page)).toHaveText('Saptarishi Star Studs')
  await addToCart(page)
  const sent = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/lists') && response.request().method() === 'POST' && response.ok(),
  )
  await context.setOffline(false)
  await sent
  await page.evaluate(() => localStorage.removeItem('cart'))
  await page.goto('/cart')
  await expect(page.getByText('Saptarishi Star Studs')).toBeVisible()
})

test('a page opened offline shows no Login to a signed-in customer', async ({ page, context }) => {
  await signUp(page, newCustomer())
  await openAndKeep(page, '/tops/1')
  await context.setOffline(true)
  await page.goto('/tops/2')
  await expect(heading(page)).toHaveText('Saptarishi Star Studs')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Account' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0)
})

interface CachedFile {
  readonly path: string
  readonly text: string
}

function cachedFiles(page: Page): Promise<CachedFile[]> {
  return page.evaluate(async () => {
    const found: { path: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        const { pathname, search } = new URL(request.url)
        found.push({
          path: pathname + search,
          text: pathname.startsWith('/pictures/') ? '' : ((await response?.text()) ?? ''),
        })
      }
    }
    return found
  })
}

test('files of old editions are deleted, except those of pages that open offline', async ({ page }) => {
  await openAndKeep(page, '/tops/1')
  const fill = async () => {
    const cache = await caches.open('collections')
    for (let edition = 1; edition <= 8; edition += 1)
      for (const part of ['index', 'rings'])
        await cache.put(`/collection/old${edition}/${part}.json`, new Response('{}'))
    const pages = (await caches.keys()).find((name) => name.startsWith('pages-'))
    const visited = new Response('', { headers: { 'x-edition': '3.old3' } })
    await (await caches.open(pages ?? '')).put('/visited', visited)
  }
  await page.evaluate(fill)
  await openAndKeep(page, '/tops/2')
  const hashes = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('collections')).keys()
      return [...new Set(requests.map(({ url }) => new URL(url).pathname.split('/')[2]))]
    })
  await expect.poll(hashes).toEqual(['old3', 'old7', 'old8'])
})

test('the service worker caches nothing personal, before or after sign-out', async ({ page }) => {
  const customer = newCustomer()
  await signUp(page, customer)
  await openAndKeep(page, '/tops/1')
  await addToCart(page)
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await page.goto('/cart?step=checkout')
  await expect(page.getByRole('group', { name: 'Shipping Address' })).toBeVisible()
  const whileSignedIn = await cachedFiles(page)
  await signOut(page)
  await page.goto('/')
  for (const entries of [whileSignedIn, await cachedFiles(page)]) {
    expect(entries.length).toBeGreaterThan(100)
    const personal = entries.filter(
      ({ path, text }) =>
        /^\/(?:api|account|login|signup|order-)|step=checkout/.test(path) || text.includes(customer.email),
    )
    expect(personal.map(({ path }) => path)).toEqual([])
  }
})

test('installation is small, and skipped when data saving is on', async ({ page, openBrowser }) => {
  await openAndKeep(page, '/')
  const bytes = await page.evaluate(async () => {
    const name = (await caches.keys()).find((cache) => cache.startsWith('files-')) ?? ''
    const responses = await Promise.all(
      (await (await caches.open(name)).keys()).map(async ({ url }) =>
        Number((await fetch(url)).headers.get('content-length')),
      ),
    )
    return responses.reduce((sum, each) => sum + each, 0)
  })
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(1_500_000)

  const other = await (await openBrowser({ serviceWorkers: 'allow' })).newPage()
  await other.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  )
  const connection = other.waitForResponse(/PageNotices-.*\.js/)
  await other.goto(page.url())
  await connection
  expect(await other.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

test('an open page keeps its scripts after a deployment, is notified, and updates completely', async ({
  page,
  context,
  baseURL,
}) => {
  const shop = await openDeployment(baseURL ?? '')
  await openAndKeep(page, `${shop.url}/rings`)
  shop.deploy()

  // The server no longer has the scripts of the old page; the cache has.
  await page.getByRole('link', { name: /Himadri Platinum Solitaire/ }).click()
  await expect(heading(page)).toHaveText('Himadri Platinum Solitaire')

  // Another tab opens the new build with new scripts, and nothing of it is cached under the old build.
  const second = await context.newPage()
  await second.goto(`${shop.url}/chains`)
  await expect(heading(second)).toHaveText('Chains')
  const scripts = await second.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
  )
  expect(scripts.filter((name) => name.includes('/assets/'))).toEqual([])
  await second.close()

  const note = page.getByText('A newer version of the shop is ready.')
  await expect(note).toBeVisible(within(45))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(note).toBeHidden()
  await expect(heading(page)).toHaveText('Himadri Platinum Solitaire')
  await expect.poll(() => page.evaluate(() => document.documentElement.outerHTML)).toContain('/assets-next/')

  // The new build also works offline.
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('pages-')).length),
    )
    .toBe(1)
  await context.setOffline(true)
  await page.goto(`${shop.url}/idols`)
  await expect(heading(page)).toHaveText('Sacred Idols Collection')
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toMatch(/["']\/assets\//)
  await context.setOffline(false)
  await shop.close()
})
