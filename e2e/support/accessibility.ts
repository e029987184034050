import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { horizontalOverflow, smallTouchTargets } from './layout.ts'

/** Waits for running animations, then expects no axe violations. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        // Scroll-driven and infinite animations never finish.
        .filter(({ timeline, effect, playState }) => {
          const isTimed = timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity
          return isTimed && playState === 'running'
        })
        .map((animation) => animation.finished),
    ),
  )
  // The default mode opens a second page per analysis, which is needed only for cross-origin frames; the only one is
  // Razorpay's.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
  )
  expect(found).toEqual([])
}

/** Accessible, no wider than the window, and with large controls for fingers. */
export async function expectGoodLayout(page: Page, hasTouch: boolean): Promise<void> {
  await expectAccessible(page)
  expect(await horizontalOverflow(page)).toBe(0)
  if (hasTouch) expect(await smallTouchTargets(page)).toEqual([])
}
