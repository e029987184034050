import type { Page } from '@playwright/test'

/** Holds the next request back until the returned function is called. */
export async function holdOnce(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    address,
    async (route) => {
      await isHeld
      // It may have been aborted meanwhile.
      await route.continue().catch(() => undefined)
    },
    { times: 1 },
  )
  return release
}
