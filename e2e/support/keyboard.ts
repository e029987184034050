/** Keyboard navigation. */
import { expect, type Locator, type Page } from '@playwright/test'

/** More tab stops than any page has. */
const STOPS_MAX = 80

/** Presses Tab until the element has focus. */
export function tabTo(page: Page, wanted: Locator): Promise<void> {
  return press('Tab', page, wanted)
}
export function tabBackTo(page: Page, wanted: Locator): Promise<void> {
  return press('Shift+Tab', page, wanted)
}

async function press(key: string, page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await hasFocus(wanted)) return
    await page.keyboard.press(key)
  }
  await expect(wanted).toBeFocused()
}

function hasFocus(wanted: Locator): Promise<boolean> {
  return wanted.evaluate((element) => element === document.activeElement)
}
