/** Listings and detail pages, type by type. */
import type { Locator, Page } from '@playwright/test'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { optionsOf } from '#domain/facet.ts'
import { listingOf } from '#domain/listing.ts'
import { rupees } from '#domain/money.ts'
import { PRODUCT_TYPES, type ProductType } from '#domain/product.ts'
import { SORT_LABELS } from '#domain/sort.ts'
import { doNotOverlap } from './support/layout.ts'
import { addToCart } from './support/shopping.ts'
import { expect, test } from './support/test.ts'
import { openHydrated } from './support/hydrated.ts'

const PRICE = /₹[\d,]+\.\d\d(?!\d)/
const piecesOf = (type: ProductType) => OPENING_COLLECTION.products.filter((product) => product.type === type)
const cardsOf = (page: Page) => page.getByRole('region', { name: 'Pieces' }).getByRole('article')

/** The filters next to the grid; on a phone opens their drawer. */
async function openFilters(page: Page): Promise<Locator> {
  const filters = page.getByRole('form', { name: 'Filters' }).filter({ visible: true })
  if (!(await filters.isVisible())) await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(filters).toBeVisible()
  return filters
}

for (const type of PRODUCT_TYPES)
  // Shows 2.listing.title, 2.listing.search, 2.listing.sort, 2.listing.reset, 2.listing.count, 2.listing.rings
  // Shows 2.listing.necklaces, 9.price-slider, 9.options, 2.idols.filters
  test(`/${type} has its title, search, filters, price slider, sorts, reset and line of results`, async ({
    page,
  }) => {
    const listing = listingOf(type)
    const pieces = piecesOf(type)
    await page.goto(`/${type}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title)
    await expect(page.getByRole('main').getByPlaceholder(listing.searchPlaceholder)).toBeVisible()
    await expect(page.getByText(`Showing ${pieces.length} results`, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reset Filters' }).first()).toBeVisible()
    const sorts = page.getByRole('combobox', { name: 'Sort by' }).getByRole('option')
    expect(await sorts.allTextContents()).toEqual(listing.sorts.map((sort) => SORT_LABELS[sort]))

    const filters = await openFilters(page)
    const slider = filters.getByRole('slider')
    const ceiling = String(listing.priceMax / 100)
    await expect(slider).toHaveValue(ceiling)
    await expect(slider).toHaveAttribute('min', '0')
    await expect(slider).toHaveAttribute('max', ceiling)
    const offered = listing.facets.filter((facet) => !facet.unlisted)
    const boxes = await filters
      .getByRole('checkbox')
      .evaluateAll((found) => found.map((box) => box.getAttribute('value')))
    expect(boxes).toEqual(offered.flatMap((facet) => optionsOf(facet, pieces)))
  })

test('removing a filter shows the cards that it hid', async ({ page }) => {
  await openHydrated(page, '/rings')
  const cards = await cardsOf(page).elementHandles()
  const gold = (await openFilters(page)).getByRole('checkbox', { name: 'Gold', exact: false }).first()
  await gold.check()
  await expect.poll(() => cardsOf(page).count()).toBeLessThan(cards.length)
  await gold.uncheck()
  await expect(cardsOf(page)).toHaveCount(cards.length)
  const kept = await Promise.all(cards.map((card) => card.evaluate((element) => element.isConnected)))
  expect(kept).not.toContain(false)
})

test('ticking a filter right after typing keeps what was typed', async ({ page }) => {
  await openHydrated(page, '/rings')
  const filter = (await openFilters(page)).getByRole('checkbox', { disabled: false }).first()
  const search = page.getByRole('main').getByPlaceholder(listingOf('rings').searchPlaceholder)
  const field = await search.elementHandle()
  await filter.evaluate((box, typedInto) => {
    if (!(box instanceof HTMLInputElement) || !(typedInto instanceof HTMLInputElement)) return
    typedInto.focus()
    document.execCommand('insertText', false, 'r')
    box.click()
  }, field)
  await expect(filter).toBeChecked()
  await expect(search).toHaveValue('r')
  await expect(page).toHaveURL(/\?q=r&/)
})

// Shows D2.options.none
test('disables an option that would match nothing', async ({ page }) => {
  await page.goto('/rings')
  const titanium = (await openFilters(page)).getByRole('checkbox', { name: 'Titanium' })
  await expect(titanium).toBeDisabled()
  await expect(titanium).toHaveAccessibleName(/0 pieces/)
})

// Shows 4.filters.at-once, 4.filters.toggle, 4.filters.saved
test('rings apply and save each filter at once', async ({ page }) => {
  await page.goto('/rings')
  const results = page.getByText(/^Showing \d+ results$/)
  const filters = await openFilters(page)
  const engagement = filters.getByRole('checkbox', { name: 'Engagement' })
  const count = piecesOf('rings').filter(({ category }) => category === 'Engagement').length
  await engagement.check()
  await expect(results).toHaveText(`Showing ${count} results`)
  expect(await page.evaluate(() => localStorage.getItem('filters'))).toContain('Engagement')
  await engagement.uncheck()
  await expect(results).toHaveText('Showing 32 results')
})

// Shows 2.listing.filters-toggle
test('Filters toggles the panel next to the grid', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/rings')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  const toggle = page.getByRole('button', { name: 'Filters', exact: true })
  await expect(panel).toBeVisible()
  await toggle.click()
  await expect(panel).toBeHidden()
  await toggle.click()
  await expect(panel).toBeVisible()
})

// Shows 2.listing.grid
test('the grid has one to four columns', async ({ page }) => {
  await page.goto('/rings')
  const grid = page
    .getByRole('region', { name: 'Pieces' })
    .getByRole('list')
    .filter({ has: page.getByRole('article') })
  for (const [width, columns] of [
    [320, 1],
    [390, 2],
    [768, 3],
    [1900, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length))
      .toBe(columns)
  }
})

// Shows 2.card.contents, 2.card.price, 2.card.toast.wished, 2.card.opens, 9.decimals
test('a card shows picture, name, category, price, heart and cart button, and opens its product', async ({
  page,
}) => {
  await page.goto('/rings')
  const card = cardsOf(page).filter({ hasText: 'Chandrika Solitaire Ring' })
  await expect(card.locator('img').first()).toBeVisible()
  await expect(card).toContainText('Engagement')
  await expect(card.getByText(PRICE)).toBeVisible()
  await expect(card.getByRole('button', { name: /^Add to Cart/ })).toBeEnabled()
  await card.getByRole('button', { name: 'Add Chandrika Solitaire Ring to wishlist' }).click()
  await expect(page.getByText('Chandrika Solitaire Ring added to wishlist!')).toBeVisible()
  await card.getByRole('button', { name: 'Remove Chandrika Solitaire Ring from wishlist' }).click()
  await expect(page.getByText('Chandrika Solitaire Ring removed from wishlist!')).toBeVisible()
  await card.click({ position: { x: 30, y: 80 } })
  await expect(page).toHaveURL(/\/rings\/801$/)
})

test('the prices of a row align, on offer or not', async ({ page }) => {
  await page.goto('/bangles')
  await expect(cardsOf(page).nth(4)).toContainText('−20%')
  const tops = await cardsOf(page).evaluateAll((cards) =>
    cards.slice(3, 6).map((card) => card.querySelector('.figures')?.getBoundingClientRect().top),
  )
  expect(new Set(tops).size, tops.join(', ')).toBe(1)
})

// Shows 2.card.gem.facts, 2.card.gem.no-buttons
test('a gem’s card shows clarity, hardness and two lines of description, and no buttons', async ({
  page,
}) => {
  await page.goto('/gems')
  const card = cardsOf(page).first()
  const gem = OPENING_COLLECTION.find({ type: 'gems', id: 401 })
  if (gem?.type !== 'gems') throw new Error('There is no first gem')
  await expect(card).toContainText(`Clarity: ${gem.clarity}`)
  await expect(card).toContainText(`Hardness: ${gem.hardness}`)
  const text = card.getByText('Pinkish red, from Mogok in Burma.', { exact: true })
  expect(gem.description).toContain(await text.innerText())
  const clamp = await text.evaluate((line) => [
    getComputedStyle(line).webkitLineClamp,
    line.scrollHeight - line.clientHeight,
  ])
  expect(clamp).toEqual(['2', 0])
  await expect(card.getByRole('button')).toHaveCount(0)
})

// Shows 2.card.second-picture
test('an earring shows its second picture under the pointer, a ring does not', async ({ page }) => {
  for (const [type, pictures] of [
    ['tops', 2],
    ['rings', 1],
  ] as const) {
    await openHydrated(page, `/${type}`)
    const card = cardsOf(page).first()
    await card.hover()
    await expect(card.locator('img')).toHaveCount(pictures)
  }
})

test.describe('bangles', () => {
  const results = (page: Page) => page.getByText(/^Showing \d+ results$/)
  const silver = piecesOf('bangles').filter((piece) => 'metal' in piece && piece.metal === 'Silver').length

  test('keep all filters clear of the buttons on a laptop', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openHydrated(page, '/bangles')
    const filters = page.getByRole('form', { name: 'Filters' })
    await filters.evaluate((form) => {
      scrollTo({ top: form.getBoundingClientRect().top, behavior: 'instant' })
    })
    const apply = filters.getByRole('button', { name: 'Apply Filters' })
    await expect(apply).toBeInViewport({ ratio: 1 })
    for (const option of await filters.locator('label:has([type=checkbox])').all())
      expect([await option.textContent(), await doNotOverlap(option, apply)]).toEqual([
        await option.textContent(),
        true,
      ])
  })

  // Shows 2.bangles.apply, 2.bangles.reset, 2.bangles.no-storage
  test('apply filters on Apply Filters, close the panel as on Reset Filters, and save nothing', async ({
    page,
  }) => {
    await openHydrated(page, '/bangles')
    let filters = await openFilters(page)
    await filters.getByRole('checkbox', { name: 'Silver' }).check()
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: Low to High')
    await page.getByPlaceholder('Search bangles...').fill('a')
    await expect(results(page)).toHaveText('Showing 9 results')
    await filters.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(results(page)).toHaveText(`Showing ${silver} results`)
    await expect(filters).toBeHidden()
    filters = await openFilters(page)
    await filters.getByRole('button', { name: 'Reset Filters' }).click()
    await expect(results(page)).toHaveText('Showing 9 results')
    await expect(filters).toBeHidden()
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /filter/i.test(key)))).toEqual(
      [],
    )
  })

  // Shows 2.bangles.apply
  test('keep pending options when a chip removes an applied filter, and clear them on Reset Filters', async ({
    page,
  }) => {
    await openHydrated(page, '/bangles?category=Modern')
    const filters = await openFilters(page)
    const traditional = filters.getByRole('checkbox', { name: 'Traditional' })
    await traditional.check()
    await page.getByRole('button', { name: 'Remove filter Modern' }).click()
    await expect(results(page)).toHaveText('Showing 9 results')
    await expect(filters.getByRole('group', { name: 'Category' }).getByLabel('Modern')).not.toBeChecked()
    await expect(traditional).toBeChecked()
    await filters.getByRole('button', { name: 'Reset Filters' }).click()
    await expect(await openFilters(page)).toBeVisible()
    await expect(traditional).not.toBeChecked()
  })

  for (const [where, size] of [
    ['a low window', { width: 1280, height: 640 }],
    ['a phone', { width: 390, height: 740 }],
  ] as const)
    test(`keep Apply Filters in view on ${where}, without hiding a field below it`, async ({ page }) => {
      await page.setViewportSize(size)
      await page.goto('/bangles')
      // Far enough to see the products.
      await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }))
      const filters = await openFilters(page)
      const apply = filters.getByRole('button', { name: 'Apply Filters' })
      await expect(apply).toBeInViewport({ ratio: 1 })
      const last = filters.getByRole('checkbox').last()
      await last.focus()
      const [box, edge] = await Promise.all([last.boundingBox(), apply.boundingBox()])
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0)
    })
})

test.describe('idols', () => {
  // Shows 2.idols.reset, 4.filters.reset, 2.idols.opens, 2.idols.words, 2.idols.sorts
  test('reset filters, search, sort, price and storage', async ({ page }) => {
    await page.goto('/idols?q=silver&metal=Silver&max=50000&sort=name-z-a')
    await page.getByRole('button', { name: 'Reset Filters' }).first().click()
    await expect(page.getByText('Showing 4 results')).toBeVisible()
    await expect(page).toHaveURL(/\/idols$/)
    await expect(page.getByPlaceholder('Search idols...')).toHaveValue('')
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('featured')
    const filters = await openFilters(page)
    await expect(filters.getByRole('slider')).toHaveValue('300000')
    await expect(filters.getByRole('checkbox', { name: 'Silver' })).not.toBeChecked()
    expect(await page.evaluate(() => localStorage.getItem('idolsFilters'))).toBe('""')
    await page.goto('/idols')
    await cardsOf(page).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/idols\/1000$/)
  })
})

test.describe('anklets', () => {
  // Shows 2.anklets.drawer, 2.anklets.card, 2.anklets.card.stock, 2.anklets.toasts, 2.anklets.words
  test('have a drawer with a price slider alone, cards with stock, metal and rating, and their own toasts', async ({
    page,
  }) => {
    await page.goto('/anklet')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await expect(drawer.getByRole('slider')).toHaveCount(1)
    await expect(drawer.getByRole('checkbox')).toHaveCount(0)
    await drawer.getByRole('slider').fill('5000')
    const affordable = piecesOf('anklet').filter((piece) => piece.price.amount <= rupees(5000)).length
    expect(affordable).toBeLessThan(5)
    await expect(page.getByText(`Showing ${affordable} results`)).toBeAttached()
    await drawer.getByRole('slider').fill('10000')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toBeHidden()

    const card = cardsOf(page).filter({ hasText: 'Ghungroo Silver Payal' })
    await expect(card).toContainText('In Stock')
    await expect(card).toContainText('Silver')
    await expect(card).toContainText('₹7,250.00')
    await expect(card).toContainText(/\d\.\d\/5/)
    await card.getByRole('button', { name: /^Add to Cart/ }).click()
    await expect(page.getByText('Added to cart!', { exact: true })).toBeVisible()
    await card.getByRole('button', { name: /to wishlist$/ }).click()
    await expect(page.getByText('Added to wishlist!', { exact: true })).toBeVisible()
    await card.getByRole('button', { name: /from wishlist$/ }).click()
    await expect(page.getByText('Removed from wishlist!', { exact: true })).toBeVisible()

    const soldOut = cardsOf(page).filter({ hasText: 'Rani Bridal Paizeb' })
    await expect(soldOut).toContainText('Out of Stock')
    await expect(soldOut.getByRole('button', { name: /^Add to Cart/ })).toBeDisabled()
  })
})

test.describe('a detail page', () => {
  // Shows 2.detail.contents, 2.detail.stock, 2.detail.wishlist, 2.detail.back, 2.detail.toasts
  test('shows all details, the wishlist button and the back link', async ({ page }) => {
    const ring = OPENING_COLLECTION.find({ type: 'rings', id: 801 })
    await page.goto('/rings/801')
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chandrika Solitaire Ring')
    await expect(main.getByText(PRICE).first()).toBeVisible()
    await expect(main.getByText('In Stock', { exact: true })).toBeVisible()
    await expect(main.getByText(ring?.description ?? 'no such ring')).toBeVisible()
    await expect(main.getByText(`${ring?.rating?.toFixed(1)}/5`).first()).toBeVisible()
    await expect(main.getByRole('button', { name: 'Add to Cart' }).first()).toBeEnabled()
    await expect(main.getByRole('term').filter({ hasText: 'Gender' })).toBeVisible()
    await main.getByRole('button', { name: 'Add to Wishlist' }).click()
    await expect(page.getByText('Item added to wishlist!')).toBeVisible()
    await main.getByRole('button', { name: 'Remove from Wishlist' }).click()
    await expect(page.getByText('Item removed from wishlist!')).toBeVisible()
    await main.getByRole('link', { name: 'Back to Rings' }).click()
    await expect(page).toHaveURL(/\/rings$/)
  })

  // Shows 2.detail.back.set, 2.detail.toasts, D11.made-to-order, 2.detail.stock, 2.detail.sold-out
  test('of a made-to-order set shows its date, accepts the order, and goes back one step', async ({
    page,
  }) => {
    await openHydrated(page, '/sets?metal=Platinum')
    await cardsOf(page).filter({ hasText: 'Shunya Platinum Set' }).getByRole('link').click()
    const main = page.getByRole('main')
    await expect(main.getByText('Out of Stock', { exact: true })).toBeVisible()
    await expect(main.getByText('Made to order: dispatched in 15 days').first()).toBeVisible()
    await addToCart(page)
    await expect(page.getByText('Set added to cart!')).toBeVisible()
    await main.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/\/sets\?metal=Platinum$/)
  })

  // Shows 2.detail.mangal-sutra, 2.detail.mangal-sutra.back, 2.detail.mangal-sutra.price
  // Shows 2.detail.mangal-sutra.rating, 2.detail.mangal-sutra.thumbnails, 2.detail.thumbnails, 4.detail.picture
  test('of a mangal sutra has its boxes, and two thumbnails, the chosen one with a ring', async ({
    page,
  }) => {
    await page.goto('/mangal-sutra/500')
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: /^Back/ })).toHaveAttribute('href', '/mangal-sutra')
    await expect(main.getByText(PRICE).first()).toBeVisible()
    await expect(
      main
        .getByText(/^\d\.\d\/5$/)
        .or(main.getByText(/\d\.\d\/5/))
        .first(),
    ).toBeVisible()
    for (const title of ['Product Details', 'Features', 'Specifications'])
      await expect(main.getByRole('heading', { name: title })).toBeVisible()

    const first = main.getByRole('button', { name: 'Show picture 1 of 3' })
    const second = main.getByRole('button', { name: 'Show picture 2 of 3' })
    const ringOf = (thumbnail: Locator) => thumbnail.evaluate((button) => getComputedStyle(button).boxShadow)
    const picture = main.locator('img').first()
    await expect(picture).toHaveAttribute('src', /mangal-sutra-500-1-/)
    const worn = await ringOf(first)
    await second.click()
    await expect(picture).toHaveAttribute('src', /mangal-sutra-500-2-/)
    await expect(second).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => ringOf(second)).toBe(worn)
    await expect.poll(() => ringOf(first)).not.toBe(worn)
  })

  // Shows 2.detail.mangal-sutra.sold-out
  test('of a sold-out mangal sutra says so on its button', async ({ page }) => {
    await page.goto('/mangal-sutra/505')
    await expect(page.getByRole('main').getByRole('button', { name: 'Out of Stock' }).first()).toBeDisabled()
  })

  // Shows 2.detail.anklet, 2.detail.anklet.price, 2.detail.anklet.stock, D18.anklet
  test('of an anklet shows its price without decimals and adds it although it is out of stock', async ({
    page,
  }) => {
    await page.goto('/anklet/1')
    await expect(page.getByText('₹7,250', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^Back/ })).toHaveAttribute(
      'href',
      '/anklet',
    )
    await page.goto('/anklet/4')
    await addToCart(page)
    await expect(page.getByText('Item added to cart!')).toBeVisible()
  })

  test.describe('under a mouse', () => {
    test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

    // Shows 2.detail.zoom
    test('grows its picture 1.4 times around the pointer', async ({ page }) => {
      await openHydrated(page, '/rings/801')
      const picture = page.getByRole('main').locator('img').first()
      const box = await picture.boundingBox()
      if (!box) throw new Error('The picture has no place')
      await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2)
      await expect.poll(() => picture.evaluate((img) => getComputedStyle(img).scale)).toBe('1.4')
      const origin = await picture.evaluate((img) => getComputedStyle(img).transformOrigin)
      expect(Number.parseFloat(origin) / box.width).toBeCloseTo(0.25, 1)
    })
  })
})
