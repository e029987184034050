import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** axe finds nothing at all on the page as it stands, once everything that moves has come to rest. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        // Not those that follow the scrolling, or go on for ever.
        .filter(({ timeline, effect, playState }) => {
          const isTimed = timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity
          return isTimed && playState === 'running'
        })
        .map((animation) => animation.finished),
    ),
  )
  // Its newer way opens a second page for each look; of the frames only Razorpay's is from elsewhere, and not ours to mend.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
  )
  expect(found).toEqual([])
}
