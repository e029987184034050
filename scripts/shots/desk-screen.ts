/** Screens of a desk at which a member of staff is signed in. */
import type { Page } from '@playwright/test'
import { takeViews } from './take.ts'

export interface DeskScreen {
  /** A dialog that fills the window. */
  readonly isWindow?: true
  readonly open?: (page: Page) => Promise<unknown>
}

interface Taking extends DeskScreen {
  readonly name: string
  readonly url: string
  /** The page whose staff member is signed in. */
  readonly signedIn: Page
}

export async function takeDeskScreen(
  page: Page,
  device: string,
  { name, url, signedIn, isWindow, open }: Taking,
): Promise<void> {
  // Cookies do not tell ports apart.
  await page.context().addCookies(await signedIn.context().cookies())
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await isLoaded(page)
  await open?.(page)
  // No row is hovered.
  await page.mouse.move(0, 0)
  await takeViews(page, device, { name, ...(isWindow && { isWindow }) })
}

export function press(name: RegExp) {
  return async (page: Page) => {
    await page.getByRole('main').getByRole('button', { name }).first().click()
    await isLoaded(page)
  }
}

async function isLoaded(page: Page): Promise<void> {
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
}
