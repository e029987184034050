/**
 * Rates, stock and pieces at the desk: the owner publishes a rate, and a shopper's open page follows; a count is
 * corrected; a new piece with its photographs appears in the shop.
 */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { enrolOwner, expectGoodDeskLayout } from './support/desk.ts'
import { openLanServer, type LanServer } from './support/lan-server.ts'
import { addToCart } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

let server: LanServer
test.beforeAll(async () => {
  server = await openLanServer('localhost')
})
test.afterAll(() => server.close())

test('a rate published at the desk reaches an open cart and is rolled back, a count is corrected, and a new piece is added', async ({
  openBrowser,
  allowErrors,
}) => {
  test.slow()
  // Chromium logs rejected calls.
  allowErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch|the server responded with a status of 4(?:00|09)/)
  const context = await openBrowser({ baseURL: server.url })
  const shopper = await context.newPage()
  await shopper.goto('/tops/1')
  await addToCart(shopper)
  const followed = shopper.waitForResponse(/PageNotices-.*\.js/)
  await shopper.goto('/cart')
  await followed

  const desk = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolOwner(desk, server)
  await desk.goto('/desk/rates')
  const effect = desk.getByRole('button', { name: 'Show the effect' })
  await desk.getByLabel('Gold 22K, ₹ per gram').fill('70,00')
  await effect.click()
  await expect(desk.getByLabel('Gold 22K, ₹ per gram')).toBeFocused()
  await expect(desk.getByLabel('Gold 22K, ₹ per gram')).toHaveAccessibleDescription(/Enter rupees per gram/)
  await expectGoodDeskLayout(desk)
  await desk.getByLabel('Gold 22K, ₹ per gram').fill('₹ 8,300')
  await effect.click()
  await desk.getByLabel('Reason').fill('The rate of the day')
  await expect(desk.getByRole('link', { name: 'Swarn Nakshi Kada' })).toBeVisible()
  await expect(desk.getByRole('button', { name: /^Ask for approval|^Publish/ })).toBeDisabled()
  await expectGoodDeskLayout(desk)
  await desk.getByLabel('Gold 22K, ₹ per gram').fill('7,000')
  await effect.click()
  await expect(desk.getByText('₹7,300.00 per gram → ₹7,000.00 per gram')).toBeVisible()
  await expect(desk.getByText('The largest fall')).toBeVisible()
  await expectGoodDeskLayout(desk)
  await desk.getByLabel('Reason').fill('The rate of the day')
  await desk.getByRole('button', { name: 'Publish' }).click()
  const published = desk.getByText('The rates are published.')
  await expect(published).toBeInViewport()
  await expect(desk.locator(':focus')).toContainText('The rates are published.')
  await expect(desk.getByText(/Between ₹7,000\.00 per gram and ₹7,300\.00 per gram since/)).toBeVisible()
  await expectGoodDeskLayout(desk)

  await expect(async () => {
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(shopper.getByText('Gold came down from ₹7,300.00 to ₹7,000.00 per gram.')).toBeVisible({
      timeout: 3000,
    })
  }).toPass({ timeout: 20_000 })

  await desk.getByRole('button', { name: 'Roll back to edition 1' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Roll back to edition 1' })
  await expect(dialog.getByText('₹7,000.00 per gram → ₹7,300.00 per gram')).toBeVisible()
  await expectGoodDeskLayout(desk)
  await dialog.getByLabel('Reason').fill('A wrong rate')
  await dialog.getByRole('button', { name: 'Roll back' }).click()
  await expect(desk.getByLabel('Gold 22K, ₹ per gram')).toHaveValue('7300.00')
  await expectGoodDeskLayout(desk)

  await desk.getByRole('link', { name: 'Stock' }).click()
  await desk.getByLabel('Name, SKU, serial number or HUID').fill('rings-801')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expectGoodDeskLayout(desk)
  await desk.getByRole('link', { name: 'rings-801' }).click()
  await desk.getByLabel('Counted').fill('2')
  await desk.getByLabel('Reason').first().fill('counted')
  const other = await desk.context().newPage()
  await other.goto(desk.url())
  await other.getByLabel('Counted').fill('3')
  await other.getByLabel('Reason').first().fill('found one')
  await desk.getByRole('button', { name: 'Correct' }).click()
  await expect(desk.getByText('correction · Meera Iyer: counted')).toBeVisible()
  await expectGoodDeskLayout(desk)
  await other.getByRole('button', { name: 'Correct' }).click()
  await expect(other.getByText('The count changed meanwhile: it is 2 now.')).toBeVisible()
  await expect(other.getByLabel('Counted')).toHaveAccessibleDescription('Now: 2, with what is held.')
  await other.getByRole('button', { name: 'Correct' }).click()
  await expect(other.getByText('correction · Meera Iyer: found one')).toBeVisible()
  await other.close()
  const netWeight = desk.getByLabel('Net weight in grams')
  await desk.getByLabel('Serial number').fill('SW-801-1')
  await netWeight.fill('0')
  await desk.getByLabel('Gross weight in grams').fill('4.5')
  await desk.getByRole('region', { name: 'Enter a single piece' }).getByLabel('Reason').fill('found')
  await desk.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(netWeight).toHaveAccessibleDescription('Enter a weight above 0 and up to 10,000 grams.')
  await expectGoodDeskLayout(desk)

  await desk.getByRole('link', { name: 'Collection' }).click()
  await desk.getByLabel('Name or SKU').fill('rings-801')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('region', { name: 'Products' }).getByRole('listitem')).toHaveCount(1)
  await desk.getByRole('link', { name: 'rings-801' }).click()
  await desk.getByLabel('Weight in grams', { exact: true }).fill('4,5')
  await desk.getByLabel('Reason').fill('A new name')
  await desk.getByRole('button', { name: 'Save in a draft' }).click()
  await expect(desk.getByText('It must be a weight in grams')).toBeVisible()
  await expectGoodDeskLayout(desk)
  await desk.reload()
  await desk.getByLabel('Name', { exact: true }).fill('Chandrika Ring')
  await desk.getByLabel('Reason').fill('A new name')
  await desk.getByRole('button', { name: 'Save in a draft' }).click()
  const drafts = desk.getByRole('region', { name: 'Drafts' })
  await expect(drafts).toContainText('rings-801 Chandrika Ring')
  await expectGoodDeskLayout(desk)
  await drafts.getByRole('button', { name: 'Show and publish' }).click()
  await desk.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(drafts).toHaveCount(0)
  await desk.getByLabel('Name or SKU').fill('rings-801')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('link', { name: 'rings-801' })).toContainText('Chandrika Ring')

  await desk.getByText('Roll back to an earlier edition').click()
  await expectGoodDeskLayout(desk)
  await desk.getByRole('button', { name: 'Roll back to edition 3' }).click()
  const toBefore = desk.getByRole('dialog', { name: 'Roll back to edition 3' })
  await toBefore.getByLabel('Reason').fill('A wrong name')
  await toBefore.getByRole('button', { name: 'Roll back' }).click()
  await expect(desk.getByText('The collection is rolled back.')).toBeVisible()
  await expect(desk.getByRole('link', { name: 'rings-801' })).toContainText('Chandrika Solitaire Ring')

  await desk.getByRole('link', { name: 'Import files' }).click()
  const choose = (encoding: 'latin1' | 'utf8') => {
    const buffer = Buffer.from('Type,Id,Name\nrings,801,Rani\u00e9\n', encoding)
    return desk.getByLabel('Files').setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer })
  }
  await choose('latin1')
  await expect(desk.getByText('Not UTF-8: names.csv. Save it as “CSV UTF-8”.')).toBeVisible()
  await choose('utf8')
  await expect(desk.getByLabel('Reason')).toBeVisible()
  await expectGoodDeskLayout(desk)

  await desk.getByRole('link', { name: 'Collection' }).click()
  await desk.getByLabel('Name or SKU').fill('rings-801')
  await desk.keyboard.press('Enter')
  await desk.getByRole('link', { name: 'rings-801' }).click()
  await desk.getByRole('button', { name: 'Make a new product of it' }).click()
  await desk.getByLabel('Name', { exact: true }).fill('Rohini Ring')
  await desk.getByLabel('Reason').fill('A new piece')
  await choosePicture(desk, 'First picture', '#8a5a2b')
  await expectGoodDeskLayout(desk)
  await desk.getByRole('button', { name: 'Save in a draft' }).click()
  await expect(desk.getByText('It is not uploaded yet: use it, or leave it out.')).toBeVisible()
  await usePicture(desk, 'First picture')
  await choosePicture(desk, 'Second picture', '#2b5a8a')
  await usePicture(desk, 'Second picture')
  await expectGoodDeskLayout(desk)
  await expect(desk.getByLabel('Name', { exact: true })).toHaveValue('Rohini Ring')
  await desk.getByRole('button', { name: 'Save in a draft' }).click()
  await drafts.getByRole('button', { name: 'Show and publish' }).click()
  await desk.getByText('The product', { exact: true }).click()
  await expect(desk.getByRole('dialog')).toContainText('rings-833: added')
  await expectGoodDeskLayout(desk)
  await desk.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(drafts).toHaveCount(0)
  const card = shopper.getByRole('article').filter({ hasText: 'Rohini Ring' })
  // Until its page is rendered, the server sends the page of the previous edition.
  await expect(async () => {
    await shopper.goto('/rings?q=rohini')
    await expect(card).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  await expectUploaded(card.getByRole('img').first())
  await shopper.getByRole('link', { name: 'Rohini Ring' }).first().click()
  await expect(shopper.getByRole('heading', { level: 1, name: 'Rohini Ring' })).toBeVisible()
  const main = shopper.getByRole('main')
  await expectUploaded(main.getByRole('img').first())
  await expect(main.getByRole('button', { name: /^Show picture/ })).toHaveCount(2)
  await expect(main.getByRole('button', { name: 'View in 3D' })).toHaveCount(0)
})

async function choosePicture(desk: Page, label: string, background: string): Promise<void> {
  const create = { width: 1300, height: 1000, channels: 3, background } as const
  const buffer = await sharp({ create }).jpeg().toBuffer()
  const files = desk.getByRole('group', { name: label }).locator('input[type=file]')
  await files.first().setInputFiles({ name: 'ring.jpg', mimeType: 'image/jpeg', buffer })
  await expect(desk.getByLabel('Zoom')).toBeVisible()
}

async function usePicture(desk: Page, label: string): Promise<void> {
  const picture = desk.getByRole('group', { name: label })
  await picture.getByLabel('What it shows').fill(`A plain ring, ${label}`)
  await picture.getByRole('button', { name: 'Use this picture' }).click()
  await expectUploaded(picture.getByAltText(`${label} as it is`))
}

/** The element exists, it is not only named. */
async function expectUploaded(picture: Locator): Promise<void> {
  await expect(picture).toHaveAttribute('src', /\/pictures\/u-\w+-\w+-640\.webp$/)
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth), {
      timeout: 20_000,
    })
    .toBeGreaterThan(1)
}
