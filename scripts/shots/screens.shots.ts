import { expect, test } from '@playwright/test'
import type { Screen } from '../../e2e/support/screen.ts'
import { SCREENS } from '../../e2e/support/screens.ts'
import { openHydrated } from '../../e2e/support/hydrated.ts'
import { takeViews } from './take.ts'

/** Rotating views, which e2e/three-d.e2e.ts checks for accessibility. */
const TURNED: readonly Screen[] = [
  {
    name: 'spin',
    isWindow: true,
    async open(page) {
      await openHydrated(page, '/gems/405')
      await page.getByRole('button', { name: 'View in 360°' }).click()
      await expect(page.getByRole('slider', { name: /from all sides/ })).toBeVisible()
    },
  },
  ...['rings/814', 'tops/5', 'pendants/707', 'rings/801', 'pendants/702', 'bangles/107'].map(
    (path): Screen => ({
      name: `model-${path.replace('/', '-')}`,
      isWindow: true,
      async open(page) {
        await openHydrated(page, `/${path}`)
        await page.getByRole('button', { name: 'View in 3D' }).click()
        // Rendered by software.
        await expect(page.getByRole('button', { name: 'Come closer' })).toBeVisible({ timeout: 60_000 })
      },
    }),
  ),
]

for (const screen of [...SCREENS, ...TURNED])
  test(screen.name, async ({ page }, { project }) => {
    await screen.open(page)
    await takeViews(page, project.name, screen, screen.isTransient && (() => screen.open(page)))
  })
