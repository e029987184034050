/**
 * The gold rate rises or falls while a shopper is at the checkout: nobody pays a price that they have not seen (D8).
 */
import type { Page } from '@playwright/test'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { createCollection } from '#domain/collection.ts'
import { formatRupees, rupees, subtract, type Paise } from '#domain/money.ts'
import { createQuoteSigner } from '#server/collection/signed-quotes.ts'
import { LAN_SERVER_SECRET, openLanServer, type LanServer } from './support/lan-server.ts'
import { beginCheckout, fillAddress, payInDialog } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

// Publishes three times on a server of its own.
test.describe.configure({ mode: 'serial', timeout: 180_000 })
// The server is closed while an edition is published, and rejects a total that has changed.
test.beforeEach(({ allowErrors }) =>
  allowErrors(/ERR_CONNECTION_REFUSED|Failed to fetch|status of 409 \(Conflict\)/),
)

const { rates } = OPENING_CONTENT
const goldPiece = OPENING_COLLECTION.ofType('tops').find(
  ({ price, inStock }) => price.breakup?.metal === 'gold' && inStock,
)
if (!goldPiece) throw new Error('There are no earrings of gold')
const { type, id } = goldPiece

function priceAt(gold: number): Paise {
  const perGram = { ...rates.perGram, gold: rupees(gold) }
  const { find } = createCollection(
    { edition: 2, hash: '' },
    { ...OPENING_CONTENT, rates: { ...rates, perGram } },
  )
  return find({ type, id })?.price.amount ?? rupees(0)
}

let server: LanServer
test.beforeAll(async () => {
  server = await openLanServer('localhost')
})
test.afterAll(() => server.close())

/** Waits until the summary is complete and the quote of its prices has arrived. */
async function openSummary(page: Page): Promise<void> {
  await beginCheckout(page, `/${type}/${id}`)
  await fillAddress(page)
  await page.getByRole('group', { name: 'Shipping Method' }).getByRole('radio').first().check()
}

const totals = (page: Page) => page.getByRole('region', { name: 'Totals' })
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' }).click()
const payButton = (page: Page, amount: Paise) =>
  page.frameLocator('iframe').getByRole('button', { name: `Pay ${formatRupees(amount)}` })

async function pay(page: Page, amount: Paise): Promise<void> {
  await proceed(page)
  await expect(payButton(page, amount)).toBeVisible()
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success/)
  await expect(page.getByRole('main')).toContainText(formatRupees(amount))
}

/** The error before anything can be paid. */
async function expectRejection(page: Page, before: Paise, after: Paise, cause: string): Promise<void> {
  await expect(page).toHaveURL(/\/order-failed/)
  const main = page.getByRole('main')
  await expect(main).toContainText('Prices have changed. Please review your cart.')
  await expect(main).toContainText(
    `The total was ${formatRupees(before)} and is ${formatRupees(after)} now. ${cause}`,
  )
  await expect(page.frameLocator('iframe').getByRole('button', { name: /^Pay/ })).toHaveCount(0)
}

async function reviewCart(page: Page, total: Paise): Promise<void> {
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(formatRupees(total))
  await page.getByText('Proceed to Checkout').click()
  await page.getByRole('group', { name: 'Shipping Method' }).getByRole('radio').first().check()
}

// Shows D8.quote
test('a total that the checkout has shown is charged after a rise', async ({ openBrowser }) => {
  const page = await (await openBrowser({ baseURL: server.url })).newPage()
  await openSummary(page)
  await expect(totals(page)).toContainText(formatRupees(priceAt(7300)))
  await server.publishRate('gold=7500')
  await pay(page, priceAt(7300))
})

// Shows D8.quote
test('a rise after the quote has expired is shown in rupees, and charged once it is confirmed', async ({
  openBrowser,
}) => {
  const page = await (await openBrowser({ baseURL: server.url })).newPage()
  const signer = createQuoteSigner(LAN_SERVER_SECRET)
  await openSummary(page)
  await page.route('**/api/create-order', async (route) => {
    const body = route.request().postDataJSON()
    const quote = signer.verify(body.quote)
    if (!quote) throw new Error('The page sent no quote of this shop')
    await route.continue({
      postData: JSON.stringify({ ...body, quote: signer.sign({ ...quote, validUntil: Date.now() - 1 }) }),
    })
  })
  await server.publishRate('gold=7700')
  await proceed(page)
  const [before, after] = [priceAt(7500), priceAt(7700)]
  const more = formatRupees(subtract(after, before))
  await expectRejection(
    page,
    before,
    after,
    `Gold went up from ₹7,500.00 to ₹7,700.00 per gram: ${more} more.`,
  )
  await reviewCart(page, after)
  await pay(page, after)
})

// Shows D8.quote
test('a lower price is shown and applied', async ({ openBrowser }) => {
  const page = await (await openBrowser({ baseURL: server.url })).newPage()
  await openSummary(page)
  await server.publishRate('gold=7400')
  await proceed(page)
  const [before, after] = [priceAt(7700), priceAt(7400)]
  const less = formatRupees(subtract(before, after))
  await expectRejection(
    page,
    before,
    after,
    `Gold came down from ₹7,700.00 to ₹7,400.00 per gram: ${less} less.`,
  )
  await reviewCart(page, after)
  await pay(page, after)
})
