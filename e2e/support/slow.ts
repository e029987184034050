/**
 * `npm test -- --slow`: a cheap phone on a slow line. Each script of a page comes late and the processor is throttled, in
 * every page of the tests; what a service worker fetches or keeps comes as it comes.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'

const SCRIPTS_LATE_MS = 700
const PROCESSOR_SLOWER = 4

const isSlow = process.env.E2E_SLOW === 'yes'

/** By how much a test may take longer than usual. */
export const PATIENCE = isSlow ? 4 : 1

/** A time-out for what takes longer than the usual one allows. */
export function within(seconds: number): { timeout: number } {
  return { timeout: seconds * 1000 * PATIENCE }
}

export async function slowDown(context: BrowserContext): Promise<void> {
  if (!isSlow) return
  const throttled: CDPSession[] = []
  context.on('page', (page) => void throttle(page, throttled))
  await context.route(/\.js(?:\?|$)/, async (route) => {
    await wait(SCRIPTS_LATE_MS)
    await whilePageIsOpen(route.fallback())
  })
  // While a second session is attached, Chromium tells a page that is opened offline that it is online.
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async (isOffline) => {
    await Promise.all(throttled.splice(0).map((session) => whilePageIsOpen(session.detach())))
    await setOffline(isOffline)
  }
}

async function throttle(page: Page, throttled: CDPSession[]): Promise<void> {
  const session = page.context().newCDPSession(page)
  await whilePageIsOpen(
    session.then((cdp) => {
      throttled.push(cdp)
      return cdp.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWER })
    }),
  )
}

/** A page may be left or closed before it has been slowed down. */
async function whilePageIsOpen(done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => {
    if (!/closed|detached/.test(String(error))) throw error
  })
}
