import { expect, type Page } from '@playwright/test'
import { newCustomer, type Customer } from './customer.ts'

/** On a detail page, even during the navigation to it: the buttons of product cards contain the product's name. */
export async function addToCart(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expect(page.getByText(/added to cart!/)).toBeVisible()
}

/** Resolves after the form's redirect. */
export async function signUp(page: Page, { name, email, password }: Customer): Promise<void> {
  if (!page.url().includes('/signup')) await page.goto('/signup')
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(page).not.toHaveURL(/\/signup/)
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).not.toHaveURL(/\/account/)
}

/** From the cart: the checkout asks a visitor to sign in, and the new customer returns to the cart. */
export async function signUpFromCart(page: Page, customer: Customer): Promise<void> {
  await page.getByText('Proceed to Checkout').click()
  await expect(page).toHaveURL(/\/login\?from=%2Fcart/)
  await page
    .getByRole('main')
    .getByRole('link', { name: /sign up/i })
    .click()
  await expect(page).toHaveURL(/\/signup/)
  await signUp(page, customer)
  await expect(page).toHaveURL(/\/cart/)
}

/** Opens the address form for a new customer with one product in the cart. */
export async function beginCheckout(page: Page, product: string): Promise<void> {
  await page.goto(product)
  await addToCart(page)
  await page.goto('/cart')
  await signUpFromCart(page, newCustomer())
  await page.getByText('Proceed to Checkout').click()
}

export async function fillAddress(page: Page, { pincode = '302001' } = {}): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('Name', { exact: true }).fill('Asha Verma')
  await main.getByLabel('Address', { exact: true }).fill('14 Ajmal Khan Road, Karol Bagh')
  await main.getByLabel('Pincode').fill(pincode)
  await main.getByLabel('City').fill('Jaipur')
  await main.getByLabel('State').selectOption('Rajasthan')
  await main.getByLabel('Phone').fill('9811012345')
}

export async function proceedToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.frameLocator('iframe').getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  // Its buttons need its script.
  await page.frames().at(-1)?.waitForLoadState()
}

/** With the UPI address that always succeeds. */
export async function payInDialog(page: Page): Promise<void> {
  const dialog = page.frameLocator('iframe')
  await dialog.getByLabel('UPI ID').fill('success@razorpay')
  await dialog.getByRole('button', { name: /^Pay ₹/ }).click()
}
