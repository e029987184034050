import type { Page } from '@playwright/test'
import type { Screen } from '../../e2e/support/screen.ts'
import { VIEWS, shotPath, type View } from './views.ts'

/** Takes a screen that is open, in every view of a device. */
export async function takeViews(
  page: Page,
  device: string,
  { name, isWindow }: Pick<Screen, 'name' | 'isWindow'>,
  reopen?: () => Promise<void>,
): Promise<void> {
  let seen: View['window'] | undefined
  // From wide to narrow: the panel of a category, which narrow windows do not have, closes there.
  const views = VIEWS.filter((each) => each.device === device).toSorted(
    (one, other) => other.window.width - one.window.width,
  )
  for (const view of views) {
    const isNewWidth = page.viewportSize()?.width !== view.window.width
    await page.setViewportSize(view.window)
    if (isNewWidth) await reopen?.()
    await page.emulateMedia(view.media)
    await page.evaluate((scale) => {
      document.documentElement.style.fontSize = scale ? `${scale * 100}%` : ''
    }, view.textScale)
    if (!isWindow && seen?.width !== view.window.width) await loadPictures(page)
    seen = view.window
    await page.screenshot({
      path: shotPath(name, view.name),
      type: 'jpeg',
      quality: 75,
      fullPage: !isWindow,
      // At the lower edge of the window, which lies in the middle of a whole page.
      style: isWindow ? undefined : '.sticky { position: static !important }',
    })
    // On paper there are no buttons to go on with.
    await page.emulateMedia({ media: 'screen' })
  }
}

/** Also the lazy ones below the fold. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
      window.scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || !image.checkVisibility()),
  )
  // Complete is not yet drawn.
  await page.evaluate(() =>
    Promise.allSettled(Array.from(document.images, (image) => image.complete && image.decode())),
  )
}
