/** The desk while the server has not answered yet. */
import type { Frame, Page, Request } from '@playwright/test'
import { expectGoodDeskLayout, expectGoodDarkDesk, enrolOwner } from './support/desk.ts'
import { holdOnce } from './support/hold-once.ts'
import { expect, test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

test('rows appear where their placeholders stood', async ({ openServer, openBrowser }) => {
  test.slow()
  const server = await openServer('localhost')
  const desk = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolOwner(desk, server)
  for (const viewport of [PHONE, DESKTOP]) {
    await desk.setViewportSize(viewport)
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    await desk.route('**/api/desk/collection/search', async (route) => {
      await isAnswered
      await route.continue()
    })
    await desk.goto('/desk/collection')
    const loading = desk.getByText('Loading…').locator('..')
    await expect(desk.getByRole('heading', { level: 1, name: 'Collection' })).toBeVisible()
    const expected = await loading.locator('.border-b').first().boundingBox()
    await expectGoodDeskLayout(desk)
    await expectGoodDarkDesk(desk)
    await desk.setViewportSize(viewport)
    answer()
    const row = desk.getByRole('region', { name: 'Products' }).getByRole('listitem').first()
    await expect(row).toBeVisible()
    await expect(loading).toHaveCount(0)
    expect(await row.boundingBox()).toEqual(expected)
  }
})

test('Enter before the pieces of a newsletter have loaded adds the first match once they have', async ({
  openServer,
  openBrowser,
  allowErrors,
}) => {
  test.slow()
  allowErrors(/Failed to load resource: the server responded with a status of 500/)
  // The scripts that tests add to every page do not run in the preview of a newsletter.
  allowErrors(/Blocked script execution in '\S+newsletter-frame'/)
  const server = await openServer('localhost')
  const desk = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolOwner(desk, server)
  const pieces = desk.getByRole('group', { name: 'Pieces' })
  const field = pieces.getByLabel('Find a piece to add')
  const chosen = pieces.getByRole('button', { name: /^Remove/ })

  let answer = await openNewNewsletter(desk)
  await field.fill('solitaire')
  await field.press('Enter')
  await expect(pieces.getByRole('status')).toHaveText('Loading the pieces…')
  await expectGoodDeskLayout(desk)
  await expectGoodDarkDesk(desk)
  answer('pieces')
  await expect(chosen).toHaveCount(1)
  await expect(chosen).toHaveText(/solitaire/i)
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()

  answer = await openNewNewsletter(desk)
  await field.fill('solitaire')
  await field.press('Enter')
  await field.fill('jhumka')
  answer('pieces')
  await expect(pieces.getByRole('button', { name: /^Add .*jhumka/i }).first()).toBeVisible()
  await expect(chosen).toHaveCount(0)
  await field.fill('no such piece')
  await expect(pieces.getByRole('status')).toHaveText('No further piece matches.')

  answer = await openNewNewsletter(desk)
  await field.fill('solitaire')
  await field.press('Enter')
  answer('error')
  await expect(pieces.getByRole('alert')).toHaveText('The pieces could not be loaded.')
  await expect(pieces.getByRole('status')).toBeEmpty()
  await expect(chosen).toHaveCount(0)
})

test('a change drops an effect that is still loading, and Enter then shows that of the new input', async ({
  openServer,
  openBrowser,
}) => {
  test.slow()
  const server = await openServer('localhost')
  const desk = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolOwner(desk, server)
  const button = desk.getByRole('button', { name: 'Show the effect' })
  const isPreview = (request: Request) => request.url().endsWith('/preview')

  let answer = await holdOnce(desk, '**/api/desk/rates/preview')
  await desk.goto('/desk/rates')
  const gold = desk.getByLabel('Gold 22K, ₹ per gram')
  await gold.fill('7,200')
  await gold.press('Enter')
  await expect(button).toBeDisabled()
  const aborted = desk.waitForEvent('requestfailed', isPreview)
  await gold.fill('7,100')
  await aborted
  answer()
  await expect(button).toBeEnabled()
  await gold.press('Enter')
  await expect(desk.getByText(/→ ₹7,100\.00 per gram/)).toBeVisible()
  await button.press('Enter')
  await expect(desk.getByText(/→ ₹7,100\.00 per gram/)).toBeVisible()
  await expect(button).toBeFocused()

  answer = await holdOnce(desk, '**/api/desk/offer-codes/preview')
  await desk.goto('/desk/offers')
  await desk.getByLabel('Code', { exact: true }).fill('DIWALI')
  const percent = desk.getByLabel('Percent off')
  await percent.fill('10')
  await percent.press('Enter')
  await expect(button).toBeDisabled()
  const codeAborted = desk.waitForEvent('requestfailed', isPreview)
  await percent.fill('15')
  await codeAborted
  answer()
  await percent.press('Enter')
  await expect(desk.getByText(/DIWALI: 15% off/)).toBeVisible()

  // What is typed while the code is being made stays.
  answer = await holdOnce(desk, '**/api/desk/offer-codes')
  await desk.getByRole('button', { name: 'Make DIWALI' }).click()
  const code = desk.getByLabel('Code', { exact: true })
  await code.fill('DHANTERAS')
  answer()
  await expect(desk.getByText('DIWALI is made.')).toBeVisible()
  await expect(code).toHaveValue('DHANTERAS')
  await expect(percent).toHaveValue('15')
  await button.click()
  await desk.getByRole('button', { name: 'Make DHANTERAS' }).click()
  await expect(code).toHaveValue('')
})

test('a product and an import that are left while they are saved do not lead to their draft', async ({
  openServer,
  openBrowser,
}) => {
  test.slow()
  const server = await openServer('localhost')
  const desk = await (await openBrowser({ baseURL: server.url })).newPage()
  await enrolOwner(desk, server)
  await desk.goto('/desk/collection/rings-801')
  await desk.getByLabel('Name', { exact: true }).fill('Chandrika Ring')
  await desk.getByLabel('Reason').fill('A new name')
  await expectNotToReturn(desk, '**/api/desk/collection/product/draft', 'Save in a draft')

  await desk.goto('/desk/collection/import')
  const buffer = Buffer.from('Type,Id,Name\nrings,802,Rohini Ring\n')
  await desk.getByLabel('Files').setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer })
  await desk.getByLabel('Reason').fill('Another name')
  await expectNotToReturn(desk, '**/api/desk/collection/import', 'Make a draft')

  await desk.getByRole('link', { name: 'Collection' }).first().click()
  const drafts = desk.getByRole('region', { name: 'Drafts' })
  await expect(drafts).toContainText('Chandrika Ring')
  await expect(drafts).toContainText('Rohini Ring')
})

test.describe('while a newsletter is being saved', () => {
  const SAVED = /\/api\/desk\/newsletters\/[0-9a-f-]{36}$/
  let desk: Page

  test.beforeEach(async ({ openServer, openBrowser, allowErrors }) => {
    test.slow()
    // The scripts that tests add to every page do not run in the preview of a newsletter.
    allowErrors(/Blocked script execution in '\S+newsletter-frame'/)
    const server = await openServer('localhost')
    desk = await (await openBrowser({ baseURL: server.url })).newPage()
    await enrolOwner(desk, server)
  })

  test('a new one that is left does not open again', async () => {
    await desk.goto('/desk/newsletters/new')
    await desk.getByLabel('Subject').fill('For Diwali')
    await expectNotToReturn(desk, SAVED, 'Save')
    await desk.getByRole('link', { name: 'Newsletter' }).first().click()
    await desk.getByRole('link', { name: /For Diwali/ }).click()
    await expect(desk.getByLabel('Subject')).toHaveValue('For Diwali')
  })

  test('a new one that is opened again becomes the saved draft', async () => {
    await desk.goto('/desk/newsletters/new')
    const answer = await holdOnce(desk, SAVED)
    await desk.getByLabel('Subject').fill('For Diwali')
    await desk.getByRole('button', { name: 'Save' }).click()
    await desk.getByRole('link', { name: 'All newsletters' }).click()
    await desk.getByRole('link', { name: 'Write a newsletter' }).click()
    await expect(desk.getByLabel('Subject')).toHaveValue('For Diwali')
    answer()
    await expect(desk.getByRole('button', { name: 'Saved' })).toBeVisible()
    await expect(desk).toHaveURL(/\/newsletters\/[0-9a-f-]{36}$/)
    await desk.getByRole('link', { name: 'All newsletters' }).click()
    await expect(desk.getByRole('link', { name: /For Diwali/ })).toHaveCount(1)
  })

  test('what is typed into it stays', async () => {
    await desk.goto('/desk/newsletters')
    await desk.getByRole('link', { name: 'Write a newsletter' }).click()
    const answer = await holdOnce(desk, SAVED)
    const subject = desk.getByLabel('Subject')
    const save = desk.getByRole('button', { name: 'Save' })
    await subject.fill('For Diwali')
    await desk.getByLabel('Text', { exact: true }).fill('Lamps and gold.')
    await subject.press('Enter')
    await expect(save).toBeDisabled()
    await subject.fill('For Diwali and Dhanteras')
    answer()
    await expect(desk.getByText('The draft is saved.')).toBeVisible()
    await expect(subject).toHaveValue('For Diwali and Dhanteras')
    await expect(save).toBeEnabled()
    await desk.getByRole('link', { name: 'All newsletters' }).click()
    await desk.getByRole('link', { name: /For Diwali/ }).click()
    await expect(subject).toHaveValue('For Diwali and Dhanteras')
    await save.click()
    await expect(desk.getByRole('button', { name: 'Saved' })).toBeVisible()
    await desk.reload()
    await expect(subject).toHaveValue('For Diwali and Dhanteras')

    await desk.getByRole('link', { name: 'All newsletters' }).click()
    await desk.getByRole('link', { name: 'Write a newsletter' }).click()
    const sendTest = await holdOnce(desk, '**/proof')
    await subject.fill('For Holi')
    await desk.getByLabel('Text', { exact: true }).fill('Colours.')
    const isTested = desk.waitForRequest('**/proof')
    await desk.getByRole('button', { name: 'Send me a test e-mail' }).click()
    await isTested
    await subject.fill('For Holi and Gudi Padwa')
    sendTest()
    await expect(desk.getByText('A test e-mail is on its way')).toBeVisible()
    await desk.getByRole('link', { name: 'All newsletters' }).click()
    await desk.getByRole('link', { name: /For Holi/ }).click()
    await expect(subject).toHaveValue('For Holi and Gudi Padwa')
    await desk.getByRole('link', { name: 'All newsletters' }).click()
    await desk.getByRole('link', { name: 'Write a newsletter' }).click()
    await expect(subject).toHaveValue('')
  })
})

/** Another screen that is opened during the call stays open after it. */
async function expectNotToReturn(desk: Page, call: string | RegExp, button: string): Promise<void> {
  const answer = await holdOnce(desk, call)
  await desk.getByRole('button', { name: button }).click()
  await desk.getByRole('link', { name: 'Customers' }).first().click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  const opened: string[] = []
  const note = (frame: Frame) => opened.push(new URL(frame.url()).pathname)
  desk.on('framenavigated', note)
  const isAnswered = desk.waitForResponse(call)
  answer()
  await (await isAnswered).finished()
  await desk.getByRole('link', { name: 'Audit log' }).first().click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  expect(opened).toEqual(['/desk/audit'])
  desk.off('framenavigated', note)
}

/** Its pieces load once the test answers. */
async function openNewNewsletter(desk: Page): Promise<(response: 'pieces' | 'error') => void> {
  const { promise: response, resolve: answer } = Promise.withResolvers<'pieces' | 'error'>()
  await desk.route('**/api/desk/newsletters/pieces', async (route) => {
    await ((await response) === 'pieces' ? route.continue() : route.fulfill({ status: 500, body: '{}' }))
  })
  await desk.goto('/desk/newsletters')
  await desk.getByRole('link', { name: 'Write a newsletter' }).click()
  return answer
}
