/** Sizes, from the choice on the detail page to the order (D39, D40). */
import { expectAccessible } from './support/accessibility.ts'
import { newCustomer } from './support/customer.ts'
import { openHydrated } from './support/hydrated.ts'
import { emailsTo } from './support/mailbox.ts'
import { addToCart, fillAddress, payInDialog, proceedToPayment, signUpFromCart } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

const RING = 'Chandrika Solitaire Ring'

// Shows D39.chosen, D39.cart, D39.shown, D40.line
test('two sizes of one ring are chosen, changed in the cart, paid and shown in the order', async ({
  page,
}) => {
  const customer = newCustomer()
  await page.goto('/rings/801')
  const sizes = page.getByRole('group', { name: 'Size' })
  await expect(sizes.getByRole('radio')).toHaveCount(21)
  await expect(sizes.getByRole('radio', { name: '12' })).toBeChecked()
  await addToCart(page)
  await sizes.getByRole('radio', { name: '14' }).check()
  await addToCart(page)
  await expect(page.getByRole('region', { name: 'Your cart' })).toContainText('Size 14 · Quantity 1')

  await page.goto('/cart')
  const lines = page.getByRole('region', { name: 'Pieces' }).getByRole('article')
  const sizeOf = (index: number) => lines.nth(index).getByRole('combobox', { name: 'Size' })
  await expect(lines).toHaveCount(2)
  await expectAccessible(page)
  await sizeOf(0).selectOption('Size 10')
  await expect(sizeOf(0)).toHaveValue('10')
  await expect(sizeOf(0)).toBeFocused()
  await expect(sizeOf(1)).toHaveValue('14')

  await signUpFromCart(page, customer)
  await page.getByText('Proceed to Checkout').click()
  const pieces = page.getByRole('region', { name: 'Pieces' }).getByRole('listitem')
  await expect(pieces).toContainText(['Size 10', 'Size 14'])
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success$/)
  const rows = page.getByRole('table', { name: 'Pieces' }).getByRole('rowheader')
  await expect(rows).toContainText(['Size 10', 'Size 14'])

  await page.getByRole('link', { name: 'See your order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Order' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Size 14').first()).toBeVisible()
  await expectAccessible(page)
  const [email] = await emailsTo(customer.email, 1)
  expect(email?.text).toContain(`${RING} (Size 10) × 1`)

  await page.getByRole('button', { name: 'Add these to cart' }).click()
  await page.goto('/cart')
  await expect(sizeOf(0)).toHaveValue('10')
  await expect(sizeOf(1)).toHaveValue('14')
  await sizeOf(1).selectOption('Size 10')
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('Quantity 2')
  await expect(sizeOf(0)).toBeFocused()
})

// Shows D39.chosen
test('sizes can be chosen by keyboard, and the size guide selects the measured one', async ({ page }) => {
  await openHydrated(page, '/rings/801')
  const sizes = page.getByRole('group', { name: 'Size' })
  await sizes.getByRole('radio', { name: '12' }).press('ArrowRight')
  await expect(sizes.getByRole('radio', { name: '13' })).toBeChecked()
  const help = page.getByRole('button', { name: 'Find your ring size' })
  await help.click()
  await page.getByRole('tab', { name: 'With paper' }).click()
  await page.getByLabel('Length to the mark, in millimetres').fill('69')
  await expect(page.getByText('We make this ring in 6 to 26.')).toBeVisible()
  await page.getByLabel('Length to the mark, in millimetres').fill('56.8')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use size 17' }).click()
  await expect(page.getByRole('dialog', { name: 'Find your ring size' })).toBeHidden()
  await expect(sizes.getByRole('radio', { name: '17' })).toBeChecked()
  await expect(help).toBeFocused()
})

for (const [path, name, offered, chosen] of [
  ['/bangles/100', 'Size', ['2.2', '2.4', '2.6', '2.8', '2.10'], '2.6'],
  ['/chains/302', 'Length, inches', ['18', '20', '22'], '20'],
] as const)
  // Shows D39.sizes, D39.standard
  test(`${path} offers its sizes, with the stated one chosen`, async ({ page }) => {
    // The bar with the price appears once the page is hydrated.
    await openHydrated(page, path)
    const sizes = page.getByRole('group', { name })
    await expect(sizes.locator('label')).toHaveText([...offered])
    await expect(sizes.getByRole('radio', { checked: true })).toHaveValue(chosen)
    await expectAccessible(page)
  })

// Shows D39.card
test('Add to Cart on a card adds the standard size and says so', async ({ page }) => {
  await page.goto('/rings')
  await page.getByRole('button', { name: new RegExp(`add to cart.*${RING}`, 'i') }).click()
  await expect(page.getByText(`${RING} added to cart! Size 12; change it in the cart.`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your cart' })).toContainText('Size 12')
  await page.goto('/tops')
  await page.getByRole('button', { name: /add to cart.*Saptarishi Star Studs/i }).click()
  await expect(page.getByText('Saptarishi Star Studs added to cart!', { exact: true })).toBeVisible()
})

// Shows D39.before
test('a cart stored before sizes existed gets the standard sizes', async ({ page }) => {
  await page.goto('/faq')
  await page.evaluate(() =>
    localStorage.setItem(
      'cart',
      '[{"type":"rings","id":801,"quantity":1},{"type":"chains","id":302,"quantity":1}]',
    ),
  )
  await page.goto('/cart')
  const lines = page.getByRole('region', { name: 'Pieces' }).getByRole('article')
  await expect(lines.first().getByRole('combobox', { name: 'Size' })).toHaveValue('12')
  await expect(lines.last().getByRole('combobox', { name: 'Size' })).toHaveValue('20')
  await page.goto('/rings/801')
  await addToCart(page)
  await page.goto('/cart')
  await expect(lines).toHaveCount(2)
})
