/** Forced colours remove backgrounds and shadows; controls and states stay distinguishable. */
import type { Locator, Page } from '@playwright/test'
import { addToCart } from './support/shopping.ts'
import { tabTo } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { openHydrated } from './support/hydrated.ts'

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

const KEY_SCREENS = ['/', '/rings?metal=Platinum', '/rings/801', '/cart', '/login']

for (const [colorScheme, tag] of [
  ['light', '@desktop'],
  ['dark', '@phone'],
] as const)
  test.describe(`of a ${colorScheme} theme`, { tag }, () => {
    test.use({ colorScheme })
    for (const path of KEY_SCREENS)
      // Shows B.forced-colours
      test(`every button and field of ${path} has an edge`, async ({ page }) => {
        await page.addInitScript(() => localStorage.setItem('cart', '[{"type":"tops","id":1,"quantity":2}]'))
        await openHydrated(page, path)
        expect(await withoutEdge(page)).toEqual([])
      })
  })

// Shows B.forced-colours
test('the chosen picture, tab and category differ from the others', async ({ page, isMobile }) => {
  await openHydrated(page, '/rings/801')
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('button')
  expect(await edgeOf(pictures.nth(0))).not.toBe(await edgeOf(pictures.nth(1)))
  if (!isMobile) {
    const categories = page.getByRole('navigation', { name: 'Categories' })
    const [here, elsewhere] = await Promise.all(
      ['Rings', 'Gems'].map((name) => edgeOf(categories.getByRole('link', { name, exact: true }))),
    )
    expect(here).not.toBe(elsewhere)
  }
  await page.getByRole('button', { name: 'Find your ring size' }).click()
  const chosen = page.getByRole('tab', { selected: true })
  const other = page.getByRole('tab', { selected: false }).first()
  expect(await edgeOf(chosen)).not.toBe(await edgeOf(other))
})

// Shows B.forced-colours
test(
  'a checked filter shows its check mark, and a disabled one is grey',
  { tag: '@desktop' },
  async ({ page }) => {
    await openHydrated(page, '/rings?category=Engagement&metal=Platinum')
    const box = page.getByRole('checkbox', { name: /^Platinum/ })
    await expect(box).toBeChecked()
    await expect(box).toHaveCSS('appearance', 'auto')
    const none = page.locator('label', { has: page.locator('input:disabled') }).first()
    await expect(none.locator('input')).toHaveCSS('color', await systemColour(page, 'GrayText'))
  },
)

// Shows B.forced-colours
test('overlays have an edge', async ({ page }) => {
  await page.goto('/tops/1')
  await page.getByRole('combobox', { name: 'Search jewellery' }).fill('gold')
  const suggestions = page.locator('.shadow-float', { has: page.getByRole('option').first() })
  await expect(suggestions).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Escape')
  await addToCart(page)
  await expect(page.locator('.shadow-float', { hasText: 'Item added to cart!' }).first()).toHaveCSS(
    'outline-style',
    'solid',
  )
  await page.goto('/anklet')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCSS('outline-style', 'solid')
})

// Shows B.forced-colours
test('the placeholder of a removed piece has an edge', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('wishlist', '[{"type":"tops","id":1}]'))
  await openHydrated(page, '/wishlist')
  await page.getByRole('button', { name: /^Remove Ranjani/ }).click()
  const place = page.locator('[tabindex="-1"]', { has: page.getByRole('button', { name: 'Undo' }) }).last()
  await expect(place).toHaveCSS('border-top-width', '1px')
})

// Shows B.forced-colours
test('stock labels, the cart count and the focus are visible', async ({ page }) => {
  const canvas = async () => systemColour(page, 'Canvas')
  await page.goto('/tops/1')
  await addToCart(page)
  const mark = page.getByRole('main').getByText('In Stock').locator('span').first()
  await expect(mark).not.toHaveCSS('background-color', await canvas())
  const count = page.getByRole('banner').getByRole('link', { name: 'Cart' }).locator('.count')
  await expect(count).toHaveCSS('border-top-style', 'solid')

  for (const control of [
    page.getByRole('banner').getByRole('link', { name: 'Cart' }),
    page
      .getByRole('main')
      .getByRole('button', { name: /Wishlist/ })
      .first(),
    page.getByLabel('Deliver to'),
  ]) {
    await tabTo(page, control)
    await expect(control).toHaveCSS('outline-style', 'solid')
    await expect(control).toHaveCSS('outline-width', '2px')
    await expect(control).not.toHaveCSS('outline-color', await canvas())
  }
})

/** The border and outline that the browser computes with forced colours. */
function edgeOf(control: Locator): Promise<string> {
  return control.evaluate((element) => {
    const { borderBottomWidth, borderBottomStyle, borderBottomColor } = getComputedStyle(element)
    return `${borderBottomWidth} ${borderBottomStyle} ${borderBottomColor}`
  })
}

function systemColour(page: Page, name: string): Promise<string> {
  return page.evaluate((colour) => {
    const probe = document.createElement('i')
    probe.style.color = colour
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)
}

/** Buttons and fields without a visible boundary; the browser draws checkboxes, radios and sliders itself. */
function withoutEdge(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea')]
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((control) => getComputedStyle(control).appearance !== 'auto' || control.matches('button'))
      .filter((control) => {
        const { borderTopWidth, borderTopStyle, borderTopColor, outlineStyle } = getComputedStyle(control)
        const isBounded = Number.parseFloat(borderTopWidth) >= 1 && borderTopStyle === 'solid'
        const isSeen = borderTopColor !== getComputedStyle(document.body).backgroundColor
        return !(isBounded && isSeen) && outlineStyle !== 'solid' && control.getAttribute('role') !== 'tab'
      })
      .map((control) => control.outerHTML.slice(0, 120)),
  )
}
