/** `npm run shots`: the screens at three widths, light and dark. */
import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

const WIDTHS = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 768, height: 1024 } },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const

export default defineConfig(journeys, {
  testDir: '.',
  testMatch: 'screens.shots.ts',
  reporter: 'line',
  projects: Object.entries(WIDTHS).flatMap(([width, use]) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      name: `${width}-${colorScheme}`,
      use: { ...use, colorScheme, contextOptions: { reducedMotion: 'reduce' as const } },
    })),
  ),
})
