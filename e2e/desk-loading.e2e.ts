/** The desk while the server has not answered yet. */
import { expectGoodDeskLayout, expectGoodDarkDesk, enrolOwner } from './support/desk.ts'
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
