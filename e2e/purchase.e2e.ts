/** A new customer’s purchase from the home page to the paid order, and its failures. */
import {
  addToCart,
  beginCheckout,
  fillAddress,
  payInDialog,
  proceedToPayment,
  signUp,
  signUpFromCart,
} from './support/shopping.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { emailsTo } from './support/mailbox.ts'
import { newCustomer } from './support/customer.ts'
import { expect, test } from './support/test.ts'
import { within } from './support/slow.ts'

// Shows 2.search.opens, 4.checkout.visitor, 4.checkout.summary, 4.checkout.payment, 4.checkout.success
// Shows 2.success.words, 2.success.lines, 2.account.history
test('a visitor finds two products with the same id, signs up, pays, and sees the order confirmed and in the account', async ({
  page,
}) => {
  const customer = newCustomer()
  await page.goto('/')
  await page.getByRole('combobox', { name: /search/i }).fill('jhumka')
  await page.getByRole('option', { name: /Ranjani Kundan Jhumka/ }).click()
  await expect(page).toHaveURL(/\/tops\/1$/)
  await addToCart(page)
  await expect(page.getByText('Item added to cart!')).toBeVisible()

  await page.goto('/anklet/1')
  await addToCart(page)
  await page.getByRole('link', { name: /cart/i }).first().click()
  const pieces = page.getByRole('region', { name: 'Pieces' })
  await expect(pieces.getByText('Ranjani Kundan Jhumka')).toBeVisible()
  await expect(pieces.getByText('Ghungroo Silver Payal')).toBeVisible()

  await signUpFromCart(page, customer)
  await expect(pieces.getByText('Ghungroo Silver Payal')).toBeVisible()
  await page.getByText('Proceed to Checkout').click()
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await payInDialog(page)

  await expect(page).toHaveURL(/\/order-success$/)
  await expect(page.getByRole('heading', { name: 'Order Confirmation' })).toBeVisible()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page.getByText('Ranjani Kundan Jhumka x 1')).toBeVisible()
  // ₹1,53,431.40 and ₹7,250.00; shipping is free above ₹5,000.
  await expect(page.getByText('₹1,60,681.40').last()).toBeVisible()
  const number = (
    await page
      .getByText(/SJ-[0-9A-Z]{16}/)
      .first()
      .textContent()
  )?.match(/SJ-\w{16}/)?.[0]

  await page.goto('/account')
  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect(page.getByRole('heading', { name: 'Purchase History' })).toBeVisible()
  const orderCard = page.getByRole('article', { name: `Order ${number ?? 'without a number'}` })
  await expect(orderCard.getByRole('heading', { name: formatIndiaDate(new Date()) })).toBeVisible()
  await expect(orderCard.getByText('₹1,60,681.40')).toBeVisible()
  await expect(orderCard.getByRole('listitem')).toHaveText(['Ranjani Kundan Jhumka', 'Ghungroo Silver Payal'])

  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  const [email] = await emailsTo(customer.email, 1)
  expect(email?.subject).toContain(number)
})

// Shows D9.below, 5.checkout.rates, 2.summary.methods, 8.shipping.boxes
test('adds the shipping rate to a small order, and reports an unserviceable pincode', async ({ page }) => {
  const customer = newCustomer()
  await page.goto('/rings/815')
  await addToCart(page)
  await page.goto('/cart')
  await expect(page.getByText('Free over ₹5000')).toBeVisible()
  await expect(page.getByText('Add ₹4,491.50 more for free shipping.')).toBeVisible()
  await signUpFromCart(page, customer)
  await page.getByText('Proceed to Checkout').click()
  await fillAddress(page, { pincode: '744101' })
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText(
    /serviceable|No shipping options/,
  )
  await page.getByLabel('Pincode').fill('302001')
  const couriers = page.getByRole('group', { name: 'Shipping Method' })
  await couriers.getByRole('radio').first().check()
  const offers = (await couriers.first().textContent()) ?? ''
  const rate = Number(/₹(\d+\.\d\d)/.exec(offers)?.[1])
  // 4.5 g of silver: ₹450.00 plus 13%.
  const total = (508.5 + rate).toFixed(2)
  await expect(page.getByText(`₹${total}`).first()).toBeVisible()
})

// Shows D42.pan, D42.gstin
test('an order of two lakh rupees requires a PAN, which the page does not store, or a GSTIN, which the order shows', async ({
  page,
}) => {
  await beginCheckout(page, '/bracelets/204')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  const pan = page.getByLabel('PAN of the buyer')
  await page.getByRole('button', { name: 'Proceed to Payment' }).press('Enter')
  await expect(pan).toBeFocused()
  await expect(pan).toHaveAccessibleDescription(/PAN is required for orders from ₹2,00,000/)
  await pan.fill('abcpe1234f')
  await expect(page.getByText(/^PAN is required/)).toHaveCount(0)
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(await stored()).not.toMatch(/abcpe/i)

  await page.getByRole('checkbox', { name: /^I buy for a business/ }).check()
  await expect(pan).toBeHidden()
  const gstin = page.getByLabel('GSTIN', { exact: true })
  await gstin.fill('07AAACS1234F1ZU')
  await expect(gstin).toHaveAccessibleDescription(/must be in the state of the GSTIN/)
  await gstin.fill('08 aaacs 1234 f1zs')
  await page.getByLabel('Business name').fill('Suvarna Traders')
  await page.reload()
  await expect(gstin).toHaveValue('08 aaacs 1234 f1zs')
  await proceedToPayment(page)
  await payInDialog(page)
  await page.getByRole('link', { name: 'See your order' }).click()
  await expect(page.getByText('Suvarna Traders').first()).toBeVisible()
  await expect(page.getByText('08AAACS1234F1ZS').first()).toBeVisible()
})

test('clicking Pay before the dialog’s script has loaded keeps the payment possible', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/checkout/dialog.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await beginCheckout(page, '/anklet/1')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.frameLocator('iframe').getByText('Pay ₹').first().click({ force: true })
  held.resolve()
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success$/)
})

// Shows 4.checkout.failure, 8.dismissed, 2.failed.reason, 3.storage.failure
test('reports a dismissed payment, and a retry pays the same order', async ({ page }) => {
  await beginCheckout(page, '/anklet/1')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/order-failed$/)
  await expect(page.getByText('Payment was cancelled')).toBeVisible()

  await page.getByText('Try Again').click()
  await expect(page).toHaveURL(/\/cart$/)
  await page.getByText('Proceed to Checkout').click()
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success$/)

  await page.goto('/account')
  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect(page.getByText(/SJ-[0-9A-Z]{16}/).first()).toBeVisible()
  const numbers = await page.getByText(/SJ-[0-9A-Z]{16}/).allTextContents()
  expect(new Set(numbers.map((text) => /SJ-\w{16}/.exec(text)?.[0])).size).toBe(1)
})

test('an unpaid order is paid from the account, until its pieces have left the cart', async ({ page }) => {
  await beginCheckout(page, '/anklet/1')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/order-failed$/)

  await page.goto('/account#orders')
  const order = page.getByRole('link', { name: /^See the order SJ-/ })
  const number = /SJ-\w{16}/.exec((await order.textContent()) ?? '')?.[0] ?? ''
  await order.click()
  await page.getByRole('link', { name: 'Pay now' }).click()
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success$/)

  await page.goto(`/account/orders/${number}`)
  await expect(page.getByRole('button', { name: 'Print Order' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add these to cart' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
})

test('an unpaid order, which has no invoice yet, is printed as its page', async ({ page }) => {
  await beginCheckout(page, '/anklet/1')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/order-failed$/)
  await page.goto('/account#orders')
  await page.getByRole('link', { name: /^See the order SJ-/ }).click()
  const pieces = page.getByRole('region', { name: 'Pieces' })
  await expect(pieces).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(pieces).toBeVisible()
})

test('an address corrected after a dismissed payment is saved once, as paid', async ({ page }) => {
  await beginCheckout(page, '/anklet/1')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click()
  await page.getByText('Try Again').click()
  await page.getByText('Proceed to Checkout').click()
  await page.getByRole('main').getByLabel('Address', { exact: true }).fill('41 Ajmal Khan Road')
  await proceedToPayment(page)
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success$/)

  await page.goto('/account')
  const savedAddresses = page.getByRole('region', { name: 'Saved Addresses' })
  await expect(savedAddresses.getByRole('listitem')).toHaveCount(1)
  await expect(savedAddresses.getByText('41 Ajmal Khan Road').first()).toBeVisible()
})

test('a declined payment leaves the dialog open, and the next try succeeds', async ({ page }) => {
  await beginCheckout(page, '/anklet/2')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  const dialog = page.frameLocator('iframe')
  await dialog.getByLabel('UPI ID').fill('failure@razorpay')
  await dialog.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(dialog.getByText(/fail|declin/i).first()).toBeVisible()
  await dialog.getByLabel('UPI ID').fill('success@razorpay')
  await dialog.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page).toHaveURL(/\/order-success$/)
})

// Shows 5.checkout.gaps
test('reports all missing address fields at once, at the fields, and keeps the input', async ({ page }) => {
  await beginCheckout(page, '/anklet/1')
  const main = page.getByRole('main')
  await main.getByLabel('Address', { exact: true }).fill('14 Ajmal Khan Road')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click({ force: true })
  await expect(main.getByText('City is required').first()).toBeVisible()
  await expect(main.getByText('Please select a shipping method').first()).toBeVisible()
  await page.reload()
  await expect(main.getByLabel('Address', { exact: true })).toHaveValue('14 Ajmal Khan Road')
})

// Shows B.city
test('the pincode fills in city and state, and manual input stays', async ({ page }) => {
  await beginCheckout(page, '/anklet/1')
  const address = page.getByRole('group', { name: 'Shipping Address' })
  const city = address.getByLabel('City')
  const pincode = address.getByLabel('Pincode')
  await pincode.fill('302001')
  await expect(city).toHaveValue('Jaipur')
  await expect(address.getByLabel('State')).toHaveValue('Rajasthan')
  await expect(address.getByRole('status')).toHaveText('Jaipur is filled in as the city of pincode 302001.')

  await pincode.fill('4000')
  await expect(city).toHaveValue('')
  await pincode.fill('400001')
  await expect(city).toHaveValue('Mumbai')
  await expect(address.getByLabel('State')).toHaveValue('Maharashtra')

  await city.fill('Colaba')
  await pincode.fill('302001')
  const couriers = page.getByRole('group', { name: 'Shipping Method' }).locator('label')
  // Some are collapsed.
  await expect(couriers.filter({ hasText: 'Delhivery' }).first()).toBeAttached()
  await expect(address.getByLabel('State')).toHaveValue('Rajasthan')
  await expect(city).toHaveValue('Colaba')
  await page.reload()
  await expect(couriers.filter({ hasText: 'Delhivery' }).first()).toBeAttached(within(30))
  await expect(city).toHaveValue('Colaba')
})

test('an unknown city can be typed', async ({ page, allowErrors }) => {
  allowErrors(/422/)
  await beginCheckout(page, '/anklet/1')
  const address = page.getByRole('group', { name: 'Shipping Address' })
  await address.getByLabel('Pincode').fill('744101')
  await expect(page.getByText('No shipping options available')).toBeVisible()
  await expect(address.getByLabel('State')).toHaveValue('Andaman and Nicobar Islands')
  await expect(address.getByLabel('City')).toHaveValue('')
})

// Shows 2.success.redirect
test('order-success without an order redirects to the cart', async ({ page }) => {
  await page.goto('/order-success')
  await expect(page).toHaveURL(/\/cart$/)
})

test('the next checkout selects the last address, which can be changed there', async ({ page }) => {
  await beginCheckout(page, '/anklet/1')
  await fillAddress(page)
  const couriers = page.getByRole('group', { name: 'Shipping Method' })
  await couriers.getByRole('radio').first().check()
  await proceedToPayment(page)
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success$/)

  await page.goto('/anklet/2')
  await addToCart(page)
  await page.goto('/cart?step=checkout')
  const address = page.getByRole('group', { name: 'Shipping Address' })
  await expect(address.getByRole('radio', { name: /Ajmal Khan Road/ })).toBeChecked()
  await address.getByRole('radio', { name: 'A new address' }).check()
  await address.getByLabel('Address', { exact: true }).fill('1 Lodi Estate')
  await address.getByRole('button', { name: /^Edit the address 14 Ajmal/ }).click()
  await expect(address.getByLabel('Name', { exact: true })).toBeFocused()
  await address.getByLabel('Address', { exact: true }).fill('15 Ajmal Khan Road')
  // The unsaved new address is still there.
  await address.getByRole('radio', { name: 'A new address' }).check()
  await expect(address.getByLabel('Address', { exact: true })).toHaveValue('1 Lodi Estate')
  await address.getByRole('radio', { name: /Ajmal Khan Road/ }).check()
  await expect(address.getByLabel('Address', { exact: true })).toHaveValue('15 Ajmal Khan Road')
  await couriers.getByRole('radio').first().check()
  await proceedToPayment(page)
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success$/)
  await expect(page.getByText('15 Ajmal Khan Road')).toBeVisible()
  await page.goto('/account')
  const savedAddresses = page.getByRole('region', { name: 'Saved Addresses' })
  await expect(savedAddresses.getByRole('listitem')).toHaveCount(1)
  await expect(savedAddresses.getByText('15 Ajmal Khan Road').first()).toBeVisible()
})

// Shows D61.order
test('the order page shows the timeline, refills the cart, and is private', async ({
  page,
  openBrowser,
  allowErrors,
}) => {
  await beginCheckout(page, '/anklet/1')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await payInDialog(page)
  const arrivesOn = await page
    .getByText(/brings your order by/)
    .locator('time')
    .innerText()
  await page.getByRole('link', { name: 'See your order' }).click()
  await expect(page).toHaveURL(/\/account\/orders\/SJ-[0-9A-Z]{16}$/)
  await expect(page.getByRole('list', { name: 'What has happened' }).getByRole('listitem')).toContainText([
    /Placed/,
    /Confirmed/,
    /Dispatched/,
    `by ${arrivesOn}.`,
  ])
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Order summary', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Add these to cart' }).click()
  await expect(page.getByText('Added to cart!')).toBeVisible()

  const order = page.url()
  await page.goto('/account')
  await page.getByRole('tab', { name: 'Orders' }).click()
  await page.getByRole('link', { name: /See order and documents/ }).click()
  await expect(page).toHaveURL(order)

  allowErrors(/404/)
  const other = await (await openBrowser()).newPage()
  await other.goto(order)
  await expect(other).toHaveURL(/\/login\?from=%2Faccount%2Forders%2FSJ-/)
  await signUp(other, newCustomer())
  await other.goto(order)
  await expect(other.getByRole('heading', { name: 'Order not found' })).toBeVisible()
})

test('a payment dialog closes after a quarter of an hour, when its price expires', async ({ page }) => {
  await page.clock.install()
  await beginCheckout(page, '/anklet/1')
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await proceedToPayment(page)
  await page.clock.fastForward('14:50')
  await expect(page.locator('iframe')).toBeVisible()
  await page.clock.fastForward('00:20')
  await expect(page).toHaveURL(/\/order-failed$/)
})

test('an offline checkout says so and keeps the input', async ({ page, context }) => {
  await beginCheckout(page, '/anklet/1')
  await fillAddress(page)
  await context.setOffline(true)
  await expect(page.getByText(/Paying needs a connection/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/Paying needs a connection/)).toBeHidden()
  await expect(page.getByRole('main').getByLabel('City')).toHaveValue('Jaipur')
})
