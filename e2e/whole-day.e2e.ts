/**
 * A day at the shop: the rate is set, an offer code created, an order with it paid, packed, booked and handed over at
 * the desk, delivered by the courier, returned and refunded, as the customer sees it.
 */
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { parseToken, statementText, tokenOf } from '#domain/signed-document.ts'
import { expectGoodLayout } from './support/accessibility.ts'
import { newCustomer } from './support/customer.ts'
import { enrolOwner, expectGoodDeskLayout, expectPreloaded } from './support/desk.ts'
import { holdOnce } from './support/hold-once.ts'
import { openLanServer, type LanServer } from './support/lan-server.ts'
import { horizontalOverflow } from './support/layout.ts'
import { addToCart, fillAddress, payInDialog, proceedToPayment, signUpFromCart } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

let server: LanServer
test.beforeAll(async () => {
  server = await openLanServer('localhost')
})
test.afterAll(() => server.close())

async function buyRing(page: Page): Promise<string> {
  await page.goto('/rings/801')
  await addToCart(page)
  await page.goto('/cart')
  await signUpFromCart(page, newCustomer())
  await page.getByText('Proceed to Checkout').click()
  await fillAddress(page)
  await page.getByRole('radio').first().check()
  await enterOfferCode(page)
  await proceedToPayment(page)
  await payInDialog(page)
  await expect(page).toHaveURL(/\/order-success$/)
  const text = await page
    .getByText(/SJ-[0-9A-Z]{16}/)
    .first()
    .textContent()
  return /SJ-\w{16}/.exec(text ?? '')?.[0] ?? ''
}

async function enterOfferCode(page: Page): Promise<void> {
  const field = page.getByLabel('Offer code')
  await field.fill('nosuch')
  await page.getByRole('button', { name: 'Proceed to Payment' }).press('Enter')
  await expect(page.getByText('Apply your offer code, or clear it')).toBeVisible()
  await field.press('Enter')
  await expect(page.getByText('We do not know this code.')).toBeVisible()
  await expectGoodLayout(page, false)
  // While a code is being checked, Enter applies another.
  const check = await holdOnce(page, '**/api/offer-code')
  await field.fill('shagun-2')
  await expect(page.getByText('We do not know this code.')).toHaveCount(0)
  await field.press('Enter')
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await field.fill('shagun-25')
  await field.press('Enter')
  check()
  await expect(page.getByRole('button', { name: 'Remove offer code' })).toBeFocused()
  await expect(page.getByText('25% off the making charges of rings: you save')).toBeVisible()
  await expectGoodLayout(page, false)
  // Stored in this tab.
  await page.reload()
  await expect(page.getByText('25% off the making charges of rings: you save')).toBeVisible()
}

/** From Today through all screens back to Today, and to the waiting order. */
async function expectPreloadedScreens(desk: Page): Promise<void> {
  const [today, ...others] = await desk.getByRole('navigation', { name: 'Desk' }).getByRole('link').all()
  if (!today) throw new Error('Nothing leads to Today')
  for (const link of [...others, today]) await expectPreloaded(desk, link)
  const order = desk.getByRole('region', { name: 'To pack' }).getByRole('link')
  await expectPreloaded(desk, order.getByText(/^SJ-/))
}

// Shows D50.check, D51.terms
test('a whole day: a rate is set, an offer code created, a ring bought with it, packed, shipped, delivered, returned and refunded, GSTR-1 exported, the audit log verified', async ({
  openBrowser,
  allowErrors,
}) => {
  test.slow()
  // Chromium logs rejected calls.
  allowErrors(/the server responded with a status of 4(?:00|22)/)
  const context = await openBrowser({ baseURL: server.url })
  await readTags(context, 'HUID:ZZ99ZZ 22K916')
  const desk = await context.newPage()
  await enrolOwner(desk, server)
  await setRate(desk)
  await makeOfferCode(desk)
  const customer = await (await openBrowser({ baseURL: server.url })).newPage()
  const number = await buyRing(customer)

  await desk.reload()
  await expect(desk.getByText('Used up')).toBeVisible()
  await desk.goto('/desk')
  const waiting = desk.getByRole('region', { name: 'To pack' })
  await expect(waiting.getByRole('link', { name: number })).toBeVisible()
  await expectGoodDeskLayout(desk)
  await expectPreloadedScreens(desk)
  await desk.keyboard.press('?')
  await expect(desk.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await desk.keyboard.press('Escape')
  await desk.keyboard.press('/')
  await expect(desk.getByLabel('Number, name, e-mail, phone or pincode')).toBeFocused()
  await desk.keyboard.type('verma')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('link', { name: number })).toBeVisible()
  await expectGoodDeskLayout(desk)
  await desk.getByRole('button', { name: 'Find' }).focus()
  await desk.keyboard.press('j')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(number)

  await desk.getByLabel('HUID').fill('zz99zz')
  // A page that refreshes itself keeps the input.
  await lookAgain(desk)
  await expect(desk.getByLabel('HUID')).toHaveValue('zz99zz')
  await desk.getByLabel('Weight with box, in grams').fill('180.5')
  await expectGoodDeskLayout(desk)
  await desk.getByRole('button', { name: 'Pack' }).click()
  await desk.getByRole('button', { name: `Unpack ${number}` }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Unpack' }).click()
  await scanTag(desk)
  await desk.getByLabel('Weight with box, in grams').fill('180.5')
  await desk.getByRole('button', { name: 'Pack' }).click()
  for (const [act, state] of [
    ['Book', 'Booked'],
    ['Make label', 'Label made'],
    ['Hand over', 'Handed over'],
  ] as const) {
    await desk.getByRole('button', { name: `${act} ${number}` }).click()
    await desk.getByRole('dialog').getByRole('button', { name: act }).click()
    const parcel = desk.getByRole('region', { name: 'Parcel' })
    await expect(parcel.getByText(state, { exact: true })).toBeVisible({ timeout: 20_000 })
  }
  await expect(desk.getByText(/^Handed over · placed /)).toBeVisible()
  await expectGoodDeskLayout(desk)

  const advance = new URL('/shiprocket/sandbox/advance', server.mailboxUrl).href
  for (let count = 0; count < 4; count++)
    await (await desk.request.post(advance, { data: { order_id: `${number}-R2` } })).json()
  await customer.goto(`/account/orders/${number}`)
  await expect(async () => {
    await customer.reload()
    await expect(customer.getByText(`${number} · Delivered`)).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })

  const parcel = customer.getByRole('region', { name: 'Parcel' })
  await expect(parcel.getByText(/^1904\d{10}$/)).toBeVisible()
  await expect(parcel.getByRole('link', { name: /^Track the parcel/ })).toHaveAttribute(
    'href',
    /\/tracking\/1904\d{10}$/,
  )
  await checkCertificate(customer)
  await desk.getByRole('button', { name: `Refund ${number}` }).click()
  const dialog = desk.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Additional amount, in rupees').fill('500')
  await dialog.getByLabel('Reason').fill('Delivered late')
  await expectGoodDeskLayout(desk)
  await dialog.getByRole('button', { name: 'Refund ₹500.00' }).click()
  await expect(desk.getByRole('region', { name: 'Refunds' }).getByText(/^Sent /)).toBeVisible()

  await returnRing(customer, desk, number)
  await expect(customer.getByText(`${number} · Refunded`)).toBeVisible()
  // The piece was returned, so it no longer has a certificate.
  await expect(customer.getByRole('button', { name: 'Download Credit note' })).toHaveCount(2)
  await expect(customer.getByRole('button', { name: 'Download Certificate' })).toHaveCount(0)
  await closeMonth(desk)
})

async function makeOfferCode(desk: Page): Promise<void> {
  await desk.getByRole('link', { name: 'Offers' }).click()
  await desk.getByRole('textbox', { name: 'Code', exact: true }).fill('Shagun 25')
  await desk.getByLabel('Percent off').fill('60')
  await desk.getByRole('button', { name: 'Show the effect' }).click()
  await expect(desk.getByText('A code takes at most 50% off the price.')).toBeVisible()
  await desk.getByLabel('Percent off').fill('25')
  await desk.getByLabel('Taken off').selectOption('The making charges')
  await desk.getByLabel('Rings', { exact: true }).check()
  await desk.getByLabel('Orders at most').fill('1')
  await desk.getByRole('button', { name: 'Show the effect' }).click()
  await expect(desk.getByText('SHAGUN25: 25% off the making charges of rings.')).toBeVisible()
  await expectGoodDeskLayout(desk)
  await desk.getByRole('button', { name: 'Make SHAGUN25' }).click()
  await expect(desk.getByText('Used by 0 of 1 orders')).toBeVisible()
  await expectGoodDeskLayout(desk)
}

async function setRate(desk: Page): Promise<void> {
  await desk.goto('/desk/rates')
  await desk.getByLabel('Gold 18K, ₹ per gram').fill('6100')
  await desk.getByRole('button', { name: 'Show the effect' }).click()
  await desk.getByLabel('Reason').fill('The rate of the day')
  await desk.getByRole('button', { name: 'Publish' }).click()
  await expect(desk.getByText('The rates are published.')).toBeVisible()
}

/** One invoice and the credit notes of its refunds: nothing is left of the sale. */
async function closeMonth(desk: Page): Promise<void> {
  await desk.getByRole('link', { name: 'Tax documents' }).click()
  const documents = desk.getByRole('main').getByRole('listitem')
  await expect(documents.filter({ hasText: /· invoice.*specimen/ })).toHaveCount(1)
  await expect(documents.filter({ hasText: /· credit note.*specimen/ })).toHaveCount(2)
  const exported = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Export GSTR-1 and register' }).click()
  const zip = await exported
  expect(zip.suggestedFilename()).toMatch(/^tax-documents-\d{4}-\d\d\.zip$/)
  const files = Object.keys(unzipSync(await readFile(await zip.path())))
  expect(files.length).toBeGreaterThan(1)
  expect(files.every((name) => name.endsWith('.csv'))).toBe(true)
  await desk.getByRole('link', { name: 'Audit log' }).click()
  await desk.getByRole('button', { name: 'Verify' }).click()
  await expect(desk.getByRole('status')).toContainText('entries are as they were written')
}

/** Opens the address of its QR code, as a scanner would, and a modified one. */
async function checkCertificate(customer: Page): Promise<void> {
  const download = customer.waitForEvent('download')
  await customer.getByRole('button', { name: 'Download Certificate' }).click()
  const pdf = await readFile(await (await download).path(), 'latin1')
  const url = /\/URI \((.+?)\)/.exec(pdf)?.[1] ?? ''
  const page = await customer.context().newPage()
  await page.goto(url)
  await expect(page.getByText('A specimen of a test order: signed by us')).toBeVisible()
  await expect(page.getByText('ZZ99ZZ')).toBeVisible()
  await expectGoodLayout(page, false)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await horizontalOverflow(page, { textScale: 2 })).toBe(0)
  const genuine = parseToken(url)
  if (!genuine) throw new Error('The certificate has no token')
  const forged = statementText(genuine.keyId, { ...genuine.statement, isSpecimen: false })
  await page.getByLabel('Text of the QR code').fill(tokenOf(forged, genuine.signature))
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('Not genuine')).toBeVisible()
  await page.close()
}

/**
 * Chromium on Linux reads no codes, and headless it has no camera: this one is blocked at first, then sees the same
 * tag.
 */
async function readTags(context: BrowserContext, text: string): Promise<void> {
  await context.addInitScript((rawValue) => {
    class Detector {
      detect(video: HTMLVideoElement) {
        return Promise.resolve(video.videoWidth > 0 ? [{ rawValue }] : [])
      }
    }
    Object.defineProperty(window, 'BarcodeDetector', { value: Detector })
    let isBlocked = true
    const getUserMedia = async () => {
      if (isBlocked) {
        isBlocked = false
        throw new DOMException('', 'NotAllowedError')
      }
      const canvas = document.createElement('canvas')
      const picture = canvas.getContext('2d')
      setInterval(() => picture?.fillRect(0, 0, 1, 1), 50)
      return canvas.captureStream()
    }
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
  }, text)
}

async function scanTag(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Scan the tags' }).click()
  await expect(desk.getByText(/^The camera is blocked for this page/)).toBeVisible()
  await desk.getByRole('button', { name: 'Type instead' }).click()
  await desk.getByRole('button', { name: 'Scan the tags' }).click()
  await expect(desk.getByText('Every piece has its code.')).toBeVisible()
  await expectGoodDeskLayout(desk)
  await desk.getByRole('button', { name: 'Done' }).click()
  await expect(desk.getByLabel('HUID')).toHaveValue('ZZ99ZZ')
}

/** Like a browser whose tab becomes visible again: the page loads what has happened meanwhile. */
async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
}

/** Requested by the customer, approved, received, inspected and accepted at the desk. */
async function returnRing(customer: Page, desk: Page, number: string): Promise<void> {
  await desk.goto('/desk')
  const open = desk.getByRole('region', { name: 'Returns' })
  await expect(desk.getByRole('heading', { name: 'Today' })).toBeVisible()
  await customer.getByRole('button', { name: 'Return or exchange' }).click()
  await customer.getByLabel('Reason').selectOption('It does not fit')
  await expectGoodLayout(customer, false)
  await customer.getByRole('button', { name: 'Ask for the return' }).click()
  const steps = customer.getByRole('region', { name: 'Returns' })
  await expect(steps.getByText('You asked for a return')).toBeVisible()

  await lookAgain(desk)
  await expect(open.getByRole('link', { name: number })).toBeVisible()
  await expectGoodDeskLayout(desk)
  await open.getByRole('link', { name: number }).click()
  await desk.getByRole('button', { name: `Approve the return of ${number}` }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText('Return approved: waits for the customer to send the pieces')).toBeVisible()
  await customer.reload()
  await expect(customer.getByRole('button', { name: 'I have sent it' })).toBeVisible()
  await desk.getByRole('button', { name: `Book a pickup of ${number}` }).click()
  const pickup = desk.getByRole('dialog', { name: 'Let the courier collect the pieces' })
  await pickup.getByLabel('Weight with box, in grams').fill('180')
  await expectGoodDeskLayout(desk)
  await pickup.getByRole('button', { name: 'Book the pickup' }).click()
  await expect(desk.getByText(/^The courier collects the pieces on /)).toBeVisible({ timeout: 20_000 })
  await customer.reload()
  await expect(steps.getByText(/ comes on \d+ \w+ \d{4} to the address of your order/)).toBeVisible()
  await expectGoodLayout(customer, false)

  await desk.getByRole('button', { name: `Pieces have arrived of ${number}` }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'They have arrived' }).click()
  await desk.getByRole('button', { name: `Accept the return of ${number}` }).click()
  const dialog = desk.getByRole('dialog', { name: 'Accept the return' })
  await dialog.getByLabel('HUIDs of the pieces that came back').fill('zz99zz')
  await expectGoodDeskLayout(desk)
  await dialog.getByRole('button', { name: 'Accept and refund' }).click()
  await expect(desk.getByText(/^Return accepted · /)).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Refunds' }).getByText(/^Sent /)).toHaveCount(2)
  await lookAgain(customer)
  await expect(steps.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(steps.getByText('Money sent back to the account it came from: ₹')).toBeVisible()
  await expectGoodLayout(customer, false)
}
