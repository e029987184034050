/** A new edition of the collection reaches open pages. */
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { createCollection, type Collection } from '#domain/collection.ts'
import { formatRupees, formatRupeesAsNeeded, rupees, subtract } from '#domain/money.ts'
import { expectAccessible } from './support/accessibility.ts'
import { openLanServer } from './support/lan-server.ts'
import { addToCart } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

const GOLD = 7000
const { rates } = OPENING_CONTENT
const cheaper = createCollection(
  { edition: 2, hash: 'cheaper' },
  { ...OPENING_CONTENT, rates: { ...rates, perGram: { ...rates.perGram, gold: rupees(GOLD) } } },
)
const goldPiece = OPENING_COLLECTION.ofType('tops').find(
  ({ price, inStock }) => price.breakup?.metal === 'gold' && inStock,
)
if (!goldPiece) throw new Error('There are no earrings of gold')
const { type, id, name } = goldPiece
const priceIn = ({ find }: Collection) => find({ type, id })?.price.amount ?? rupees(0)

// Starts its own server three times.
test.describe.configure({ timeout: 180_000 })
// The server is closed while an edition is published, and the connection is lost and restored.
test.beforeEach(({ allowErrors }) =>
  allowErrors(/ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|Failed to fetch/),
)

// Shows D37.told, D37.pages
test('an open cart follows a new gold rate and shows what changed, and the next pages have it', async ({
  page,
  context,
}) => {
  const server = await openLanServer('localhost')
  const [before, after] = [priceIn(OPENING_COLLECTION), priceIn(cheaper)]
  const path = `/${type}/${id}`
  await page.goto(server.url + path)
  await addToCart(page)
  // The last part of the page's code, which follows editions.
  const followed = page.waitForResponse(/PageNotices-.*\.js/)
  await page.goto(`${server.url}/cart`)
  await followed
  await expect(page.getByRole('main')).toContainText(formatRupees(before))

  await server.publishRate(`gold=${GOLD}`)
  await context.setOffline(true)
  await context.setOffline(false)
  const less = formatRupeesAsNeeded(subtract(before, after))
  await expect(
    page.getByText(
      `Prices were updated: your cart is ${less} less. Gold came down from ₹7,300.00 to ₹7,000.00 per gram.`,
    ),
  ).toBeVisible()
  await expect(page.getByRole('main')).toContainText(formatRupees(after))
  await expect(page.getByRole('main')).not.toContainText(formatRupees(before))
  await expectAccessible(page)

  // Another page in the same visit, the same page from the server, and the shop for other visitors.
  await page.getByRole('main').getByRole('link', { name: name }).first().click()
  await expect(page).toHaveURL(server.url + path)
  await expect(page.locator('html')).toHaveAttribute('data-collection', /^2\./)
  const shown = page.getByRole('article').first()
  const [whole = ''] = formatRupees(after).split('.')
  await expect(shown).toContainText(whole)
  await page.reload()
  await expect(shown).toContainText(whole)
  const response = await fetch(server.url + path)
  expect(response.headers.get('x-edition')).toMatch(/^2\./)
  expect(await response.text()).toContain(whole)
  await server.close()
})
