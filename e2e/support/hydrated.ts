import { expect, type Page } from '@playwright/test'

export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitUntilHydrated(page)
}

/**
 * Includes lazy components. Before that, links navigate without the router, and the / key does not focus the search.
 */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await expect(page.locator('[data-lazy]:not([data-hydrated])')).toHaveCount(0)
}
