/** The products of a type that match the URL. */
import type { BrowserContext, Page } from '@playwright/test'
import { createCollection } from '#domain/collection.ts'
import { applyFilters, countOptions, filtersFromParams } from '#domain/filter.ts'
import { listingOf } from '#domain/listing.ts'
import { PAGE_SIZE } from '#domain/paging.ts'
import type { ProductType } from '#domain/product.ts'
import { syntheticContent } from '../scripts/bench/synthetic.ts'
import { expectAccessible } from './support/accessibility.ts'
import { waitUntilHydrated } from './support/hydrated.ts'
import { openLanServer, type LanServer } from './support/lan-server.ts'
import { expect, test } from './support/test.ts'

// Rings are filtered in the browser, sets on the server.
const content = syntheticContent({ rings: 100, sets: 600 })
const collection = createCollection({ edition: 2, hash: '' }, content)
const total = (type: ProductType) => collection.ofType(type).length
const pagesOf = (count: number) => Math.ceil(count / PAGE_SIZE)

/** What the address leaves of a type. */
function applyQuery(type: ProductType, query: string) {
  const [products, listing] = [collection.ofType(type), listingOf(type)]
  const filters = filtersFromParams(new URLSearchParams(query), listing, products)
  return {
    names: applyFilters(products, listing, filters).map(({ name }) => name),
    counts: countOptions(products, listing, filters),
  }
}

let server: LanServer
test.describe.configure({ mode: 'default', timeout: 180_000 })
test.beforeAll(async () => {
  server = await openLanServer('localhost')
  await server.importProducts(content.products.filter(({ id }) => id >= 100_000))
})
test.afterAll(() => server.close())
test.beforeEach(({ context }) => showPictures(context))

/** Synthetic products have no pictures: uses those of a product that has some. */
function showPictures(context: BrowserContext): Promise<unknown> {
  return context.route(/\/pictures\/(?:rings|sets)-1\d{5}-/, (route) => {
    const url = route.request().url()
    return route.continue({
      url: url.replace(/rings-1\d{5}/, 'rings-801').replace(/sets-1\d{5}/, 'sets-901'),
    })
  })
}

const piecesOn = (page: Page) => page.getByRole('region', { name: 'Pieces' })
const namesOn = (page: Page) => piecesOn(page).getByRole('article').getByRole('heading')
const pagesOn = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(server.url + path)
  await waitUntilHydrated(page)
  // Until their code has been fetched, page links load documents. React marks what it has hydrated.
  const link = pagesOn(page).getByRole('link').first()
  await expect
    .poll(() => link.evaluate((a) => Object.keys(a).some((key) => key.startsWith('__react'))))
    .toBe(true)
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test.beforeEach(({ allowErrors }) => allowErrors(/\/assets\/.*\.js$/))

  // Shows D15.pages
  test('a listing has pages, which search engines can tell apart', async ({ page }) => {
    const all = applyQuery('rings', '').names
    await page.goto(`${server.url}/rings`)
    await expect(page.getByText(`Showing ${all.length} results`, { exact: true })).toBeVisible()
    await expect(namesOn(page)).toHaveText(all.slice(0, PAGE_SIZE))
    await expect(pagesOn(page)).toContainText('Page 1 of 3')
    await expect(pagesOn(page).getByRole('link', { name: 'Previous' })).toHaveCount(0)

    await pagesOn(page).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/\/rings\?page=2#pieces$/)
    await expect(page).toHaveTitle(/^Rings, page 2 of 3 \|/)
    await expect(namesOn(page)).toHaveText(all.slice(PAGE_SIZE, 2 * PAGE_SIZE))
    await expect(pagesOn(page).getByText('Page 2 of 3', { exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(pagesOn(page)).toContainText(`49–96 of ${all.length}`)
    const linkTo = (rel: string) => page.locator(`head link[rel=${rel}]`)
    await expect(linkTo('canonical')).toHaveAttribute('href', /\/rings\?page=2$/)
    await expect(linkTo('prev')).toHaveAttribute('href', /\/rings$/)
    await expect(linkTo('next')).toHaveAttribute('href', /\/rings\?page=3$/)

    await pagesOn(page).getByRole('link', { name: 'Next' }).click()
    await expect(namesOn(page)).toHaveText(all.slice(2 * PAGE_SIZE))
    await expect(pagesOn(page).getByRole('link', { name: 'Next' })).toHaveCount(0)
    await pagesOn(page).getByRole('link', { name: 'Previous' }).click()
    await expect(page).toHaveURL(/\/rings\?page=2#pieces$/)
  })

  // Shows D15.pages
  test('pages keep filters and sort, and filters start at the first page', async ({ page }) => {
    const query = 'metal=Yellow+Gold&metal=White+Gold&sort=rating'
    const { names } = applyQuery('rings', query)
    await page.goto(`${server.url}/rings?${query}`)
    await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', /\/rings$/)
    await pagesOn(page).getByRole('link', { name: 'Next' }).click()
    await expect(namesOn(page)).toHaveText(names.slice(PAGE_SIZE, 2 * PAGE_SIZE))
    await page.getByRole('checkbox', { name: 'White Gold' }).uncheck()
    await page.getByRole('button', { name: 'Show pieces' }).first().click()
    await expect(namesOn(page)).toHaveText(
      applyQuery('rings', 'metal=Yellow+Gold&sort=rating').names.slice(0, PAGE_SIZE),
    )
    expect(new URL(page.url()).searchParams.has('page')).toBe(false)
  })

  test('a page beyond the last shows the last', async ({ page }) => {
    await page.goto(`${server.url}/rings?page=99`)
    await expect(pagesOn(page)).toContainText('Page 3 of 3')
    await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', /\/rings\?page=3$/)
  })

  test('search results have pages', async ({ page }) => {
    await page.goto(`${server.url}/allproducts?q=ring`)
    await pagesOn(page).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/\/allproducts\?q=ring&page=2#pieces$/)
    await expect(namesOn(page)).toHaveCount(PAGE_SIZE)
  })
})

for (const [type, where] of [
  ['rings', 'in the browser'],
  ['sets', 'on the server'],
] as const)
  test.describe(`a listing that is filtered ${where}`, () => {
    const { title, searchPlaceholder } = listingOf(type)
    const search = (page: Page) => page.getByPlaceholder(searchPlaceholder)

    test('changes pages in place and scrolls each to its top', async ({ page }) => {
      const { names } = applyQuery(type, '')
      await open(page, `/${type}`)
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
      await pagesOn(page).getByRole('link', { name: 'Next' }).press('Enter')
      await expect(namesOn(page)).toHaveText(names.slice(PAGE_SIZE, 2 * PAGE_SIZE))
      await expect(page).toHaveTitle(new RegExp(`^${title}, page 2 of ${pagesOf(names.length)} \\|`))
      await expect(piecesOn(page)).toBeFocused()
      await expect(namesOn(page).first()).toBeInViewport()
      await page.goBack()
      await expect(namesOn(page)).toHaveText(names.slice(0, PAGE_SIZE))
      expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
      await expectAccessible(page)
    })

    // Shows D15.pages, D15.server
    test('filters all pages, starting at the first, with counts, and keeps the input', async ({ page }) => {
      await open(page, `/${type}?page=2`)
      const silver = applyQuery(type, 'metal=Silver')
      await page.getByRole('checkbox', { name: /^Silver/ }).check()
      await expect(page.getByText(`Showing ${silver.names.length} results`)).toBeVisible()
      await expect(namesOn(page)).toHaveText(silver.names.slice(0, PAGE_SIZE))
      await expect(page).toHaveURL(`${server.url}/${type}?metal=Silver`)
      for (const [option, count] of silver.counts.get('category') ?? [])
        await expect(
          page.getByRole('group', { name: 'Category' }).getByLabel(option, { exact: false }),
        ).toHaveAccessibleName(`${option} ${count === 1 ? '1 piece' : `${count} pieces`}`)

      const text = silver.names[0]?.split(' ')[0] ?? ''
      const matching = applyQuery(type, `q=${text}&metal=Silver`).names
      await search(page).pressSequentially(text, { delay: 60 })
      await expect(page.getByText(`Showing ${matching.length} results`)).toBeVisible()
      await expect(search(page)).toHaveValue(text)
      await expect(search(page)).toBeFocused()
      await page.getByRole('button', { name: 'Reset Filters' }).first().click()
      await expect(page.getByText(`Showing ${total(type)} results`)).toBeVisible()
      await expect(page).toHaveURL(`${server.url}/${type}`)
    })

    test('interprets a query without exact matches', async ({ page }) => {
      await open(page, `/${type}`)
      await search(page).fill('chandi')
      await expect(page.getByText(/^Shown for “chandi”: /)).toBeVisible()
      await expect(namesOn(page).first()).toBeVisible()
    })
  })

test('the browser filters while the server does not respond', async ({ page, allowErrors }) => {
  allowErrors(/ERR_FAILED/)
  await page.route('**/sets.data*', (route) => route.abort())
  await open(page, '/sets')
  await page.getByRole('checkbox', { name: /^Silver/ }).check()
  await expect(
    page.getByText(`Showing ${applyQuery('sets', 'metal=Silver').names.length} results`),
  ).toBeVisible()
})
