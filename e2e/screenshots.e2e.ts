/**
 * The key screens match their approved screenshots (`e2e/looks/`). After an intended change:
 * `npx playwright test e2e/screenshots.e2e.ts --update-snapshots`, and look at what changed.
 */
import { SCREENS } from './support/screens.ts'
import { expect, test } from './support/test.ts'
import { waitUntilHydrated } from './support/hydrated.ts'

const KEY_SCREENS = ['home', 'list-rings', 'ring', 'cart', 'checkout', 'login', 'order-failed', 'not-found']

for (const name of KEY_SCREENS)
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(colorScheme, colorScheme === 'dark' ? { tag: '@phone' } : {}, () => {
      test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })
      test(`${name} matches its ${colorScheme} screenshot`, async ({ page, allowErrors }) => {
        allowErrors(/status of 404/)
        const screen = SCREENS.find((each) => each.name === name)
        if (!screen) throw new Error(`There is no screen ${name}.`)
        await screen.open(page)
        await waitUntilHydrated(page)
        await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, {
          // Masked: pictures change occasionally, and every test customer has another address.
          mask: [page.getByRole('main').locator('picture'), page.getByRole('textbox', { name: 'Email' })],
          maskColor: '#808080',
          // A moved menu or line is well above this, antialiasing well below.
          maxDiffPixelRatio: 0.001,
        })
      })
    })
