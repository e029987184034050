/** A shop on a plain address of the local network, where browsers keep half of their interfaces back. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browserPath } from './support/browser.ts'
import { newCustomer } from './support/customer.ts'
import { withoutOwnSettings } from './support/settings.ts'
import { addToCart, fillAddress, payInDialog, proceedToPayment, signUp } from './support/shopping.ts'
import { expect, test } from './support/test.ts'

const HOST = 'shop.lan'

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  // A server on a TCP port has an address with one.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface LanShop {
  readonly url: string
  close(): Promise<void>
}

async function openLanShop(): Promise<LanShop> {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-lan-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://${HOST}:${port}`
  const server: ChildProcess = spawn('node_modules/.bin/node', ['server/index.ts'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'ignore',
    env: {
      ...process.env,
      ...withoutOwnSettings(),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SITE_URL: url,
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
    },
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  return {
    url,
    async close() {
      server.kill('SIGTERM')
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('a piece is bought on a page that is not served securely', async () => {
  test.setTimeout(180_000)
  const shop = await openLanShop()
  const executablePath = browserPath()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking', `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  })
  try {
    const page = await browser.newPage({ baseURL: shop.url })
    await signUp(page, newCustomer())
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
    await page.goto('/anklet/1')
    await addToCart(page)
    await page.goto('/cart?step=checkout')
    await fillAddress(page)
    await page.getByRole('radio').first().check()
    await proceedToPayment(page)
    await payInDialog(page)
    await expect(page).toHaveURL(/\/order-success$/, { timeout: 20_000 })
    await expect(page.getByText('Payment Successful!')).toBeVisible()
  } finally {
    await browser.close()
    await shop.close()
  }
})
