import type { Page } from '@playwright/test'
import type { Screen } from '../../e2e/support/screen.ts'
import { VIEWS, shotPath, type View } from './views.ts'

/** Takes an open screen in every view of a device. */
export async function takeViews(
  page: Page,
  device: string,
  { name, isWindow }: Pick<Screen, 'name' | 'isWindow'>,
  reopen?: () => Promise<void>,
): Promise<void> {
  let seen: View['window'] | undefined
  // From wide to narrow: the panel of a category, which narrow windows lack, closes there.
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
      // At the bottom of the window, which is in the middle of a full-page picture.
      style: isWindow ? undefined : '.sticky { position: static !important }',
    })
    if (isWindow && (await scrollDialog(page, 'end')))
      await page.screenshot({ path: shotPath(`${name}-end`, view.name), type: 'jpeg', quality: 75 })
    await scrollDialog(page, 'start')
    // Printed pages have no buttons to continue with.
    await page.emulateMedia({ media: 'screen' })
  }
}

/** Whether the open dialog, if any, is higher than its window. */
function scrollDialog(page: Page, to: 'start' | 'end'): Promise<boolean> {
  return page.evaluate(async (place) => {
    const dialog = document.querySelector('dialog[open]')
    if (!dialog?.checkVisibility() || dialog.scrollHeight <= dialog.clientHeight) return false
    dialog.scrollTop = place === 'end' ? dialog.scrollHeight : 0
    // The second frame begins after the first has been painted.
    for (let frames = 0; frames < 2; frames += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    return true
  }, to)
}

/** Including lazy ones below the fold. */
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
  // A complete picture may not be painted yet.
  await page.evaluate(() =>
    Promise.allSettled(Array.from(document.images, (image) => image.complete && image.decode())),
  )
}
