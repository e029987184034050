/** The slow phone of the measurements: Lighthouse's conditions for a mobile visit. */
import type { Browser, CDPSession, Page } from 'playwright'

export const CPU_SLOWDOWN = 4
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

export const LOCAL = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
/**
 * A browser that does not know its connection speed fetches lazy pictures 3000 px ahead instead of 1250, and it does
 * not know that of a local server.
 */
export const FAST_4G = {
  offline: false,
  latency: 60,
  downloadThroughput: 1_125_000,
  uploadThroughput: 625_000,
}
export const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** A visit by a browser without anything of the shop in its caches. */
export async function visitOnPhone<Result>(
  browser: Browser,
  network: typeof LOCAL,
  visit: (page: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  try {
    return await visit(page, devtools)
  } finally {
    await context.close()
  }
}
