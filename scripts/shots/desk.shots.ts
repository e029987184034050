/** The desk is set up once per server, so its screens are taken in one pass per device, each on its own server. */
import { expect, test, type Page } from '@playwright/test'
import { scan } from '../../e2e/support/authenticator.ts'
import { openLanServer, type LanServer } from '../../e2e/support/lan-server.ts'
import { takeViews } from './take.ts'

const PASSWORD = 'navratna-1995'
/** Some twenty screens, each in up to eight views. */
const MAX_MS = 1_200_000

let server: LanServer
test.beforeAll(async () => {
  server = await openLanServer('localhost')
})
test.afterAll(() => server.close())

test('desk', async ({ page }, { project }) => {
  test.setTimeout(MAX_MS)
  const take = (name: string) => takeViews(page, project.name, { name: `desk-${name}` })
  const takeMenu = () =>
    takeViews(page, project.name, { name: 'desk-menu', isWindow: true }, async () => {
      await page.keyboard.press('Escape')
      await openMenu(page)
    })
  await page.goto(`${server.url}/desk`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await take('sign-in')
  await enrol(page, take)
  await openMenu(page)
  await expect(page.getByRole('link', { name: 'People' })).toBeVisible()
  await takeMenu()
  await page.keyboard.press('Escape')
  for (const [screen, link] of [
    ['today', 'Today'],
    ['orders', 'Orders'],
    ['rates', 'Rates'],
    ['collection', 'Collection'],
    ['offers', 'Offers'],
    ['stock', 'Stock'],
    ['newsletters', 'Newsletter'],
    ['messages', 'Messages'],
    ['customers', 'Customers'],
    ['money', 'Money'],
    ['tax-documents', 'Tax documents'],
    ['opening-list', 'Opening list'],
    ['people', 'People'],
    ['audit-log', 'Audit log'],
    ['sign-ins', 'My sign-ins'],
  ] as const) {
    await openMenu(page)
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    // No row is hovered.
    await page.mouse.move(0, 0)
    await take(screen)
  }
})

async function enrol(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.goto(/http\S+\/desk\/enrol#\S+/.exec(server.printed())?.[0] ?? '')
  const authenticator = await scan(page)
  await take('enrolment')
  await page.getByLabel('E-mail').fill('meera@example.in')
  await page.getByLabel('Your name').fill('Meera Iyer')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Code of the app').fill(await authenticator.nextCode())
  await page.getByRole('button', { name: 'Set up my access' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await take('backup-codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
}

/** Shown if the window has no room for the navigation. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
}
