/**
 * `npm test -- --slow` delays every script of a page and throttles the CPU; requests of service workers are not
 * delayed.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'

const SCRIPT_DELAY_MS = 700
const CPU_SLOWDOWN = 4

const isSlow = process.env.E2E_SLOW === 'yes'

/** Scales the timeouts. */
export const PATIENCE = isSlow ? 4 : 1

export function within(seconds: number): { timeout: number } {
  return { timeout: seconds * 1000 * PATIENCE }
}

export async function slowDown(context: BrowserContext): Promise<void> {
  if (!isSlow) return
  const throttled: CDPSession[] = []
  context.on('page', (page) => void throttle(page, throttled))
  await context.route(/\.js(?:\?|$)/, async (route) => {
    await wait(SCRIPT_DELAY_MS)
    await whilePageIsOpen(route.fallback())
  })
  // While a second DevTools session is attached, pages opened offline see `navigator.onLine` as true.
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
      return cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    }),
  )
}

/** A page may close before it has been throttled. */
async function whilePageIsOpen(done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => {
    if (!/closed|detached/.test(String(error))) throw error
  })
}
