/** The shop over plain HTTP on a local network, where browsers disable APIs of secure contexts. */
import { browserPath } from './support/browser.ts'
import { newCustomer } from './support/customer.ts'
import { openLanServer } from './support/lan-server.ts'
import { addToCart, fillAddress, payInDialog, proceedToPayment, signUp } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

const HOST = 'shop.lan'
const executablePath = browserPath()

test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking', `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  },
})

test('completes a purchase, and cancels a piece of it, in an insecure context', async ({
  openBrowser,
  allowErrors,
}) => {
  test.slow()
  // Chromium logs that the origin is insecure.
  allowErrors(/Cross-Origin-Opener-Policy header has been ignored/)
  const server = await openLanServer(HOST)
  try {
    const context = await openBrowser({ baseURL: server.url })
    const page = await context.newPage()
    await signUp(page, newCustomer())
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
    await page.goto('/anklet/1')
    await addToCart(page)
    await page.goto('/anklet/2')
    await addToCart(page)
    await page.goto('/cart?step=checkout')
    await fillAddress(page)
    await page.getByRole('radio').first().check()
    await proceedToPayment(page)
    await payInDialog(page)
    await expect(page).toHaveURL(/\/order-success$/, { timeout: 20_000 })
    await expect(page.getByText('Payment Successful!')).toBeVisible()
    await page.goto(`/account/orders/${await page.getByText(/^SJ-\w+$/).innerText()}`)
    await page.getByRole('button', { name: 'Cancel Some Pieces' }).click()
    const form = page.getByRole('form', { name: 'Cancel some pieces' })
    await form.getByRole('combobox').first().selectOption('1')
    await form.getByRole('button', { name: /^Cancel/ }).click()
    await expect(form).toBeHidden()
    // Before the server closes: the page still requests the order from it.
    await page.close()
  } finally {
    await server.close()
  }
})
