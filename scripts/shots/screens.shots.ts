import { test, type Page } from '@playwright/test'
import { SCREENS } from '../../e2e/support/screens.ts'
import { shotPath } from './folder.ts'

for (const screen of SCREENS)
  test(screen.name, async ({ page }, { project }) => {
    await screen.open(page)
    if (!screen.isWindow) {
      await scrollThrough(page)
      await page.waitForFunction(() =>
        [...document.images].every((image) => image.complete || !image.checkVisibility()),
      )
    }
    await page.screenshot({
      path: shotPath(screen.name, project.name),
      type: 'jpeg',
      quality: 80,
      fullPage: !screen.isWindow,
    })
  })

/** Loads the lazy pictures below the fold. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
      window.scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
}
