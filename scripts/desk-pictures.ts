/** `npm run desk-pictures`: the pictures of docs/desk.md, taken at the desk of a demo of three weeks. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { browserPath } from '../e2e/support/browser.ts'
import { PASSWORD } from './demo/staff.ts'
import { print, ROOT, run } from './console.ts'
import { buildWhereNeeded } from './site/build.ts'
import { installBrowser } from './testing/machine.ts'

const PICTURES = join(ROOT, 'docs', 'desk')
const PORTS = { PORT: '3900', SANDBOX_PORT: '3901' }
const URL_OF_SHOP = `http://localhost:${PORTS.PORT}`
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

await buildWhereNeeded()
await installBrowser()
const parent = await mkdtemp(join(tmpdir(), 'swarnika-desk-'))
try {
  await takePictures(join(parent, 'demo'))
} finally {
  await rm(parent, { recursive: true, force: true })
}

async function takePictures(folder: string): Promise<void> {
  const env = { PATH: process.env.PATH, ...PORTS }
  print('A demo of three weeks is made first.')
  const demo = await run(process.execPath, ['scripts/demo.ts', '--days', '21', '--folder', folder], { env })
  const secret = /meera@example\.in\s+([A-Z2-7]+)/.exec(demo.output)?.[1]
  if (demo.code !== 0 || secret === undefined) throw new Error(demo.output)

  const shop = spawn(process.execPath, ['build/node/index.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...env, DATA_DIR: folder, LOG_LEVEL: 'error' },
  })
  const executablePath = browserPath()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  try {
    await untilOpen(shop.stderr)
    const page = await browser.newPage({ viewport: DESKTOP, reducedMotion: 'reduce', locale: 'en-IN' })
    await signIn(page, secret)
    await takeAll(page)
  } finally {
    await browser.close()
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
}

async function untilOpen(output: NodeJS.ReadableStream): Promise<void> {
  let printed = ''
  for await (const chunk of output) {
    printed += String(chunk)
    if (printed.includes('is open at')) return
  }
  throw new Error(`The shop did not open: ${printed}`)
}

async function signIn(page: Page, secret: string): Promise<void> {
  await page.goto(`${URL_OF_SHOP}/desk`)
  await page.getByLabel('E-mail').fill('meera@example.in')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel(/^Code/).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('region', { name: 'To pack' }).waitFor()
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

  await page.goto(`${URL_OF_SHOP}/desk`)
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
