/** The search of header and listings, by pointer, by keyboard and with trade terms; nothing shifts. */
import type { Page } from '@playwright/test'
import { MINUTE_MS } from '#domain/time.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'
import { openHydrated } from './support/hydrated.ts'

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search jewellery' })

test('a Hindi word finds its products and shows its interpretation', async ({ page }) => {
  await page.goto('/about')
  await fieldOf(page).fill('सोने की अंगूठी')
  await expect(page.getByRole('option')).toHaveCount(8)
  await expect(page.getByRole('group', { name: /gold · rings/ })).toBeVisible()
  await expectAccessible(page)
  await fieldOf(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “सोने की अंगूठी”')
  await expect(page.getByText('Showing 24 results')).toBeVisible()
})

test('the searches of header and listing interpret a price and a purity', async ({ page }) => {
  await page.goto('/about')
  await fieldOf(page).fill('22k chain under 1 lakh')
  await expect(page.getByRole('group', { name: /chains · 22K gold · up to ₹1,00,000/ })).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(1)
  await fieldOf(page).press('Enter')
  await expect(page.getByText('Understood as chains · 22K gold · up to ₹1,00,000')).toBeVisible()
  await expect(page.getByText('Showing 1 result')).toBeVisible()
  await page.goto('/rings?q=under+20000')
  await expect(page.getByText('Shown for “under 20000”: up to ₹20,000')).toBeVisible()
  await expect(page.getByText('Showing 6 results')).toBeVisible()
})

test('Hindi is set in the shop’s fonts everywhere', async ({ page }) => {
  await openHydrated(page, '/allproducts?q=पायल')
  await fieldOf(page).fill('पायल')
  await expect(page.getByRole('group', { name: /पायल/ })).toBeVisible()
  await expectOwnTypefaces(page, ['input[role=combobox]', 'h1', '[role=listbox] [role=group] :first-child'])
  await openHydrated(page, '/contact')
  await page.getByLabel('Name').fill('मीरा वर्मा')
  await expectOwnTypefaces(page, ['input[name=name]'])
})

/** Expects only web fonts among the fonts that the browser reports as used. */
async function expectOwnTypefaces(page: Page, selectors: readonly string[]): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  for (const selector of selectors) {
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const fontsOf = async () => {
      const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? 'own' : familyName))
    }
    await expect.poll(async () => new Set(await fontsOf()), { message: selector }).toEqual(new Set(['own']))
  }
  await devtools.detach()
}

test('a search without results offers links', async ({ page }) => {
  await page.goto('/about')
  await fieldOf(page).fill('zzzz')
  await expect(page.getByText('Nothing found for “zzzz”.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('option', { name: 'Earrings' }).click()
  await expect(page).toHaveURL(/\/tops$/)
})

test('the search shows popular and recent searches before any input', async ({ page }) => {
  await page.goto('/about')
  await fieldOf(page).click()
  await page.getByRole('option', { name: 'Payal' }).click()
  await expect(page).toHaveURL(/\/allproducts\?q=Payal$/)
  await fieldOf(page).click()
  await expect(page.getByRole('group', { name: 'Recent searches' }).getByText('Payal')).toBeVisible()
  await expectAccessible(page)
})

test('arrow keys move through the suggestions and the input, Escape closes and clears', async ({ page }) => {
  await page.goto('/about')
  const field = fieldOf(page)
  await field.fill('kada')
  const first = page.getByRole('option', { name: /Swarn Nakshi Kada/ })
  await expect(first).toBeVisible()
  await field.press('ArrowDown')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '')
  await field.press('Home')
  await expect(first).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.type('s')
  await expect(field).toHaveValue('skada')
  await field.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(field).toHaveValue('skada')
  await field.press('Escape')
  await expect(field).toHaveValue('')
  await field.fill('chandbali')
  await expect(page.getByRole('option')).toHaveCount(2)
  await field.press('ArrowUp')
  await field.press('ArrowUp')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/tops\/4$/)
})

test.describe('with a keyboard', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('the / key focuses the search, except while typing, and can be turned off', async ({ page }) => {
    await openHydrated(page, '/rings')
    await page.keyboard.press('/')
    await expect(fieldOf(page)).toBeFocused()
    await expect(fieldOf(page)).toHaveValue('')
    const ofRings = page.getByPlaceholder('Search rings...')
    await ofRings.click()
    await page.keyboard.press('/')
    await expect(ofRings).toHaveValue('/')
    await fieldOf(page).click()
    await page.getByRole('option', { name: /Turn this off/ }).click()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('/')
    await expect(fieldOf(page)).not.toBeFocused()
  })
})

test('the listing search matches literally first, and falls back to fuzzy search', async ({ page }) => {
  await page.goto('/tops')
  const field = page.getByPlaceholder('Search earrings...')
  await field.fill('jhumka')
  await expect(page.getByText('Showing 1 results')).toBeVisible()
  await field.fill('झुमके')
  await expect(page.getByText('Showing 5 results')).toBeVisible()
  await expect(page.getByText('Shown for “झुमके”: jhumkas and drops')).toBeVisible()
  await field.fill('payal')
  await expect(page.getByText('Showing 0 results')).toBeVisible()
  await page.getByRole('link', { name: 'Search the whole shop' }).click()
  await expect(page.getByRole('link', { name: /Ghungroo Silver Payal/ }).first()).toBeVisible()
})

// Shows D15.address
test('leaving a listing while its URL is updated does not navigate back', async ({ page }) => {
  await page.clock.install()
  await openHydrated(page, '/tops')
  const field = page.getByPlaceholder('Search earrings...')
  const link = page.getByRole('link', { name: 'Search the whole shop' })
  // Its own code must not be held back, nor wait for the clock.
  await field.fill('payal')
  await expect(link).toBeVisible()
  await field.fill('')
  await expect(link).toBeHidden()
  await page.clock.pauseAt(Date.now() + MINUTE_MS)
  await field.fill('payal')
  await expect(link).toBeVisible()
  const { requested, release } = await holdScripts(page)
  await link.click()
  await requested
  // The listing updates its URL within this time.
  await page.clock.runFor(1000)
  release()
  await expect(page).toHaveURL('/allproducts?q=payal')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “payal”')
})

/** Holds scripts back until `release`; `requested` resolves at the first request. */
async function holdScripts(page: Page) {
  const requested = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    requested.resolve()
    await held.promise
    await route.continue()
  })
  return { requested: requested.promise, release: held.resolve }
}

test('“See all” below the suggestions leads to results that can be filtered and sorted', async ({ page }) => {
  await page.goto('/about')
  await fieldOf(page).fill('gold')
  await page.getByRole('button', { name: /^See all \d+ results$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “gold”')
  await kindOf(page, /^Bangles/).click()
  await page.getByRole('link', { name: 'Price: Low to High' }).click()
  await expect(page).toHaveURL(/type=bangles&sort=price-low-high$/)
  const prices = page.getByRole('region', { name: 'Pieces' }).getByText(/^₹[\d,]+\.\d\d$/)
  await expect(prices.first()).toBeVisible()
  // The URL precedes the results.
  await expect(page.getByText('Showing 6 results')).toBeVisible()
  const isSorted = async () => {
    const amounts = (await prices.allTextContents()).map((price) => Number(price.replaceAll(/[₹,]/g, '')))
    return amounts.every((amount, index) => index === 0 || amount >= Number(amounts[index - 1]))
  }
  await expect.poll(isSorted).toBe(true)
  await expectAccessible(page)
})

test('a sort order pressed before the results of a chosen kind are drawn keeps the kind', async ({
  page,
}) => {
  await openHydrated(page, '/allproducts?q=gold')
  const bangles = await kindOf(page, /^Bangles/).elementHandle()
  const byPrice = await page.getByRole('link', { name: 'Price: Low to High' }).elementHandle()
  await page.evaluate(
    async ([kind, sort]) => {
      ;(kind as HTMLElement).click()
      // React renders a press in a microtask, and a navigation later.
      await Promise.resolve()
      ;(sort as HTMLElement).click()
    },
    [bangles, byPrice],
  )
  await expect(page).toHaveURL(/type=bangles&sort=price-low-high$/)
  await expect(page.getByText('Showing 6 results')).toBeVisible()
  await expect(kindOf(page, /^Bangles/)).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page).toHaveURL(/q=gold$/)
  await expect(page.getByText('Showing 68 results')).toBeVisible()
  await expect(kindOf(page, /^All/)).toHaveAttribute('aria-current', 'true')
})

const kindOf = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Kinds' }).getByRole('link', { name })
