/** `npm run desk-pictures`: takes the pictures of docs/desk.md at the desk of a three-week demo. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { print, ROOT } from './console.ts'
import { openDemoDesk } from './testing/demo-desk.ts'

const PICTURES = join(ROOT, 'docs', 'desk')
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

const desk = await openDemoDesk(DESKTOP)
try {
  await takeAll(desk.page)
} finally {
  await desk.close()
}

async function takeAll(page: Page): Promise<void> {
  await take(page, 'today')
  await page.getByRole('region', { name: 'To pack' }).getByRole('link').last().click()
  await page.getByRole('button', { name: 'Pack' }).waitFor()
  await page.setViewportSize(PHONE)
  await page.getByLabel('Weight with box, in grams').scrollIntoViewIfNeeded()
  await take(page, 'pack-on-a-phone')
  await page.setViewportSize(DESKTOP)

  const rows = page.getByRole('main').getByRole('listitem')
  for (const [name, link, content] of [
    ['rates', 'Rates', page.getByLabel('Gold 22K, ₹ per gram')],
    ['stock', 'Stock', rows],
    ['money', 'Money', page.locator('[data-row]')],
    ['tax-documents', 'Tax documents', rows],
    ['opening-list', 'Opening list', rows],
    ['audit-log', 'Audit log', rows],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: link }).waitFor()
    await content.first().waitFor()
    await take(page, name)
  }

  await page.getByRole('link', { name: 'Newsletter', exact: true }).click()
  await page.getByRole('link', { name: 'Draft' }).first().click()
  await page.frameLocator('iframe').getByRole('img').first().waitFor()
  await page.waitForLoadState('networkidle')
  await take(page, 'newsletter')

  await page.goto('/desk')
  const returns = page.getByRole('region', { name: 'Returns' })
  // The demo leaves one to inspect.
  await returns.getByRole('link', { name: 'Pieces arrived' }).first().click()
  await page.getByRole('button', { name: /^Accept/ }).scrollIntoViewIfNeeded()
  await take(page, 'return')
}

async function take(page: Page, name: string): Promise<void> {
  // No row is hovered.
  await page.mouse.move(0, 0)
  const file = join(PICTURES, `${name}.webp`)
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(file)
  print(`Taken: ${file}`)
}
